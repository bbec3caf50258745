// SPDX-License-Identifier: Apache-2.0
#include "report/html/turns.hpp"

#include "report/english.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>

namespace report {

namespace {

using model::AttemptReport;
using model::AttemptResult;

TurnPart part_of(const AttemptReport& attempt) {
  switch (attempt.result) {
  case AttemptResult::Bound:
    return TurnPart::Bound;
  case AttemptResult::Waiting:
    if (attempt.timed_out) { return TurnPart::TimesOut; }
    return attempt.then == "Bound" ? TurnPart::WaitsThenBound : TurnPart::WaitsInVain;
  case AttemptResult::Unschedulable:
    break;
  }
  return attempt.victims.empty() ? TurnPart::Refused : TurnPart::Preempts;
}

std::string row_name(const AttemptReport& attempt) {
  if (attempt.group.empty()) { return "pod " + attempt.pod; }
  return attempt.pod.substr(0, attempt.pod.find('/') + 1) + attempt.group;
}

std::string row_name(const model::GroupReport& group) { return fmt::format("{}/{}", group.namespace_name, group.name); }

std::string row_name(const model::QueueRef& what) {
  const std::string name = fmt::format("{}/{}", what.namespace_name, what.name);
  return what.kind == model::QueueKind::Pod ? "pod " + name : name;
}

// Numbers the rows by name; those beyond the limit share the last one.
class Rows {
 public:
  Rows(const model::Report& report, std::size_t most) : m_most(most) {
    std::set<std::string> asked; // groups of the question come first, if the run tries them
    for (const model::GroupReport& group : report.groups) { asked.insert(row_name(group)); }
    for (const AttemptReport& attempt : report.attempts) {
      if (asked.contains(row_name(attempt))) { number(row_name(attempt)); }
    }
    for (const model::QueueEntry& entry : report.queue) { number(row_name(entry.what)); }
    for (const AttemptReport& attempt : report.attempts) { number(row_name(attempt)); }
  }

  std::size_t row_of(const std::string& name) const { return std::min(m_numbers.at(name), last()); }
  std::int64_t others() const {
    return m_names.size() > m_most ? static_cast<std::int64_t>(m_names.size() - m_most + 1) : 0;
  }

  std::vector<TurnRow> rows() const {
    std::vector<TurnRow> rows;
    for (std::size_t i = 0; i <= last() && i < m_names.size(); ++i) { rows.push_back({m_names[i]}); }
    if (others() > 0) { rows.back().name = fmt::format("{} others", others()); }
    return rows;
  }

 private:
  std::size_t last() const { return std::min(m_names.size(), m_most) - 1; }
  void number(const std::string& name) {
    if (m_numbers.emplace(name, m_names.size()).second) { m_names.push_back(name); }
  }

  std::size_t m_most;
  std::vector<std::string> m_names;
  std::map<std::string, std::size_t> m_numbers;
};

void add(Turn& turn, const AttemptReport& attempt) {
  const TurnPart part = part_of(attempt);
  if (turn.parts.empty() || turn.parts.back().first != part) { turn.parts.emplace_back(part, 0); }
  ++turn.parts.back().second;
  ++turn.attempts;
  if (attempt.result == AttemptResult::Waiting) {
    if (attempt.then_at) {
      turn.waits_until = std::max(turn.waits_until.value_or(*attempt.then_at), *attempt.then_at);
    } else {
      turn.waits_on = true;
    }
  }
  if (attempt.result == AttemptResult::Unschedulable) { turn.message = attempt.message; }
  turn.victims.insert(turn.victims.end(), attempt.victims.begin(), attempt.victims.end());
}

constexpr std::size_t k_longest_cycle = 4;

// True if nothing but the time differs, and nothing is bound: then the second turn adds no information.
bool is_repetition(const Turn& turn, const Turn& of) {
  const auto binds = [](const auto& part) {
    return part.first == TurnPart::Bound || part.first == TurnPart::WaitsThenBound;
  };
  return turn.row == of.row && turn.parts == of.parts && turn.victims == of.victims &&
         std::ranges::none_of(turn.parts, binds);
}

// How often the `cycle` turns from `first` on follow each other.
std::int64_t count_repetitions(const std::vector<Turn>& turns, std::size_t first, std::size_t cycle) {
  std::size_t at = first + cycle;
  while (at < turns.size() && is_repetition(turns[at], turns[at - cycle])) { ++at; }
  return static_cast<std::int64_t>((at - first) / cycle);
}

// Keeps one of several turns, or short cycles of turns, that repeat each other.
std::vector<Turn> without_repetitions(const std::vector<Turn>& turns) {
  std::vector<Turn> kept;
  for (std::size_t first = 0; first < turns.size();) {
    std::size_t cycle = 1;
    std::int64_t times = 1;
    for (std::size_t length = 1; length <= k_longest_cycle && times < 2; ++length) {
      cycle = length;
      times = count_repetitions(turns, first, length);
    }
    if (times < 2) { cycle = 1; }
    const std::size_t end = first + cycle * static_cast<std::size_t>(times);
    for (std::size_t i = first; i < first + cycle; ++i) {
      kept.push_back(turns[i]);
      kept.back().times = times;
      kept.back().last_at = turns[end - cycle + (i - first)].at;
    }
    first = end;
  }
  return kept;
}

} // namespace

Turns turns_of(const model::Report& report, std::size_t most_rows, std::size_t most_turns) {
  Turns made;
  if (report.attempts.empty()) { return made; }
  const Rows rows(report, most_rows);
  made.rows = rows.rows();
  made.others = rows.others();
  std::size_t last_row = made.rows.size();
  std::set<std::string_view> tried; // pods of this turn
  for (const AttemptReport& attempt : report.attempts) {
    const std::size_t row = rows.row_of(row_name(attempt));
    ++made.rows[row].attempts;
    const bool comes_to_be_bound = attempt.result == AttemptResult::Bound || attempt.then == "Bound";
    ++(comes_to_be_bound ? made.rows[row].bound : made.rows[row].refused);
    if (row != last_row || !tried.insert(attempt.pod).second) {
      last_row = row;
      tried = {attempt.pod};
      if (made.turns.size() == most_turns) {
        ++made.left_out;
      } else {
        made.turns.emplace_back();
        made.turns.back().row = row;
        made.turns.back().at = attempt.at;
      }
    }
    if (made.left_out == 0) { add(made.turns.back(), attempt); }
  }
  made.turns = without_repetitions(made.turns);
  return made;
}

std::string part_words(TurnPart part, std::int64_t count) {
  switch (part) {
  case TurnPart::Bound:
    return fmt::format("{} bound", count);
  case TurnPart::WaitsThenBound:
    return fmt::format("{} {} for the group, then bound", count, one_or_many(count, "waits", "wait"));
  case TurnPart::WaitsInVain:
    return fmt::format("{} {} for the group, in vain", count, one_or_many(count, "waits", "wait"));
  case TurnPart::TimesOut:
    return fmt::format("{} {} for the group until the time runs out", count, one_or_many(count, "waits", "wait"));
  case TurnPart::Refused:
    return fmt::format("{} refused", count);
  case TurnPart::Preempts:
    return fmt::format("{} refused, with preemption", count);
  }
  return {};
}

} // namespace report
