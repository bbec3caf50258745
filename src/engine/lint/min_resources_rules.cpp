// SPDX-License-Identifier: Apache-2.0
// Rules about spec.minResources, which Coscheduling compares with the sum of free capacity on all nodes.
#include "engine/index.hpp"
#include "engine/lint/rules.hpp"
#include "engine/rules/min_resources.hpp"

#include <algorithm>

namespace engine::lint {

namespace {

std::int64_t in_whole_cluster(const Input& input, std::optional<model::ResourceId> resource) {
  std::int64_t sum = 0;
  if (!resource) { return sum; }
  for (const std::int64_t amount : input.open.nodes().allocatable[*resource]) { sum += amount; }
  return sum;
}

std::int64_t asked_by_members(const Input& input, const GroupFacts& group, std::optional<model::ResourceId> resource) {
  std::int64_t sum = 0;
  if (!resource) { return sum; }
  for (const model::PodIndex index : group.live) {
    sum += model::amount_of(input.pod(index).spec->requests, *resource);
  }
  return sum;
}

// "512m" of memory is half a byte: the JVM uses this suffix for megabytes. For cpu, thousandths are valid.
bool has_fraction(std::string_view name, const model::Quantity& quantity) {
  constexpr std::int64_t k_nano = 1'000'000'000;
  return name != "cpu" && quantity.nano() % k_nano != 0;
}

void check_resource(const Input& input, const GroupFacts& group, std::string_view name, const model::Quantity& quantity,
                    Findings& out) {
  const std::optional<model::ResourceId> id = input.cluster.resources.find(name);
  const std::int64_t asked = id ? model::scheduler_amount(*id, quantity) : quantity.value();
  const std::string field = "spec.minResources." + std::string(name);
  const auto amount = [&](std::int64_t value) { return model::FactAmount{std::string(name), value}; };
  if (has_fraction(name, quantity)) {
    out.on(group, "fraction").at(field).with("resource", name).with("text", quantity.text());
    return;
  }
  const std::int64_t members = asked_by_members(input, group, id);
  const bool all_are_there = group.live_count() >= group.min_member;
  if (all_are_there && asked <= members) { return; } // G32 reports if that is too much
  const std::int64_t whole = in_whole_cluster(input, id);
  if (!input.cluster.nodes.empty() && asked > whole) {
    out.on(group, "cluster").at(field).with("asked", amount(asked)).with("whole", amount(whole));
  } else if (all_are_there) {
    out.on(group, "members")
        .at(field)
        .with("asked", amount(asked))
        .with("members", amount(members))
        .with("pods", group.live_count());
  }
}

} // namespace

void min_resources_off(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || !group.group->min_resources) { return; }
  for (const auto& [name, quantity] : *group.group->min_resources) {
    if (name != "pods") { check_resource(input, group, name, quantity, out); } // the plugin sets pods itself
  }
}

// The sum of free capacity suffices, but the members do not fit on single nodes.
void sums_pass_shapes_do_not(const Input& input, const GroupFacts& group, Findings& out) {
  const std::vector<GroupOutcome>& outcomes = input.run.timeline.groups;
  if (!group.has_to_start() || !group.group->min_resources || input.cluster.nodes.empty()) { return; }
  const GroupOutcome& outcome = outcomes[at(group.index)];
  const bool refused_by_nodes = outcome.culprit && outcome.culprit->stage == model::Stage::Filter;
  if (outcome.bound >= group.quorum() || !refused_by_nodes) { return; }
  std::vector<std::pair<model::PodIndex, model::NodeIndex>> own;
  for (const model::PodIndex index : group.live) {
    if (const auto node = input.cluster.node_of(index); node != model::k_none) { own.emplace_back(index, node); }
  }
  if (resource_gap(input.run.nodes, input.run.bound_usage, *group.group, own)) { return; }
  out.on(group).at("spec.minResources").with("minMember", group.quorum()).with("placed", outcome.peak);
}

} // namespace engine::lint
