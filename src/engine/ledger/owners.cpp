// SPDX-License-Identifier: Apache-2.0
// Entries about the controllers of existing pods: they delete the pods of a suspended Job and of one that is out of
// time. And the pods that they want and cannot create, and pods that have a node and do not run.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace engine {

namespace {

using model::Authority;
using model::Reply;

auto key_of(const model::WorkloadObject& object) { return std::tuple(object.namespace_name, object.kind, object.name); }

bool owns(const model::WorkloadObject& object, const model::Pod& pod) {
  return pod.owner != nullptr && key_of(object) == std::tuple(pod.namespace_name, pod.owner->kind, pod.owner->name);
}

const model::WorkloadObject* owner_of(const LedgerInput& input, const model::Pod& pod) {
  if (pod.owner == nullptr) { return nullptr; }
  const std::tuple key(pod.namespace_name, pod.owner->kind, pod.owner->name);
  const auto found =
      std::ranges::lower_bound(input.workloads, key, {}, [](const auto* object) { return key_of(*object); });
  return found == input.workloads.end() || !owns(**found, pod) ? nullptr : *found;
}

bool waits_for_node(const model::Pod& pod) { return pod.live() && !pod.bound() && !pod.terminating; }

std::string text_of(const model::WorkloadObject& object) {
  return util::concat(object.kind, ' ', object.namespace_name, '/', object.name);
}

// Who deletes a pod that waits for a node, and why.
struct Deletion {
  Authority authority;
  std::string because, object;
};

// (namespace controller, deleteAllContent; job controller, syncJob: jobSuspended, IsJobFinished, pastActiveDeadline)
// Kueue suspends Jobs, and its own gate judges them.
std::optional<Deletion> deletion_of(const LedgerInput& input, const model::Pod& pod) {
  if (std::ranges::binary_search(input.leaving_namespaces, pod.namespace_name)) {
    const std::string name = util::concat("namespace ", pod.namespace_name);
    return Deletion{Authority::Operator, util::concat("the ", name, " is being deleted, so its pods are deleted"),
                    name};
  }
  const model::WorkloadObject* const object = owner_of(input, pod);
  const bool is_of_kueue =
      pod.group != model::k_none && input.cluster.groups[at(pod.group)].dialect == model::Dialect::Kueue;
  if (object == nullptr || is_of_kueue) { return std::nullopt; }
  const std::string name = text_of(*object);
  const auto by_controller = [&](Authority authority, std::string_view why) {
    return Deletion{authority, util::concat(name, why, ", so its controller deletes its pods"), name};
  };
  if (object->suspended) { return by_controller(Authority::Switch, " is suspended"); }
  if (object->has_ended) { return by_controller(Authority::Operator, " has ended (status.conditions)"); }
  if (object->deadline && *object->deadline <= input.run.rules.options.now) {
    return by_controller(Authority::Operator,
                         util::concat(" reached its activeDeadlineSeconds at ", model::time_text(*object->deadline)));
  }
  return std::nullopt;
}

// The members that someone deletes: Refuses if too few remain for the quorum. Else the run counted them, too.
void add_deleted_members(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  std::map<const model::Owner*, bool> is_deleted; // equal owners are one object
  std::vector<Deletion> deletions;
  std::int64_t remaining = 0;
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = input.pod(index);
    if (pod.finished() || pod.terminating) { continue; }
    const auto [known, is_new] = is_deleted.try_emplace(pod.owner);
    if (is_new) {
      std::optional<Deletion> deletion = deletion_of(input, pod);
      known->second = deletion.has_value();
      if (deletion) { deletions.push_back(std::move(*deletion)); }
    }
    remaining += pod.bound() || !known->second ? 1 : 0;
  }
  const bool suffices = remaining >= std::max<std::int64_t>(group.min_member.value_or(1), 1);
  for (Deletion& deletion : deletions) {
    out.add(deletion.authority, suffices ? Reply::NotAsked : Reply::Refuses, std::move(deletion.because),
            std::move(deletion.object));
  }
}

// The pods that the owner wants beside the existing ones.
void add_missing(const LedgerInput& input, const model::WorkloadObject& object, LedgerEntries& out) {
  const std::string name = text_of(object);
  const std::vector<Gates::Missing>& missing = input.run.rules.gates.missing;
  const auto held =
      std::ranges::find_if(missing, [&](const Gates::Missing& entry) { return owns(object, input.pod(entry.like)); });
  if (held != missing.end()) {
    out.add(Authority::Quota, Reply::Refuses,
            util::concat(held->refused, " of the ", held->wanted, held->wanted == 1 ? " pod that " : " pods that ",
                         name, " wants cannot be created: ", held->reason),
            name);
    return;
  }
  const auto live = static_cast<std::int32_t>(std::ranges::count_if(input.cluster.pods, [&](const model::Pod& pod) {
    return !pod.finished() && !pod.terminating && owns(object, pod);
  }));
  if (object.wants > 0 && live > object.wants) {
    out.add(Authority::Operator, Reply::NotAsked,
            util::concat(name, " wants ", object.wants, object.wants == 1 ? " pod" : " pods", " and has ", live,
                         ": its controller deletes some"),
            name);
  }
  if (live >= object.wants) { return; }
  const bool is_one = object.wants - live == 1;
  const std::string wanted = util::concat(name, " wants ", object.wants - live, " more ", is_one ? "pod" : "pods");
  out.add(Authority::Admission, Reply::NotAsked,
          object.creation_failure.empty()
              ? util::concat(wanted, is_one ? ", which does" : ", which do", " not exist, so nothing about ",
                             is_one ? "it" : "them", " was asked")
              : util::concat(wanted, ", which its controller could not create: ", object.creation_failure),
          name);
}

bool has_lost_node(const LedgerInput& input, model::PodIndex index) {
  return input.pod(index).bound() && input.cluster.node_of(index) == model::k_none && !input.cluster.nodes.empty();
}

bool is_stuck(const LedgerInput& input, model::PodIndex index) {
  const model::Pod& pod = input.pod(index);
  return has_lost_node(input, index) || (pod.bound() && pod.start_failure != model::StartFailure::None);
}

// Says why a pod that has a node does not run. (pod garbage collector, gcOrphaned) The list of nodes may be older than
// that of pods, and a kubelet tries again.
void add_stuck(const LedgerInput& input, model::PodIndex index, LedgerEntries& out) {
  if (!is_stuck(input, index)) { return; }
  const model::Pod& pod = input.pod(index);
  const std::string begin = util::concat("pod ", model::pod_key(pod), " is bound to node ", pod.node_name);
  if (has_lost_node(input, index)) {
    out.add(Authority::NodeName, Reply::NotAsked,
            util::concat(begin, ", which is not among the nodes: pods of a node that is gone do not run"),
            util::concat("Node ", pod.node_name));
  } else {
    out.add(Authority::NodeName, Reply::NotAsked,
            util::concat(begin, ", whose kubelet could not start it: ", model::start_failure_name(pod.start_failure)),
            util::concat("pod ", model::pod_key(pod)));
  }
}

// A group that has its quorum only with members that have a node and do not run.
void add_stuck_members(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  model::PodIndex stuck = model::k_none;
  std::int64_t there = 0;
  for (const model::PodIndex index : group.members) {
    if (is_stuck(input, index)) {
      if (stuck == model::k_none) { stuck = index; }
      continue;
    }
    const model::Outcome outcome = input.run.timeline.pods[at(index)].outcome;
    there += outcome == model::Outcome::Bound || outcome == model::Outcome::AlreadyBound ? 1 : 0;
  }
  if (stuck != model::k_none && there < group.min_member.value_or(0)) { add_stuck(input, stuck, out); }
}

} // namespace

std::vector<const model::WorkloadObject*> workloads_by_name(const model::ClusterSnapshot& cluster) {
  std::vector<const model::WorkloadObject*> workloads;
  workloads.reserve(cluster.workloads.size());
  for (const model::WorkloadObject& object : cluster.workloads) { workloads.push_back(&object); }
  std::ranges::stable_sort(workloads, {}, [](const auto* object) { return key_of(*object); });
  return workloads;
}

std::vector<std::string_view> leaving_namespaces(const model::ClusterSnapshot& cluster) {
  std::vector<std::string_view> names;
  for (const model::Namespace& space : cluster.namespaces) {
    if (space.terminating) { names.push_back(space.name); }
  }
  std::ranges::sort(names);
  return names;
}

void entries_of_members(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  if (input.is_new()) { return; }
  add_stuck_members(input, group, out);
  add_deleted_members(input, group, out);
}

void entries_of_owners(const LedgerInput& input, LedgerEntries& out) {
  if (input.question.kind != model::ReportKind::Explanation) { return; }
  std::set<std::pair<std::string_view, const model::Owner*>> seen; // equal owners are one object
  for (const model::PodIndex index : input.question.pods) {
    const model::Pod& pod = input.pod(index);
    add_stuck(input, index, out);
    if (!waits_for_node(pod) || !seen.emplace(pod.namespace_name, pod.owner).second) { continue; }
    if (const std::optional<Deletion> deletion = deletion_of(input, pod)) {
      out.add(deletion->authority, Reply::Refuses, deletion->because, deletion->object);
    }
  }
  if (!input.question.by_owner) { return; }
  seen.clear();
  for (const model::PodIndex index : input.question.pods) {
    const model::Pod& pod = input.pod(index);
    if (pod.finished() || !seen.emplace(pod.namespace_name, pod.owner).second) { continue; }
    if (const model::WorkloadObject* const object = owner_of(input, pod)) { add_missing(input, *object, out); }
  }
}

} // namespace engine
