// SPDX-License-Identifier: Apache-2.0
// Parses templates into steps. (client-go util/jsonpath/parser.go)
#include "document/reading/jsonpath.hpp"

#include "document/json/quoted_text.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"
#include "util/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace document {

namespace {

using Steps = JsonPath::Steps;

constexpr int k_deepest = 64; // nested filters; each is a recursive call

bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }
bool ends_line(char byte) { return byte == '\n' || byte == '\r'; }

// Every byte beyond ASCII counts as a letter.
bool is_word(char byte) {
  return byte == '_' || util::is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         static_cast<unsigned char>(byte) >= 0x80;
}

bool ends_name(char byte) {
  return is_blank(byte) || ends_line(byte) || std::string_view(".,[]$@{}").find(byte) != std::string_view::npos;
}

std::string unrecognized(char byte) {
  return util::concat("unrecognized character in action: U+00",
                      "0123456789ABCDEF"[static_cast<unsigned char>(byte) >> 4], "0123456789ABCDEF"[byte & 0xf], " '",
                      byte, "'");
}

// Parses one action, from after its opening brace.
class ActionParser {
 public:
  ActionParser(std::string_view text, int depth) : m_text(text), m_depth(depth) {
    if (depth > k_deepest) { throw util::Error("filters are nested too deep"); }
  }

  // Parses up to the closing brace and sets `end` to the position after it.
  Steps parse(std::size_t& end) {
    for (;;) {
      if (takes("[?(")) {
        filter();
        continue;
      }
      if (takes("..")) {
        recursive();
        continue;
      }
      if (at_end() || ends_line(peek())) { throw util::Error("unclosed action"); }
      const char first = m_text[m_at++];
      if (first == '}') { break; }
      if (first == ' ' || first == '@' || first == '$') { continue; }
      if (first == '[') {
        array();
      } else if (first == '"' || first == '\'') {
        quote(first);
      } else if (first == '.') {
        field();
      } else if (first == '+' || first == '-' || util::is_digit(first)) {
        number();
      } else if (is_word(first)) {
        word();
      } else {
        throw util::Error(unrecognized(first));
      }
    }
    end = m_at;
    return std::move(m_steps);
  }

 private:
  bool at_end() const { return m_at == m_text.size(); }
  char peek() const { return m_text[m_at]; }
  bool takes(std::string_view what) {
    if (!m_text.substr(m_at).starts_with(what)) { return false; }
    m_at += what.size();
    return true;
  }
  template <typename What>
  void add(What what) {
    m_steps.push_back({std::move(what)});
  }

  static Steps action(std::string_view inside, int depth) {
    const std::string text = util::concat(inside, '}');
    std::size_t end = 0;
    return ActionParser(text, depth).parse(end);
  }

  void recursive() {
    if (!m_steps.empty() && std::holds_alternative<JsonPath::Recursive>(m_steps.back().what)) {
      throw util::Error("invalid multiple recursive descent");
    }
    add(JsonPath::Recursive{});
    if (!at_end() && is_word(peek())) { field(); }
  }

  void field() {
    std::string name;
    for (; !at_end() && !ends_name(peek()); ++m_at) {
      if (peek() == '\\' && ++m_at == m_text.size()) { break; } // an escaped character ends no name
      if (peek() != '\\') { name.push_back(peek()); }
    }
    if (name == "*") { return add(JsonPath::Wildcard{}); }
    add(JsonPath::Field{std::move(name)});
  }

  void word() {
    const std::size_t start = m_at - 1;
    while (!at_end() && !ends_name(peek())) { ++m_at; }
    const std::string_view text = m_text.substr(start, m_at - start);
    if (text == "true" || text == "false") { return add(JsonPath::Literal{Output(text == "true"), false}); }
    add(JsonPath::Keyword{std::string(text)});
  }

  void number() {
    const std::size_t start = m_at - 1;
    while (!at_end() && (util::is_digit(peek()) || peek() == '.')) { ++m_at; }
    const std::string_view text = m_text.substr(start, m_at - start);
    const std::string_view bare = text.substr(text[0] == '+' ? 1 : 0);
    if (const auto whole = util::parse_int64(bare)) { return add(JsonPath::Literal{Output(*whole), false}); }
    double value = 0;
    const auto [end, error] = std::from_chars(bare.data(), bare.data() + bare.size(), value);
    if (error != std::errc() || end != bare.data() + bare.size()) {
      throw util::Error(util::concat("cannot parse number ", text));
    }
    add(JsonPath::Literal{Output(NumberText{std::string(bare)}), false});
  }

  void quote(char mark) {
    const std::size_t start = m_at - 1;
    for (;; ++m_at) {
      if (at_end() || peek() == '\n') { throw util::Error("unterminated quoted string"); }
      if (peek() == mark && m_text[m_at - 1] != '\\') { break; }
    }
    const std::string_view text = m_text.substr(start, ++m_at - start);
    const auto content = unquoted(text.substr(1, text.size() - 2), mark);
    if (!content) { throw util::Error(util::concat("unquote string ", text, " error invalid syntax")); }
    add(JsonPath::Literal{Output(*content), true});
  }

  void array() {
    const std::size_t end = m_text.find_first_of("]\n", m_at);
    if (end == std::string_view::npos || m_text[end] == '\n') { throw util::Error("unterminated array"); }
    const std::string_view inside = m_text.substr(m_at, end - m_at);
    m_at = end + 1;
    if (inside.find(',') == std::string_view::npos) { return elements(inside); }
    JsonPath::Union all;
    for (std::size_t start = 0; start <= inside.size();) {
      const std::size_t comma = std::min(inside.find(',', start), inside.size());
      std::string_view one = inside.substr(start, comma - start);
      while (one.starts_with(' ')) { one.remove_prefix(1); }
      while (one.ends_with(' ')) { one.remove_suffix(1); }
      all.ways.push_back(action(util::concat('[', one, ']'), m_depth + 1));
      start = comma + 1;
    }
    add(std::move(all));
  }

  // [*], ['key'], [n] or [begin:end:step]
  void elements(std::string_view inside) {
    if (inside == "*") { inside = ":"; }
    const bool is_key = inside.size() >= 2 && inside.front() == '\'' && inside.back() == '\'';
    if (is_key && inside.substr(1, inside.size() - 2).find('\'') == std::string_view::npos) {
      Steps key = action(util::concat('.', inside.substr(1, inside.size() - 2)), m_depth + 1);
      std::move(key.begin(), key.end(), std::back_inserter(m_steps));
      return;
    }
    std::string_view numbers[3];
    const std::size_t count = std::min<std::size_t>(3, 1 + static_cast<std::size_t>(std::ranges::count(inside, ':')));
    std::string_view rest = inside;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t colon = i + 1 < count ? rest.find(':') : rest.size();
      numbers[i] = rest.substr(0, colon);
      rest.remove_prefix(std::min(rest.size(), colon + 1));
      const std::string_view digits = numbers[i].substr(numbers[i].starts_with('-') ? 1 : 0);
      if (!std::ranges::all_of(digits, util::is_digit)) {
        throw util::Error(util::concat("invalid array index ", inside));
      }
    }
    const auto number = [](std::string_view text) {
      const auto value = util::parse_int64(text);
      if (!value) { throw util::Error(util::concat("array index ", text, " is not a number")); }
      return *value;
    };
    JsonPath::Slice slice;
    if (!numbers[0].empty()) { slice.begin = number(numbers[0]); }
    slice.is_index = count == 1;
    if (slice.is_index && slice.begin != INT64_MAX) { slice.end = slice.begin + 1; }
    if (!numbers[1].empty()) { slice.end = number(numbers[1]); }
    if (!numbers[2].empty()) { slice.step = number(numbers[2]); }
    add(slice);
  }

  void filter() {
    const std::size_t start = m_at;
    bool begun = false, ended = false; // of the one quoted text that a filter may contain
    char mark = 0;
    for (;; ++m_at) {
      if (at_end() || peek() == '\n') { throw util::Error("unterminated filter"); }
      if (peek() == ')' && begun == ended) { break; }
      if (peek() != '"' && peek() != '\'') { continue; }
      if (!std::exchange(begun, true)) {
        mark = peek();
      } else if (peek() == mark && m_text[m_at - 1] != '\\') {
        ended = true;
      }
    }
    const std::string_view inside = m_text.substr(start, m_at - start);
    ++m_at;
    if (!takes("]")) { throw util::Error("unclosed array expect ]"); }
    const std::size_t sign = inside.find_first_of("!<>=");
    const std::size_t right = inside.find_first_not_of("!<>=", sign);
    JsonPath::Filter filter;
    if (sign == 0 || sign == std::string_view::npos || right == std::string_view::npos) {
      filter.left = action(inside, m_depth + 1);
    } else {
      filter.left = action(inside.substr(0, sign), m_depth + 1);
      filter.right = action(inside.substr(right), m_depth + 1);
      filter.comparison = inside.substr(sign, right - sign);
    }
    add(std::move(filter));
  }

  std::string_view m_text;
  int m_depth;
  std::size_t m_at = 0;
  Steps m_steps;
};

} // namespace

JsonPath::JsonPath(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) { throw util::Error("a template cannot hold a NUL byte"); }
  while (!text.empty()) {
    const std::size_t brace = std::min(text.find('{'), text.size());
    if (brace > 0) { m_parts.push_back({Step{Literal{Output(text.substr(0, brace)), true}}}); }
    text.remove_prefix(brace);
    if (text.empty()) { return; }
    text.remove_prefix(1);
    std::size_t end = 0;
    m_parts.push_back(ActionParser(text, 0).parse(end));
    text.remove_prefix(end);
  }
}

std::string relaxed_path(std::string_view text) {
  std::string_view path = text;
  const bool has_braces = path.size() >= 2 && path.front() == '{' && path.back() == '}';
  if (has_braces) { path = path.substr(1, path.size() - 2); }
  if (path.starts_with('.') && path.size() > 1) { path.remove_prefix(1); }
  if (path.empty() || path.find_first_of("{}") != std::string_view::npos) {
    throw util::Error("unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or "
                      "'{.name1.name2}'");
  }
  return util::concat("{.", path, '}');
}

} // namespace document
