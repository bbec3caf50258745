// SPDX-License-Identifier: Apache-2.0
// Field tables of remedies, and of the pods of one owner.
#pragma once

#include "report/structured/with_fields.hpp"
#include "report/words/fix_words.hpp"

namespace report {

void each_field(const model::Change& change, auto& fields) {
  fields.definition("change", "One step of a fix, on one object.");
  fields("object", with_fields(change, [](const model::Change& of, auto& object) {
           object("kind", of.kind, {"Pod, PodGroup, Node, or the kind of the pods' owner."});
           object.if_any("namespace", of.namespace_name);
           object("name", of.name);
         }));
  fields.if_any("node", change.node, {"Of a pod: where it runs, or will be bound before the change."});
  fields.if_any("pending", change.waits, {"The pod is not bound yet."});
  fields.if_any("toNode", change.to_node, {"Move: its new node, after the steps before."});
  fields.if_any("group", change.group, {"Of a pod: its group, if that loses its quorum; namespace/name."});
  fields.if_any("owner", change.owner, {"Of a pod: the object that would recreate it, kind and name."});
  fields.if_any("field", change.field, {"The changed field, by its path in the object or in its pods."});
  fields.if_any("from", change.from);
  fields.if_any("to", change.to, {"Absent if the change removes the value."});
  fields.if_any("count", change.count, {"AddNodes: copies of the node."});
}

void each_field(const model::ShrunkGroup& group, auto& fields) {
  fields("group", group.name, {"namespace/name"});
  fields("keeps", group.keeps, {"Members that continue to run."});
  fields("needs", group.needs, {"Its quorum."});
  fields("had", group.had, {"Members that ran before the change."});
}

inline std::string_view retry_event(model::Retry retry) {
  return retry == model::Retry::OnGroupChange ? "PodGroupUpdate"
         : retry == model::Retry::OnNewMember ? "NewMember"
                                              : "";
}

// `group`: that the remedy unblocks.
void fix_fields(const model::Fix& fix, const model::GroupReport& group, auto& fields) {
  fields.definition("fix", "A simulation on the cluster as the scheduler leaves it proves that the group starts with "
                           "it, also if the pods that it preempts take time to end.");
  fields("kind", fix.kind);
  fields("cost", fix.cost,
         {"Points without a unit, only for comparing fixes: things times the weight of the kind, and 3 points for each "
          "loser."});
  fields("things", fix.things, {"Number of pods, nodes or roles that change, or of members that the quorum loses."});
  fields("minimal", fix.minimal, {"false: the search ended before it tried all smaller ones of this kind."});
  fields("summary", fix_summary(fix, group), {"One sentence for a person."});
  fields.if_any("try", try_flags(fix, group),
                {"Arguments that repeat the question with this change. Absent: no flag makes the change."});
  fields.if_any("command", command_text(fix, group),
                {"A shell command that makes the change. Absent: no single kubectl command does."});
  fields("changes", fix.changes, {"In an order that works.", {}, R"("minItems": 1)"});
  fields.if_any("notAsked", fix.not_asked,
                {"The first clause that was not asked about the nodes of its members. It may keep them from running."});
  fields.if_any("losers", fix.losers, {"Groups and pods that start or run only without it; namespace/name."});
  fields.if_any("shrunk", fix.shrunk, {"Running groups that lose members, except those in changes[].group."});
  fields.when(
      fix.retry != model::Retry::AtOnce, "retry",
      with_fields(fix,
                  [](const model::Fix& of, auto& retry) {
                    retry("withinSeconds", model::k_longest_retry_seconds,
                          {"The longest time until the scheduler checks all pods that it rejected."});
                    retry.if_any(
                        "atOnceAfter", retry_event(of.retry),
                        {"An earlier retry: any update of its PodGroup, or a pending member that a user deletes "
                         "and recreates.",
                         R"("enum": ["PodGroupUpdate", "NewMember"])"});
                    retry.if_any("backoffSeconds", of.backoff_seconds,
                                 {"The scheduler rejects the group for this time after its last try "
                                  "(podGroupBackoffSeconds)."});
                  }),
      {"The change alone may wake no member of the group. Absent: a running scheduler retries it at once."});
}

inline constexpr const char* k_fixes_not_asked =
    "The first clause that was not asked. It may refuse the pods after a fix.";

inline auto fixes_of(const model::GroupReport& group) {
  return with_fields(group.fixes, [&group](const model::Fix& fix, auto& fields) { fix_fields(fix, group, fields); });
}

void each_field(const model::OwnerReport& owner, auto& fields) {
  fields.definition("owner", "Pods of one owner in no group, some of which find no node.");
  fields("kind", owner.kind.empty() ? "Pod" : owner.kind, {"Pod: a pod without an owner."});
  fields("namespace", owner.as_group.namespace_name, {.type = k_any_text});
  fields("name", owner.as_group.name);
  fields("pods", owner.pods, {"Number of its pods without a node."});
  fields("fixes", fixes_of(owner.as_group), {"Each starts all of these pods; cheapest first.", {}, R"("minItems": 1)"});
  fields.if_any("fixesComeLater", owner.as_group.fixes_come_later,
                {"The fixes are for the time when the other pods that fit have started."});
  fields.if_any("fixesLack", owner.as_group.fixes_lack,
                {"Pods that the input lacks. They may take the capacity that a fix frees."});
  fields.if_any("fixesNotAsked", owner.as_group.fixes_unasked, {k_fixes_not_asked});
}

} // namespace report
