// SPDX-License-Identifier: Apache-2.0
#include "report/html_check.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tests {

namespace {

constexpr std::string_view k_name_signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

class Reader {
 public:
  explicit Reader(std::string_view page) : m_rest(page) {}

  bool whole() {
    take("<!DOCTYPE html>");
    while (!m_rest.empty()) {
      if (m_rest.front() != '<' ? !text('<') : !tag()) { return false; }
    }
    return m_open.empty();
  }

 private:
  bool take(std::string_view what) {
    if (!m_rest.starts_with(what)) { return false; }
    m_rest.remove_prefix(what.size());
    return true;
  }

  // Reads to `end`, or to the end of the page.
  bool text(char end) {
    const std::string_view words = m_rest.substr(0, m_rest.find(end));
    m_rest.remove_prefix(words.size());
    if (words.find_first_of("<>") != std::string_view::npos) { return false; }
    for (std::size_t i = words.find('&'); i != std::string_view::npos; i = words.find('&', i + 1)) {
      const auto is_here = [&](std::string_view entity) { return words.substr(i).starts_with(entity); };
      if (!is_here("&amp;") && !is_here("&lt;") && !is_here("&gt;") && !is_here("&quot;") && !is_here("&#39;")) {
        return false;
      }
    }
    return true;
  }

  std::string_view name() {
    const std::string_view found = m_rest.substr(0, m_rest.find_first_not_of(k_name_signs));
    m_rest.remove_prefix(found.size());
    return found;
  }

  bool tag() {
    if (take("</")) {
      const std::string_view closed = name();
      if (m_open.empty() || m_open.back() != closed || !take(">")) { return false; }
      m_open.pop_back();
      return true;
    }
    take("<");
    const std::string_view opened = name();
    if (opened.empty()) { return false; }
    while (take(" ")) {
      if (name().empty() || !take("=\"") || !text('"') || !take("\"")) { return false; }
    }
    if (take("/>")) { return true; }
    if (!take(">")) { return false; }
    m_open.push_back(opened);
    if (opened == "style") { m_rest.remove_prefix(std::min(m_rest.find("</style>"), m_rest.size())); }
    return true;
  }

  std::string_view m_rest;
  std::vector<std::string_view> m_open;
};

} // namespace

bool is_whole_html(std::string_view page) { return Reader(page).whole(); }

} // namespace tests
