// SPDX-License-Identifier: Apache-2.0
// Rules about whether enough members ever exist at the same time. A gang scheduler counts the pods that exist. Pods
// that a controller creates only when others run, or are complete, come too late.
#include "engine/index.hpp"
#include "engine/lint/rules.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace engine::lint {

namespace {

std::string owner_text(const model::WorkloadObject& owner) {
  return std::string(owner.kind) + ' ' + std::string(owner.name);
}

// The owners that create a group's members, and how many members they create.
struct Makers {
  std::int64_t at_once = 0, in_all = 0; // in_all: with those that they create when others are done
  std::vector<std::string> names;       // "Job train"
  std::vector<std::string> fields;      // hold the number, if there are any
  bool known = true;                    // false: an owner does not declare how many members it creates
  bool in_order = false;                // an owner creates a pod when the previous one is ready
};

void add_roles(const Input& input, const GroupFacts& group, std::set<std::string_view>& made, Makers& makers) {
  for (const RoleOfGroup& of_group : group.roles) {
    const model::Expansion& object = *of_group.expansion;
    if (object.kind == "Pod") { makers.known = false; } // people who write single pods may add more
    const std::string name = object.kind + ' ' + object.name;
    if (std::ranges::find(makers.names, name) == makers.names.end()) { makers.names.push_back(name); }
    makers.at_once += of_group.members;
    makers.in_all += std::max(of_group.members, of_group.role->count);
    for (const std::string& pod : of_group.role->pods) {
      const model::PodIndex index = input.cluster.find_pod(object.namespace_name, pod);
      if (index != model::k_none) { made.insert(input.pod(index).name); }
    }
  }
}

Makers makers_of(const Input& input, const GroupFacts& group) {
  Makers makers;
  std::set<std::string_view> made;
  add_roles(input, group, made, makers);
  std::set<const model::WorkloadObject*> owners;
  for (const model::PodIndex index : group.live) {
    const model::Pod& pod = input.pod(index);
    if (made.contains(pod.name)) { continue; }
    const model::WorkloadObject* const owner = input.owner_of(pod);
    if (owner == nullptr || !owner->pods_at_once) {
      makers.known = false;
    } else if (owners.insert(owner).second) {
      makers.at_once += *owner->pods_at_once;
      makers.in_all += *owner->pods_at_once;
      makers.in_order = makers.in_order || owner->in_order;
      makers.names.push_back(owner_text(*owner));
    }
  }
  return makers;
}

// True if a workload of the namespace has no pods in the input yet, such as a suspended Job. They may become members:
// the snapshot does not keep the labels of its template. The pods of a Deployment belong to its ReplicaSets.
bool may_get_members_of_others(const Input& input, const GroupFacts& group) {
  const std::string_view namespace_name = group.group->namespace_name;
  std::set<const model::WorkloadObject*> without_pods;
  for (const model::WorkloadObject& object : input.cluster.workloads) {
    const bool makes_pods = object.pods_at_once.value_or(0) > 0 && !object.has_ended && !object.leaving;
    if (object.namespace_name == namespace_name && object.kind != "Deployment" && makes_pods) {
      without_pods.insert(&object);
    }
  }
  if (without_pods.empty()) { return false; }
  for (const model::Pod& pod : input.cluster.pods) {
    if (pod.namespace_name == namespace_name) { without_pods.erase(input.owner_of(pod)); }
  }
  return !without_pods.empty();
}

bool is_of_train_job(const GroupFacts& group) {
  return std::ranges::any_of(group.roles, [](const RoleOfGroup& role) { return role.expansion->kind == "TrainJob"; });
}

// Number of members that exist before any member has to be bound.
std::int64_t exist_first(const Input& input, const GroupFacts& group) {
  return std::ranges::count_if(group.live, [&](model::PodIndex index) {
    const std::int32_t set = input.pod(index).waits_for;
    if (set == model::k_none) { return true; }
    return std::ranges::none_of(input.cluster.wait_sets[at(set)], [&](model::PodIndex awaited) {
      return input.pod(awaited).group == group.index && !input.pod(awaited).bound();
    });
  });
}

std::string what_the_rest_waits_for(const GroupFacts& group) {
  for (const RoleOfGroup& role : group.roles) {
    if (!role.role->waits_for.empty()) { return role.role->waits_for; }
  }
  return "the pod before it to be ready";
}

// KubeRay creates the PodGroup once, with the name of the RayCluster, and does not update it when the cluster scales.
// (kuberay ray-operator, schedulerplugins)
bool is_of_ray_cluster(const Input& input, const GroupFacts& group) {
  if (group.group->dialect != model::Dialect::Coscheduling || !group.roles.empty()) { return false; }
  return std::ranges::all_of(group.live, [&](model::PodIndex index) {
    const model::Owner* const owner = input.pod(index).owner;
    return owner != nullptr && owner->kind == "RayCluster" && owner->name == group.group->name;
  });
}

} // namespace

void quorum_above_what_owners_make(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || group.live_count() >= group.min_member) { return; }
  const Makers makers = makers_of(input, group);
  if (!makers.known || makers.names.empty() || makers.at_once >= group.min_member) { return; }
  if (makers.at_once == 0 || is_of_train_job(group) || group.succeeded > 0) { return; } // G03, G13
  if (is_of_ray_cluster(input, group)) { return; }                                      // G26
  if (group.roles.empty() && may_get_members_of_others(input, group)) { return; }
  out.on(group)
      .at("spec.minMember")
      .with("minMember", group.min_member)
      .with("atOnce", makers.at_once)
      .with("owners", makers.names);
}

// The scheduler waits for siblings that exist only after the first members are bound. (Coscheduling, PreFilter)
void members_created_in_order(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || is_of_train_job(group)) { return; }
  const std::int64_t first = exist_first(input, group);
  if (first < group.min_member && group.live_count() >= group.min_member) {
    out.on(group)
        .at("spec.minMember")
        .with("minMember", group.min_member)
        .with("first", first)
        .with("later", group.live_count() - first)
        .with("waitsFor", what_the_rest_waits_for(group));
    return;
  }
  if (group.live_count() >= group.min_member || !group.roles.empty()) { return; }
  const Makers makers = makers_of(input, group);
  if (!makers.known || !makers.in_order || makers.at_once < group.min_member) { return; }
  out.on(group, "StatefulSet")
      .at("spec.minMember")
      .with("minMember", group.min_member)
      .with("first", group.live_count())
      .with("later", makers.at_once - group.live_count())
      .with("owners", makers.names);
}

// Trainer adds up all pod sets, even those that start only when others are complete or ready.
void train_job_counts_later_steps(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || !is_of_train_job(group)) { return; }
  const std::int64_t first = exist_first(input, group);
  const Makers makers = makers_of(input, group);
  if (first >= group.min_member || makers.in_all < group.min_member) { return; }
  out.on(group)
      .at("spec.minMember")
      .with("minMember", group.min_member)
      .with("first", first)
      .with("later", makers.in_all - first)
      .with("waitsFor", what_the_rest_waits_for(group));
}

void quorum_of_a_larger_ray_cluster(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || !is_of_ray_cluster(input, group)) { return; }
  const Makers makers = makers_of(input, group);
  if (!makers.known || makers.at_once >= group.min_member) { return; }
  out.on(group).at("spec.minMember").with("minMember", group.min_member).with("atOnce", makers.at_once);
}

// Informers and KAI's snapshot leave out pods that have succeeded or failed.
void finished_members_do_not_count(const Input&, const GroupFacts& group, Findings& out) {
  const std::int32_t finished = group.succeeded + group.failed;
  if (!group.has_to_start() || group.succeeded == 0) { return; }
  if (group.live_count() >= group.min_member || group.live_count() + finished < group.min_member) { return; }
  out.on(group)
      .at("spec.minMember")
      .with("minMember", group.min_member)
      .with("live", group.live_count())
      .with("finished", finished);
}

// A group of one workload whose processes wait for each other. With a smaller quorum the scheduler starts a part of
// them, which occupies its nodes in vain.
void quorum_below_the_workload(const Input&, const GroupFacts& group, Findings& out) {
  if (group.min_member < 1) { return; } // G33
  std::map<const model::Expansion*, std::int32_t> pods;
  for (const RoleOfGroup& role : group.roles) {
    if (role.expansion->needs_all_pods) { pods[role.expansion] += std::max(role.members, role.role->count); }
  }
  if (pods.size() != 1) { return; }
  const auto& [workload, count] = *pods.begin();
  if (group.min_member >= count) { return; }
  out.on(group)
      .at("spec.minMember")
      .with("workload", workload->kind + ' ' + workload->name)
      .with("pods", count)
      .with("minMember", group.min_member);
}

void quorum_not_declared(const Input&, const GroupFacts& group, Findings& out) {
  if (!group.group->declared || group.min_member > 0 || group.pending.empty()) { return; }
  out.on(group).at("spec.minMember").with("members", group.live_count());
}

} // namespace engine::lint
