// SPDX-License-Identifier: Apache-2.0
// CEL expressions that select devices, as far as published DeviceClasses and claims use them: comparisons of the
// driver, attributes and capacities, &&, ||, !, ?:, `in` with a list, has(), quantity(), semver(), and methods of
// strings, quantities and versions. An expression outside this subset is unreadable. Source:
// dynamic-resource-allocation cel/compile.go; the CEL language definition.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace model {

struct Device;

namespace cel {
struct Node;
}

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

  const cel::Node* root() const { return m_root.get(); } // null: unreadable

  friend bool operator==(const DeviceSelector& a, const DeviceSelector& b) { return a.m_text == b.m_text; }
  friend auto operator<=>(const DeviceSelector& a, const DeviceSelector& b) { return a.m_text <=> b.m_text; }

 private:
  std::string_view m_text;
  std::shared_ptr<const cel::Node> m_root;
};

using DeviceSelectors = std::vector<DeviceSelector>; // all must match

// The answer of all expressions of a device class and of a request to it: those of the class first, until one says no.
DeviceSelector::Answer matches_all(const DeviceSelectors& of_class, const DeviceSelectors& of_request,
                                   std::string_view driver, const Device& device);

} // namespace model
