// SPDX-License-Identifier: Apache-2.0
// The snapshot of a cluster: the input of everything else. snapshot::Builder builds it once; then it is immutable.
#pragma once

#include "model/cluster/asked.hpp"
#include "model/cluster/device.hpp"
#include "model/cluster/disruption_budget.hpp"
#include "model/cluster/kai_queue.hpp"
#include "model/cluster/kueue.hpp"
#include "model/cluster/lease.hpp"
#include "model/cluster/node.hpp"
#include "model/cluster/omitted_list.hpp"
#include "model/cluster/pod.hpp"
#include "model/cluster/pod_group.hpp"
#include "model/cluster/resource_quota.hpp"
#include "model/cluster/storage.hpp"
#include "model/cluster/volcano_queue.hpp"
#include "model/values/shared_list.hpp"
#include "util/problem.hpp"
#include "util/string_pool.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace model {

struct Namespace {
  std::string_view name;
  const Labels* labels = nullptr;
  bool terminating = false;
  // What it adds to spec.nodeSelector of its new pods: "pool=gpu,zone=a"; empty: nothing.
  std::string_view openshift_selector = {};
  std::string_view pod_node_selector = {}; // only if the admission plugin PodNodeSelector is enabled
  bool injects_linkerd = false;            // the webhook of Linkerd adds containers to its pods
  bool limits_tolerations = false;         // only if the admission plugin PodTolerationRestriction is enabled
  friend auto operator<=>(const Namespace&, const Namespace&) = default;
};

struct PriorityClass {
  std::string_view name;
  std::int32_t value = 0;
  bool global_default = false;
  bool never_preempts = false;
};

struct RuntimeClass {
  std::string_view name, handler;
};

// The most of a resource that a LimitRange lets a pod of the namespace ask for, or a container of it.
struct RequestBound {
  std::string_view namespace_name, resource;
  std::int64_t most = 0; // milli-cores for cpu, whole units otherwise
  bool of_container = false;
};

// A controller object, for context only: explain follows owner references through it.
struct WorkloadObject {
  std::string_view kind, namespace_name, name;
  std::string_view uid = {}; // empty: unknown
  const Owner* owner = nullptr;
  std::int32_t wants = 0;                        // pods that it should have now; 0 if unknown
  std::optional<Selector> selector = {};         // of its pods; only for kinds whose pods spread by default
  std::optional<std::int32_t> pods_at_once = {}; // the most at any time, if it declares that
  std::int32_t in_all = 0;                       // an operator's job: its pods, also those that succeeded; 0: unknown
  bool leaving = false;                          // metadata.deletionTimestamp is set
  bool in_order = false;        // creates a pod when the previous one is ready (StatefulSet, OrderedReady)
  bool suspended = false;       // a Job with spec.suspend
  bool has_ended = false;       // a Job that has completed or failed: it creates no pods any more
  std::string_view ending = {}; // why its controller may delete its pods: "is in phase Aborting"
  std::string_view scaler = {}; // the autoscaler that raises its pods to at least `scaled_to`
  std::int64_t scaled_to = 0;
  std::int32_t first_ordinal = 0;         // of a StatefulSet's pods
  std::optional<Time> deadline = {};      // a Job's: when its controller ends its pods
  std::string_view creation_failure = {}; // why it has too few pods: message of its newest event FailedCreate, else of
                                          // its condition ReplicaFailure
};

// A Service, as PodTopologySpread reads it: its pods spread by default.
struct Service {
  std::string_view namespace_name, name;
  Labels selector; // empty: it selects no pods
  friend auto operator<=>(const Service&, const Service&) = default;
};

// A reporter of pods that do not fit (reportingController of events; a scheduler signs with the schedulerName).
struct EventReporter {
  std::string_view name;
  std::optional<Time> last; // of the newest such event
};

// Pods that a controller makes after a what-if flag, and that the run lacks. The scheduler tries them before pods of a
// lower priority.
struct Successors {
  std::int32_t priority = 0;
  std::string because, object; // "Job etl makes a new pod in place of ml/etl-7 …", "Job ml/etl"
};

// Objects that the lists of a snapshot point into. A deque keeps addresses stable.
struct SharedParts {
  // Not inline, to save compile time: cmake/quick.cmake.
  SharedParts();
  SharedParts(SharedParts&& other) noexcept;
  SharedParts& operator=(SharedParts&& other) noexcept;
  ~SharedParts();

  util::StringPool strings; // owns all strings
  // Each distinct value once.
  std::deque<Labels> label_sets;
  std::deque<PodSpec> pod_specs;
  std::deque<Owner> owners;
  std::deque<std::vector<NodeImage>> image_lists;
  std::deque<PendingStatus> pending_statuses;

  // Another snapshot whose parts the lists point into too; null: none. A copy of a copy points into the parts of both.
  const SharedParts* lender = nullptr;

  // Calls visit(const PodSpec&) for each distinct spec.
  template <typename Visit>
  void for_each_spec(Visit visit) const {
    if (lender != nullptr) { lender->for_each_spec(visit); }
    for (const PodSpec& spec : pod_specs) { visit(spec); }
  }
};

using NodeList = SharedList<Node, 32>;
using PodList = SharedList<Pod>;
using PodGroupList = SharedList<PodGroup, 32>;
using NodeOfPodList = SharedList<NodeIndex, 1024>;

struct ClusterLists {
  // Not inline, to save compile time: cmake/quick.cmake.
  ClusterLists();
  ClusterLists(const ClusterLists& other);
  ClusterLists(ClusterLists&& other) noexcept;
  ClusterLists& operator=(const ClusterLists& other);
  ClusterLists& operator=(ClusterLists&& other) noexcept;
  ~ClusterLists();

  ResourceNames resources;
  NodeList nodes;                               // sorted by name
  PodList pods;                                 // sorted by key ("namespace/name" byte-wise)
  NodeOfPodList node_of_pod;                    // by pod, in the same order: see ClusterSnapshot::node_of. Apart from
                                                // the pods, because new nodes change all of it
  PodGroupList groups;                          // sorted by namespace, name, dialect
  std::vector<std::vector<PodIndex>> wait_sets; // dry-run: pods that others wait for (Pod::waits_for), each sorted
  std::vector<Namespace> namespaces;
  std::vector<PriorityClass> priority_classes;
  std::vector<RuntimeClass> runtime_classes;
  std::vector<DisruptionBudget> disruption_budgets; // sorted by namespace and name
  std::vector<WorkloadObject> workloads;
  std::vector<EventReporter> event_reporters; // sorted by name
  std::vector<Service> services;              // sorted by namespace and name
  std::vector<ResourceQuota> resource_quotas; // sorted by namespace and name
  std::vector<QuotaCharge> quota_charges;     // dry-run: of new pods
  std::vector<NewPod> new_pods;               // dry-run: in the order of their creation
  std::vector<ObjectCharge> object_charges;   // dry-run: of all objects but pods
  std::vector<Lease> leases;                  // sorted by namespace and name; without those of kubelets

  // Storage, each sorted by namespace and name.
  std::vector<PersistentVolumeClaim> persistent_volume_claims;
  std::vector<PersistentVolume> persistent_volumes;
  std::vector<StorageClass> storage_classes;
  std::vector<CsiNode> csi_nodes;
  std::vector<CsiDriver> csi_drivers;
  std::vector<CsiStorageCapacity> csi_storage_capacities;
  std::vector<VolumeAttachment> volume_attachments;

  // Devices, each sorted by namespace and name.
  std::vector<ResourceClaim> resource_claims;
  std::vector<ResourceSlice> resource_slices;
  std::vector<DeviceClass> device_classes;
  std::vector<DeviceTaintRule> device_taint_rules;
  // Extended resources that devices may provide. Nodes without such a resource get all devices that they may reach as
  // their allocatable, which is too much: whether a DeviceClass selects free ones is not simulated.
  std::vector<ResourceId> device_resources;

  // Queues above the scheduler, each sorted by namespace and name.
  std::vector<VolcanoQueue> volcano_queues;
  std::vector<VolcanoConfiguration> volcano_configurations;
  std::vector<KaiQueue> kai_queues;
  std::vector<ClusterQueue> cluster_queues;
  std::vector<LocalQueue> local_queues;
  std::vector<Cohort> cohorts;
  std::vector<ResourceFlavor> resource_flavors;
  std::vector<KueueTopology> kueue_topologies;
  std::vector<KueueConfiguration> kueue_configurations;
  std::vector<KueueWorkload> kueue_workloads;

  // Operators with webhooks in the input whose rules are applied here ("Kueue"), each once.
  std::vector<std::string_view> known_webhooks;
  // Webhook configurations and admission policies of the input that may forbid to delete a pod:
  // "ValidatingWebhookConfiguration x". Preemption deletes its victims.
  std::vector<std::string_view> deletion_policies;
  // Namespaces of pending pods, each with one that may forbid to bind its pods to a node; sorted.
  std::vector<std::pair<std::string_view, std::string_view>> binding_policies;
  // Pending pods ("ml/train-0"), each with one that may forbid a request for the pod's claims; sorted.
  std::vector<std::pair<std::string_view, std::string_view>> claim_policies;

  // Specs with a required affinity or anti-affinity term that selects namespaces by label.
  std::vector<const PodSpec*> namespace_selecting_specs;

  // Kinds that the sources can contain. A missing group proves something only if the sources list its kind.
  bool lists_pod_groups = true;
  bool lists_nodes = true;
  bool lists_pods = true;
  bool lists_pods_elsewhere = true;   // false: all are in one namespace, though a running cluster has others
  bool lists_running_pods = true;     // false: none has a node, though a running cluster has such pods
  bool is_whole = false;              // a Snapshot: a list that is neither present nor omitted is empty
  bool lists_storage = false;         // a Snapshot with complete lists: an absent object does not exist
  bool lists_devices = false;         // the same for claims, slices and classes of devices
  bool lists_volcano_queues = false;  // the same for queues of Volcano
  bool has_scheduling_events = false; // a FailedScheduling event is among the sources

  std::optional<Time> captured_at;  // capture time of a Snapshot
  std::optional<Time> newest;       // the newest time in the data
  std::string renamed_in;           // the Snapshot in which --anonymize replaced names; empty: none known
  std::string server_version;       // "1.34.2"; empty if unknown
  std::vector<OmittedList> omitted; // lists that the sources denied or could not give
  std::vector<util::Problem> problems;
  std::vector<std::string> hints; // likely mistakes of the user: "Job ml/train is in the files, its pods are not: …"
  std::vector<std::string> assumptions; // interpretations of what-ifs and manifests, one sentence each
  // Pods, PodGroups and quotas that could not be read: "Pod ml/nb (cluster.json, item 4)".
  std::vector<std::string> unread;
  std::vector<RequestBound> request_bounds; // dry-run
  Ledger asked;                             // dry-run: entries about the manifest's own objects
  std::int64_t passed_over = 0;             // objects of kinds that scheduling does not read
  bool lists_runtime_classes = false;       // a Snapshot: an absent RuntimeClass does not exist
  std::vector<Successors> successors;       // what-if flags
};

struct ClusterSnapshot : SharedParts, ClusterLists {
  // A snapshot to try changes on. It points into the parts of the original, which must outlive it, and adds its own.
  static ClusterSnapshot copy_of(const ClusterSnapshot& original);

  // Where a bound pod runs. k_none: it has no node, or the snapshot has no node of that name.
  NodeIndex node_of(PodIndex pod) const {
    const auto at = static_cast<std::size_t>(pod);
    return at < node_of_pod.size() ? node_of_pod[at] : NodeIndex(k_none);
  }
  void set_node(PodIndex pod, NodeIndex node);

  NodeIndex find_node(std::string_view name) const;                                // k_none if absent
  PodIndex find_pod(std::string_view namespace_name, std::string_view name) const; // k_none if absent
};

// Parts of the sources that could not be read, and that may have held any object: "cluster/pods.yaml".
std::vector<std::string> unread_parts(const ClusterSnapshot& cluster);

// Appends what drivers publish for the new node `name` as they do for the node `like`: its CSINode and its own
// ResourceSlices. CSINodes must be sorted afterwards.
void add_driver_objects(ClusterSnapshot& cluster, std::string_view like, std::string_view name);

} // namespace model
