// SPDX-License-Identifier: Apache-2.0
#include "snapshot/groups/governing.hpp"

#include <algorithm>
#include <tuple>

namespace snapshot {

namespace {

// The dialect whose scheduler has this name. Null for a kube-scheduler, or a scheduler under another name.
const DialectReader* owner_of(std::string_view scheduler) {
  const auto row = std::ranges::find_if(
      dialects(), [&](const DialectReader& reader) { return model::is_scheduler_of(scheduler, reader.dialect); });
  return row == dialects().end() ? nullptr : &*row;
}

// A scheduler can run under any name; only the usual names identify it.
bool reads(std::string_view scheduler, const DialectReader& reader) {
  if (reader.tier != Tier::Gang) { return true; }
  if (const DialectReader* const owner = owner_of(scheduler)) { return owner == &reader; }
  const bool is_default = scheduler.empty() || scheduler == "default-scheduler";
  return model::facts_of(reader.dialect).placed_by != model::PlacedBy::Own || !is_default;
}

auto rank(const Mark& mark) { return std::tuple(mark.reader->tier, !mark.is_read, !mark.is_declared); }

} // namespace

std::vector<Mark> marks_by_rank(const PodMarks& pod, const IsDeclared& is_declared) {
  std::vector<Mark> marks;
  for (const DialectReader& reader : dialects()) {
    auto membership = reader.membership(pod);
    if (!membership) { continue; }
    Mark mark{&reader, std::move(*membership), reads(pod.scheduler_name, reader), false};
    mark.is_declared = mark.membership.declares || is_declared(reader, mark.membership.group);
    marks.push_back(std::move(mark));
  }
  std::ranges::stable_sort(marks, [](const Mark& a, const Mark& b) { return rank(a) < rank(b); });
  // If two dialects read the same label, annotation or field, keep the one of higher rank.
  for (std::size_t at = 0; at < marks.size(); ++at) {
    const auto rest = marks.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    marks.erase(std::remove_if(rest, marks.end(),
                               [&](const Mark& other) { return other.membership.mark == marks[at].membership.mark; }),
                marks.end());
  }
  return marks;
}

std::optional<Mark> implicit_mark(const PodMarks& pod) {
  const DialectReader* const reader = owner_of(pod.scheduler_name);
  if (reader == nullptr || reader->implicit_group == nullptr) { return std::nullopt; }
  return Mark{reader, {.group = reader->implicit_group(pod), .mark = {}, .declares = true}, true, true};
}

} // namespace snapshot
