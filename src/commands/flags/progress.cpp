// SPDX-License-Identifier: Apache-2.0
#include "commands/flags/progress.hpp"

#include "util/concat.hpp"

#include <algorithm>

namespace commands {

namespace {

constexpr std::chrono::milliseconds k_progress_delay{1000}, k_between{200};
constexpr std::string_view k_erase_line = "\r\x1b[K";

} // namespace

std::string with_commas(std::int64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) { text.insert(at - 3, 1, ','); }
  return text;
}

Progress::Progress(const Messages& messages, Session& session)
    : m_session(session), m_wanted(session.stderr_tty && !messages.quiet) {}

Progress::~Progress() { clear(); }

void Progress::update(std::string_view list, std::int64_t items, std::optional<std::int64_t> remaining) {
  m_counts.insert_or_assign(std::string(list), Count{items, remaining});
  const Clock::time_point now = Clock::now();
  if (!m_wanted || now - m_begun < k_progress_delay || now - m_drawn < k_between) { return; }
  m_drawn = now;
  draw(list);
}

// "pods: 12,500 of 150,000, 31,200 objects in all, 8,400 a second"
void Progress::draw(std::string_view list) {
  const Count& count = m_counts.find(list)->second;
  std::int64_t all = 0;
  for (const auto& [name, each] : m_counts) { all += each.items; }
  const double seconds = std::chrono::duration<double>(m_drawn - m_begun).count();
  std::string line = util::concat(list, ": ", with_commas(count.items));
  if (count.remaining) { line += util::concat(" of ", with_commas(count.items + *count.remaining)); }
  line += util::concat(", ", with_commas(all), " objects in all, ",
                       with_commas(static_cast<std::int64_t>(static_cast<double>(all) / seconds)), " a second");
  line.resize(std::min(line.size(), static_cast<std::size_t>(std::max(m_session.columns - 1, 1))));
  m_session.err << k_erase_line << line << std::flush;
  m_on_screen = true;
}

void Progress::clear() {
  if (m_on_screen) { m_session.err << k_erase_line << std::flush; }
  m_on_screen = false;
}

} // namespace commands
