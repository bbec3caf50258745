// SPDX-License-Identifier: Apache-2.0
// Who deletes a pod that exists: the namespace controller, the controllers above it, the garbage collector, Kueue, or
// the scheduler for another pod.
#include "engine/ledger/deletions.hpp"

#include "engine/index.hpp"
#include "engine/rules/gates/kueue_entrance.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <tuple>
#include <utility>

namespace engine {

namespace {

using model::Authority;

auto key_of(const model::WorkloadObject& object) { return std::tuple(object.namespace_name, object.kind, object.name); }

// Of several objects with that name, such as a Job of Kubernetes and one of Volcano, the one with the owner's uid.
const model::WorkloadObject* find_object(const std::vector<const model::WorkloadObject*>& workloads,
                                         std::string_view namespace_name, const model::Owner& owner) {
  const std::tuple key(namespace_name, std::string_view(owner.kind), std::string_view(owner.name));
  const auto first = std::ranges::lower_bound(workloads, key, {}, [](const auto* object) { return key_of(*object); });
  const model::WorkloadObject* found = nullptr;
  for (auto at = first; at != workloads.end() && key_of(**at) == key; ++at) {
    if (found == nullptr || (!owner.uid.empty() && (*at)->uid == owner.uid)) { found = *at; }
  }
  return found;
}

// (job controller, syncJob: jobSuspended, IsJobFinished, pastActiveDeadline; manageReplicas of ReplicaSets, which
// deletes pods without a node first; garbage collector, attemptToDeleteItem)
std::optional<Deletion> deletion_by(const LedgerInput& input, const model::WorkloadObject& object, bool is_of_kueue) {
  const std::string name = object_text(object);
  const auto by_controller = [&](Authority authority, std::string_view why) {
    return Deletion{authority, util::concat(name, why, ", so its controller deletes its pods"), name};
  };
  // Kueue suspends Jobs, and its own gate judges them.
  if (object.suspended && !is_of_kueue) { return by_controller(Authority::Switch, " is suspended"); }
  if (object.has_ended) { return by_controller(Authority::Operator, " has ended (status.conditions)"); }
  if (object.deadline && *object.deadline <= input.run.rules.options.now) {
    return by_controller(Authority::Operator,
                         util::concat(" reached its activeDeadlineSeconds at ", model::time_text(*object.deadline)));
  }
  if (object.pods_at_once == 0) { return by_controller(Authority::Operator, " is scaled to 0 pods"); }
  if (object.leaving) {
    return Deletion{Authority::Operator,
                    util::concat(name, " is being deleted, and so are its pods unless the deletion orphans them"), name,
                    false};
  }
  if (!object.ending.empty()) {
    return Deletion{Authority::Operator, util::concat(name, ' ', object.ending, ": its controller may delete its pods"),
                    name, false};
  }
  if (std::string surplus = text_of_surplus(input, object); !surplus.empty()) {
    return Deletion{Authority::Operator, std::move(surplus), name, false};
  }
  return std::nullopt;
}

std::optional<std::int32_t> ordinal_in(std::string_view digits) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) { return std::nullopt; }
  return number;
}

// The number of a StatefulSet's pod: at the end of its name. Where --anonymize replaced names, the label repeats it,
// which pods have since 1.28. (stateful_set_utils.go, getOrdinal, initIdentity)
std::optional<std::int32_t> ordinal_of(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  if (cluster.renamed_in.empty()) { return ordinal_in(pod.name.substr(pod.name.rfind('-') + 1)); }
  return ordinal_in(model::find_label(*pod.labels, "apps.kubernetes.io/pod-index").value_or(std::string_view()));
}

// Why a controller may delete this pod, whatever happens to the object's other pods. (garbage collector,
// attemptToDeleteItem: an owner of another uid is absent; stateful_set_control.go, updateStatefulSet: replicas that are
// not ready come first)
std::optional<Deletion> deletion_of_pod(const LedgerInput& input, const model::Pod& pod,
                                        const model::WorkloadObject& object) {
  const std::string name = object_text(object);
  if (!object.uid.empty() && !pod.owner->uid.empty() && object.uid != pod.owner->uid) {
    return Deletion{Authority::Operator,
                    util::concat(name, " has another uid than the owner of its pods: the garbage collector deletes "
                                       "pods whose owner is gone"),
                    name, false};
  }
  if (is_condemned(input, pod)) {
    return Deletion{Authority::Operator,
                    util::concat(name, " wants ", object.wants, object.wants == 1 ? " pod" : " pods", " from ordinal ",
                                 object.first_ordinal, ", and its controller deletes those beyond them"),
                    name, false};
  }
  // Codes replace the numbers in names.
  if (object.kind == "StatefulSet" && object.wants > 0 && !input.cluster.renamed_in.empty() &&
      !ordinal_of(input.cluster, pod)) {
    return Deletion{Authority::Operator,
                    util::concat(name, " wants ", object.wants, object.wants == 1 ? " pod" : " pods",
                                 ", and its controller deletes those beyond them by the numbers in their names, which "
                                 "the snapshot does not show"),
                    name, false};
  }
  return std::nullopt;
}

// True if Kueue stops the job of the Workload's pods: it runs without admission. Pods of other kinds have gates.
// (kueue, pkg/controller/jobframework/reconciler.go: ReconcileGenericJob)
bool runs_without_admission(const model::KueueWorkload& workload) {
  constexpr std::array<std::string_view, 10> k_suspended = {
      "JAXJob", "Job", "JobSet", "MPIJob", "PaddleJob", "PyTorchJob", "RayCluster", "RayJob", "TFJob", "XGBoostJob"};
  return !workload.finished && !workload.admitted && workload.admitted_to.empty() && workload.owner != nullptr &&
         std::ranges::find(k_suspended, workload.owner->kind) != k_suspended.end();
}

PodsOfController pods_of_controller(const LedgerInput& input, const model::WorkloadObject& object) {
  const auto found = input.live_pods.find(&object);
  return found == input.live_pods.end() ? PodsOfController() : found->second;
}

using PodName = std::pair<std::string_view, std::string_view>; // namespace and name

PodName name_of_pod(const model::Pod& pod) { return {pod.namespace_name, pod.name}; }

// The owner above all objects of the input that own the pod, if it is a pod itself; null: it is none.
const model::Owner* owner_pod_of(const model::Pod& pod, const std::vector<const model::WorkloadObject*>& objects) {
  const model::Owner* const last = objects.empty() ? pod.owner : objects.back()->owner;
  return last != nullptr && last->kind == "Pod" ? last : nullptr;
}

model::PodIndex find_owner_pod(const LedgerInput& input, const PodName& name) {
  const auto found = std::ranges::lower_bound(input.owner_pods, name, {},
                                              [&](model::PodIndex index) { return name_of_pod(input.pod(index)); });
  const bool is_there = found != input.owner_pods.end() && name_of_pod(input.pod(*found)) == name;
  return is_there ? *found : model::PodIndex(model::k_none);
}

// Why the pods of a pod go with it: Spark's executors belong to the driver, the workers of a LeaderWorkerSet to their
// leader. `index`: k_none if the input does not have it. (garbage collector, attemptToDeleteItem: an owner that is
// absent, or has another uid)
std::optional<Deletion> deletion_with(const LedgerInput& input, const PodName& name, const model::Owner& owner,
                                      model::PodIndex index) {
  const std::string object = util::concat("pod ", name.first, '/', name.second);
  const auto because = [&](std::string_view why) {
    return Deletion{Authority::Operator, util::concat(object, why), object, false};
  };
  constexpr std::string_view k_rule = "the garbage collector deletes pods whose owner is gone";
  if (index == model::k_none) { return because(util::concat(" owns them and is not in the input: ", k_rule)); }
  const model::Pod& pod = input.pod(index);
  if (!owner.uid.empty() && !pod.uid.empty() && owner.uid != pod.uid) {
    return because(util::concat(" has another uid than the owner of its pods: ", k_rule));
  }
  if (pod.terminating) { return because(" is being deleted, and so are the pods that it owns"); }
  if (pod.finished()) { return because(" has ended, and owns pods that work for it: they may be deleted"); }
  return std::nullopt;
}

// Of the pod itself, its controller and the objects above it.
std::optional<Deletion> nearest_deletion_of(const LedgerInput& input, model::PodIndex index,
                                            const std::vector<const model::WorkloadObject*>& objects) {
  const model::Pod& pod = input.pod(index);
  if (std::ranges::binary_search(input.leaving_namespaces, pod.namespace_name)) {
    const std::string name = util::concat("namespace ", pod.namespace_name);
    return Deletion{Authority::Operator, util::concat("the ", name, " is being deleted, so its pods are deleted"),
                    name};
  }
  if (const auto evicted = input.evictions.find(index); evicted != input.evictions.end()) {
    const model::KueueWorkload& workload = *evicted->second;
    const std::string name = util::concat("Workload ", workload.namespace_name, '/', workload.name);
    if (std::string why = kueue_eviction(input.cluster, workload, input.run.rules.options.now); !why.empty()) {
      return Deletion{Authority::Queue, util::concat(name, ' ', why, ", so Kueue stops its pods"), name};
    }
    return Deletion{Authority::Queue, util::concat(name, " is not admitted: Kueue stops pods that run without it"),
                    name, false};
  }
  const bool is_of_kueue =
      pod.group != model::k_none && input.cluster.groups[at(pod.group)].dialect == model::Dialect::Kueue;
  std::optional<Deletion> unsure;
  for (const model::WorkloadObject* const object : objects) {
    std::optional<Deletion> deletion = deletion_by(input, *object, is_of_kueue);
    if (deletion && deletion->is_sure) { return deletion; }
    if (!unsure) { unsure = std::move(deletion); }
  }
  if (!unsure && !objects.empty()) { unsure = deletion_of_pod(input, pod, *objects.front()); }
  if (!unsure && preemptor_of(input, index) != model::k_none) { unsure = preemption_of(input, {index}); }
  return unsure;
}

} // namespace

model::PodIndex preemptor_of(const LedgerInput& input, model::PodIndex index) {
  const model::Pod& pod = input.pod(index);
  return pod.bound() && !pod.terminating ? input.run.timeline.pods[at(index)].preemptor
                                         : model::PodIndex(model::k_none);
}

Deletion preemption_of(const LedgerInput& input, const std::vector<model::PodIndex>& pods) {
  std::string preemptor =
      util::concat("pod ", model::pod_key(input.pod(input.run.timeline.pods[at(pods.front())].preemptor)));
  return {Authority::Scheduler,
          util::concat("the scheduler may preempt ", name_of_pods(input.cluster, pods), " for ", preemptor),
          std::move(preemptor), false};
}

std::string object_text(const model::WorkloadObject& object) {
  return util::concat(object.kind, ' ', object.namespace_name, '/', object.name);
}

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

LivePods live_pods(const model::ClusterSnapshot& cluster, const std::vector<const model::WorkloadObject*>& workloads) {
  LivePods live;
  if (workloads.empty()) { return live; }
  const model::Owner* owner = nullptr; // neighbours mostly have one owner
  std::string_view space;
  const model::WorkloadObject* object = nullptr;
  for (const model::Pod& pod : cluster.pods) {
    if (pod.owner == nullptr || pod.phase == model::PodPhase::Failed || pod.terminating) { continue; }
    if (owner != pod.owner || space != pod.namespace_name) {
      object = find_object(workloads, pod.namespace_name, *pod.owner);
    }
    owner = pod.owner;
    space = pod.namespace_name;
    if (object == nullptr) { continue; }
    PodsOfController& pods = live[object];
    ++(pod.finished() ? pods.succeeded : pods.live);
  }
  return live;
}

KueueEvictions evictions_by_kueue(const model::ClusterSnapshot& cluster, model::Time now) {
  KueueEvictions evictions;
  for (const model::KueueWorkload& workload : cluster.kueue_workloads) {
    if (workload.pods.empty()) { continue; }
    if (!runs_without_admission(workload) && kueue_eviction(cluster, workload, now).empty()) { continue; }
    for (const model::PodIndex pod : workload.pods) { evictions.emplace(pod, &workload); }
  }
  return evictions;
}

std::vector<const model::WorkloadObject*> objects_above(const LedgerInput& input, const model::Pod& pod) {
  constexpr std::size_t k_most = 8; // files may hold objects that own each other
  std::vector<const model::WorkloadObject*> objects;
  for (const model::Owner* owner = pod.owner; owner != nullptr && objects.size() < k_most;) {
    const model::WorkloadObject* const object = find_object(input.workloads, pod.namespace_name, *owner);
    if (object == nullptr) { break; }
    objects.push_back(object);
    owner = object->owner;
  }
  return objects;
}

std::int32_t live_pods_of(const LedgerInput& input, const model::WorkloadObject& object) {
  return pods_of_controller(input, object).live;
}

std::int32_t wanted_pods_of(const LedgerInput& input, const model::WorkloadObject& object) {
  if (object.suspended || !object.ending.empty()) { return object.wants; }
  if (object.kind == "RayCluster" || object.kind == "DaemonSet") { return object.pods_at_once.value_or(0); }
  if (object.in_all == 0) { return object.wants; }
  return std::max(object.in_all - pods_of_controller(input, object).succeeded, 0);
}

bool is_condemned(const LedgerInput& input, const model::Pod& pod) {
  if (pod.owner == nullptr || pod.owner->kind != "StatefulSet") { return false; } // most pods
  const std::vector<const model::WorkloadObject*> objects = objects_above(input, pod);
  if (objects.empty()) { return false; }
  const std::optional<std::int32_t> ordinal = ordinal_of(input.cluster, pod);
  const std::int64_t end = std::int64_t{objects.front()->first_ordinal} + objects.front()->wants;
  return objects.front()->wants > 0 && ordinal && (*ordinal < objects.front()->first_ordinal || *ordinal >= end);
}

std::string text_of_surplus(const LedgerInput& input, const model::WorkloadObject& object) {
  const std::int32_t live = live_pods_of(input, object), wanted = wanted_pods_of(input, object);
  if (wanted <= 0 || live <= wanted) { return {}; }
  return util::concat(object_text(object), " wants ", wanted, wanted == 1 ? " pod" : " pods", " and has ", live,
                      ": its controller deletes some");
}

std::vector<model::PodIndex> owner_pods(const model::ClusterSnapshot& cluster) {
  std::set<PodName> names;
  const model::Owner* last = nullptr; // neighbours mostly have one owner
  for (const model::Pod& pod : cluster.pods) {
    if (pod.owner == last || pod.owner == nullptr) { continue; }
    last = pod.owner->kind == "Pod" ? nullptr : pod.owner;
    if (last == nullptr) { names.emplace(pod.namespace_name, pod.owner->name); }
  }
  for (const model::WorkloadObject& object : cluster.workloads) {
    if (object.owner != nullptr && object.owner->kind == "Pod") {
      names.emplace(object.namespace_name, object.owner->name);
    }
  }
  std::vector<model::PodIndex> pods;
  if (names.empty()) { return pods; }
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    if (names.contains(name_of_pod(cluster.pods[i]))) { pods.push_back(static_cast<model::PodIndex>(i)); }
  }
  std::ranges::sort(pods, {}, [&](model::PodIndex index) { return name_of_pod(cluster.pods[at(index)]); });
  return pods;
}

std::optional<Deletion> deletion_of(const LedgerInput& input, model::PodIndex index) {
  constexpr int k_most = 4; // files may hold pods that own each other
  for (int step = 0; step < k_most; ++step) {
    const model::Pod& pod = input.pod(index);
    const std::vector<const model::WorkloadObject*> objects = objects_above(input, pod);
    if (std::optional<Deletion> deletion = nearest_deletion_of(input, index, objects)) { return deletion; }
    const model::Owner* const owner = owner_pod_of(pod, objects);
    if (owner == nullptr) { return std::nullopt; }
    const PodName name(pod.namespace_name, owner->name);
    index = find_owner_pod(input, name);
    if (std::optional<Deletion> deletion = deletion_with(input, name, *owner, index)) { return deletion; }
  }
  return std::nullopt;
}

} // namespace engine
