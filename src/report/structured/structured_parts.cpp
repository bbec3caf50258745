// SPDX-License-Identifier: Apache-2.0
// Parts of the structured output: manifests, queue and attempts.
#include "report/structured/structured_parts.hpp"

#include "model/report/report_words.hpp"
#include "model/values/time.hpp"

#include <utility>

namespace report {

using document::Output;

void set(Output& object, std::string_view key, std::string_view text) {
  if (!text.empty()) { object[key] = Output(text); }
}

Output strings(const std::vector<std::string>& texts) {
  Output array = Output::array();
  for (const std::string& text : texts) { array.push(Output(text)); }
  return array;
}

namespace {

Output quantities(const std::vector<std::pair<std::string, std::string>>& amounts) {
  Output object;
  for (const auto& [resource, quantity] : amounts) { object[resource] = Output(quantity); }
  return object;
}

Output role_output(const model::Expansion::Role& role) {
  Output out;
  out["name"] = Output(role.name);
  out["count"] = Output(role.count);
  out["now"] = Output(role.now);
  set(out, "waitsFor", role.waits_for);
  set(out, "schedulerName", role.scheduler_name);
  out["requests"] = quantities(role.requests);
  out["pods"] = strings(role.pods);
  return out;
}

Output expanded_group_output(const model::Expansion::Group& group) {
  Output out;
  out["dialect"] = Output(group.dialect);
  out["name"] = Output(group.name);
  out["minMember"] = Output(group.min_member);
  if (!group.min_resources.empty()) { out["minResources"] = quantities(group.min_resources); }
  for (const auto& [task, quorum] : group.min_task_member) { out["minTaskMember"][task] = Output(quorum); }
  if (const auto& topology = group.network_topology) {
    Output& at = out["networkTopology"];
    set(at, "mode", topology->mode.empty() ? "hard" : topology->mode);
    if (topology->highest_tier_allowed) { at["highestTierAllowed"] = Output(*topology->highest_tier_allowed); }
    set(at, "highestTierName", topology->highest_tier_name);
  }
  if (!group.sub_groups.empty()) {
    Output parts = Output::array();
    for (const auto& part : group.sub_groups) {
      Output each;
      each["name"] = Output(part.name);
      set(each, "parent", part.parent);
      each["minMember"] = Output(part.min_member);
      if (part.min_sub_groups) { each["minSubGroups"] = Output(*part.min_sub_groups); }
      parts.push(std::move(each));
    }
    out["subGroups"] = std::move(parts);
  }
  set(out, "condition", group.condition);
  return out;
}

} // namespace

Output expansion_output(const model::Expansion& expansion) {
  Output out, source;
  source["kind"] = Output(expansion.kind);
  source["namespace"] = Output(expansion.namespace_name);
  source["name"] = Output(expansion.name);
  out["source"] = std::move(source);
  Output roles = Output::array(), groups = Output::array();
  for (const model::Expansion::Role& role : expansion.roles) { roles.push(role_output(role)); }
  for (const model::Expansion::Group& group : expansion.groups) { groups.push(expanded_group_output(group)); }
  out["roles"] = std::move(roles);
  out["groups"] = std::move(groups);
  return out;
}

Output queue_entry_output(const model::QueueEntry& entry) {
  Output out;
  out["position"] = Output(entry.position);
  out["kind"] = Output(model::word(entry.what.kind));
  out["namespace"] = Output(entry.what.namespace_name);
  out["name"] = Output(entry.what.name);
  out["priority"] = Output(entry.what.priority);
  if (entry.timestamp) { out["timestamp"] = Output(model::time_text(*entry.timestamp)); }
  set(out, "timestampSource", entry.timestamp_source);
  if (entry.verdict) { out["verdict"] = Output(model::word(*entry.verdict)); }
  if (entry.code) { set(out, "code", model::word(*entry.code)); }
  return out;
}

Output binding_output(const model::BindingReport& binding) {
  Output out;
  out["namespace"] = Output(binding.namespace_name);
  out["pod"] = Output(binding.pod);
  set(out, "node", binding.node);
  set(out, "group", binding.group);
  out["result"] = Output(model::word(binding.result));
  set(out, "message", binding.message);
  return out;
}

Output attempt_output(const model::AttemptReport& attempt) {
  Output out;
  out["pod"] = Output(attempt.pod);
  set(out, "group", attempt.group);
  out["at"] = Output(model::time_text_milli(attempt.at));
  out["result"] = Output(model::word(attempt.result));
  set(out, "node", attempt.node);
  set(out, "message", attempt.message);
  set(out, "nominatedNode", attempt.nominated_node);
  if (!attempt.victims.empty()) { out["victims"] = strings(attempt.victims); }
  set(out, "then", attempt.then);
  if (attempt.then_varies) { out["thenVaries"] = Output(true); }
  for (const model::NodeScores& node : attempt.scores) {
    Output& scores = out["scores"][node.node];
    for (const auto& [plugin, score] : node.plugins) { scores[plugin] = Output(score); }
    scores["total"] = Output(node.total);
  }
  return out;
}

} // namespace report
