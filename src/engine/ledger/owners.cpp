// SPDX-License-Identifier: Apache-2.0
// Entries about the controllers of existing pods: the pods that they delete, and those that they want and cannot
// create. And pods that have a node and do not run.
#include "engine/index.hpp"
#include "engine/ledger/deletions.hpp"
#include "engine/ledger/entries.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace engine {

namespace {

using model::Authority;
using model::Reply;

bool owns(const model::WorkloadObject& object, const model::Pod& pod) {
  return pod.owner != nullptr && std::tuple(object.namespace_name, object.kind, object.name) ==
                                     std::tuple(pod.namespace_name, pod.owner->kind, pod.owner->name);
}

// True if the manifest of dry-run has an object above the pod: its controller follows the new object.
bool is_of_manifest(const LedgerInput& input, const model::Pod& pod) {
  const auto is_made = [&](std::string_view kind, std::string_view name) {
    return std::ranges::any_of(input.question.expansions, [&](const model::Expansion& made) {
      return made.kind == kind && made.namespace_name == pod.namespace_name && made.name == name;
    });
  };
  if (pod.owner != nullptr && is_made(pod.owner->kind, pod.owner->name)) { return true; }
  return std::ranges::any_of(objects_above(input, pod),
                             [&](const auto* object) { return is_made(object->kind, object->name); });
}

// The members that someone deletes: Refuses if too few remain for the quorum. Else the run counted them, too; of a
// manifest that is no matter if it places enough others.
void add_deleted_members(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  enum class Fate : std::uint8_t { Stays, MayGo, Goes };
  std::map<std::tuple<const model::Owner*, bool, bool, bool>, Fate>
      fates; // by owner, Kueue's eviction, is_condemned(), is_of_manifest()
  std::vector<Deletion> deletions;
  std::vector<model::PodIndex> preempted;
  std::int64_t remaining = 0, placed = 0;
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = input.pod(index);
    if (pod.finished() || pod.terminating) { continue; }
    if (preemptor_of(input, index) != model::k_none) {
      preempted.push_back(index);
      continue;
    }
    const bool is_new = input.is_new() && is_of_manifest(input, pod);
    const auto [known, is_first] =
        fates.try_emplace({pod.owner, input.evictions.contains(index), is_condemned(input, pod), is_new}, Fate::Stays);
    if (is_first && !is_new) {
      std::optional<Deletion> deletion = deletion_of(input, index);
      if (deletion) { known->second = deletion->is_sure ? Fate::Goes : Fate::MayGo; }
      if (deletion) { deletions.push_back(std::move(*deletion)); }
    }
    remaining += known->second == Fate::Goes ? 0 : 1;
    placed += known->second == Fate::Stays && has_node_in_run(input, index) ? 1 : 0;
  }
  const std::int64_t needed = std::max<std::int64_t>(group.min_member.value_or(1), 1);
  if (input.is_new() && placed >= needed) { return; }
  const bool suffices = remaining >= needed;
  // A native group that has started once stays so, whatever becomes of its members.
  if (!suffices && !preempted.empty() && group.dialect != model::Dialect::Native) {
    deletions.push_back(preemption_of(input, preempted));
  }
  for (Deletion& deletion : deletions) {
    out.add(deletion.authority, suffices || !deletion.is_sure ? Reply::NotAsked : Reply::Refuses,
            std::move(deletion.because), std::move(deletion.object));
  }
}

// The pods that the controller wants beside the existing ones.
void add_missing(const LedgerInput& input, const model::WorkloadObject& object, LedgerEntries& out) {
  const std::string name = object_text(object);
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
  if (std::string surplus = text_of_surplus(input, object); !surplus.empty()) {
    out.add(Authority::Operator, Reply::NotAsked, std::move(surplus), name);
  }
  const std::int32_t live = live_pods_of(input, object);
  const std::int32_t lacking = wanted_pods_of(input, object) - live;
  if (lacking <= 0) { return; }
  const bool is_one = lacking == 1;
  const std::string wanted = util::concat(name, " wants ", lacking, " more ", is_one ? "pod" : "pods");
  out.add(Authority::Admission, Reply::NotAsked,
          object.creation_failure.empty()
              ? util::concat(wanted, is_one ? ", which does" : ", which do", " not exist, so nothing about ",
                             is_one ? "it" : "them", " was asked")
              : util::concat(wanted, ", which its controller could not create: ", object.creation_failure),
          name);
}

// The objects of `kind` that are owned by another one, the owner.
std::vector<const model::WorkloadObject*> objects_below(const LedgerInput& input, std::string_view kind,
                                                        std::string_view namespace_name, std::string_view owner_kind,
                                                        std::string_view owner_name) {
  std::vector<const model::WorkloadObject*> objects;
  const auto kind_of = [](const auto* object) { return std::tuple(object->namespace_name, object->kind); };
  const std::tuple wanted(namespace_name, kind);
  for (auto at = std::ranges::lower_bound(input.workloads, wanted, {}, kind_of);
       at != input.workloads.end() && kind_of(*at) == wanted; ++at) {
    const model::Owner* const owner = (*at)->owner;
    if (owner != nullptr && owner->kind == owner_kind && owner->name == owner_name) { objects.push_back(*at); }
  }
  return objects;
}

// The launcher of an MPIJob may be a Job (decode_operator_job.hpp).
void add_missing_launcher(const LedgerInput& input, const model::WorkloadObject& object, LedgerEntries& out) {
  if (object.kind != "MPIJob" || object.in_all == 0 || object.pods_at_once) { return; }
  const auto launchers = objects_below(input, "Job", object.namespace_name, object.kind, object.name);
  for (const model::WorkloadObject* const launcher : launchers) {
    if (launcher->wants > 0) { add_missing(input, *launcher, out); }
  }
  if (!launchers.empty()) { return; }
  const std::string name = object_text(object);
  out.add(Authority::Admission, Reply::NotAsked,
          util::concat("the launcher of ", name, " is not in the input, so nothing about it was asked"), name);
}

// A Deployment whose controller still has to change its ReplicaSets. (deployment controller: scale, rolloutRolling)
void add_rollout(const LedgerInput& input, const model::WorkloadObject& deployment, LedgerEntries& out) {
  std::int64_t wanted = 0, sets = 0; // sets: those with pods
  for (const model::WorkloadObject* const object :
       objects_below(input, "ReplicaSet", deployment.namespace_name, deployment.kind, deployment.name)) {
    wanted += object->wants;
    sets += object->wants > 0 ? 1 : 0;
  }
  const std::string name = object_text(deployment);
  if (sets > 1) {
    out.add(Authority::Operator, Reply::NotAsked,
            util::concat(name, " has pods of ", sets,
                         " ReplicaSets: its controller replaces pods, which this program does not simulate"),
            name);
  } else if (wanted != deployment.wants) {
    out.add(Authority::Operator, Reply::NotAsked,
            util::concat(name, " wants ", deployment.wants, deployment.wants == 1 ? " pod" : " pods",
                         ", and its ReplicaSet ", wanted, ": its controller has not changed that yet"),
            name);
  }
}

// 0 replicas switch an autoscaler off. (horizontal controller, reconcileAutoscaler)
void add_scaling(const model::WorkloadObject& object, LedgerEntries& out) {
  if (object.wants <= 0 || object.scaled_to <= object.wants) { return; }
  const std::string name = object_text(object);
  out.add(Authority::Operator, Reply::NotAsked,
          util::concat(object.scaler, " raises the replicas of ", name, " from ", object.wants, " to at least ",
                       object.scaled_to, ", and nothing about those pods was asked"),
          name);
}

// Owners of which nothing shows how many pods they want.
void add_unknown_owner(const model::Pod& pod, const std::vector<const model::WorkloadObject*>& objects,
                       LedgerEntries& out) {
  const auto is_known = [](const model::WorkloadObject& object) {
    return object.wants > 0 || object.in_all > 0 || object.pods_at_once;
  };
  if (!objects.empty() && is_known(*objects.front())) { return; }
  const std::string name = util::concat(pod.owner->kind, ' ', pod.namespace_name, '/', pod.owner->name);
  out.add(Authority::Admission, Reply::Assumed,
          util::concat("no further pods of ", name,
                       objects.empty() ? " (it is not in the input)" : " (their number is not read)"),
          name);
}

// The pods that the controllers of `pods` want and that do not exist. `seen`: controllers that have been asked.
void add_missing_beside(const LedgerInput& input, const std::vector<model::PodIndex>& pods,
                        std::set<const model::WorkloadObject*>& seen, LedgerEntries& out) {
  for (const model::PodIndex index : pods) {
    const model::Pod& pod = input.pod(index);
    if (pod.finished() || pod.owner == nullptr) { continue; }
    const std::vector<const model::WorkloadObject*> objects = objects_above(input, pod);
    add_unknown_owner(pod, objects, out);
    if (objects.empty() || !seen.insert(objects.front()).second) { continue; }
    add_missing(input, *objects.front(), out);
    for (const model::WorkloadObject* const object : objects) { add_scaling(*object, out); }
    add_missing_launcher(input, *objects.front(), out);
    if (objects.size() < 2 || objects[1]->kind != "Deployment" || !seen.insert(objects[1]).second) { continue; }
    add_rollout(input, *objects[1], out);
  }
}

// The first resource of which the pods of the node request more than it has, among those of the pod; empty: none.
std::string_view overdrawn_resource(const LedgerInput& input, const model::Pod& pod, model::NodeIndex node) {
  for (const model::ResourceAmount& request : pod.spec->requests) {
    const std::int64_t whole = input.run.nodes.allocatable[request.resource][at(node)];
    if (request.amount > 0 && input.run.bound_usage.requested(request.resource, node) > whole) {
      return input.cluster.resources.name(request.resource);
    }
  }
  return {};
}

bool has_lost_node(const LedgerInput& input, model::PodIndex index) {
  return input.pod(index).bound() && input.cluster.node_of(index) == model::k_none && !input.cluster.nodes.empty();
}

// "which is not Ready: …": why a pod does not run on the node that it has, or not for long; empty: nothing shows that.
// The list of nodes may be older than that of pods, and a kubelet tries again. (pod garbage collector, gcOrphaned;
// tainteviction, processPodOnNode)
std::string doubt_about_running(const LedgerInput& input, model::PodIndex index) {
  const model::Pod& pod = input.pod(index);
  if (!pod.bound() || pod.finished()) { return {}; }
  if (has_lost_node(input, index)) { return "which is not among the nodes: pods of a node that is gone do not run"; }
  if (pod.start_failure != model::StartFailure::None) {
    return util::concat("whose kubelet could not start it: ", model::start_failure_name(pod.start_failure));
  }
  if (pod.phase == model::PodPhase::Unknown) { return "whose kubelet does not report its state (phase Unknown)"; }
  const model::NodeIndex on = input.cluster.node_of(index);
  if (on == model::k_none) { return {}; }
  const model::Node& node = input.cluster.nodes[at(on)];
  if (!node.ready) { return "which is not Ready: whether its kubelet runs pods is not in the input"; }
  if (const std::string removal = removal_of(node); !removal.empty()) {
    return util::concat(removal, ": pods that run there are deleted with it");
  }
  // The kubelet has not taken it yet. (kubelet, canAdmitPod)
  if (pod.phase == model::PodPhase::Pending && !pod.started) {
    if (const std::string_view resource = overdrawn_resource(input, pod, on); !resource.empty()) {
      return util::concat("whose pods request more ", resource, " than it has: its kubelet may reject the pod");
    }
  }
  if (pod.phase == model::PodPhase::Pending) {
    if (!pod.started) {
      if (std::string doubt = doubt_about_topology(input, node, *pod.spec); !doubt.empty()) { return doubt; }
    }
    if (std::string doubt = doubt_about_volumes(input, index, on); !doubt.empty()) { return doubt; }
    if (std::string doubt = doubt_about_runtime(input.cluster, node, *pod.spec); !doubt.empty()) { return doubt; }
  }
  for (const model::Taint& taint : node.taints) {
    if (taint.effect == model::TaintEffect::NoExecute && !model::tolerated(pod.spec->tolerations, taint)) {
      return util::concat("whose taint ", model::taint_text(taint), " it does not tolerate: a controller evicts it");
    }
  }
  return {};
}

// Says that no scheduler tries the pod again. (kube-scheduler, skipPodSchedule)
void add_gone(const LedgerInput& input, model::PodIndex index, LedgerEntries& out) {
  const model::Pod& pod = input.pod(index);
  const std::string name = util::concat("pod ", model::pod_key(pod));
  if (pod.finished()) {
    const bool has_failed = pod.phase == model::PodPhase::Failed;
    out.add(Authority::Operator, Reply::Refuses,
            util::concat(name, " has ended (phase ", has_failed ? "Failed" : "Succeeded", "): it does not start again"),
            name);
  } else if (pod.terminating && pod.bound()) {
    out.add(Authority::Operator, Reply::NotAsked,
            util::concat(name, " is bound to node ", pod.node_name, " and is being deleted"), name);
  } else if (pod.terminating) {
    out.add(Authority::Operator, Reply::Refuses, util::concat(name, " is being deleted: no scheduler tries it"), name);
  }
}

} // namespace

void entries_of_bound_pod(const LedgerInput& input, model::PodIndex index, LedgerEntries& out) {
  const std::string doubt = doubt_about_running(input, index);
  const model::Pod& pod = input.pod(index);
  if (doubt.empty() && pod.bound() && pod.phase == model::PodPhase::Pending) { assume_runtime_class(input, pod, out); }
  if (doubt.empty()) { return; }
  const std::string name = util::concat("pod ", model::pod_key(pod));
  const bool is_of_pod = !has_lost_node(input, index) &&
                         (pod.start_failure != model::StartFailure::None || pod.phase == model::PodPhase::Unknown);
  out.add(Authority::NodeName, Reply::NotAsked, util::concat(name, " is bound to node ", pod.node_name, ", ", doubt),
          is_of_pod ? name : util::concat("Node ", pod.node_name));
}

namespace {

// A group that has its quorum only with members that have a node and do not run, or not for long. A scheduler counts a
// member until it has ended.
void add_stuck_members(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  model::PodIndex stuck = model::k_none;
  std::int64_t there = 0;
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = input.pod(index);
    const bool ends = pod.terminating && pod.bound() && !pod.finished();
    if (ends || !doubt_about_running(input, index).empty()) {
      if (stuck == model::k_none) { stuck = index; }
      continue;
    }
    there += has_node_in_run(input, index) ? 1 : 0;
  }
  if (stuck == model::k_none || there >= group.min_member.value_or(0)) { return; }
  entries_of_bound_pod(input, stuck, out);
  add_gone(input, stuck, out);
}

// A JobSet is a group of the pods of all its Jobs, and the group starts without those that do not exist yet.
void add_missing_of_job_set(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  if (group.dialect != model::Dialect::JobSet) { return; }
  for (const model::WorkloadObject* const object :
       objects_below(input, "Job", group.namespace_name, "JobSet", group.name)) {
    if (object->wants > 0) { add_missing(input, *object, out); }
  }
}

// A LeaderWorkerSet has a group of a declared size for each leader.
void add_missing_workers(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  if (group.dialect != model::Dialect::LeaderWorkerSet) { return; }
  const auto there = std::ranges::count_if(group.members, [&](model::PodIndex index) {
    return !input.pod(index).terminating && input.pod(index).phase != model::PodPhase::Failed;
  });
  const std::int64_t size = group.min_member.value_or(0);
  if (there >= size) { return; }
  const std::string name = util::concat("group ", group.namespace_name, '/', group.name);
  const bool is_one = size - there == 1;
  out.add(Authority::Admission, Reply::NotAsked,
          util::concat(size - there, " of the ", size, " pods of ", name, is_one ? " does" : " do",
                       " not exist, so nothing about ", is_one ? "it" : "them", " was asked"),
          name);
}

// Members that wait while the object of their group goes. A scheduler rejects them once it is gone.
void add_leaving_group(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  const auto waits = [&](model::PodIndex index) {
    const model::Pod& pod = input.pod(index);
    return pod.live() && !pod.bound() && !pod.terminating;
  };
  if (!group.leaving || std::ranges::none_of(group.members, waits)) { return; }
  const std::string name = util::concat(group.dialect == model::Dialect::Grove ? "PodGang " : "PodGroup ",
                                        group.namespace_name, '/', group.name);
  out.add(Authority::Operator, Reply::NotAsked,
          util::concat(name, " is being deleted: without it, the scheduler may reject its members"), name);
}

// YuniKorn's placeholders hold the places of pods that are to come, and count as its members. (yunikorn-k8shim,
// pkg/cache/placeholder.go: newPlaceholder; yunikorn-core, Application.tryPlaceholderAllocate)
void add_placeholders(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  if (group.dialect != model::Dialect::YuniKorn) { return; }
  std::ptrdiff_t placeholders = 0, waiting = 0;
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = input.pod(index);
    if (pod.finished() || pod.terminating) { continue; }
    const bool is_placeholder = model::find_label(*pod.marks, "yunikorn.apache.org/placeholder") == "true";
    placeholders += is_placeholder && pod.bound() ? 1 : 0;
    waiting += !is_placeholder && !pod.bound() ? 1 : 0;
  }
  if (placeholders == 0 || waiting == 0) { return; }
  out.add(Authority::Scheduler, Reply::NotAsked,
          util::concat(placeholders, " of its members ", placeholders == 1 ? "is a placeholder" : "are placeholders",
                       ", and whether YuniKorn replaces ", placeholders == 1 ? "it" : "them", " by the ", waiting,
                       waiting == 1 ? " pod that waits" : " pods that wait", " is not simulated"),
          util::concat("application ", group.namespace_name, '/', group.name));
}

} // namespace

void entries_of_members(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  add_stuck_members(input, group, out);
  add_leaving_group(input, group, out);
  add_placeholders(input, group, out);
  add_deleted_members(input, group, out);
  if (!input.is_new()) { add_missing_of_job_set(input, group, out); }
}

void entries_of_idle_group(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  std::set<const model::WorkloadObject*> owners;
  for (const model::PodIndex index : group.members) {
    const std::vector<const model::WorkloadObject*> above = objects_above(input, input.pod(index));
    if (!above.empty()) { owners.insert(above.front()); }
  }
  const auto makes_pods = [](const model::WorkloadObject& object) {
    constexpr std::array<std::string_view, 3> k_kinds = {"Job", "ReplicaSet", "StatefulSet"};
    return !object.creation_failure.empty() || std::ranges::find(k_kinds, object.kind) != k_kinds.end();
  };
  for (const model::WorkloadObject* const object : input.workloads) {
    if (!group.members.empty()) { break; }
    const bool is_namesake = object->namespace_name == group.namespace_name && object->name == group.name;
    if (is_namesake && makes_pods(*object)) { owners.insert(object); }
  }
  for (const model::WorkloadObject* const object : owners) {
    const bool is_at_work = !object->suspended && !object->has_ended && !object->leaving;
    if (is_at_work && wanted_pods_of(input, *object) > live_pods_of(input, *object)) {
      add_missing(input, *object, out);
    }
  }
}

void entries_of_owners(const LedgerInput& input, LedgerEntries& out) {
  if (input.question.kind != model::ReportKind::Explanation) { return; }
  std::set<std::tuple<std::string_view, const model::Owner*, bool, bool>> seen; // equal owners are one object
  for (const model::PodIndex index : input.question.pods) {
    const model::Pod& pod = input.pod(index);
    entries_of_bound_pod(input, index, out);
    add_gone(input, index, out);
    if (pod.finished() || pod.terminating) { continue; }
    const bool is_evicted = input.evictions.contains(index);
    const bool is_preempted = preemptor_of(input, index) != model::k_none;
    if (!is_preempted && !seen.emplace(pod.namespace_name, pod.owner, is_evicted, is_condemned(input, pod)).second) {
      continue;
    }
    if (std::optional<Deletion> deletion = deletion_of(input, index)) {
      out.add(deletion->authority, deletion->is_sure ? Reply::Refuses : Reply::NotAsked, std::move(deletion->because),
              std::move(deletion->object));
    }
  }
  for (const model::PodIndex index : input.question.members) {
    entries_of_bound_pod(input, index, out);
    add_gone(input, index, out);
    if (preemptor_of(input, index) == model::k_none) { continue; }
    Deletion preemption = preemption_of(input, {index});
    out.add(preemption.authority, Reply::NotAsked, std::move(preemption.because), std::move(preemption.object));
  }
  if (!input.question.by_owner) { return; }
  std::set<const model::WorkloadObject*> asked;
  add_missing_beside(input, input.question.pods, asked, out);
  for (const model::GroupIndex group : input.question.groups) {
    add_missing_beside(input, input.cluster.groups[at(group)].members, asked, out);
    add_missing_workers(input, input.cluster.groups[at(group)], out);
  }
}

} // namespace engine
