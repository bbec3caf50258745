// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/device_selector_names.hpp"

#include "model/cluster/device_cel.hpp"
#include "util/concat.hpp"

#include <utility>
#include <variant>

namespace model {

namespace cel {
namespace {

// Prints a tree with other names. Operators get parentheses.
class Printer {
 public:
  explicit Printer(const Rename& rename) : m_rename(rename) {}

  // The whole expression; nullopt if a text occurs where no other may stand for it.
  std::optional<std::string> printed(const Node& root) {
    std::string text = print(root, std::nullopt);
    return m_is_bound_to_texts ? std::nullopt : std::optional(std::move(text));
  }

 private:
  using Part = SelectorPart;

  static bool is_domain(const Node& node) {
    return node.kind == Kind::Index && (node.parts[0].kind == Kind::Attributes || node.parts[0].kind == Kind::Capacity);
  }

  // What a text means beside this operand: a driver, or a value of an attribute.
  static std::optional<Part> beside(const Node& operand) {
    if (operand.kind == Kind::Driver) { return Part::Driver; }
    if (operand.kind == Kind::Index) { return is_domain(operand) ? Part::Name : Part::Text; }
    return std::nullopt;
  }

  std::string quoted(Part part, std::string_view text) const { return util::concat('"', m_rename(part, text), '"'); }

  std::string print_literal(const Node& node, std::optional<Part> means) {
    if (const auto* const truth = std::get_if<bool>(&node.value.is)) { return *truth ? "true" : "false"; }
    if (const auto* const number = std::get_if<std::int64_t>(&node.value.is)) { return std::to_string(*number); }
    const auto* const text = std::get_if<std::string>(&node.value.is);
    if (text == nullptr || !means) {
      m_is_bound_to_texts = true;
      return {};
    }
    return quoted(*means, *text);
  }

  std::string print_index(const Node& node) {
    const Part part = is_domain(node) ? Part::Domain : Part::Name;
    const std::string whole = print(node.parts[0], std::nullopt);
    if (node.parts.size() == 1) { return util::concat(whole, '[', quoted(part, node.text), ']'); }
    return util::concat(whole, '[', print(node.parts[1], part), ']');
  }

  std::string joined(const Node& node, std::string_view between) {
    std::string text = "(";
    for (const Node& part : node.parts) {
      text += text.size() > 1 ? between : std::string_view();
      text += print(part, std::nullopt);
    }
    return text + ")";
  }

  std::string print(const Node& node, std::optional<Part> means) {
    switch (node.kind) {
    case Kind::Literal:
      return print_literal(node, means);
    case Kind::ListOf: {
      std::string text = "[";
      for (const Node& part : node.parts) {
        text += text.size() > 1 ? ", " : "";
        text += print(part, means);
      }
      return text + "]";
    }
    case Kind::Driver:
      return "device.driver";
    case Kind::Attributes:
      return "device.attributes";
    case Kind::Capacity:
      return "device.capacity";
    case Kind::Index:
      return print_index(node);
    case Kind::Has:
      return util::concat("has(", print(node.parts[0], std::nullopt), ')');
    case Kind::Not:
      return util::concat("!(", print(node.parts[0], std::nullopt), ')');
    case Kind::And:
      return joined(node, " && ");
    case Kind::Or:
      return joined(node, " || ");
    case Kind::If:
      return util::concat('(', print(node.parts[0], std::nullopt), " ? ", print(node.parts[1], std::nullopt), " : ",
                          print(node.parts[2], std::nullopt), ')');
    case Kind::Compare:
    case Kind::In: {
      const std::string left = print(node.parts[0], beside(node.parts[1]));
      const std::string right = print(node.parts[1], beside(node.parts[0]));
      return util::concat('(', left, ' ', node.kind == Kind::In ? std::string("in") : node.text, ' ', right, ')');
    }
    case Kind::Call: { // of a quantity or a version, which are no names
      const auto* const text = std::get_if<std::string>(&node.parts[0].value.is);
      m_is_bound_to_texts = m_is_bound_to_texts || text == nullptr;
      return util::concat(node.text, "(\"", text != nullptr ? *text : std::string(), "\")");
    }
    case Kind::Method: {
      const bool compares = node.parts.size() == 2 && node.parts[1].kind == Kind::Call;
      m_is_bound_to_texts = m_is_bound_to_texts || !compares;
      if (!compares) { return {}; }
      return util::concat(print(node.parts[0], std::nullopt), '.', node.text, '(', print(node.parts[1], std::nullopt),
                          ')');
    }
    }
    return {};
  }

  const Rename& m_rename;
  bool m_is_bound_to_texts = false;
};

} // namespace
} // namespace cel

std::optional<std::string> renamed(const DeviceSelector& selector, const Rename& rename) {
  return selector.root() == nullptr ? std::nullopt : cel::Printer(rename).printed(*selector.root());
}

} // namespace model
