// SPDX-License-Identifier: Apache-2.0
#include "kube/values/warnings.hpp"

#include "util/concat.hpp"
#include "util/terminal_text.hpp"

#include <optional>

namespace kube {

namespace {

constexpr std::size_t k_most_text = 2048; // bytes of one warning
constexpr std::size_t k_most_different = 100;

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) { text.remove_prefix(1); }
}

std::optional<std::string> take_quoted(std::string_view& text) {
  if (!text.starts_with('"')) { return std::nullopt; }
  std::string out;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '"') {
      text.remove_prefix(at + 1);
      skip_blanks(text);
      return out;
    }
    if (text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\')) {
      ++at;
    } else if (text[at] == '\\') {
      continue;
    }
    out += text[at];
  }
  return std::nullopt;
}

struct Warning {
  std::string_view code;
  std::string text;
};

// `299 agent "text" "date"`, and the comma after it.
std::optional<Warning> take_warning(std::string_view& header) {
  skip_blanks(header);
  const std::size_t code_end = header.find(' ');
  const std::size_t agent_end = code_end == std::string_view::npos ? code_end : header.find(' ', code_end + 1);
  if (code_end != 3 || agent_end == std::string_view::npos || agent_end == code_end + 1) { return std::nullopt; }
  Warning warning{header.substr(0, code_end), {}};
  header.remove_prefix(agent_end + 1);
  std::optional<std::string> text = take_quoted(header);
  if (!text) { return std::nullopt; }
  warning.text = std::move(*text);
  if (header.starts_with('"') && !take_quoted(header)) { return std::nullopt; }
  if (!header.empty() && !header.starts_with(',')) { return std::nullopt; }
  if (!header.empty()) { header.remove_prefix(1); }
  return warning;
}

} // namespace

std::vector<std::string> warning_texts(std::string_view header) {
  std::vector<std::string> texts;
  while (!header.empty()) {
    std::optional<Warning> warning = take_warning(header);
    if (!warning) { break; }
    if (warning->code == "299") { texts.push_back(std::move(warning->text)); }
  }
  return texts;
}

void Warnings::take(std::string_view header) {
  for (const std::string& text : warning_texts(header)) {
    std::string shown = util::visible(std::string_view(text).substr(0, k_most_text));
    if (text.size() > k_most_text) { shown += util::concat("… (", text.size() - k_most_text, " more bytes)"); }
    if (m_seen.size() > k_most_different || !m_seen.insert(shown).second) { continue; }
    const bool is_last = m_seen.size() > k_most_different;
    if (m_sink) { m_sink(is_last ? "the server sends more warnings than are shown here" : std::string_view(shown)); }
  }
}

} // namespace kube
