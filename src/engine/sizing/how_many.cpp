// SPDX-License-Identifier: Apache-2.0
// Computes two numbers of copies: `fit`, those that the scheduler places one after the other; and `at_most`, above
// which the solver proves that no placement exists.
#include "engine/sizing/how_many.hpp"

#include "engine/index.hpp"
#include "engine/sizing/series.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace engine {

namespace {

using model::CopiesReport;
using model::FeasibilityAnswer;

// Restores the names of the manifest: the copy's number does not matter.
model::GroupReport as_in_manifest(model::GroupReport group) {
  const auto shorten = [](std::string& name) { name = without_copy_number(name); };
  shorten(group.name);
  shorten(group.evidence.pod);
  std::ranges::for_each(group.evidence.pods, shorten);
  for (model::PodReport& pod : group.pods) { shorten(pod.name); }
  return group;
}

model::PodReport as_in_manifest(model::PodReport pod) {
  pod.name = without_copy_number(pod.name);
  pod.message = without_copy_numbers(std::move(pod.message));
  for (model::ReasonCount& reason : pod.reasons) { reason.reason = without_copy_numbers(std::move(reason.reason)); }
  return pod;
}

void tell_next(const Series& series, CopiesReport& report) {
  if (std::string open = series.left_open_by_kueue(); !open.empty()) {
    report.not_counted.push_back(without_copy_numbers(std::move(open)));
  }
  if (std::optional<model::GroupReport> group = series.short_group()) {
    report.next_group.push_back(as_in_manifest(std::move(*group)));
  } else if (std::optional<model::PodReport> pod = series.short_pod()) {
    report.next_pod.push_back(as_in_manifest(std::move(*pod)));
  }
}

// Simulates portions of copies, and doubles them while all copies of a portion start one after the other. Then
// simulates copy by copy until one does not start.
void count(Series& series, CopiesReport& report) {
  std::int64_t portion = 1;
  bool one_by_one = false;
  while (report.fit < report.limit) {
    const std::int64_t tried = std::min(portion, report.limit - report.fit);
    series.simulate(tried);
    const std::int64_t whole = series.whole();
    if (whole == tried) {
      series.keep();
      report.fit += tried;
      portion = one_by_one ? 1 : 2 * portion;
    } else if (tried == 1) {
      if (!series.first_starts()) { return tell_next(series, report); }
      series.keep();
      ++report.fit;
    } else { // simulate the copies that succeeded again, without the others
      one_by_one = true;
      portion = std::max<std::int64_t>(1, whole);
    }
  }
}

// The smallest number of copies that the solver proves impossible, less one. Larger numbers are impossible too. So it
// doubles the number until one is impossible, then bisects.
std::optional<std::int64_t> most_possible(const Run& run, const Job& job, const CopiesReport& report) {
  const Rules& rules = run.rules;
  const bool may_preempt = run.bound_usage.lowest_priority() < preempting_priority(rules.cluster, job);
  const bool is_served = !names_nodes(rules.cluster) && std::ranges::all_of(job.pods, [&](model::PodIndex pod) {
    return rules.profile_of(rules.cluster.pods[at(pod)]) != nullptr;
  });
  if (may_preempt || !is_served || has_claims(rules.cluster, job)) { return std::nullopt; }
  Series series(run, job, Series::Stands::Instead);
  const auto is_too_many = [&](std::int64_t copies) { return series.solve(copies) == FeasibilityAnswer::Infeasible; };
  std::int64_t possible = report.fit, too_many = report.fit + 1; // bounds known so far
  for (std::int64_t step = 1; !is_too_many(too_many); step *= 2) {
    possible = too_many;
    if (too_many >= report.limit) { return std::nullopt; }
    too_many = std::min(too_many + step, report.limit);
  }
  while (too_many - possible > 1) {
    const std::int64_t middle = possible + (too_many - possible) / 2;
    (is_too_many(middle) ? too_many : possible) = middle;
  }
  return possible;
}

} // namespace

CopiesReport how_many(const Run& run, const Job& job, bool job_starts, std::int64_t limit) {
  CopiesReport report;
  report.limit = limit;
  if (job_starts) {
    report.fit = 1;
    Series series(run, job, Series::Stands::Beside);
    count(series, report);
    report.victims = series.victims();
    std::ranges::move(not_counted(run.rules.cluster, job, report.fit), std::back_inserter(report.not_counted));
  }
  const bool nodes_decide = report.not_counted.empty() && !is_queued(run.rules.cluster, job);
  if (report.fit < limit && nodes_decide) { report.at_most = most_possible(run, job, report); }
  return report;
}

} // namespace engine
