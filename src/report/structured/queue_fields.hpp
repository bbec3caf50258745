// SPDX-License-Identifier: Apache-2.0
// Field tables of the queue, its attempts, and bindings; and of names that several reports use.
#pragma once

#include "report/structured/with_fields.hpp"

#include <map>
#include <string>

namespace report {

void each_field(model::Verdict, auto& fields) { fields.definition("verdict", "The exit status as a word: 0, 1, 2."); }
void each_field(model::GroupVerdict, auto& fields) { fields.definition("groupVerdict"); }
void each_field(model::Code, auto& fields) { fields.definition("code", "The cause: the first that holds."); }
void each_field(model::Stage, auto& fields) { fields.definition("stage"); }

void reference_fields(const model::QueueRef& ref, auto& fields) {
  fields("kind", ref.kind);
  fields("namespace", ref.namespace_name, {.type = k_any_text});
  fields("name", ref.name);
  fields("priority", ref.priority, {.type = k_priority});
}

void each_field(const model::QueueRef& ref, auto& fields) {
  fields.definition("queueRef");
  reference_fields(ref, fields);
}

void each_field(const model::QueueEntry& entry, auto& fields) {
  fields.definition("entry");
  fields("position", entry.position, {"From 1, by the first member of a group.", R"("type": "integer", "minimum": 1)"});
  reference_fields(entry.what, fields);
  fields.if_any("timestamp", entry.timestamp);
  fields.if_any("timestampSource", entry.timestamp_source,
                {.type = R"("enum": ["creation", "event", "managedFields", "condition", "restart"])"});
  fields.if_any("verdict", entry.verdict);
  fields.if_any("code", entry.code.value_or(model::Code::None));
}

// The scores of each node by plugin, and their total.
inline std::map<std::string, std::map<std::string, std::int64_t>> scores_by_node(const model::AttemptReport& attempt) {
  std::map<std::string, std::map<std::string, std::int64_t>> nodes;
  for (const model::NodeScores& node : attempt.scores) {
    std::map<std::string, std::int64_t>& scores = nodes[node.node];
    for (const auto& [plugin, score] : node.plugins) { scores[plugin] = score; }
    scores["total"] = node.total;
  }
  return nodes;
}

void each_field(const model::AttemptReport& attempt, auto& fields) {
  fields.definition("attempt");
  fields("pod", attempt.pod, {.type = k_pod_key});
  fields.if_any("group", attempt.group);
  fields("at", model::time_text_milli(attempt.at), {"Simulated time.", k_time});
  fields("result", attempt.result);
  fields.if_any("node", attempt.node);
  fields.if_any("message", attempt.message);
  fields.if_any("nominatedNode", attempt.nominated_node);
  fields.if_any("victims", attempt.victims, {.type = k_pod_keys});
  fields.if_any("then", attempt.then, {"Of Waiting: Bound, or the text of the rejection."});
  fields.if_any("thenVaries", attempt.then_varies, {"That text depends on a race in the live scheduler."});
  fields.if_any("scores", scores_by_node(attempt),
                {"Node to plugin to weighted score, with --scores.",
                 R"("type": "object", "additionalProperties": )"
                 R"({"type": "object", "additionalProperties": {"type": "integer"}})"});
}

void each_field(const model::BindingReport& binding, auto& fields) {
  fields.definition("binding");
  fields("namespace", binding.namespace_name);
  fields("pod", binding.pod);
  fields.if_any("node", binding.node);
  fields.if_any("group", binding.group, {"Its name. Absent: the pod has no group."});
  fields("result", binding.result);
  fields.if_any("message", binding.message, {"Why the pod is not bound."});
}

} // namespace report
