// SPDX-License-Identifier: Apache-2.0
// Writes JSON and YAML like kubectl. Sources: Go encoding/json; go-yaml v2 emitterc.go.
#include "document/yaml/writer.hpp"

#include "document/bytes/utf8.hpp"
#include "document/yaml/yaml_scalar.hpp"
#include "util/runner_commands.hpp"
#include "util/terminal_text.hpp"

#include <cassert>
#include <utility>

namespace document {

Output& Output::operator[](std::string_view key) {
  if (!std::holds_alternative<Object>(m_data)) { m_data = Object{}; }
  Object& object = std::get<Object>(m_data);
  const auto found = object.find(key);
  return found != object.end() ? found->second : object.emplace(std::string(key), Output()).first->second;
}

void Output::push(Output value) {
  assert(std::holds_alternative<Array>(m_data));
  std::get<Array>(m_data).push_back(std::move(value));
}

namespace {

constexpr int k_json_indent = 4;
constexpr int k_yaml_indent = 2;

// The short escapes of Go's encoding/json.
std::string_view short_json_escape(char32_t point) {
  switch (point) {
  case '"':
    return "\\\"";
  case '\\':
    return "\\\\";
  case '\b':
    return "\\b";
  case '\f':
    return "\\f";
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  default:
    return {};
  }
}

// Escapes the same as kubectl, and characters that would control a terminal or deceive a reader. The value of the JSON
// stays the same, also where append_json_string escapes a # that would begin a command to a CI runner.
bool needs_json_escape(char32_t point) {
  if (point < 0x7f) { return point < 0x20 || point == '<' || point == '>' || point == '&'; }
  return point <= 0xffff && util::is_deceptive(point);
}

} // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  const std::string_view whole = text;
  std::size_t command = util::find_inline_command(whole);
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    const std::size_t at = whole.size() - text.size();
    text.remove_prefix(next.bytes);
    if (const std::string_view escape = short_json_escape(next.point); !escape.empty()) {
      out += escape;
    } else if (at == command || needs_json_escape(next.point)) {
      if (at == command) { command = util::find_inline_command(whole, at + 1); }
      constexpr std::string_view k_digits = "0123456789abcdef";
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) { out += k_digits[next.point >> shift & 0xf]; }
    } else {
      append_utf8(out, next.point);
    }
  }
  out += '"';
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

namespace {

void start_line(std::string& out, int indent) {
  out += '\n';
  out.append(static_cast<std::size_t>(indent), ' ');
}

struct JsonWriter {
  std::string& out;
  int indent = 0;

  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) const { out += std::to_string(value); }
  void operator()(const NumberText& value) const { out += value.text; }
  void operator()(const std::string& value) const { append_json_string(out, value); }

  void operator()(const Output::Array& values) const {
    const JsonWriter inner{out, indent + k_json_indent};
    for (std::size_t i = 0; i < values.size(); ++i) {
      out += i == 0 ? "[" : ",";
      start_line(out, inner.indent);
      std::visit(inner, values[i].data());
    }
    close(values.empty(), '[', ']');
  }

  void operator()(const Output::Object& members) const {
    const JsonWriter inner{out, indent + k_json_indent};
    bool first = true;
    for (const auto& [key, value] : members) {
      out += first ? "{" : ",";
      first = false;
      start_line(out, inner.indent);
      append_json_string(out, key);
      out += ": ";
      std::visit(inner, value.data());
    }
    close(members.empty(), '{', '}');
  }

 private:
  void close(bool empty, char opening, char closing) const {
    if (empty) {
      out += opening;
    } else {
      start_line(out, indent);
    }
    out += closing;
  }
};

// On one line, without blanks.
struct JsonLineWriter {
  std::string& out;

  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) const { out += std::to_string(value); }
  void operator()(const NumberText& value) const { out += value.text; }
  void operator()(const std::string& value) const { append_json_string(out, value); }

  void operator()(const Output::Array& values) const {
    out += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) { out += ','; }
      std::visit(*this, values[i].data());
    }
    out += ']';
  }

  void operator()(const Output::Object& members) const {
    out += '{';
    bool first = true;
    for (const auto& [key, value] : members) {
      if (!first) { out += ','; }
      first = false;
      append_json_string(out, key);
      out += ':';
      std::visit(*this, value.data());
    }
    out += '}';
  }
};

bool is_empty(const Output& value) {
  if (const auto* const values = std::get_if<Output::Array>(&value.data())) { return values->empty(); }
  if (const auto* const members = std::get_if<Output::Object>(&value.data())) { return members->empty(); }
  return false;
}

class YamlWriter {
 public:
  explicit YamlWriter(std::string& out) : m_out(out) {}

  void document(const Output& value) {
    if (is_block(value)) {
      block(value, 0);
    } else {
      inline_value(value, 0);
    }
  }

 private:
  // Non-empty lists and objects take lines of their own.
  static bool is_block(const Output& value) {
    const bool holds =
        std::holds_alternative<Output::Array>(value.data()) || std::holds_alternative<Output::Object>(value.data());
    return holds && !is_empty(value);
  }

  // Writes the lines of a list or object. The first one has begun already, at column `indent`.
  void block(const Output& value, int indent) {
    bool first = true;
    const auto line = [&] {
      if (!std::exchange(first, false)) { spaces(indent); }
    };
    if (const auto* const values = std::get_if<Output::Array>(&value.data())) {
      for (const Output& element : *values) {
        line();
        m_out += "- ";
        behind_mark(element, indent);
      }
    } else {
      for (const auto& [key, member] : std::get<Output::Object>(value.data())) {
        line();
        write_member(key, member, indent);
      }
    }
  }

  void write_member(const std::string& key, const Output& value, int indent) {
    if (!is_simple_yaml_key(key)) {
      m_out += "? ";
      append_yaml_scalar(m_out, key, YamlPlace{indent, column(), YamlPlace::Role::Value});
      m_out += '\n';
      spaces(indent);
      m_out += ": ";
      return behind_mark(value, indent);
    }
    append_yaml_scalar(m_out, key, YamlPlace{indent, column(), YamlPlace::Role::Key});
    m_out += ':';
    if (is_block(value)) {
      // A list has the indent of its key, an object a deeper one.
      const int inner = indent + (std::holds_alternative<Output::Object>(value.data()) ? k_yaml_indent : 0);
      m_out += '\n';
      spaces(inner);
      return block(value, inner);
    }
    m_out += ' ';
    inline_value(value, indent);
  }

  // Writes a value after "- "; a block continues on the same line.
  void behind_mark(const Output& value, int indent) {
    if (is_block(value)) {
      block(value, indent + k_yaml_indent);
    } else {
      inline_value(value, indent);
    }
  }

  void inline_value(const Output& value, int indent) {
    if (const auto* const text = std::get_if<std::string>(&value.data())) {
      append_yaml_scalar(m_out, *text, YamlPlace{indent, column(), YamlPlace::Role::Value});
    } else {
      std::visit(JsonWriter{m_out}, value.data()); // the same words and numbers, {} and []
    }
    m_out += '\n';
  }

  void spaces(int count) { m_out.append(static_cast<std::size_t>(count), ' '); }
  std::size_t column() const { return m_out.size() - (m_out.rfind('\n') + 1); }

  std::string& m_out;
};

} // namespace

std::string to_json(const Output& value) {
  std::string out;
  std::visit(JsonWriter{out}, value.data());
  out += '\n';
  return out;
}

std::string to_json_line(const Output& value) {
  std::string out;
  std::visit(JsonLineWriter{out}, value.data());
  return out;
}

std::string to_yaml(const Output& value) {
  std::string out;
  YamlWriter(out).document(value);
  return out;
}

} // namespace document
