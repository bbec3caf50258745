// SPDX-License-Identifier: Apache-2.0
// Parses the CEL expressions that select devices.
#include "model/cluster/device_cel.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace model::cel {

namespace {

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

} // namespace

std::optional<Node> parse(std::string_view text) { return Parser(text).whole(); }

} // namespace model::cel
