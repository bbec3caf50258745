// SPDX-License-Identifier: Apache-2.0
// Syntax tree of the CEL expressions that select devices. Only for the files device_*.cpp.
#pragma once

#include "model/cluster/device.hpp"
#include "model/values/quantity.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace model::cel {

struct Domain { // device.attributes["x"] or device.capacity["x"]
  std::string name;
  bool of_capacity = false;
};

struct Failed {}; // an error in CEL

struct Value;
using List = std::vector<Value>;

struct Value {
  std::variant<Failed, bool, std::int64_t, std::string, Quantity, DeviceVersion, Domain, List> is;
};

enum class Kind : std::uint8_t {
  Literal,
  ListOf,
  Driver,
  Attributes,
  Capacity,
  Index, // parts[0] . text, or parts[0][parts[1]]
  Has,   // parts[0] is an Index
  Not,
  And,
  Or,
  If,
  Compare, // text: the operator
  In,
  Call, // text: a function of parts[0]
  Method,
};

struct Node {
  Kind kind = Kind::Literal;
  std::string text;
  Value value;
  std::vector<Node> parts;
};

// nullopt for anything outside the subset that DeviceSelector describes.
std::optional<Node> parse(std::string_view text);

} // namespace model::cel
