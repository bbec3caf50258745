// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/device_selector.hpp"

#include "model/cluster/device_cel.hpp"

#include <algorithm>
#include <compare>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace model {

namespace cel {
namespace {

const Value k_failed{Failed{}};

// Compares identifiers of a version: numbers by value and before words. (semver.org, 11)
std::strong_ordering compare_identifiers(std::string_view a, std::string_view b) {
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (is_number(a) && is_number(b)) {
    return a.size() != b.size() ? a.size() <=> b.size() : a <=> b; // without leading zeros
  }
  if (is_number(a) != is_number(b)) {
    return is_number(a) ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return a <=> b;
}

std::strong_ordering compare_lists(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const std::size_t end_a = std::min(a.find('.'), a.size()), end_b = std::min(b.find('.'), b.size());
    if (const auto order = compare_identifiers(a.substr(0, end_a), b.substr(0, end_b)); order != 0) { return order; }
    a.remove_prefix(std::min(end_a + 1, a.size()));
    b.remove_prefix(std::min(end_b + 1, b.size()));
  }
  return b.empty() <=> a.empty(); // the one with more identifiers is greater
}

std::strong_ordering compare(const DeviceVersion& a, const DeviceVersion& b) {
  const auto parts = [](std::string_view text) {
    text = text.substr(0, text.find('+'));
    const std::size_t dash = std::min(text.find('-'), text.size());
    return std::pair(text.substr(0, dash), text.substr(std::min(dash + 1, text.size())));
  };
  const auto [core_a, pre_a] = parts(a.text);
  const auto [core_b, pre_b] = parts(b.text);
  if (const auto order = compare_lists(core_a, core_b); order != 0) { return order; }
  if (pre_a.empty() || pre_b.empty()) { return pre_a.empty() <=> pre_b.empty(); }
  return compare_lists(pre_a, pre_b);
}

bool is_version(std::string_view text) {
  const std::string_view core = text.substr(0, text.find_first_of("-+"));
  return std::ranges::count(core, '.') == 2 && !core.starts_with('.') && !core.ends_with('.') &&
         core.find("..") == std::string_view::npos && core.find_first_not_of("0123456789.") == std::string_view::npos;
}

class Evaluation {
 public:
  Evaluation(std::string_view driver, const Device& device) : m_driver(driver), m_device(device) {}

  Value of(const Node& node) const {
    switch (node.kind) {
    case Kind::Literal:
      return node.value;
    case Kind::ListOf: {
      List list;
      for (const Node& part : node.parts) { list.push_back(of(part)); }
      return {std::move(list)};
    }
    case Kind::Driver:
      return {std::string(m_driver)};
    case Kind::Index:
      return member(node).value_or(k_failed);
    case Kind::Has:
      return {member(node.parts[0]).has_value()};
    case Kind::Not: {
      const Value inner = of(node.parts[0]);
      const bool* const truth = std::get_if<bool>(&inner.is);
      return truth != nullptr ? Value{!*truth} : k_failed;
    }
    case Kind::And:
      return both(node, false);
    case Kind::Or:
      return both(node, true);
    case Kind::If: {
      const Value condition = of(node.parts[0]);
      const bool* const truth = std::get_if<bool>(&condition.is);
      return truth != nullptr ? of(node.parts[*truth ? 1 : 2]) : k_failed;
    }
    case Kind::Compare:
      return compared(node.text, of(node.parts[0]), of(node.parts[1]));
    case Kind::In:
      return is_in(of(node.parts[0]), of(node.parts[1]));
    case Kind::Call:
      return called(node.text, of(node.parts[0]));
    case Kind::Method:
      return method(node);
    case Kind::Attributes:
    case Kind::Capacity:
      return k_failed; // only with an index
    }
    return k_failed;
  }

 private:
  // && and ||: an error counts only if the other side does not decide.
  Value both(const Node& node, bool decides) const {
    bool failed = false;
    for (const Node& part : node.parts) {
      const Value value = of(part);
      const bool* const truth = std::get_if<bool>(&value.is);
      if (truth != nullptr && *truth == decides) { return {decides}; }
      failed = failed || truth == nullptr;
    }
    return failed ? k_failed : Value{!decides};
  }

  // nullopt: no such member.
  std::optional<Value> member(const Node& node) const {
    const Node& whole = node.parts[0];
    std::string name = node.text;
    if (node.parts.size() > 1) {
      const Value index = of(node.parts[1]);
      const auto* const text = std::get_if<std::string>(&index.is);
      if (text == nullptr) { return std::nullopt; }
      name = *text;
    }
    if (whole.kind == Kind::Attributes || whole.kind == Kind::Capacity) {
      return Value{Domain{std::move(name), whole.kind == Kind::Capacity}};
    }
    const Value value = of(whole);
    const auto* const domain = std::get_if<Domain>(&value.is);
    return domain != nullptr ? in_domain(*domain, name) : std::nullopt;
  }

  std::optional<Value> in_domain(const Domain& domain, std::string_view name) const {
    const auto is_it = [&](const auto& entry) {
      return entry.name.size() == domain.name.size() + 1 + name.size() && entry.name.starts_with(domain.name) &&
             entry.name[domain.name.size()] == '/' && entry.name.ends_with(name);
    };
    if (domain.of_capacity) {
      const auto found = std::ranges::find_if(m_device.capacities, is_it);
      return found == m_device.capacities.end() ? std::nullopt : std::optional(Value{found->amount});
    }
    const auto found = std::ranges::find_if(m_device.attributes, is_it);
    if (found == m_device.attributes.end()) { return std::nullopt; }
    return std::visit(
        [](const auto& value) -> Value {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string_view>) {
            return {std::string(value)};
          } else {
            return {value};
          }
        },
        found->value);
  }

  static Value compared(std::string_view op, const Value& a, const Value& b) {
    std::optional<std::strong_ordering> order;
    bool has_order = true;
    if (a.is.index() != b.is.index()) { return k_failed; } // CEL refuses to compile it, or finds no overload
    if (const auto* const x = std::get_if<bool>(&a.is)) {
      order = *x <=> std::get<bool>(b.is);
    } else if (const auto* const y = std::get_if<std::int64_t>(&a.is)) {
      order = *y <=> std::get<std::int64_t>(b.is);
    } else if (const auto* const z = std::get_if<std::string>(&a.is)) {
      order = *z <=> std::get<std::string>(b.is);
    } else if (const auto* const q = std::get_if<Quantity>(&a.is)) {
      order = q->nano() <=> std::get<Quantity>(b.is).nano();
      has_order = false;
    } else if (const auto* const v = std::get_if<DeviceVersion>(&a.is)) {
      order = compare(*v, std::get<DeviceVersion>(b.is));
      has_order = false;
    }
    if (!order) { return k_failed; }
    if (op == "==") { return {*order == 0}; }
    if (op == "!=") { return {*order != 0}; }
    if (!has_order) { return k_failed; }
    return {op == "<" ? *order < 0 : op == "<=" ? *order <= 0 : op == ">" ? *order > 0 : *order >= 0};
  }

  Value is_in(const Value& element, const Value& whole) const {
    if (const auto* const domain = std::get_if<Domain>(&whole.is)) {
      const auto* const name = std::get_if<std::string>(&element.is);
      return name != nullptr ? Value{in_domain(*domain, *name).has_value()} : k_failed;
    }
    const auto* const list = std::get_if<List>(&whole.is);
    if (list == nullptr || std::holds_alternative<Failed>(element.is)) { return k_failed; }
    for (const Value& other : *list) {
      const Value same = compared("==", element, other);
      if (std::holds_alternative<Failed>(same.is)) { return k_failed; }
      if (std::get<bool>(same.is)) { return {true}; }
    }
    return {false};
  }

  static Value called(std::string_view function, const Value& argument) {
    const auto* const text = std::get_if<std::string>(&argument.is);
    if (text == nullptr) { return k_failed; }
    if (function == "quantity") {
      const auto amount = Quantity::parse(*text);
      return amount ? Value{*amount} : k_failed;
    }
    return k_failed;
  }

  Value method(const Node& node) const {
    const Value object = of(node.parts[0]);
    const std::string_view name = node.text;
    if (node.parts.size() == 1) {
      const auto* const text = std::get_if<std::string>(&object.is);
      if (text == nullptr) { return k_failed; }
      std::string changed = *text;
      if (name == "size") { return {static_cast<std::int64_t>(changed.size())}; }
      if (name != "lowerAscii" && name != "upperAscii") { return k_failed; }
      std::ranges::transform(changed, changed.begin(), [&](unsigned char c) {
        return static_cast<char>(name == "lowerAscii" ? (c >= 'A' && c <= 'Z' ? c + 32 : c)
                                                      : (c >= 'a' && c <= 'z' ? c - 32 : c));
      });
      return {std::move(changed)};
    }
    if (node.parts.size() != 2) { return k_failed; }
    if (name == "compareTo" || name == "isGreaterThan" || name == "isLessThan") {
      return order_of(name, object, node.parts[1]);
    }
    const Value argument = of(node.parts[1]);
    const auto* const text = std::get_if<std::string>(&object.is);
    const auto* const part = std::get_if<std::string>(&argument.is);
    if (text == nullptr || part == nullptr) { return k_failed; }
    if (name == "startsWith") { return {text->starts_with(*part)}; }
    if (name == "endsWith") { return {text->ends_with(*part)}; }
    if (name == "contains") { return {text->find(*part) != std::string::npos}; }
    return k_failed;
  }

  Value order_of(std::string_view name, const Value& object, const Node& argument) const {
    std::strong_ordering order = std::strong_ordering::equal;
    if (const auto* const amount = std::get_if<Quantity>(&object.is)) {
      const Value other = of(argument);
      const auto* const limit = std::get_if<Quantity>(&other.is);
      if (limit == nullptr) { return k_failed; }
      order = amount->nano() <=> limit->nano();
    } else if (const auto* const version = std::get_if<DeviceVersion>(&object.is)) {
      // semver("1.2.3"): the text must outlive the comparison
      if (argument.kind != Kind::Call || argument.text != "semver") { return k_failed; }
      const Value text = of(argument.parts[0]);
      const auto* const limit = std::get_if<std::string>(&text.is);
      if (limit == nullptr || !is_version(*limit) || !is_version(version->text)) { return k_failed; }
      order = compare(*version, {*limit});
    } else {
      return k_failed;
    }
    if (name == "isGreaterThan") { return {order > 0}; }
    if (name == "isLessThan") { return {order < 0}; }
    return {std::int64_t{order < 0 ? -1 : order > 0 ? 1 : 0}};
  }

  std::string_view m_driver;
  const Device& m_device;
};

} // namespace
} // namespace cel

DeviceSelector::DeviceSelector(std::string_view text) : m_text(text) {
  if (std::optional<cel::Node> root = cel::parse(text)) {
    m_root = std::make_shared<const cel::Node>(std::move(*root));
  }
}

DeviceSelector::Answer DeviceSelector::matches(std::string_view driver, const Device& device) const {
  if (m_root == nullptr) { return Answer::Unknown; }
  const cel::Value value = cel::Evaluation(driver, device).of(*m_root);
  const bool* const truth = std::get_if<bool>(&value.is);
  return truth == nullptr ? Answer::Unknown : *truth ? Answer::Yes : Answer::No;
}

DeviceSelector::Answer matches_all(const DeviceSelectors& of_class, const DeviceSelectors& of_request,
                                   std::string_view driver, const Device& device) {
  for (const DeviceSelectors* const selectors : {&of_class, &of_request}) {
    for (const DeviceSelector& selector : *selectors) {
      const DeviceSelector::Answer answer = selector.matches(driver, device);
      if (answer != DeviceSelector::Answer::Yes) { return answer; }
    }
  }
  return DeviceSelector::Answer::Yes;
}

} // namespace model
