// SPDX-License-Identifier: Apache-2.0
// Field tables of groups, their parts, and pods.
#pragma once

#include "model/report/feasibility_fields.hpp"
#include "report/structured/finding_fields.hpp"
#include "report/structured/fix_fields.hpp"
#include "report/structured/foresight_fields.hpp"
#include "report/structured/queue_fields.hpp"
#include "report/words/dialect_remarks.hpp"
#include "report/words/member_fate.hpp"
#include "report/words/sentences.hpp"

namespace report {

void each_field(const model::ReasonCount& reason, auto& fields) {
  fields.definition("reason", "Number of nodes that this plugin rejected for this reason.");
  fields("plugin", reason.plugin, {.type = k_any_text});
  fields("reason", reason.reason, {.type = k_any_text});
  fields("nodes", reason.nodes);
  fields.if_any("unresolvable", reason.unresolvable, {"Preemption cannot help there."});
}

void pod_fields(const model::PodReport& pod, auto& fields) {
  fields("name", pod.name);
  fields("outcome", pod.outcome,
         {"By the last attempt. Rejected: it had reserved a node, and lost it with its group."});
  fields.if_any("terminating", pod.terminating, {"It has a deletionTimestamp."});
  fields.if_any("node", pod.node);
  fields.if_any("untold", pod.untold, {"The input would allow the node, but lacks this, which could say no."});
  fields.if_any("message", pod.message, {"The text of the PodScheduled condition at rest."});
  fields.if_any("messageVaries", pod.message_varies, {"That text depends on a race."});
  fields.if_any("reasons", pod.reasons);
  fields.if_any("nominatedNode", pod.nominated_node);
  fields.if_any("victims", pod.victims, {.type = k_pod_keys});
  fields.if_any("preemptor", pod.preemptor, {"namespace/name of the pod for which the scheduler preempts it."});
  fields.if_any("gates", pod.gates, {"spec.schedulingGates"});
  fields.if_any("foresight", pod.foresight, {"Of a pod without a group that starts a second or more from now."});
}

// A member: its namespace is that of the group.
void each_field(const model::PodReport& pod, auto& fields) {
  fields.definition("member");
  pod_fields(pod, fields);
}

void loose_pod_fields(const model::PodReport& pod, auto& fields) {
  fields.definition("loosePod", "A pending pod of no group.");
  fields("namespace", pod.namespace_name, {.type = k_any_text});
  pod_fields(pod, fields);
}

void each_field(const model::LayerReport& layer, auto& fields) {
  fields.definition("layer");
  fields("dialect", model::dialect_name(layer.dialect));
  fields("name", layer.name, {"Of the group or gate there."});
  fields("role", layer.role,
         {"gate: holds pods back before any scheduler. parent: a group of groups. origin: its operator created the "
          "group for it. ignored: other labels, which the scheduler of the pods does not read."});
}

void each_field(const model::SubGroupReport& part, auto& fields) {
  fields.definition("subGroup");
  fields("name", part.name);
  fields.if_any("parent", part.parent, {"The part that contains it."});
  fields("minMember", part.min_member, {"Of its own members; 0 for a part that contains others.", k_any_integer});
  fields.if_any("minSubGroups", part.min_sub_groups, {"Of the parts that it contains. Absent: all.", k_any_integer});
  fields("total", part.total, {"Members that count as existing for its scheduler."});
  fields("bound", part.bound, {"Members that count as placed for its scheduler."});
  fields("boundAtEnd", part.bound_at_end);
}

void member_count_fields(const model::GroupReport& group, auto& fields) {
  fields.definition("members", "total is the number of live members: bound + pending + gated. It includes terminating "
                               "ones, and does not include finished ones.");
  fields("total", group.members.total);
  fields("bound", group.members.bound);
  fields("placed", placed_members(group),
         {"Members that have a node, bound ones included, in the placement that message counts: of a group that fits, "
          "all that the run binds; else the largest known placement."});
  fields("pending", group.members.pending);
  fields("gated", group.members.gated);
  fields("terminating", group.members.terminating);
  fields("succeeded", group.members.succeeded);
  fields("failed", group.members.failed);
}

void each_field(const model::PromisedAmount& promised, auto& fields) {
  fields("namespace", promised.namespace_name);
  fields("name", promised.name);
  fields("amount", promised.amount);
}

void each_field(const model::GateAmount& amount, auto& fields) {
  fields.definition("gateAmount", "The request for one resource, and the amount still available. Cohorts lend and "
                                  "borrow, so left is not always limit - used.");
  fields("resource", amount.resource, {"The name that the gate's object uses."});
  fields.if_any("rule", amount.rule, {"Which limit of an object that has several: a flavor, a plugin."});
  fields("asked", amount.asked);
  fields("limit", amount.limit);
  fields("used", amount.used);
  fields("left", amount.left);
  fields.if_any("promised", amount.promised,
                {"Volcano: the part of used that Inqueue PodGroups hold although their pods do not use it, the largest "
                 "first."});
}

void each_field(const model::GateReport& gate, auto& fields) {
  fields.definition("gate", "A gate above the scheduler, in its state at the group's turn.");
  fields("gate", gate.gate);
  fields("object",
         with_fields(gate,
                     [](const model::GateReport& of, auto& object) {
                       object(
                           "kind", of.kind,
                           {.type = R"("enum": ["ResourceQuota", "Queue", "ClusterQueue", "LocalQueue", "Workload"])"});
                       object.if_any("namespace", of.namespace_name);
                       object("name", of.name);
                     }),
         {"The object that decides."});
  fields("open", gate.open);
  fields("pods", gate.pods, {"Pods of the group that ask."});
  fields("held", gate.held, {"Those of them that do not pass."});
  fields.if_any("amounts", gate.amounts);
  fields.if_any("note", gate.note, {"Another reason for the decision, beside amounts."});
}

void each_field(const model::Robustness& robustness, auto& fields) {
  fields("tieOrders", robustness.tie_orders, {"Number of tried alternatives for ties of scores."});
  fields("tieFlips", robustness.tie_flips, {"Number of those that reverse the answer."});
  fields("allTies", robustness.all_ties,
         {"The tries cover all that make a difference. Without any try: no node depends on a tie."});
  fields.if_any("searches", robustness.searches,
                {"Runs whose attempts find other nodes. Absent: each attempt scores all nodes that fit."});
  fields.when(robustness.searches > 0, "searchFlips", robustness.search_flips,
              {"Number of those that reverse the answer."});
  fields.if_any("speeds", robustness.speeds,
                {"Runs with a faster or slower API server. Absent: the run evicts no pod."});
  fields.when(robustness.speeds > 0, "speedFlips", robustness.speed_flips,
              {"Number of those that reverse the answer."});
  fields("nodes", robustness.nodes, {"Nodes that a member would use. Each was removed once."});
  fields("neededNodes", robustness.needed_nodes, {"Nodes without which the group does not fit."});
}

void each_field(const model::GroupReport::Stored& stored, auto& fields) {
  fields.if_any("phase", stored.phase);
  fields.if_any("reason", stored.reason,
                {"Of the last condition that its scheduler wrote; message is then the message of that condition."});
  fields.if_any("message", stored.message);
  fields("stale", stored.stale);
}

void each_field(const model::GroupReport::Condition& condition, auto& fields) {
  fields("type", condition.type);
  fields("status", condition.status, {.type = R"("enum": ["True", "False"])"});
  fields.if_any("reason", condition.reason);
  fields.if_any("message", condition.message);
}

void each_field(const model::GroupReport::Phase& phase, auto& fields) {
  fields.if_any("phase", phase.phase);
  fields("running", phase.running);
  fields("succeeded", phase.succeeded);
  fields("failed", phase.failed);
  fields.if_any("occupiedBy", phase.occupied_by);
}

void verdict_fields(const model::GroupReport& group, auto& fields) {
  fields("verdict", group.verdict);
  fields.if_any("alone",
                with_fields(group.alone,
                            [](const auto& alone, auto& answer) {
                              answer("verdict", alone.first);
                              answer("boundAtEnd", alone.second);
                            }),
                {"The same simulation without any other pending pod."});
  fields("boundAtEnd", group.bound_at_end);
  fields.if_any("spins", group.spins, {"The run ended in a repetition."});
  fields.if_any("code", group.code);
  fields.if_any("stage", group.stage);
  fields("message", message(group), {"One sentence for a person."});
  fields.also(R"("allOf": [{"description": "Only DoesNotFit and Unknown have a cause.", )"
              R"("if": {"properties": {"verdict": {"enum": ["Satisfied", "Fits", "Idle"]}}}, )"
              R"("then": {"properties": {"code": false}}}, )"
              R"({"description": "If others take the capacity, no stage rejects.", )"
              R"("if": {"properties": {"code": {"const": "TakenByOthersAhead"}}, "required": ["code"]}, )"
              R"("then": {"properties": {"stage": false}}}])");
}

void each_field(const model::GroupReport& group, auto& fields) {
  fields.definition("groupReport");
  fields("namespace", group.namespace_name, {.type = k_any_text});
  fields("name", group.name);
  fields("dialect", model::dialect_name(group.dialect));
  fields("policy", group.policy, {"The simulated rules."});
  fields.if_any("approximates", is_approximated(group) ? model::dialect_name(group.dialect) : std::string_view(),
                {"Present if policy only approximates the rules of the group's scheduler."});
  fields.if_any("layers", group.layers, {"Objects above it, and other declarations on its pods."});
  fields.if_any("implicit", group.implicit, {"No object declares it: its scheduler creates the group by itself."});
  fields.if_any("mode", group.mode, {"As written: Koordinator's mode and match policy, YuniKorn's style."});
  fields.if_any("schedulerName", group.scheduler_name);
  fields("priority", group.priority, {.type = k_priority});
  fields("minMember", group.min_member, {"As declared; 0 if absent, and then the quorum is 1.", k_any_integer});
  fields("members", with_fields(group, [](const auto& of, auto& counts) { member_count_fields(of, counts); }));
  fields.if_any("subGroups", group.sub_groups, {"Its parts with their own quorum."});
  verdict_fields(group, fields);
  fields.if_any("feasibility", group.feasibility);
  fields("pods", group.pods, {"The live members."});
  fields("ahead", group.ahead, {"Groups and pods that the scheduler tries before it."});
  fields.if_any("gates", group.gates, {"Gates above the scheduler that its members have to pass."});
  fields.if_any("fixes", fixes_of(group), {"Cheapest first; LowerMinMember last."});
  fields.if_any("fixesComeLater", !group.fixes.empty() && group.fixes_come_later,
                {"The fixes are for the time when the other pods that fit have started. Before that, those may take "
                 "the capacity that a fix frees."});
  fields.if_any("fixesLack", group.fixes.empty() ? std::string() : group.fixes_lack,
                {"Pods that the input lacks. They may take the capacity that a fix frees."});
  fields.if_any("fixesNotAsked", group.fixes_unasked, {k_fixes_not_asked});
  fields.if_any("foresight", group.foresight);
  fields.if_any("robustness", group.robustness, {"With --robust."});
  fields.if_any("stored", group.stored, {"The status in the cluster, and whether the run contradicts it."});
  fields.if_any("condition", group.condition,
                {"Native: the condition that the scheduler would write to the group's status."});
  fields.if_any("phase", group.phase,
                {"The phase that the PodGroup controller would set, from the stored phase and the pods."});
  fields.if_any("findings", group.findings, {"Findings of lint about it."});
}

} // namespace report
