// SPDX-License-Identifier: Apache-2.0
// Source of the rules: go-yaml v2, encode.go (stringv) and emitterc.go (analyze_scalar, select_scalar_style and the
// four writers). Three differences. First, it escapes characters that move, hide or reorder the visible text
// (util::is_deceptive), where go-yaml prints them and breaks lines at line and paragraph separators. Second, no line
// is or contains a command to CI runners. Third, it quotes the key <<, which would otherwise merge.
#include "document/yaml/yaml_scalar.hpp"

#include "document/bytes/utf8.hpp"
#include "document/yaml/writer.hpp"
#include "document/yaml/yaml_number.hpp"
#include "document/yaml/yaml_resolve.hpp"
#include "util/runner_commands.hpp"
#include "util/terminal_text.hpp"

#include <algorithm>

namespace document {

namespace {

constexpr std::size_t k_best_width = 80;
constexpr int k_indent = 2;
constexpr std::size_t k_longest_simple_key = 128;

bool is_printable(char32_t point) {
  if (point < 0xa0) { return point == '\n' || (point >= 0x20 && point < 0x7f); }
  return point < 0xfffe && !util::is_deceptive(point);
}

// Properties of a text that rule out a style.
struct Traits {
  bool indicators = false; // characters with a meaning in plain text
  bool special = false;    // must be escaped
  bool line_breaks = false;
  bool outer_space = false; // a blank or line end at either end
  bool trailing_space = false;
  bool space_break = false;     // a blank before a line end
  bool break_space = false;     // a blank after a line end
  bool commands = false;        // a CI runner would execute one of its lines for its start
  bool inline_commands = false; // a CI runner would execute it anywhere in a line
};

bool is_indicator(std::string_view text, std::size_t at) {
  const char byte = text[at];
  const bool blank_follows =
      at + 1 >= text.size() || text[at + 1] == ' ' || text[at + 1] == '\t' || text[at + 1] == '\n';
  if (byte == ':') { return blank_follows; }
  if (at > 0) { return byte == '#' && (text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '\n'); }
  if (byte == '?' || byte == '-') { return blank_follows; }
  return std::string_view("#,[]{}&*!|>'\"%@`").find(byte) != std::string_view::npos;
}

Traits traits_of(std::string_view text) {
  Traits traits;
  traits.indicators = text.starts_with("---") || text.starts_with("...");
  char before = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text.substr(at));
    const char byte = text[at];
    traits.special = traits.special || !next.valid || !is_printable(next.point);
    traits.indicators = traits.indicators || is_indicator(text, at);
    traits.line_breaks = traits.line_breaks || byte == '\n';
    traits.space_break = traits.space_break || (byte == '\n' && before == ' ');
    traits.break_space = traits.break_space || (byte == ' ' && before == '\n');
    before = byte;
    at += next.bytes;
  }
  for (std::size_t line = 0; line != std::string_view::npos && !traits.commands;) {
    const std::size_t end = text.find('\n', line);
    traits.commands = util::find_line_command(text.substr(line, end - line)) != std::string_view::npos;
    line = end == std::string_view::npos ? end : end + 1;
  }
  traits.inline_commands = util::find_inline_command(text) != std::string_view::npos;
  traits.trailing_space = before == ' ';
  traits.outer_space = traits.trailing_space || before == '\n' || text.starts_with(' ') || text.starts_with('\n');
  return traits;
}

enum class Style { Plain, Single, Double, Literal };

Style style_of(std::string_view text, YamlPlace::Role role) {
  const Traits traits = traits_of(text);
  // Keys and the lines of a block begin a line.
  const bool orders = traits.commands && (traits.line_breaks || role == YamlPlace::Role::Key);
  const bool must_escape = traits.special || traits.space_break || traits.inline_commands || orders;
  if (traits.line_breaks) {
    return must_escape || traits.trailing_space || role == YamlPlace::Role::Key ? Style::Double : Style::Literal;
  }
  const bool merges = role == YamlPlace::Role::Key && text == "<<";
  const bool means_more = resolve_plain(text).kind != YamlScalar::Kind::String || is_base60(text) || merges;
  if (means_more || must_escape) { return Style::Double; }
  return traits.outer_space || traits.indicators ? Style::Single : Style::Plain;
}

class Writer {
 public:
  Writer(std::string& out, YamlPlace place)
      : m_out(out), m_indent(static_cast<std::size_t>(place.indent + k_indent)), m_column(place.column),
        m_folds(place.role == YamlPlace::Role::Value) {}

  // Plain and single-quoted text differ only in the quotes.
  void flowing(std::string_view text, bool quoted) {
    if (quoted) { put('\''); }
    bool spaces = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool space = text[at] == ' ';
      const bool inside = !quoted || (at > 0 && at + 1 < text.size());
      const bool last_space = at + 1 >= text.size() || text[at + 1] != ' ';
      if (space && folds_before(text.substr(at)) && !spaces && inside && last_space) {
        start_line();
      } else {
        put(text[at]);
        if (quoted && text[at] == '\'') { put('\''); }
      }
      spaces = space;
    }
    if (quoted) { put('\''); }
  }

  void escaped(std::string_view text) {
    put('"');
    bool spaces = false;
    std::size_t command = util::find_inline_command(text);
    for (std::size_t at = 0; at < text.size();) {
      const Decoded next = decode_utf8(text.substr(at));
      const bool space = next.point == ' ';
      if (space && folds_before(text.substr(at)) && !spaces && at > 0 && at + 1 < text.size()) {
        start_line();
        if (text[at + 1] == ' ') { put('\\'); } // or the blank would count as indentation
      } else if (at == command) {
        escape(next.point);
        command = util::find_inline_command(text, at + 1);
      } else {
        character(next.point);
      }
      spaces = space;
      at += next.bytes;
    }
    put('"');
  }

  void literal(std::string_view text) {
    m_out += '|';
    if (text[0] == ' ' || text[0] == '\n') { m_out += static_cast<char>('0' + k_indent); }
    const bool ends_line = text.ends_with('\n');
    if (!ends_line) { m_out += '-'; }
    if (ends_line && (text.size() == 1 || text.ends_with("\n\n"))) { m_out += '+'; }
    if (ends_line) { text.remove_suffix(1); } // the caller ends the line
    bool line_start = true;
    m_out += '\n';
    for (const char byte : text) {
      if (line_start && byte != '\n') { m_out.append(m_indent, ' '); }
      m_out += byte;
      line_start = byte == '\n';
    }
  }

 private:
  bool folds_before(std::string_view rest) const {
    return m_folds && m_column > k_best_width && util::find_line_command(rest) == std::string_view::npos;
  }

  void start_line() {
    m_out += '\n';
    m_out.append(m_indent, ' ');
    m_column = m_indent;
  }

  void put(char byte) {
    m_out += byte;
    if ((byte & 0xc0) != 0x80) { ++m_column; } // characters, not bytes
  }

  void put(std::string_view text) {
    for (const char byte : text) { put(byte); }
  }

  void character(char32_t point) {
    if (point == '"' || point == '\\') {
      put('\\');
      put(static_cast<char>(point));
    } else if (point == '\n' || !is_printable(point) || point > 0xffff) {
      escape(point);
    } else {
      char bytes[4];
      put(std::string_view(bytes, put_utf8(bytes, point)));
    }
  }

  void escape(char32_t point) {
    constexpr std::string_view k_short("\0\a\b\t\n\v\f\r\x1b", 9);
    constexpr std::string_view k_letters = "0abtnvfre";
    const std::size_t index = point < 0x80 ? k_short.find(static_cast<char>(point)) : std::string_view::npos;
    put('\\');
    if (index != std::string_view::npos) { return put(k_letters[index]); }
    if (point == 0x85) { return put('N'); }
    if (point == 0x2028) { return put('L'); }
    if (point == 0x2029) { return put('P'); }
    const int digits = point <= 0xff ? 2 : point <= 0xffff ? 4 : 8;
    put(digits == 2 ? 'x' : digits == 4 ? 'u' : 'U');
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) { put("0123456789ABCDEF"[point >> shift & 0xf]); }
  }

  std::string& m_out;
  std::size_t m_indent;
  std::size_t m_column;
  bool m_folds;
};

} // namespace

void append_yaml_scalar(std::string& out, std::string_view text, YamlPlace place) {
  Writer writer(out, place);
  switch (style_of(text, place.role)) {
  case Style::Plain:
    return writer.flowing(text, false);
  case Style::Single:
    return writer.flowing(text, true);
  case Style::Double:
    return writer.escaped(text);
  case Style::Literal:
    return writer.literal(text);
  }
}

bool is_simple_yaml_key(std::string_view text) {
  return text.size() <= k_longest_simple_key && text.find('\n') == std::string_view::npos;
}

std::string yaml_scalar(std::string_view text, int indent) {
  std::string out;
  append_yaml_scalar(out, text, {indent, static_cast<std::size_t>(indent), YamlPlace::Role::Value});
  return out;
}

} // namespace document
