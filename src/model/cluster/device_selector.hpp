// SPDX-License-Identifier: Apache-2.0
// CEL expressions that select devices, as far as published DeviceClasses and claims use them: comparisons of the
// driver, attributes and capacities, &&, ||, !, ?:, `in` with a list, has(), quantity(), semver(), and methods of
// strings, quantities and versions. An expression outside this subset is unreadable. Source:
// dynamic-resource-allocation cel/compile.go; the CEL language definition.
#pragma once

#include "model/cluster/device.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace model {

class DeviceSelector {
 public:
  // `text` must outlive this object.
  explicit DeviceSelector(std::string_view text);

  std::string_view text() const { return m_text; }
  bool is_readable() const { return m_root != nullptr; }

  // Unknown: the live scheduler reports an error, such as for an attribute that the device lacks, or the expression is
  // unreadable.
  enum class Answer : std::uint8_t { No, Yes, Unknown };
  Answer matches(std::string_view driver, const Device& device) const;

  // The expression with other names and texts, or nullopt if it uses parts of a text (startsWith).
  enum class Part { Driver, Domain, Name, Text }; // Name: of an attribute or capacity; Text: a value of an attribute
  using Rename = std::function<std::string(Part part, std::string_view text)>;
  std::optional<std::string> renamed(const Rename& rename) const;

  friend bool operator==(const DeviceSelector& a, const DeviceSelector& b) { return a.m_text == b.m_text; }

 private:
  struct Node; // the syntax tree
  std::string_view m_text;
  std::shared_ptr<const Node> m_root;
};

// The answer of all expressions of a device class and of a request to it: those of the class first, until one says no.
DeviceSelector::Answer matches_all(const DeviceSelectors& of_class, const DeviceSelectors& of_request,
                                   std::string_view driver, const Device& device);

} // namespace model
