// SPDX-License-Identifier: Apache-2.0
// The newest time in the data: "now" if there is no capture time.
#pragma once

#include "document/bytes/value.hpp"
#include "model/values/time.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace snapshot {

// Sees every time of every object, so it compares strings where it can. API servers write "2026-01-02T03:04:05Z",
// always in UTC, which sorts correctly as bytes. Other formats are parsed.
class NewestTime {
 public:
  void see(document::Value value) {
    if (value.is_string()) { see(value.text()); }
  }
  void see(std::string_view text);
  void see(model::Time time);
  void see(const NewestTime& other);
  std::optional<model::Time> newest() const;

 private:
  static constexpr std::size_t k_length = 20;

  std::array<char, k_length> m_text = {}; // all zero: none yet
  std::optional<model::Time> m_other;
};

} // namespace snapshot
