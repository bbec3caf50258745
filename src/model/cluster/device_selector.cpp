// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/device_selector.hpp"

#include "model/values/quantity.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <compare>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace model {

namespace cel {
namespace {

// ---- values ----------------------------------------------------------------------------------------------------

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

// ---- the syntax tree -------------------------------------------------------------------------------------------

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

constexpr std::array<std::string_view, 2> k_functions = {"quantity", "semver"};
constexpr std::array<std::string_view, 9> k_methods = {"compareTo",  "isGreaterThan", "isLessThan",
                                                       "startsWith", "endsWith",      "contains",
                                                       "lowerAscii", "upperAscii",    "size"};

Node node(Kind kind, std::vector<Node> parts, std::string text = {}) {
  return {kind, std::move(text), {}, std::move(parts)};
}
Node literal(Value value) { return {Kind::Literal, {}, std::move(value), {}}; }

// Recursive descent, one function per level of precedence. Returns nullopt for anything outside the subset.
class Parser {
 public:
  explicit Parser(std::string_view text) : m_rest(text) {}

  std::optional<Node> whole() {
    auto found = conditional();
    skip_blanks();
    return m_rest.empty() ? std::move(found) : std::nullopt;
  }

 private:
  using Found = std::optional<Node>;
  static constexpr int k_deepest = 50;

  void skip_blanks() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size())); }

  bool take(std::string_view token) {
    skip_blanks();
    if (!m_rest.starts_with(token)) { return false; }
    m_rest.remove_prefix(token.size());
    return true;
  }

  Found conditional() {
    if (++m_depth > k_deepest) { return std::nullopt; }
    Found condition = disjunction();
    if (condition && take("?")) {
      Found yes = conditional();
      Found no = yes && take(":") ? conditional() : std::nullopt;
      if (!no) { return std::nullopt; }
      condition = node(Kind::If, {std::move(*condition), std::move(*yes), std::move(*no)});
    }
    --m_depth;
    return condition;
  }

  Found chain(Kind kind, std::string_view token, Found (Parser::*next)()) {
    Found left = (this->*next)();
    while (left && take(token)) {
      Found right = (this->*next)();
      if (!right) { return std::nullopt; }
      left = node(kind, {std::move(*left), std::move(*right)});
    }
    return left;
  }
  Found disjunction() { return chain(Kind::Or, "||", &Parser::conjunction); }
  Found conjunction() { return chain(Kind::And, "&&", &Parser::relation); }

  Found relation() {
    Found left = unary();
    if (!left) { return std::nullopt; }
    for (const std::string_view token : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (!take(token)) { continue; }
      Found right = unary();
      return right ? Found(node(Kind::Compare, {std::move(*left), std::move(*right)}, std::string(token)))
                   : std::nullopt;
    }
    if (is_word_next("in")) {
      take("in");
      Found right = unary();
      return right ? Found(node(Kind::In, {std::move(*left), std::move(*right)})) : std::nullopt;
    }
    return left;
  }

  Found unary() {
    if (++m_depth > k_deepest) { return std::nullopt; }
    Found found;
    skip_blanks();
    if (m_rest.starts_with('!') && !m_rest.starts_with("!=")) {
      take("!");
      found = unary();
      if (found) { found = node(Kind::Not, {std::move(*found)}); }
    } else {
      found = member();
    }
    --m_depth;
    return found;
  }

  Found member() {
    Found found = primary();
    while (found) {
      if (take(".")) {
        const std::string name = word();
        if (name.empty()) { return std::nullopt; }
        if (!take("(")) {
          found = node(Kind::Index, {std::move(*found)}, name);
          continue;
        }
        std::vector<Node> parts = {std::move(*found)};
        if (std::ranges::find(k_methods, name) == k_methods.end() || !arguments(")", parts)) { return std::nullopt; }
        found = node(Kind::Method, std::move(parts), name);
      } else if (take("[")) {
        Found index = conditional();
        if (!index || !take("]")) { return std::nullopt; }
        found = node(Kind::Index, {std::move(*found), std::move(*index)});
      } else {
        break;
      }
    }
    return found;
  }

  bool arguments(std::string_view end, std::vector<Node>& parts) {
    if (take(end)) { return true; }
    do {
      Found part = conditional();
      if (!part) { return false; }
      parts.push_back(std::move(*part));
    } while (take(","));
    return take(end);
  }

  Found primary() {
    if (take("(")) {
      Found inner = conditional();
      return inner && take(")") ? std::move(inner) : std::nullopt;
    }
    if (take("[")) {
      std::vector<Node> parts;
      return arguments("]", parts) ? Found(node(Kind::ListOf, std::move(parts))) : std::nullopt;
    }
    skip_blanks();
    if (m_rest.empty()) { return std::nullopt; }
    if (m_rest.front() == '"' || m_rest.front() == '\'') { return text_literal(); }
    if (std::isdigit(static_cast<unsigned char>(m_rest.front())) != 0 || m_rest.front() == '-') { return number(); }
    const std::string name = word();
    if (name == "true" || name == "false") { return literal({name == "true"}); }
    if (name == "device") { return field_of_device(); }
    if (name.empty() || !take("(")) { return std::nullopt; }
    std::vector<Node> parts;
    if (!arguments(")", parts) || parts.size() != 1) { return std::nullopt; }
    if (name == "has") {
      return parts[0].kind == Kind::Index ? Found(node(Kind::Has, std::move(parts))) : std::nullopt;
    }
    if (std::ranges::find(k_functions, name) == k_functions.end()) { return std::nullopt; }
    return node(Kind::Call, std::move(parts), name);
  }

  Found field_of_device() {
    if (!take(".")) { return std::nullopt; }
    const std::string name = word();
    if (name == "driver") { return node(Kind::Driver, {}); }
    if (name == "attributes") { return node(Kind::Attributes, {}); }
    if (name == "capacity") { return node(Kind::Capacity, {}); }
    return std::nullopt;
  }

  Found text_literal() {
    const char quote = m_rest.front();
    const std::size_t end = m_rest.find(quote, 1);
    if (end == std::string_view::npos) { return std::nullopt; }
    const std::string_view inside = m_rest.substr(1, end - 1);
    m_rest.remove_prefix(end + 1);
    if (inside.find_first_of("\\\n") != std::string_view::npos) { return std::nullopt; } // escapes
    if (inside.empty() && m_rest.starts_with(quote)) { return std::nullopt; }            // triple quotes
    return literal({std::string(inside)});
  }

  Found number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
    if (error != std::errc()) { return std::nullopt; }
    m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
    const bool goes_on = !m_rest.empty() && (std::isalnum(static_cast<unsigned char>(m_rest.front())) != 0 ||
                                             m_rest.front() == '.' || m_rest.front() == '_');
    return goes_on ? std::nullopt : Found(literal({value})); // 1.5, 0x10, 3u
  }

  static bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

  std::string word() {
    skip_blanks();
    const auto end = std::ranges::find_if_not(m_rest, is_of_word);
    std::string found(m_rest.begin(), end);
    m_rest.remove_prefix(found.size());
    return found;
  }

  bool is_word_next(std::string_view wanted) {
    skip_blanks();
    return m_rest.starts_with(wanted) && (m_rest.size() == wanted.size() || !is_of_word(m_rest[wanted.size()]));
  }

  std::string_view m_rest;
  int m_depth = 0;
};

// ---- evaluation ------------------------------------------------------------------------------------------------

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

// ---- renaming --------------------------------------------------------------------------------------------------

// Prints a tree with other names. Operators get parentheses.
class Printer {
 public:
  explicit Printer(const DeviceSelector::Rename& rename) : m_rename(rename) {}

  // The whole expression; nullopt if a text occurs where no other may stand for it.
  std::optional<std::string> printed(const Node& root) {
    std::string text = print(root, std::nullopt);
    return m_is_bound_to_texts ? std::nullopt : std::optional(std::move(text));
  }

 private:
  using Part = DeviceSelector::Part;

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

  const DeviceSelector::Rename& m_rename;
  bool m_is_bound_to_texts = false;
};

} // namespace
} // namespace cel

struct DeviceSelector::Node {
  cel::Node root;
};

DeviceSelector::DeviceSelector(std::string_view text) : m_text(text) {
  if (std::optional<cel::Node> root = cel::Parser(text).whole()) {
    m_root = std::make_shared<const Node>(Node{std::move(*root)});
  }
}

std::optional<std::string> DeviceSelector::renamed(const Rename& rename) const {
  return m_root == nullptr ? std::nullopt : cel::Printer(rename).printed(m_root->root);
}

DeviceSelector::Answer DeviceSelector::matches(std::string_view driver, const Device& device) const {
  if (m_root == nullptr) { return Answer::Unknown; }
  const cel::Value value = cel::Evaluation(driver, device).of(m_root->root);
  const bool* const truth = std::get_if<bool>(&value.is);
  return truth == nullptr ? Answer::Unknown : *truth ? Answer::Yes : Answer::No;
}

DeviceSelector::Answer matches_all(const DeviceSelectors& of_class, const DeviceSelectors& of_request,
                                   std::string_view driver, const Device& device) {
  for (const DeviceSelectors* const selectors : {&of_class, &of_request}) {
    for (const auto& selector : selectors->parsed) {
      const DeviceSelector::Answer answer = selector->matches(driver, device);
      if (answer != DeviceSelector::Answer::Yes) { return answer; }
    }
  }
  return DeviceSelector::Answer::Yes;
}

} // namespace model
