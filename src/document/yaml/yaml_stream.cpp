// SPDX-License-Identifier: Apache-2.0
#include "document/yaml/yaml_stream.hpp"

#include "document/bytes/utf8.hpp"
#include "util/concat.hpp"

namespace document {

namespace {

constexpr std::size_t k_piece_bytes = std::size_t{64} * 1024;
constexpr std::string_view k_dashes = "---";
constexpr std::string_view k_dots = "...";

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

// go-yaml readerc.go: the characters that YAML allows. U+0085 is a line end of YAML 1.1.
bool is_allowed(char32_t point) {
  if (point < 0x20) { return point == '\t' || point == '\n' || point == '\r'; }
  if (point < 0xa0) { return point < 0x7f || point == 0x85; }
  return point != 0xfffe && point != 0xffff;
}

} // namespace

std::string line_and_column(std::int64_t line, std::int64_t column) {
  return util::concat("line ", line, ", column ", column, ": ");
}

YamlStream::YamlStream(ByteSource source, YamlBudget& budget) : m_source(std::move(source)), m_budget(budget) {}

bool YamlStream::next_document() {
  while (!m_document_ended) { // the parser may not have read to its end
    setg(nullptr, nullptr, nullptr);
    (void)underflow();
  }
  setg(nullptr, nullptr, nullptr);
  m_dropped.reset();
  if (!fill(1)) { return false; }
  m_document_ended = false;
  m_document_line = m_line;
  m_budget.used = 0;
  return true;
}

YamlStream::int_type YamlStream::underflow() {
  // At the end the last piece stays: yaml-cpp looks for a byte order mark and puts other bytes back.
  if (m_document_ended) { return traits_type::eof(); }
  m_out.clear();
  try {
    convert_piece();
  } catch (...) {
    m_failure = std::current_exception();
    m_document_ended = true;
    m_out.clear();
  }
  setg(m_out.data(), m_out.data(), m_out.data() + m_out.size());
  return m_out.empty() ? traits_type::eof() : traits_type::to_int_type(m_out[0]);
}

void YamlStream::convert_piece() {
  if (m_budget.used > m_budget.most) {
    throw YamlFailure(
        util::concat("line ", m_line, ": an object is larger than the ", m_budget.most, " bytes that it may have"));
  }
  while (m_out.size() < k_piece_bytes && !m_document_ended) {
    if (!fill(1)) {
      m_document_ended = true;
    } else if (!m_line_start || begin_line()) {
      convert_character();
    }
  }
  m_budget.used += m_out.size();
  if (m_document_ended) { m_out += m_line_start ? "...\n" : "\n...\n"; }
}

// Handles the start of a line: false if it ends the document.
bool YamlStream::begin_line() {
  if (at_line(k_dashes)) {
    end_document_at_dashes();
    return false;
  }
  if (at_line(k_dots) && (raw().size() == k_dots.size() || is_space(raw()[3]) || raw()[3] == '\n')) {
    skip_line();
    drop_to_dashes();
    return false;
  }
  return true;
}

bool YamlStream::at_line(std::string_view marker) {
  fill(marker.size() + 1);
  return raw().starts_with(marker);
}

void YamlStream::end_document_at_dashes() {
  m_raw_at += k_dashes.size();
  while (fill(1) && is_space(raw()[0])) { ++m_raw_at; }
  if (fill(1) && raw()[0] != '\n' && raw()[0] != '#') {
    throw YamlFailure(util::concat(line_and_column(m_line + 1, 1), "nothing but a comment may follow --- on its line"));
  }
  skip_line();
  m_document_ended = true;
  m_file_is_blank = false;
}

// Skips the text after "...", up to the next "---".
void YamlStream::drop_to_dashes() {
  while (fill(1) && !at_line(k_dashes)) {
    while (fill(1) && is_space(raw()[0])) { ++m_raw_at; }
    const bool empty = !fill(1) || raw()[0] == '\n' || raw()[0] == '#' || raw().starts_with(k_dots);
    if (!empty && !m_dropped) { m_dropped = m_line + 1; }
    skip_line();
  }
  if (fill(1)) { return end_document_at_dashes(); }
  m_document_ended = true;
}

void YamlStream::skip_line() {
  while (fill(1)) {
    const std::size_t end = raw().find('\n');
    if (end != std::string_view::npos) {
      m_raw_at += end + 1;
      break;
    }
    m_raw_at = m_raw.size();
  }
  ++m_line;
  m_column = 0;
  m_line_start = true;
}

void YamlStream::convert_character() {
  fill(4);
  const std::string_view text = raw();
  // Most text is ASCII: takes as much of it as possible, up to the end of the line.
  std::size_t plain = 0;
  while (plain < text.size() && text[plain] >= 0x20 && text[plain] < 0x7f) { ++plain; }
  if (plain > 0) {
    if (m_file_is_blank && text.find_first_not_of(' ') < plain) { m_file_is_blank = false; }
    m_out.append(text.substr(0, plain));
    m_raw_at += plain;
    m_column += static_cast<std::int64_t>(plain);
    m_line_start = false;
    return;
  }
  const Decoded next = decode_utf8(text);
  if (!next.valid && !m_repaired) { m_repaired = m_line + 1; }
  if (!is_allowed(next.point)) {
    throw YamlFailure(util::concat(line_and_column(m_line + 1, m_column + 1), "control characters are not allowed"));
  }
  m_raw_at += next.bytes;
  ++m_column;
  m_line_start = next.point == '\n' || next.point == '\r';
  if (next.point == '\r' && fill(1) && raw()[0] == '\n') { ++m_raw_at; }
  if (m_line_start) {
    m_out += '\n';
    ++m_line;
    m_column = 0;
  } else {
    append_utf8(m_out, next.point);
    m_file_is_blank = m_file_is_blank && next.point == '\t';
  }
}

bool YamlStream::fill(std::size_t wanted) {
  if (m_raw.size() - m_raw_at >= wanted) { return true; }
  if (m_raw_at > 0) {
    m_raw.erase(0, m_raw_at);
    m_raw_at = 0;
  }
  while (m_raw.size() < wanted && !m_source_ended) {
    const std::size_t held = m_raw.size();
    m_raw.resize(held + k_piece_bytes);
    const std::size_t got = m_source(m_raw.data() + held, k_piece_bytes);
    m_raw.resize(held + got);
    m_source_ended = got == 0;
  }
  return m_raw.size() >= wanted;
}

} // namespace document
