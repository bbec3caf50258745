// SPDX-License-Identifier: Apache-2.0
// A line on the terminal that shows the progress of the lists, for a user who waits longer than a second.
#pragma once

#include "commands/flags/messages.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace commands {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // Draws nothing if standard error is no terminal, or with -q.
  Progress(const Messages& messages, Session& session);
  ~Progress(); // leaves no trace
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `items` of that list have arrived; `remaining` more will come, if the server knows.
  void update(std::string_view list, std::int64_t items, std::optional<std::int64_t> remaining);
  void clear();

 private:
  void draw(std::string_view list);

  struct Count {
    std::int64_t items = 0;
    std::optional<std::int64_t> remaining;
  };

  Session& m_session;
  bool m_wanted;
  Clock::time_point m_begun = Clock::now(), m_drawn = m_begun;
  std::map<std::string, Count, std::less<>> m_counts;
  bool m_on_screen = false;
};

// "12,345"
std::string with_commas(std::int64_t number);

} // namespace commands
