// SPDX-License-Identifier: Apache-2.0
#include "kube/http/json_answer.hpp"

namespace kube {

namespace {

constexpr std::string_view k_blanks = " \t\r\n";

} // namespace

document::Value JsonAnswer::read(std::string_view text) {
  m_tree.clear();
  const std::size_t first = text.find_first_not_of(k_blanks);
  if (first == std::string_view::npos) {
    m_failure = "it is empty";
    return {};
  }
  text = text.substr(first, text.find_last_not_of(k_blanks) - first + 1);
  if (text.front() != '{') {
    m_failure = "it is no JSON object";
    return {};
  }
  m_text.assign(text);
  m_text.append(document::JsonParser::k_padding, ' ');
  const std::string_view object(m_text.data(), text.size());
  if (m_parser.parse(object, m_tree) != document::JsonResult::Ok) {
    m_failure = m_parser.failure();
    return {};
  }
  return m_tree.root();
}

} // namespace kube
