// SPDX-License-Identifier: Apache-2.0
#include "model/report/report_words.hpp"
#include "model/values/time.hpp"
#include "report/structured/structured_parts.hpp"

#include <utility>

namespace report {

using document::Output;

Output summary_output(const model::ClusterSummary& summary) {
  Output out, groups, pods;
  groups["blocked"] = Output(summary.blocked_groups);
  groups["unknown"] = Output(summary.unknown_groups);
  groups["starting"] = Output(summary.starting_groups);
  groups["running"] = Output(summary.running_groups);
  out["groupCounts"] = std::move(groups);
  pods["blocked"] = Output(summary.blocked_pods);
  pods["unknown"] = Output(summary.unknown_pods);
  pods["starting"] = Output(summary.starting_pods);
  out["podCounts"] = std::move(pods);
  out["causes"] = array_of(summary.causes, [](const auto& cause) {
    Output row;
    set(row, "code", model::word(cause.first));
    row["count"] = Output(cause.second);
    return row;
  });
  if (summary.scarce) {
    Output scarce;
    scarce["resource"] = Output(summary.scarce->name);
    scarce["free"] = Output(summary.scarce->free);
    scarce["requested"] = Output(summary.scarce->requested);
    scarce["requesters"] = Output(summary.scarce->pods);
    scarce["blocks"] = array_of(summary.scarce->blocks, [](const auto& block) {
      Output row;
      row["free"] = Output(block.first);
      row["count"] = Output(block.second);
      return row;
    });
    out["scarce"] = std::move(scarce);
  }
  if (summary.waits_longest) {
    out["waitsLongest"] = reference_output(*summary.waits_longest);
    if (summary.waits_since) { out["waitsLongest"]["since"] = Output(model::time_text(*summary.waits_since)); }
  }
  if (!summary.next.empty()) { out["next"] = array_of(summary.next, reference_output); }
  if (summary.in_the_way) {
    out["inTheWay"] = reference_output(*summary.in_the_way);
    out["inTheWay"]["count"] = Output(summary.kept_out);
  }
  return out;
}

} // namespace report
