// SPDX-License-Identifier: Apache-2.0
// Field table of the summary.
#pragma once

#include "report/structured/queue_fields.hpp"

namespace report {

void each_field(const model::ScarceResource& scarce, auto& fields) {
  fields("resource", scarce.name);
  fields("free", scarce.free, {"On nodes that take new pods."});
  fields("requested", scarce.requested, {"By blocked pods."});
  fields("requesters", scarce.pods, {"Blocked pods that request it."});
  fields("blocks",
         with_fields(scarce.blocks,
                     [](const auto& block, auto& row) {
                       row("free", block.first);
                       row("count", block.second, {"Number of nodes."});
                     }),
         {"Each free amount with the number of nodes that have it, the largest amount first."});
}

void count_fields(const model::ClusterSummary& summary, auto& fields) {
  fields("groupCounts", with_fields(summary, [](const model::ClusterSummary& of, auto& groups) {
           groups("blocked", of.blocked_groups, {"DoesNotFit."});
           groups("unknown", of.unknown_groups);
           groups("starting", of.starting_groups, {"Fits."});
           groups("running", of.running_groups, {"Satisfied."});
         }));
  fields("podCounts",
         with_fields(summary,
                     [](const model::ClusterSummary& of, auto& pods) {
                       pods("blocked", of.blocked_pods);
                       pods("unknown", of.unknown_pods);
                       pods("starting", of.starting_pods);
                     }),
         {"Pods without a group."});
}

void each_field(const model::ClusterSummary& summary, auto& fields) {
  fields.definition("summary", "The faults of the cluster: counts over everything in the answer. Absent if that "
                               "is a single group or pod, and with -l of queue.");
  count_fields(summary, fields);
  fields("causes",
         with_fields(summary.causes,
                     [](const auto& cause, auto& row) {
                       row.if_any("code", cause.first);
                       row("count", cause.second);
                     }),
         {"Of blocked and unknown groups, most groups first."});
  fields.if_any("scarce", summary.scarce,
                {"The resource with the largest ratio of requests by blocked pods to free capacity. Amounts in the "
                 "scheduler's units: cpu in milli-cores, memory in bytes."});
  fields.if_any("waitsLongest",
                with_fields(summary.waits_longest,
                            [&](const model::QueueRef& ref, auto& blocked) {
                              reference_fields(ref, blocked);
                              blocked.if_any("since", summary.waits_since);
                            }),
                {"Of all that is blocked."});
  fields.if_any("next", summary.next, {"The first in the queue that start.", {}, R"("minItems": 1, "maxItems": 3)"});
  fields.if_any("inTheWay",
                with_fields(summary.in_the_way,
                            [&](const model::QueueRef& ref, auto& taker) {
                              reference_fields(ref, taker);
                              taker("count", summary.kept_out, {"Number of those groups."});
                            }),
                {"The group or pod that uses the capacity of most other groups first."});
}

} // namespace report
