// SPDX-License-Identifier: Apache-2.0
#include "document/reading/json_text.hpp"

#include "document/json/json_scan.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace document {

namespace {

constexpr std::uint64_t k_largest_item = 0xff000000; // JsonIndex counts in 32 bits

} // namespace

JsonText::JsonText(Window& window, std::uint64_t max_item_bytes)
    : m_window(window), m_limit(std::min(max_item_bytes, k_largest_item)) {}

// Reads what follows a value: a comma, or the end of the enclosing object or list.
bool JsonText::separator(char closing, bool& closed) {
  const int next = peek_text();
  if (next < 0) { return cut_off(); }
  closed = next == closing;
  if (!closed && next != ',') {
    return fail(Failure::Kind::Syntax, util::concat("a comma or ", closing, " is missing"));
  }
  ++m_at;
  return true;
}

bool JsonText::skip_value() {
  const int first = peek_text();
  if (first < 0) { return cut_off(); }
  if (first == '{' || first == '[' || first == '"') { return skip_to_end(); }
  const std::uint64_t begin = m_at;
  for (int next = first; next != ',' && next != ']' && next != '}' && !is_json_blank(next); next = peek()) {
    if (next < 0) { return cut_off(); }
    ++m_at;
  }
  return m_at > begin || fail(Failure::Kind::Syntax, "a value is missing");
}

bool JsonText::skip_to_end() {
  const ScanEnd end = end_of_json_value(m_window, m_at, m_limit);
  if (end.kind == ScanEnd::Kind::CutOff) { return cut_off(); }
  if (end.kind == ScanEnd::Kind::TooLong) { return too_long(); }
  m_at = end.position;
  return true;
}

int JsonText::peek() {
  if (m_at == m_window.end()) {
    // Endless blanks must not bypass the limit.
    m_too_long = m_too_long || m_at - m_released > m_limit + k_held_bytes;
    if (m_too_long || !m_window.more()) { return -1; }
  }
  return static_cast<unsigned char>(*m_window.at(m_at));
}

int JsonText::peek_text() {
  int next = peek();
  while (is_json_blank(next)) {
    ++m_at;
    next = peek();
  }
  return next;
}

std::string_view JsonText::text(Span span) const {
  return {m_window.at(span.begin), static_cast<std::size_t>(span.end - span.begin)};
}

void JsonText::release() {
  const bool held = m_at - m_document_start <= k_held_bytes;
  m_released = held ? m_document_start : m_at;
  m_window.release(m_released);
}

bool JsonText::fail(Failure::Kind kind, std::string_view text) {
  m_failure = Failure{kind, util::concat(m_item != 0 ? util::concat("item ", m_item, ": ") : "", text)};
  return false;
}

bool JsonText::too_long() {
  return fail(Failure::Kind::Refused,
              util::concat("it is larger than the ", m_limit, " bytes that one object may have"));
}

bool JsonText::cut_off() {
  if (m_too_long) { return too_long(); }
  const std::string where = m_item != 0 ? util::concat("item ", m_item) : util::concat("document ", m_documents);
  m_failure = Failure{Failure::Kind::CutOff, util::concat("it is cut off, inside ", where, "; get the file again")};
  return false;
}

} // namespace document
