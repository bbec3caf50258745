// SPDX-License-Identifier: Apache-2.0
// The newest time in the data.
#include "snapshot/collected/newest_time.hpp"

#include <algorithm>

namespace snapshot {

void NewestTime::see(std::string_view text) {
  if (text.size() != k_length || text.back() != 'Z') {
    if (const auto time = model::parse_time(text)) { see(*time); }
    return;
  }
  if (text <= std::string_view(m_text.data(), k_length)) { return; }
  if (!model::parse_time(text)) { return; } // rare: only a new maximum gets this far
  std::ranges::copy(text, m_text.begin());
}

void NewestTime::see(model::Time time) { m_other = std::max(m_other, std::optional(time)); }

void NewestTime::see(const NewestTime& other) {
  m_other = std::max(m_other, other.m_other);
  m_text = std::max(m_text, other.m_text); // `other` has already parsed its maximum
}

std::optional<model::Time> NewestTime::newest() const {
  const auto written = model::parse_time(std::string_view(m_text.data(), m_text[0] == 0 ? 0 : k_length));
  return std::max(m_other, written);
}

} // namespace snapshot
