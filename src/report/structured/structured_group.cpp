// SPDX-License-Identifier: Apache-2.0
// Structured output of a group and of a pod.
#include "model/report/report_words.hpp"
#include "report/structured/structured_parts.hpp"
#include "report/words/dialect_remarks.hpp"
#include "report/words/member_fate.hpp"

#include <utility>

namespace report {

using document::Output;

namespace {

Output members_output(const model::GroupReport& group) {
  const model::MemberCounts& members = group.members;
  Output out;
  out["total"] = Output(members.total);
  out["bound"] = Output(members.bound);
  out["placed"] = Output(placed_members(group));
  out["pending"] = Output(members.pending);
  out["gated"] = Output(members.gated);
  out["terminating"] = Output(members.terminating);
  out["succeeded"] = Output(members.succeeded);
  out["failed"] = Output(members.failed);
  return out;
}

Output reasons_output(const std::vector<model::ReasonCount>& reasons) {
  Output array = Output::array();
  for (const model::ReasonCount& reason : reasons) {
    Output out;
    out["plugin"] = Output(reason.plugin);
    out["reason"] = Output(reason.reason);
    out["nodes"] = Output(reason.nodes);
    if (reason.unresolvable) { out["unresolvable"] = Output(true); }
    array.push(std::move(out));
  }
  return array;
}

Output robustness_output(const model::Robustness& robustness) {
  Output out;
  out["tieOrders"] = Output(robustness.tie_orders);
  out["tieFlips"] = Output(robustness.tie_flips);
  out["allTies"] = Output(robustness.all_ties);
  if (robustness.searches > 0) {
    out["searches"] = Output(robustness.searches);
    out["searchFlips"] = Output(robustness.search_flips);
  }
  if (robustness.speeds > 0) {
    out["speeds"] = Output(robustness.speeds);
    out["speedFlips"] = Output(robustness.speed_flips);
  }
  out["nodes"] = Output(robustness.nodes);
  out["neededNodes"] = strings(robustness.needed_nodes);
  return out;
}

Output layers_output(const std::vector<model::LayerReport>& layers) {
  Output array = Output::array();
  for (const model::LayerReport& layer : layers) {
    Output out;
    out["dialect"] = Output(model::dialect_name(layer.dialect));
    out["name"] = Output(layer.name);
    out["role"] = Output(model::word(layer.role));
    array.push(std::move(out));
  }
  return array;
}

Output sub_groups_output(const std::vector<model::SubGroupReport>& parts) {
  Output array = Output::array();
  for (const model::SubGroupReport& part : parts) {
    Output out;
    out["name"] = Output(part.name);
    set(out, "parent", part.parent);
    out["minMember"] = Output(part.min_member);
    if (part.min_sub_groups) { out["minSubGroups"] = Output(*part.min_sub_groups); }
    out["total"] = Output(part.total);
    out["bound"] = Output(part.bound);
    out["boundAtEnd"] = Output(part.bound_at_end);
    array.push(std::move(out));
  }
  return array;
}

Output stored_output(const model::GroupReport::Stored& stored) {
  Output out;
  set(out, "phase", stored.phase);
  set(out, "reason", stored.reason);
  set(out, "message", stored.message);
  out["stale"] = Output(stored.stale);
  return out;
}

Output condition_output(const model::GroupReport::Condition& condition) {
  Output out;
  out["type"] = Output(condition.type);
  out["status"] = Output(condition.status);
  set(out, "reason", condition.reason);
  set(out, "message", condition.message);
  return out;
}

Output phase_output(const model::GroupReport::Phase& phase) {
  Output out;
  set(out, "phase", phase.phase);
  out["running"] = Output(phase.running);
  out["succeeded"] = Output(phase.succeeded);
  out["failed"] = Output(phase.failed);
  set(out, "occupiedBy", phase.occupied_by);
  return out;
}

Output promised_output(const std::vector<model::PromisedAmount>& amounts) {
  Output array = Output::array();
  for (const model::PromisedAmount& promised : amounts) {
    Output row;
    row["namespace"] = Output(promised.namespace_name);
    row["name"] = Output(promised.name);
    row["amount"] = Output(promised.amount.text());
    array.push(std::move(row));
  }
  return array;
}

Output gates_output(const std::vector<model::GateReport>& gates) {
  Output array = Output::array();
  for (const model::GateReport& gate : gates) {
    Output out, object, amounts = Output::array();
    object["kind"] = Output(gate.kind);
    set(object, "namespace", gate.namespace_name);
    object["name"] = Output(gate.name);
    out["gate"] = Output(model::word(gate.gate));
    out["object"] = std::move(object);
    out["open"] = Output(gate.open);
    out["pods"] = Output(gate.pods);
    out["held"] = Output(gate.held);
    for (const model::GateAmount& amount : gate.amounts) {
      Output row;
      row["resource"] = Output(amount.resource);
      set(row, "rule", amount.rule);
      row["asked"] = Output(amount.asked.text());
      row["limit"] = Output(amount.limit.text());
      row["used"] = Output(amount.used.text());
      row["left"] = Output(amount.left.text());
      if (!amount.promised.empty()) { row["promised"] = promised_output(amount.promised); }
      amounts.push(std::move(row));
    }
    if (!gate.amounts.empty()) { out["amounts"] = std::move(amounts); }
    set(out, "note", gate.note);
    array.push(std::move(out));
  }
  return array;
}

void set_verdict(Output& out, const model::GroupReport& group) {
  out["verdict"] = Output(model::word(group.verdict));
  if (group.alone) {
    Output alone;
    alone["verdict"] = Output(model::word(group.alone->first));
    alone["boundAtEnd"] = Output(group.alone->second);
    out["alone"] = std::move(alone);
  }
  out["boundAtEnd"] = Output(group.bound_at_end);
  if (group.spins) { out["spins"] = Output(true); }
  set(out, "code", model::word(group.code));
  set(out, "stage", model::word(group.stage));
  set(out, "message", group.message);
}

} // namespace

Output pod_output(const model::PodReport& pod, WithNamespace with_namespace) {
  Output out;
  if (with_namespace == WithNamespace::Yes) { out["namespace"] = Output(pod.namespace_name); }
  out["name"] = Output(pod.name);
  out["outcome"] = Output(model::word(pod.outcome));
  if (pod.terminating) { out["terminating"] = Output(true); }
  set(out, "node", pod.node);
  set(out, "message", pod.message);
  set(out, "untold", pod.untold);
  if (pod.message_varies) { out["messageVaries"] = Output(true); }
  if (!pod.reasons.empty()) { out["reasons"] = reasons_output(pod.reasons); }
  set(out, "nominatedNode", pod.nominated_node);
  if (!pod.victims.empty()) { out["victims"] = strings(pod.victims); }
  if (!pod.gates.empty()) { out["gates"] = strings(pod.gates); }
  if (pod.foresight != nullptr) { set_foresight(out, *pod.foresight); }
  return out;
}

Output group_output(const model::GroupReport& group) {
  Output out;
  out["namespace"] = Output(group.namespace_name);
  out["name"] = Output(group.name);
  out["dialect"] = Output(model::dialect_name(group.dialect));
  out["policy"] = Output(group.policy);
  if (is_approximated(group)) { set(out, "approximates", model::dialect_name(group.dialect)); }
  if (!group.layers.empty()) { out["layers"] = layers_output(group.layers); }
  if (group.implicit) { out["implicit"] = Output(true); }
  set(out, "mode", group.mode);
  set(out, "schedulerName", group.scheduler_name);
  out["priority"] = Output(group.priority);
  out["minMember"] = Output(group.min_member);
  out["members"] = members_output(group);
  if (!group.sub_groups.empty()) { out["subGroups"] = sub_groups_output(group.sub_groups); }
  set_verdict(out, group);
  if (group.feasibility) { out["feasibility"] = feasibility_output(*group.feasibility); }
  Output pods = Output::array();
  for (const model::PodReport& pod : group.pods) { pods.push(pod_output(pod, WithNamespace::No)); }
  out["pods"] = std::move(pods);
  out["ahead"] = array_of(group.ahead, reference_output);
  if (!group.gates.empty()) { out["gates"] = gates_output(group.gates); }
  if (!group.fixes.empty()) { out["fixes"] = fixes_output(group.fixes); }
  if (!group.fixes.empty() && group.fixes_come_later) { out["fixesComeLater"] = Output(true); }
  set_foresight(out, group.foresight);
  if (group.robustness) { out["robustness"] = robustness_output(*group.robustness); }
  if (group.stored) { out["stored"] = stored_output(*group.stored); }
  if (group.condition) { out["condition"] = condition_output(*group.condition); }
  if (group.phase) { out["phase"] = phase_output(*group.phase); }
  if (!group.findings.empty()) { out["findings"] = findings_output(group.findings); }
  return out;
}

} // namespace report
