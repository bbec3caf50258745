// SPDX-License-Identifier: Apache-2.0
// Entries about the controllers of existing pods: they delete the pods of a suspended Job and of one that is out of
// time. And the pods that they want and cannot create, and pods that have a node and do not run.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "util/concat.hpp"

#include <set>
#include <utility>

namespace engine {

namespace {

using model::Authority;
using model::Reply;

bool owns(const model::WorkloadObject& object, const model::Pod& pod) {
  return pod.owner != nullptr && object.name == pod.owner->name && object.namespace_name == pod.namespace_name &&
         object.kind == pod.owner->kind;
}

const model::WorkloadObject* owner_of(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  const auto found =
      std::ranges::find_if(cluster.workloads, [&](const model::WorkloadObject& object) { return owns(object, pod); });
  return found == cluster.workloads.end() ? nullptr : &*found;
}

bool waits_for_node(const model::Pod& pod) { return pod.live() && !pod.bound() && !pod.terminating; }

std::string text_of(const model::WorkloadObject& object) {
  return util::concat(object.kind, ' ', object.namespace_name, '/', object.name);
}

// Kueue suspends Jobs, and its own gate judges them.
std::vector<model::PodIndex> pods_to_start(const LedgerInput& input) {
  std::vector<model::PodIndex> pods = input.question.pods;
  for (const model::GroupIndex index : input.question.groups) {
    const model::PodGroup& group = input.cluster.groups[at(index)];
    if (group.dialect == model::Dialect::Kueue) { continue; }
    pods.insert(pods.end(), group.members.begin(), group.members.end());
  }
  return pods;
}

// (job controller, syncJob: jobSuspended, IsJobFinished, pastActiveDeadline)
void add_end(const LedgerInput& input, const model::WorkloadObject& object, LedgerEntries& out) {
  const std::string name = text_of(object);
  if (object.suspended) {
    out.add(Authority::Switch, Reply::Refuses, util::concat(name, " is suspended, so its controller deletes its pods"),
            name);
  } else if (object.has_ended) {
    out.add(Authority::Operator, Reply::Refuses,
            util::concat(name, " has ended (status.conditions), so its controller deletes its pods"), name);
  } else if (object.deadline && *object.deadline <= input.run.rules.options.now) {
    out.add(Authority::Operator, Reply::Refuses,
            util::concat(name, " reached its activeDeadlineSeconds at ", model::time_text(*object.deadline),
                         ", so its controller deletes its pods"),
            name);
  }
}

// (namespace controller, deleteAllContent)
void add_leaving_namespace(const model::ClusterSnapshot& cluster, std::string_view name, LedgerEntries& out) {
  const auto found = std::ranges::find(cluster.namespaces, name, &model::Namespace::name);
  if (found == cluster.namespaces.end() || !found->terminating) { return; }
  const std::string object = util::concat("namespace ", name);
  out.add(Authority::Operator, Reply::Refuses,
          util::concat("the ", object, " is being deleted, so its pods are deleted"), object);
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

bool has_lost_node(const LedgerInput& input, const model::Pod& pod) {
  return pod.live() && pod.bound() && pod.node == model::k_none && !input.cluster.nodes.empty();
}

bool is_stuck(const LedgerInput& input, const model::Pod& pod) {
  return has_lost_node(input, pod) || (pod.bound() && pod.start_failure != model::StartFailure::None);
}

// Says why a pod that has a node does not run. (pod garbage collector, gcOrphaned) The list of nodes may be older than
// that of pods, and a kubelet tries again.
void add_stuck(const LedgerInput& input, const model::Pod& pod, LedgerEntries& out) {
  if (!is_stuck(input, pod)) { return; }
  const std::string begin = util::concat("pod ", model::pod_key(pod), " is bound to node ", pod.node_name);
  if (has_lost_node(input, pod)) {
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
  const model::Pod* stuck = nullptr;
  std::int64_t there = 0;
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = input.pod(index);
    if (is_stuck(input, pod)) {
      if (stuck == nullptr) { stuck = &pod; }
      continue;
    }
    const model::Outcome outcome = input.run.timeline.pods[at(index)].outcome;
    there += outcome == model::Outcome::Bound || outcome == model::Outcome::AlreadyBound ? 1 : 0;
  }
  if (stuck != nullptr && there < group.min_member.value_or(0)) { add_stuck(input, *stuck, out); }
}

} // namespace

void entries_of_owners(const LedgerInput& input, LedgerEntries& out) {
  if (input.question.kind != model::ReportKind::Explanation || !input.question.looks_ahead) { return; } // of many
  for (const model::PodIndex index : input.question.pods) { add_stuck(input, input.pod(index), out); }
  for (const model::GroupIndex index : input.question.groups) {
    add_stuck_members(input, input.cluster.groups[at(index)], out);
  }
  std::set<std::pair<std::string_view, const model::Owner*>> seen; // equal owners are one object
  for (const model::PodIndex index : pods_to_start(input)) {
    const model::Pod& pod = input.pod(index);
    if (!waits_for_node(pod) || !seen.emplace(pod.namespace_name, pod.owner).second) { continue; }
    add_leaving_namespace(input.cluster, pod.namespace_name, out);
    if (const model::WorkloadObject* const object = owner_of(input.cluster, pod)) { add_end(input, *object, out); }
  }
  if (!input.question.by_owner) { return; }
  seen.clear();
  for (const model::PodIndex index : input.question.pods) {
    const model::Pod& pod = input.pod(index);
    if (pod.finished() || !seen.emplace(pod.namespace_name, pod.owner).second) { continue; }
    if (const model::WorkloadObject* const object = owner_of(input.cluster, pod)) { add_missing(input, *object, out); }
  }
}

} // namespace engine
