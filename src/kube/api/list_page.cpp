// SPDX-License-Identifier: Apache-2.0
#include "kube/api/list_page.hpp"

#include "kube/http/json_answer.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace kube {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// Bytes at which the walk through an object or array stops.
constexpr std::array<bool, 256> k_stops = [] {
  std::array<bool, 256> stops{};
  for (const char c : {'"', '{', '}', '[', ']'}) { stops[static_cast<unsigned char>(c)] = true; }
  return stops;
}();

[[noreturn]] void cut_off() { throw util::Error("it is cut off"); }

} // namespace

ListPage::ListPage(std::string body) : m_body(std::move(body)), m_size(m_body.size()) {
  m_body.append(document::JsonParser::k_padding, ' ');
  walk();
  m_item_type = document::type_of_items({m_kind, m_api_version});
}

void ListPage::walk() {
  std::size_t at = skip_blanks(0);
  if (at == m_size) { throw util::Error("it is empty"); }
  if (byte(at) != '{') { throw util::Error("it is no JSON object"); }
  std::string head = "{";
  at = skip_blanks(at + 1);
  while (byte(at) != '}') {
    if (byte(at) != '"') { throw util::Error("it is not JSON"); }
    const std::size_t key = at;
    at = skip_string(at);
    const std::string_view name = text({key + 1, at - 1});
    at = skip_blanks(at);
    if (byte(at) != ':') { throw util::Error("it is not JSON"); }
    const std::size_t value = skip_blanks(at + 1);
    if (name == "items" && byte(value) == '[') {
      m_items_end = value;
      walk_items();
      at = m_items_end;
    } else {
      at = skip_value(value);
      m_has_items = m_has_items || (name == "items" && text({value, at}) == "null"); // Go writes an empty list as null
      if (head.size() > 1) { head += ','; }
      head += text({key, at});
    }
    at = skip_blanks(at);
    if (byte(at) == '}') { break; }
    if (byte(at) != ',') { throw util::Error("it is not JSON"); }
    at = skip_blanks(at + 1);
  }
  if (skip_blanks(at + 1) != m_size) { throw util::Error("something follows the list"); }
  read_head(head += '}');
  if (!m_has_items) { throw util::Error(util::concat("it is of kind \"", m_kind, "\" and no list")); }
}

void ListPage::walk_items() {
  m_items.clear();
  m_has_items = true;
  std::size_t at = skip_blanks(m_items_end + 1);
  while (byte(at) != ']') {
    const std::size_t end = skip_value(at);
    m_items.push_back({at, end});
    at = skip_blanks(end);
    if (byte(at) == ']') { break; }
    if (byte(at) != ',') { throw util::Error("it is not JSON"); }
    at = skip_blanks(at + 1);
    if (byte(at) == ']') { throw util::Error("it is not JSON"); }
  }
  m_items_end = at + 1;
}

void ListPage::read_head(std::string_view head) {
  JsonAnswer answer;
  const document::Value list = answer.read(head);
  if (!list.exists()) { throw util::Error(util::concat("it is not JSON: ", answer.failure())); }
  m_kind = list["kind"].text();
  m_api_version = list["apiVersion"].text();
  const document::Value metadata = list["metadata"];
  m_resource_version = metadata["resourceVersion"].text();
  m_continue_token = metadata["continue"].text();
  m_remaining = util::parse_int64(metadata["remainingItemCount"].text());
}

document::Item ListPage::next() {
  const Span span = m_items[m_next++];
  document::Item item;
  item.place.item = static_cast<std::int64_t>(m_next);
  m_tree.clear();
  const bool is_object = m_body[span.begin] == '{';
  if (!is_object || m_parser.parse(text(span), m_tree) != document::JsonResult::Ok) {
    throw util::Error(
        util::concat("its item ", m_next, " cannot be read: ", is_object ? m_parser.failure() : "it is no object"));
  }
  item.value = m_tree.root();
  document::TypeMeta type = document::type_of(item.value);
  if (type.kind.empty() && type.api_version.empty()) { type = m_item_type; }
  item.kind = type.kind;
  item.api_version = type.api_version;
  return item;
}

char ListPage::byte(std::size_t at) const {
  if (at >= m_size) { cut_off(); }
  return m_body[at];
}

std::size_t ListPage::skip_blanks(std::size_t at) const {
  while (at < m_size && is_blank(m_body[at])) { ++at; }
  return at;
}

// Returns the position after the value that begins at `at`. Does not check the value's inside; the parser does.
std::size_t ListPage::skip_value(std::size_t at) const {
  const char first = byte(at);
  if (first == '"') { return skip_string(at); }
  if (first == '{' || first == '[') { return skip_brackets(at); }
  const std::size_t begin = at;
  while (at < m_size && !is_blank(m_body[at]) && m_body[at] != ',' && m_body[at] != '}' && m_body[at] != ']') { ++at; }
  if (at == begin) { throw util::Error("it is not JSON"); }
  return at;
}

std::size_t ListPage::skip_string(std::size_t at) const {
  std::size_t from = at + 1;
  while (from < m_size) {
    const auto* const quote = static_cast<const char*>(std::memchr(m_body.data() + from, '"', m_size - from));
    if (quote == nullptr) { break; }
    const auto end = static_cast<std::size_t>(quote - m_body.data());
    std::size_t backslashes = 0;
    while (end - backslashes > at + 1 && m_body[end - backslashes - 1] == '\\') { ++backslashes; }
    if (backslashes % 2 == 0) { return end + 1; }
    from = end + 1;
  }
  cut_off();
}

std::size_t ListPage::skip_brackets(std::size_t at) const {
  std::size_t depth = 0;
  while (at < m_size) {
    const char c = m_body[at];
    if (!k_stops[static_cast<unsigned char>(c)]) {
      ++at;
      continue;
    }
    if (c == '"') {
      at = skip_string(at);
      continue;
    }
    ++at;
    if (c == '{' || c == '[') {
      ++depth;
    } else if (--depth == 0) {
      return at;
    }
  }
  cut_off();
}

} // namespace kube
