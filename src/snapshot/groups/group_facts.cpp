// SPDX-License-Identifier: Apache-2.0
#include "snapshot/groups/group_facts.hpp"

#include "snapshot/collected/name_list.hpp"
#include "snapshot/groups/sub_groups.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>

namespace snapshot {

namespace {

// Gates with which Kueue holds pods of objects that it cannot suspend. (kueue, pkg/controller/constants)
constexpr std::array<std::string_view, 2> k_kueue_gates = {"kueue.x-k8s.io/admission", "kueue.x-k8s.io/topology"};

void add_layer(model::PodGroup& group, const model::Layer& layer) {
  if (std::ranges::find(group.layers, layer) == group.layers.end()) { group.layers.push_back(layer); }
}

model::LayerRole role_of(const Mark& mark) {
  using enum model::LayerRole;
  if (mark.reader->tier == Tier::Gate) { return Gate; }
  return mark.reader->tier == Tier::Origin ? Origin : Ignored;
}

bool is_of_kueue(const model::PodGroup& group) {
  const auto is_kueue = [](const model::Layer& layer) { return layer.dialect == model::Dialect::Kueue; };
  return group.dialect == model::Dialect::Kueue || std::ranges::any_of(group.layers, is_kueue);
}

// Members by age, unfinished pods first; ties by key.
std::vector<model::PodIndex> by_age(const model::ClusterSnapshot& cluster, std::vector<model::PodIndex> members) {
  std::ranges::stable_sort(members, {}, [&](model::PodIndex index) {
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
    return std::pair(pod.finished(), pod.created);
  });
  return members;
}

void describe(const model::ClusterSnapshot& cluster, model::PodGroup& group) {
  const DialectReader& reader = dialect(group.dialect);
  if (reader.describe == nullptr) { return; }
  for (const model::PodIndex index : by_age(cluster, group.members)) {
    if (reader.describe(marks_of(cluster.pods[static_cast<std::size_t>(index)]), group)) { return; }
  }
}

// For a group that Volcano creates, takes the quorum from the pods' owner; the manifest updates an existing owner.
// (pkg/controllers/podgroup, getMinMemberFromUpperRes)
void take_quorum_of_owner(const Collected& collected, model::PodGroup& group) {
  group.min_member = 1;
  const model::Pod& first = collected.cluster.pods[static_cast<std::size_t>(group.members.front())];
  if (first.owner == nullptr) { return; }
  const auto of_manifest = std::ranges::find_if(collected.owner_quorums, [&](const OwnerQuorum& quorum) {
    return quorum.kind == first.owner->kind && quorum.namespace_name == group.namespace_name &&
           quorum.name == first.owner->name;
  });
  if (of_manifest != collected.owner_quorums.end()) {
    group.min_member = of_manifest->min_member;
    return;
  }
  const auto key = [](const Workload& workload) {
    return std::tuple(workload.object.kind, workload.object.namespace_name, workload.object.name);
  };
  const std::tuple wanted(first.owner->kind, group.namespace_name, first.owner->name);
  const auto owner = std::ranges::lower_bound(collected.workloads, wanted, {}, key); // sorted by settle()
  if (owner != collected.workloads.end() && key(*owner) == wanted) {
    group.min_member = owner->group_min_member.value_or(1);
  }
}

std::tuple<std::string_view, std::string_view, std::string_view> key_of_workload_group(const WorkloadGroup& group) {
  return {group.namespace_name, group.workload, group.name};
}

std::pair<std::string_view, std::string_view> key_of_composite(const CompositeGroup& group) {
  return {group.namespace_name, group.name};
}

// 1.35: a Workload defines the group; `group` is one instance of it.
void take_workload_group(const Collected& collected, model::PodGroup& group) {
  const std::size_t colon = group.name.find(':');
  if (group.dialect != model::Dialect::Native || colon == std::string_view::npos) { return; }
  const std::string_view rest = group.name.substr(colon + 1);
  group.workload = group.name.substr(0, colon);
  const std::string_view name = rest.substr(0, rest.find(':'));
  const std::tuple wanted(group.namespace_name, group.workload, name);
  const auto found = std::ranges::lower_bound(collected.workload_groups, wanted, {}, key_of_workload_group);
  group.api_version = "scheduling.k8s.io/v1alpha1";
  group.declared = found != collected.workload_groups.end() && key_of_workload_group(*found) == wanted;
  if (!group.declared) { return; }
  group.gang = found->min_count.has_value();
  group.min_member = found->min_count;
}

// Adds the parent groups as layers: all ancestors of a native group; for Koordinator, the set of gangs that start
// together.
void add_parents(Collected& collected, model::PodGroup& group) {
  if (group.dialect == model::Dialect::Koordinator && !group.parent.empty()) {
    std::vector<std::string_view> names = names_in(group.parent);
    std::ranges::sort(names);
    return add_layer(group, {group.dialect, collected.lasting(util::joined(names, ",")), model::LayerRole::Parent});
  }
  constexpr int k_most_levels = 8; // the API allows 4
  std::string_view name = group.parent;
  for (int level = 0; level < k_most_levels && !name.empty(); ++level) {
    add_layer(group, {group.dialect, name, model::LayerRole::Parent});
    const std::pair wanted(group.namespace_name, name);
    const auto above = std::ranges::lower_bound(collected.composites, wanted, {}, key_of_composite);
    const bool is_there = above != collected.composites.end() && key_of_composite(*above) == wanted;
    name = is_there ? above->parent : std::string_view();
  }
}

} // namespace

void add_layers(Collected& collected, const model::Pod& pod, const std::vector<Mark>& marks, model::PodGroup& group) {
  for (std::size_t at = 0; at < marks.size(); ++at) {
    const Mark& mark = marks[at];
    if (at == 0 ? mark.is_read : mark.reader->tier == Tier::Workload) { continue; }
    const model::LayerRole role = at == 0 ? model::LayerRole::Ignored : role_of(mark);
    const model::Layer layer{mark.reader->dialect, mark.membership.group, role};
    if (std::ranges::find(group.layers, layer) != group.layers.end()) { continue; }
    group.layers.push_back({layer.dialect, collected.lasting(layer.name), layer.role});
  }
  if (is_of_kueue(group)) { return; }
  for (const std::string_view gate : pod.spec->scheduling_gates) {
    if (std::ranges::find(k_kueue_gates, gate) == k_kueue_gates.end()) { continue; }
    add_layer(group, {model::Dialect::Kueue, gate, model::LayerRole::Gate});
    return;
  }
}

std::optional<std::int32_t> quorum_of_parts(const model::PodGroup& group) {
  if (group.sub_groups.empty()) { return std::nullopt; }
  const std::int64_t quorum = model::quorum_of_parts(group.sub_groups, group.min_sub_groups);
  return static_cast<std::int32_t>(std::min<std::int64_t>(quorum, std::numeric_limits<std::int32_t>::max()));
}

void complete_groups(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  std::ranges::stable_sort(collected.workload_groups, {}, key_of_workload_group);
  std::ranges::stable_sort(collected.composites, {}, key_of_composite);
  for (model::PodGroup& group : cluster.groups) {
    const bool has_object = !group.api_version.empty();
    if (!has_object) { describe(cluster, group); }
    if (group.implicit && group.dialect == model::Dialect::Volcano) { take_quorum_of_owner(collected, group); }
    take_workload_group(collected, group);
    fill_sub_groups(collected, group);
    if (!group.min_member) { group.min_member = quorum_of_parts(group); }
    add_parents(collected, group);
    std::ranges::sort(group.layers, {}, [](const model::Layer& layer) {
      return std::tuple(layer.role, model::dialect_name(layer.dialect), layer.name);
    });
  }
}

} // namespace snapshot
