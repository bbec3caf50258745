// SPDX-License-Identifier: Apache-2.0
// Pods to their groups. A group that pods name and no object declares is there too, undeclared, with the places where
// that name is declared instead.
#include "snapshot/dialects.hpp"
#include "snapshot/kinds.hpp"
#include "snapshot/link.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace snapshot {

namespace {

using GroupKey = std::tuple<std::string_view, std::string_view, model::Dialect>; // namespace, name
using GroupMap = std::map<GroupKey, model::GroupIndex>;

GroupKey key_of(const model::PodGroup& group) { return {group.namespace_name, group.name, group.dialect}; }

GroupMap map_of(const std::vector<model::PodGroup>& groups) {
  GroupMap map;
  for (std::size_t at = 0; at < groups.size(); ++at) {
    map.emplace(key_of(groups[at]), static_cast<model::GroupIndex>(at));
  }
  return map;
}

struct Choice {
  GroupKey key;
  Membership membership;
};

// A pod may carry labels of several dialects. The first one whose PodGroup is there holds, else the first one.
std::optional<Choice> choose(const model::Pod& pod, const GroupMap& declared) {
  std::optional<Choice> chosen;
  for (const DialectReader& reader : dialects()) {
    const std::optional<Membership> membership = reader.membership(marks_of(pod));
    if (!membership) { continue; }
    const GroupKey key{pod.namespace_name, membership->group, reader.dialect};
    if (declared.contains(key)) { return Choice{key, *membership}; }
    if (!chosen) { chosen = Choice{key, *membership}; }
  }
  return chosen;
}

model::PodGroup undeclared(const GroupKey& key) {
  model::PodGroup group;
  std::tie(group.namespace_name, group.name, group.dialect) = key;
  group.declared = group.dialect == model::Dialect::Lightweight;
  return group;
}

void add_near_misses(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  std::multimap<std::string_view, const model::PodGroup*> declared;
  for (const model::PodGroup& group : cluster.groups) {
    if (group.declared && model::has_object(group.dialect)) { declared.emplace(group.name, &group); }
  }
  for (model::PodGroup& group : cluster.groups) {
    if (group.declared) { continue; }
    std::set<std::string_view> misses;
    const auto [first, last] = declared.equal_range(group.name);
    for (auto at = first; at != last; ++at) {
      const model::PodGroup& other = *at->second;
      const bool here = other.namespace_name == group.namespace_name;
      misses.insert(here ? api_group_of(model::facts_of(other.dialect).api_version)
                         : collected.lasting(util::concat("namespace ", other.namespace_name)));
    }
    for (const ForeignGroup& other : collected.foreign_groups) {
      if (other.name == group.name && other.namespace_name == group.namespace_name) { misses.insert(other.api_group); }
    }
    group.near_misses.assign(misses.begin(), misses.end());
  }
}

// Without an object the first pod speaks for the group, as the plugin's record was made when it first saw one.
// (scheduler-plugins v0.18, getOrCreatePodGroupInfo)
void take_quorum_from_first_pod(const model::ClusterSnapshot& cluster, model::PodGroup& group) {
  const auto age = [&](model::PodIndex index) {
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
    return std::pair(pod.finished(), pod.created);
  };
  const auto first = std::ranges::min_element(group.members, {}, age); // of equally old ones the first by key
  if (first == group.members.end()) { return; }
  group.min_member = cluster.pods[static_cast<std::size_t>(*first)].group_min_available;
}

// Once per group, at its first pod.
void note_remark(Collected& collected, std::size_t pod, const Choice& choice, std::set<GroupKey>& made) {
  if (choice.membership.remark.empty() || !made.insert(choice.key).second) { return; }
  collected.cluster.problems.push_back({collected.place_text(collected.pod_origins[pod]),
                                        util::concat("Pod ", model::pod_key(collected.cluster.pods[pod])),
                                        std::string(choice.membership.remark)});
}

// Every pod to a group, new groups at the end of the list.
void assign(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  const GroupMap declared = map_of(cluster.groups);
  GroupMap known = declared;
  std::set<GroupKey> remarks_made;
  for (std::size_t at = 0; at < cluster.pods.size(); ++at) {
    model::Pod& pod = cluster.pods[at];
    const std::optional<Choice> choice = choose(pod, declared);
    if (!choice) { continue; }
    const auto [entry, is_new] = known.emplace(choice->key, static_cast<model::GroupIndex>(cluster.groups.size()));
    if (is_new) { cluster.groups.push_back(undeclared(choice->key)); }
    pod.group = entry->second;
    pod.group_min_available = choice->membership.min_available;
    note_remark(collected, at, *choice, remarks_made);
  }
}

// Brings the groups into order and their members to them.
void sort_groups(model::ClusterSnapshot& cluster) {
  std::vector<GroupKey> before;
  for (const model::PodGroup& group : cluster.groups) { before.push_back(key_of(group)); }
  std::ranges::sort(cluster.groups, {}, key_of);
  const GroupMap sorted = map_of(cluster.groups);
  for (std::size_t at = 0; at < cluster.pods.size(); ++at) {
    model::Pod& pod = cluster.pods[at];
    if (pod.group == model::k_none) { continue; }
    pod.group = sorted.at(before[static_cast<std::size_t>(pod.group)]);
    cluster.groups[static_cast<std::size_t>(pod.group)].members.push_back(static_cast<model::PodIndex>(at));
  }
}

// A group is touched with any of its members, and with it are all of them.
void spread_touch(model::ClusterSnapshot& cluster) {
  for (model::PodGroup& group : cluster.groups) {
    const auto pod = [&](model::PodIndex index) -> model::Pod& {
      return cluster.pods[static_cast<std::size_t>(index)];
    };
    group.from_manifest = group.from_manifest || std::ranges::any_of(group.members, [&](model::PodIndex index) {
                            return pod(index).from_manifest;
                          });
    if (!group.from_manifest) { continue; }
    for (const model::PodIndex index : group.members) { pod(index).from_manifest = true; }
  }
}

void override_quorum(model::ClusterSnapshot& cluster, const QuorumOverride& wanted) {
  for (model::PodGroup& group : cluster.groups) {
    if (group.namespace_name != wanted.namespace_name || group.name != wanted.group) { continue; }
    group.min_member = wanted.min_member;
    if (group.dialect != model::Dialect::Lightweight) { continue; }
    for (const model::PodIndex index : group.members) {
      cluster.pods[static_cast<std::size_t>(index)].group_min_available = wanted.min_member;
    }
  }
}

} // namespace

void link_groups(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  assign(collected);
  sort_groups(cluster);
  for (model::PodGroup& group : cluster.groups) {
    if (group.dialect == model::Dialect::Lightweight) { take_quorum_from_first_pod(cluster, group); }
  }
  for (const QuorumOverride& wanted : collected.quorum_overrides) { override_quorum(cluster, wanted); }
  spread_touch(cluster);
  add_near_misses(collected);
}

} // namespace snapshot
