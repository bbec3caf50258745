// SPDX-License-Identifier: Apache-2.0
// Pods, reduced to what a scheduler reads. Strings are views into the snapshot's StringPool.
#pragma once

#include "model/values/index.hpp"
#include "model/values/known_end.hpp"
#include "model/values/labels.hpp"
#include "model/values/resources.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace model {

using NodeIndex = Index<struct Node>;      // into ClusterSnapshot::nodes
using GroupIndex = Index<struct PodGroup>; // into ClusterSnapshot::groups
using PodIndex = Index<struct Pod>;        // into ClusterSnapshot::pods

enum class TaintEffect : std::uint8_t { NoSchedule, PreferNoSchedule, NoExecute };

struct Toleration {
  std::string_view key; // empty: every key (needs exists)
  std::string_view value;
  bool exists = false;               // operator Exists; otherwise Equal
  std::optional<TaintEffect> effect; // absent: every effect
  bool is_for_no_time = false;       // tolerationSeconds is 0 or less: a taint with NoExecute evicts the pod at once
  friend auto operator<=>(const Toleration&, const Toleration&) = default;
};

// A node selector term: all expressions and fields must match. A term without any matches no node.
struct NodeSelectorTerm {
  std::vector<Requirement> expressions;
  std::vector<Requirement> fields; // matchFields; only metadata.name exists
  friend auto operator<=>(const NodeSelectorTerm&, const NodeSelectorTerm&) = default;
};

struct PreferredNodeTerm {
  std::int32_t weight = 0;
  NodeSelectorTerm term;
  friend auto operator<=>(const PreferredNodeTerm&, const PreferredNodeTerm&) = default;
};

struct PodAffinityTerm {
  std::optional<Selector> selector; // absent: matches no pod
  std::vector<std::string_view> namespaces;
  std::optional<Selector> namespace_selector; // absent: none; empty: every namespace
  std::string_view topology_key;
  std::int32_t weight = 0; // preferred terms only
  friend auto operator<=>(const PodAffinityTerm&, const PodAffinityTerm&) = default;
};

struct TopologySpreadConstraint {
  std::int32_t max_skew = 1;
  std::string_view topology_key;
  bool do_not_schedule = true; // otherwise ScheduleAnyway
  std::optional<Selector> selector;
  std::int32_t min_domains = 1;
  bool honor_affinity = true; // nodeAffinityPolicy
  bool honor_taints = false;  // nodeTaintsPolicy
  std::vector<std::string_view> match_label_keys;
  friend auto operator<=>(const TopologySpreadConstraint&, const TopologySpreadConstraint&) = default;
};

struct HostPort {
  std::string_view ip; // "0.0.0.0" if absent
  std::string_view protocol;
  std::int32_t port = 0;
  friend auto operator<=>(const HostPort&, const HostPort&) = default;
};

// A volume that a default filter reads. `kind` is the field's name in the API: persistentVolumeClaim, ephemeral,
// gcePersistentDisk, awsElasticBlockStore, iscsi, rbd, csi …
struct Volume {
  std::string_view kind;
  std::string_view name;      // of the volume in the pod
  std::string_view reference; // claim name, disk id; for iscsi "portal|iqn|lun", for rbd "monitors|pool|image"
  bool read_only = false;
  friend auto operator<=>(const Volume&, const Volume&) = default;
};

// The parts of a pod's spec that matter for scheduling (and of its status, for requests in resize). Pods with equal
// specs share one object in the snapshot, so a thousand equal workers have one PodSpec.
struct PodSpec {
  // Not inline, to save compile time: cmake/quick.cmake.
  PodSpec();
  PodSpec(const PodSpec& other);
  PodSpec(PodSpec&& other) noexcept;
  PodSpec& operator=(const PodSpec& other);
  PodSpec& operator=(PodSpec&& other) noexcept;
  ~PodSpec();

  std::string_view scheduler_name;
  std::int32_t priority = 0;
  bool never_preempts = false;        // preemptionPolicy: Never
  ResourceAmounts requests;           // effective: containers, sidecars, init peaks, pod level, overhead, resize
  std::int64_t scoring_cpu_milli = 0; // with 100m for each container without a request
  std::int64_t scoring_memory = 0;    // bytes, with 200 MiB for each container without a request
  // The same as NodeResourcesFit's score counts the incoming pod: containers only, because pod-level requests do not
  // apply to that score. (noderesources/fit.go, nodeResourceStrategyTypeMap)
  std::int64_t own_scoring_cpu_milli = 0, own_scoring_memory = 0;
  bool best_effort = false; // no requests and no limits at all
  Labels node_selector;
  std::optional<std::vector<NodeSelectorTerm>> required_node_terms; // ORed; present but empty matches nothing
  std::vector<PreferredNodeTerm> preferred_node_terms;
  std::vector<PodAffinityTerm> required_affinity, preferred_affinity;
  std::vector<PodAffinityTerm> required_anti_affinity, preferred_anti_affinity;
  std::vector<Toleration> tolerations;
  std::vector<TopologySpreadConstraint> spread;
  std::vector<HostPort> host_ports; // containers and sidecars
  std::vector<Volume> volumes;
  std::vector<std::string_view> resource_claims; // "name=<claim>" or "template=<template>|<entry>"
  std::vector<std::string_view> images;          // one per container and init container, sorted
  std::int32_t container_count = 0;              // includes init containers
  std::vector<std::string_view> scheduling_gates;
  bool host_network = false;
  std::vector<std::string_view> required_features; // features that a node must declare (NodeDeclaredFeatures, 1.36)
  // Kubelets read the rest, no filter.
  std::string_view os;            // spec.os.name
  std::string_view runtime_class; // spec.runtimeClassName
  bool user_namespace = false;    // spec.hostUsers: false
  bool has_strict_groups = false; // spec.securityContext.supplementalGroupsPolicy: Strict
  bool has_sidecar = false;       // an init container with restartPolicy: Always
  bool has_pod_resources = false; // requests or limits in spec.resources
  friend auto operator<=>(const PodSpec&, const PodSpec&) = default;
};

enum class PodPhase : std::uint8_t { Pending, Running, Succeeded, Failed, Unknown };

// Why a kubelet could not start a container yet: state.waiting.reason of its status, or the reason of an event of the
// pod. (kubelet, images/types.go; kuberuntime, errors of startContainer; container/sync_result.go; events/event.go)
// None also for ContainerCreating and PodInitializing.
enum class StartFailure : std::uint8_t { None };           // the others have no enumerators: see start_failure_name
std::string_view start_failure_name(StartFailure failure); // the reason; None: empty
StartFailure start_failure_of(std::string_view reason);    // None if it is another one

// The controlling owner: metadata.ownerReferences with controller: true, else the first one.
struct Owner {
  std::string_view api_version, kind, name;
  bool controller = true;    // false: just the first owner reference
  std::string_view uid = {}; // only of pods' owners
  friend auto operator<=>(const Owner&, const Owner&) = default;
};

// A claim created for an entry of spec.resourceClaims (status.resourceClaimStatuses).
struct MadeClaim {
  std::string_view entry, claim; // claim empty: not needed
  friend auto operator<=>(const MadeClaim&, const MadeClaim&) = default;
};

// The name under which kube-scheduler writes.
inline constexpr std::string_view k_kube_scheduler = "kube-scheduler";

// A program that wrote a pod's status, by its manager name in the API server. (metadata.managedFields)
struct StatusWriter {
  std::string_view manager;
  std::optional<Time> last;
  friend auto operator<=>(const StatusWriter&, const StatusWriter&) = default;
};

// Status and events of a pod that is not bound.
struct PendingStatus {
  std::string_view nominated_node;
  std::string_view condition_reason; // of PodScheduled: Unschedulable, SchedulingGated, SchedulerError
  std::string_view condition_message;
  std::string_view resource_version;      // of the pod, for a Binding; saved snapshots omit it
  std::optional<Time> condition_since;    // lastTransitionTime
  std::optional<Time> ungated;            // when a writer in managedFields removed the gates
  std::optional<Time> last_group_failure; // newest FailedScheduling event whose text has a Coscheduling marker
  std::vector<MadeClaim> made_claims;
  std::vector<StatusWriter> status_writers; // each manager once
  bool has_scheduling_event = false;        // any FailedScheduling event of this pod
};

// When `manager` last wrote the status; nullopt if it never did, or if that is unknown.
std::optional<Time> last_written(const PendingStatus& status, std::string_view manager);

struct Pod {
  std::string_view namespace_name, name, uid;
  const Labels* labels = nullptr;         // never null, shared
  const Labels* marks = nullptr;          // never null, shared: annotations and fields that declare its gang, by
                                          // annotation key or path of the field
  const PodSpec* spec = nullptr;          // never null, shared
  const Owner* owner = nullptr;           // null: none
  const PendingStatus* pending = nullptr; // null for bound and finished pods
  std::string_view node_name;             // spec.nodeName
  GroupIndex group = k_none;
  std::int32_t group_min_available = 0; // label-only dialect: this pod's own label
  PodPhase phase = PodPhase::Pending;
  bool terminating = false;
  bool preempted = false;                          // it terminates because the scheduler evicted it
  StartFailure start_failure = StartFailure::None; // of a pod that has a node and is Pending or Failed
  std::int32_t waits_for = k_none; // dry-run: created once all pods of ClusterSnapshot::wait_sets[…] are bound
  bool from_manifest = false;      // created or changed by the manifest of dry-run
  std::optional<Time> created, started;
  std::optional<KnownEnd> ends; // only of bound pods

  bool finished() const { return phase == PodPhase::Succeeded || phase == PodPhase::Failed; }
  bool bound() const { return !finished() && !node_name.empty(); }
  bool gated() const { return !finished() && node_name.empty() && !spec->scheduling_gates.empty(); }
  bool live() const { return !finished(); }
};

// Of the mirror of a static pod; its value, a hash, is not kept. (kubelet types, ConfigMirrorAnnotationKey)
inline constexpr std::string_view k_mirror_annotation = "kubernetes.io/config.mirror";

// True if the pod mirrors a static pod, which a kubelet runs from a file. Deleting the mirror does not stop the pod.
bool is_static(const Pod& pod);

// True if the pod comes with its node and stays there: a pod of a DaemonSet or a static pod.
bool is_of_its_node(const Pod& pod);

// "<namespace>/<name>", the scheduler's key for order and names of pods.
std::string pod_key(const Pod& pod);

// Compares the pods' keys byte-wise without building them.
bool key_less(const Pod& a, const Pod& b);

} // namespace model
