// SPDX-License-Identifier: Apache-2.0
// The objects read so far: the unfinished snapshot, and what we need to finish it.
//
// As objects arrive, ClusterSnapshot's lists contain pods, nodes and groups in order of arrival, without links.
// settle() sorts them and drops duplicates; link() connects them.
#pragma once

#include "document/bytes/item.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "snapshot/collected/admission_policy.hpp"
#include "snapshot/collected/known_specs.hpp"
#include "snapshot/collected/newest_time.hpp"
#include "snapshot/collected/omissions.hpp"
#include "snapshot/collected/sharing.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace snapshot {

// Where an object came from. Small, because there is one per pod.
struct Origin {
  std::uint32_t file = 0; // index into Collected::files
  std::uint32_t item = 0, line = 0, document = 0;
  std::int32_t pending = model::k_none; // pods: index into ClusterSnapshot::pending_statuses
};

// A FailedScheduling event.
struct SchedulingFailure {
  std::string_view namespace_name, pod;
  std::optional<model::Time> when;
  bool of_group = false; // the message says that the scheduler rejected the pod's group
};

// An event of a pod that has its node and cannot start: FailedMount and others.
struct StartFailure {
  std::string_view namespace_name, pod;
  std::optional<model::Time> when;
  model::StartFailure why = model::StartFailure::None;
};

// An event FailedCreate: a controller could not create a pod of its object.
struct CreationFailure {
  std::string_view kind, namespace_name, name; // of the object
  std::string_view message;
  std::optional<model::Time> when;
};

// A controller object, with the facts that hints need.
struct Workload {
  model::WorkloadObject object;
  std::string_view api_version;
  bool is_known_kind = false;
  std::int32_t succeeded = 0;                   // Jobs
  std::string_view completed_indexes;           // Jobs: "0-3,7"
  std::string_view failed_indexes;              // Jobs: the same format; these are not tried again
  std::int32_t unready = 0;                     // pods that are not Ready; of a Deployment, if no pod is available
  std::optional<std::int32_t> group_min_member; // of the group that Volcano creates for its pods
  Origin origin;
};

// A PodGroup of another project, to report labels for the wrong scheduler.
struct ForeignGroup {
  std::string_view api_group, namespace_name, name;
};

// A PodGroup or PodGang that could not be decoded.
struct UnreadGroup {
  std::string_view namespace_name, name;
};

// A group in a Workload of scheduling.k8s.io/v1alpha1; pods form instances of it.
struct WorkloadGroup {
  std::string_view namespace_name, workload, name;
  std::optional<std::int32_t> min_count; // absent: the basic policy
};

// A Workload of scheduling.k8s.io, with the templates that PodGroups may name.
struct NativeWorkload {
  std::string_view namespace_name, name;
  std::vector<std::string_view> templates; // empty: not known, as a Workload has at least one
  bool has_composites = false;             // 1.37: it has more templates below compositePodGroupTemplates
  bool terminating = false;
};

// A CompositePodGroup and its parent (empty: none).
struct CompositeGroup {
  std::string_view namespace_name, name, parent;
};

// --set-min-member. Applied after linking, because groups without an object and groups of a manifest do not exist
// before.
struct QuorumOverride {
  std::string_view namespace_name, group;
  std::int32_t min_member = 0;
  std::string_view argument;       // as typed
  bool is_namespace_typed = false; // else `namespace_name` is the default one
};

// Pods of a manifest that are created only after all pods in `waits_for` are bound.
struct Wait {
  std::string_view namespace_name;
  std::vector<std::string_view> pods, waits_for;
};

// The quorum of the group that Volcano creates for the pods of an object of the manifest.
struct OwnerQuorum {
  std::string_view kind, namespace_name, name;
  std::int32_t min_member = 1;
};

// A pod that dry-run creates, in order of creation; `charge` is an index into ClusterSnapshot::quota_charges.
struct MadePod {
  std::string_view namespace_name, name;
  std::int32_t charge = 0;
};

// A pod of the manifest that Kueue admits together with this Workload of its namespace, as a pod of this pod set.
struct QueuedPod {
  std::string_view namespace_name, name, workload;
  std::size_t pod_set = 0;
};

struct ServiceAccount {
  std::string_view namespace_name, name;
  bool limits_secrets = false; // its pods use only the Secrets that it lists
  bool from_manifest = false;
};

// A ConfigMap or a Secret: the names of its keys, and nothing else of it.
struct ConfigObject {
  enum class From : std::uint8_t { Cluster, Manifest };
  std::string_view kind, namespace_name, name;
  std::vector<std::string_view> keys;
  From from = From::Cluster;
  bool immutable = false; // the API server refuses other keys than it has
};

// A WorkloadPriorityClass of Kueue.
struct WorkloadPriority {
  std::string_view name;
  std::int32_t value = 0;
};

struct LimitRangeItem {
  // Other: objects that no pod is, such as openshift.io/Image. (limitranger compares the three types that it knows)
  enum class Of : std::uint8_t { Container, Pod, Claim, Other } of = Of::Container;
  model::ResourceQuantities defaults, default_requests, min, max, max_ratio; // maxLimitRequestRatio
};

struct LimitRange {
  std::string_view namespace_name, name;
  std::vector<LimitRangeItem> items;
};

// A NodeResourceTopology describes the node of its name.
struct NodeTopology {
  std::string_view name;
  std::string_view policy; // model::Node::topology_policy
  friend bool operator==(const NodeTopology&, const NodeTopology&) = default;
};

// A kind that a CustomResourceDefinition adds to the API.
struct CustomKind {
  std::string_view name, api_group, kind; // "jobsets.jobset.x-k8s.io"
  std::vector<std::string_view> served;   // versions
  std::string_view outage; // why the API server creates no such objects: "is being deleted"; empty: it does
  bool from_manifest = false;
};

// The node selector that OpenShift gives new pods. (config.openshift.io, Scheduler "cluster", spec.defaultNodeSelector)
struct DefaultNodeSelector {
  std::optional<std::string_view> text;             // "pool=a"; absent: no such object is in the input
  std::vector<std::string_view> without_namespaces; // those with an annotation of their own, perhaps an empty one
};

struct RuntimeClass {
  std::string_view name, handler;
  model::ResourceQuantities overhead;
  model::Labels node_selector;
  std::vector<model::Toleration> tolerations;
};

// A HorizontalPodAutoscaler, or a ScaledObject of KEDA: its target has from `replicas` to `most` pods.
struct Autoscaler {
  std::string_view name; // "HorizontalPodAutoscaler ml/web"
  std::string_view namespace_name, target_kind, target_name;
  std::int64_t replicas = 1;
  std::optional<std::int64_t> most = {};
  bool idles = false; // KEDA takes the pods away while none of its triggers is active
};

// A VerticalPodAutoscaler with a recommendation, which its admission controller writes into new pods.
struct VerticalAutoscaler {
  std::string_view name; // "VerticalPodAutoscaler ml/web"
  std::string_view namespace_name, target_kind, target_name;
  std::string_view recommendation; // "cpu 9 and memory 1Gi for main"
};

// How the pods arrived. `kubectl cluster-info dump` writes a PodList for each namespace that it covers: kube-system and
// the current one, with --all-namespaces all. kubectl get writes one list for all namespaces.
class PodLists {
 public:
  void note(const document::Item& pod);
  // True if all pods are in such PodLists, and these are of one namespace besides kube-system at most.
  bool are_of_current_namespace() const { return m_is_dump && (m_lists > 1 || m_is_in_folder); }

 private:
  void begin(const document::Place& place, std::string_view namespace_name);

  std::string m_file, m_namespace; // of the list that is being read
  std::int64_t m_document = 0, m_item = 0;
  std::string m_other;         // the namespace besides kube-system
  bool m_is_dump = true;       // so far
  bool m_is_in_folder = false; // the last list is the file that a dump has for the namespace
  std::size_t m_lists = 0;
};

// How the objects arrived. Only mixed input could have contained kinds that are absent.
struct Sources {
  bool typed = false; // in lists of one kind ("kind": "PodList"), like the folders of `kubectl cluster-info dump`
  bool mixed = false; // in v1 Lists, in snapshots, or as single objects
  bool nodes = false, pods = false; // contain such objects, perhaps invalid ones
  PodLists pod_lists;
};

struct Collected {
  Collected() = default;
  Collected(const Collected&) = delete; // sharing refers to cluster
  Collected& operator=(const Collected&) = delete;

  model::ClusterSnapshot cluster;
  Sharing sharing{cluster};
  KnownSpecs known_specs;
  NewestTime newest;
  Sources sources;
  Omissions omissions;
  std::vector<std::string> files;
  std::vector<Origin> pod_origins, node_origins, group_origins; // parallel to the cluster's lists
  std::vector<Workload> workloads;
  std::vector<SchedulingFailure> failures;
  std::vector<CreationFailure> creation_failures;
  std::vector<StartFailure> start_failures;
  std::vector<ForeignGroup> foreign_groups;
  std::vector<UnreadGroup> unread_groups;
  std::vector<WorkloadGroup> workload_groups;
  std::vector<NativeWorkload> native_workloads;
  std::vector<CompositeGroup> composites;
  std::vector<QuorumOverride> quorum_overrides;
  std::vector<Wait> waits;
  std::vector<MadePod> made_pods;
  std::vector<QueuedPod> queued_pods;
  std::vector<OwnerQuorum> owner_quorums;
  std::vector<ServiceAccount> service_accounts;
  std::vector<ConfigObject> config_objects;
  std::vector<WorkloadPriority> workload_priorities;
  std::vector<AdmissionPolicy> admission_policies;
  std::vector<AdmissionPolicy> known_webhooks; // see objects/known_webhooks.hpp
  std::vector<AdmissionBinding> admission_bindings;
  std::vector<Autoscaler> autoscalers;
  std::vector<VerticalAutoscaler> vertical_autoscalers;
  std::vector<LimitRange> limit_ranges;
  std::vector<RuntimeClass> runtime_classes;
  std::vector<NodeTopology> node_topologies;
  std::vector<CustomKind> custom_kinds;
  DefaultNodeSelector default_node_selector;
  std::vector<Origin> namespace_origins, priority_class_origins, disruption_budget_origins, service_origins,
      resource_quota_origins, lease_origins, node_topology_origins;
  std::vector<Origin> claim_origins, volume_origins, storage_class_origins, csi_node_origins, csi_driver_origins,
      csi_storage_capacity_origins, volume_attachment_origins, resource_claim_origins, resource_slice_origins,
      device_class_origins, device_taint_rule_origins;
  std::vector<Origin> volcano_queue_origins, volcano_configuration_origins, kai_queue_origins, cluster_queue_origins,
      local_queue_origins, cohort_origins, resource_flavor_origins, kueue_topology_origins, kueue_configuration_origins,
      kueue_workload_origins;

  Origin origin_of(const document::Place& place);
  std::string place_text(const Origin& origin) const;
  std::string_view lasting(std::string_view text) { return sharing.text(text); }
  model::ResourceQuantities lasting(model::ResourceQuantities quantities);
};

// The namespace of an object that names none, as a client would fill it in.
inline constexpr std::string_view k_default_namespace = "default";

} // namespace snapshot
