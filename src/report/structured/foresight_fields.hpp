// SPDX-License-Identifier: Apache-2.0
// Field table of foresight.
#pragma once

#include "report/amounts.hpp"
#include "report/structured/queue_fields.hpp"

#include <string>

namespace report {

void each_field(const model::Ending& ending, auto& fields) {
  fields("namespace", ending.namespace_name);
  fields("name", ending.name);
  fields.if_any("node", ending.node);
  fields("at", ending.at);
  fields("why", ending.why,
         {"Deletion: the end of its grace period. Deadline: activeDeadlineSeconds, its own or its Job's. Told: "
          "--finish."});
}

void each_field(const model::GroupPreemption& preemption, auto& fields) {
  const bool has_victims = !preemption.as_a_whole.empty();
  fields("podByPod", preemption.pod_by_pod,
         {"namespace/name of the scheduler's victims in the run.", {}, R"("minItems": 1)"});
  fields("starts", preemption.starts, {"Whether the group starts with these victims."});
  fields.if_any("asAWhole", preemption.as_a_whole,
                {"The fewest pods of lower priority, of the lowest priorities, that have to go for the gang as a "
                 "whole."});
  fields.when(has_victims, "minimal", preemption.minimal,
              {"false: the search ended before it tried all smaller sets."});
}

// The amount of the scarce resource as a Kubernetes quantity; empty if no resource is scarce.
inline std::string scarce_amount(const model::Foresight& foresight, std::int64_t amount) {
  return foresight.resource.empty() ? std::string() : exact_quantity(foresight.resource, amount);
}

void each_field(const model::Foresight& foresight, auto& fields) {
  fields.definition("foresight", "The known future.");
  fields.if_any("startsAt", foresight.starts ? model::time_text_milli(*foresight.starts) : std::string(),
                {"When the simulated run binds its first members. Of a group that does not fit: in a run in which "
                 "running pods end when they are known to.",
                 k_time});
  fields.if_any("waitsFor", foresight.endings, {"Running pods whose end it has to wait for."});
  fields.if_any("knownEnds", foresight.known_ends, {"Number of running pods with a known end."});
  fields.if_any("endingAmount",
                foresight.ending_amount ? exact_quantity(foresight.resource, *foresight.ending_amount) : std::string(),
                {"Capacity of the resource that those free on eligible nodes, a Kubernetes quantity. Present only if "
                 "that is not enough."});
  fields.if_any("resource", foresight.resource, {"The scarce resource."});
  fields.if_any("holders",
                with_fields(foresight.holders,
                            [&](const model::Holder& holder, auto& row) {
                              row("group", holder.group);
                              row("running", holder.running, {"Members that are bound."});
                              row("waiting", holder.waiting, {"Members that reserve a node at Permit."});
                              row.if_any("amount", scarce_amount(foresight, holder.amount),
                                         {"Of the resource, a Kubernetes quantity."});
                              row.if_any("until", holder.until, {"When the first wait times out."});
                            }),
                {"Groups that reserve nodes without their quorum. Of a group that does not fit: a minimal set without "
                 "which it would start. Of one that fits: groups whose wait times out before it starts."});
  fields.if_any("cycle", foresight.cycle,
                {"A deadlock: each group waits for what the next one holds, and the last for the first.",
                 {},
                 R"("minItems": 2)"});
  fields.when(foresight.overtakers > 0, "overtakers",
              with_fields(foresight,
                          [](const model::Foresight& of, auto& pods) {
                            pods("pods", of.overtakers);
                            pods("amount", exact_quantity(of.resource, of.overtaken_amount));
                          }),
              {"Running pods that are newer and have no higher priority, and their amount of the resource, a "
               "Kubernetes quantity."});
  fields.if_any("preemption", foresight.preemption, {"Present if the scheduler evicts pods for it."});
  fields.when(!foresight.culprit.empty(), "culprit",
              with_fields(foresight,
                          [](const model::Foresight& of, auto& member) {
                            member("pod", of.culprit);
                            member("rejected", of.victims, {.more = R"("minItems": 1)"});
                          }),
              {"The member that did not fit, and the members that lost their reservations because of it."});
}

} // namespace report
