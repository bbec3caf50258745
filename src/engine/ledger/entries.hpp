// SPDX-License-Identifier: Apache-2.0
// Input of the ledger's authorities, and the list that collects their entries.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/ledger/doubtful.hpp"
#include "engine/question.hpp"
#include "model/cluster/asked.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

// Schedulers that the snapshot shows at work: by pods that they bound or rejected, by events, Leases and Deployments.
struct SchedulersAtWork {
  SchedulersAtWork(const model::ClusterSnapshot& cluster, model::Time now);
  bool shows(std::string_view scheduler_name) const { return std::ranges::binary_search(names, scheduler_name); }
  bool has_reported(std::string_view scheduler_name) const {
    return std::ranges::binary_search(reported, scheduler_name);
  }
  // schedulerNames, and kube-controller-manager, whose program's Lease has ended, with it: leader election stops a
  // program that does not renew it.
  std::map<std::string_view, const model::Lease*> down;
  std::vector<std::string_view> reported; // schedulerNames that a pod's condition or an event names; sorted
  std::vector<std::string_view> names;    // schedulerNames, and names of programs that may be schedulerNames; sorted
  bool shows_any = false;                 // at least one name certainly belongs to a scheduler
};

// A pod that has a node at the end of the run, as a user of a claim.
struct ClaimUser {
  model::PodIndex pod;
  model::NodeIndex node;
  std::size_t position; // of the claim among those of the pod
};
using ClaimUsers = std::map<model::ClaimIndex, std::vector<ClaimUser>>;
ClaimUsers claim_users_at_end(const Run& run);

// By controller: its pods that have neither ended nor are being deleted, and those that succeeded. None: no entry.
struct PodsOfController {
  std::int32_t live = 0, succeeded = 0;
};
using LivePods = std::map<const model::WorkloadObject*, PodsOfController>;
// Pods that Kueue stops, with their Workload.
using KueueEvictions = std::map<model::PodIndex, const model::KueueWorkload*>;

struct LedgerInput {
  const Run& run;
  const Question& question;
  const model::ClusterSnapshot& cluster;
  SchedulersAtWork schedulers;
  // By group: whether it also has its quorum if the sums of minResources start with over-committed nodes. No snapshot
  // shows the order in which a running scheduler lists nodes. Empty: the order does not matter.
  std::vector<bool> starts_in_worst_order;
  ClaimUsers claim_users;
  std::map<model::NodeIndex, std::vector<model::PodIndex>> static_victims; // static pods that the run evicts, by node
  std::vector<const model::WorkloadObject*> workloads;                     // by namespace, kind and name
  std::vector<std::string_view> leaving_namespaces;                        // sorted
  std::vector<model::PodIndex> owner_pods = {};                            // by namespace and name
  LivePods live_pods = {};
  KueueEvictions evictions = {};
  DoubtfulPods doubtful = {};
  // By schedulerName: a pod about which a plugin has written that the run does not have.
  std::map<std::string_view, model::PodIndex> shows_other_plugin = {};
  std::map<std::string_view, std::string> rejections = {}; // by node name: what its kubelet has refused
  bool has_several_processors = false; // nodes of the cluster differ in the label kubernetes.io/arch
  // Pods whose priority is not known (model/cluster/unset_priority.hpp); the run gives them 0.
  std::vector<model::PodIndex> of_unknown_priority = {};
  // By group of Kubernetes' own: whether another order of its members starts it, or does not. Empty: no group has such
  // members.
  std::vector<bool> depends_on_order = {};

  bool is_new() const { return question.kind == model::ReportKind::DryRun; } // its pods do not exist yet
  const model::Pod& pod(model::PodIndex index) const { return cluster.pods[static_cast<std::size_t>(index)]; }
};

inline bool has_node_in_run(const LedgerInput& input, model::PodIndex index) {
  const model::Outcome outcome = input.run.timeline.pods[static_cast<std::size_t>(index)].outcome;
  return outcome == model::Outcome::Bound || outcome == model::Outcome::AlreadyBound;
}

inline bool is_placed_by_run(const LedgerInput& input, model::PodIndex index) {
  return !input.pod(index).bound() &&
         input.run.timeline.pods[static_cast<std::size_t>(index)].outcome == model::Outcome::Bound;
}

// A group, or the pods that belong to no group.
struct LedgerSubject {
  std::string name;                       // "ml/train"; empty: pods of no group
  const model::PodGroup* group;           // null: pods of no group
  bool starts = false;                    // the run places its quorum
  std::vector<model::PodIndex> pods;      // not placed yet; one for each spec, labels, annotations and namespace
  std::vector<model::PodIndex> only = {}; // without a group: all its pods; empty: those of the question
};

// All pods of the subject.
inline const std::vector<model::PodIndex>& pods_of(const LedgerInput& input, const LedgerSubject& subject) {
  if (subject.group != nullptr) { return subject.group->members; }
  return subject.only.empty() ? input.question.pods : subject.only;
}

class LedgerEntries {
 public:
  explicit LedgerEntries(std::string_view of) : m_of(of) {}

  void add(model::Authority authority, model::Reply reply, std::string because, std::string object = {}) {
    model::Asked entry{authority, reply, std::move(because), std::move(object), m_of};
    if (std::ranges::find(ledger, entry) == ledger.end()) { ledger.push_back(std::move(entry)); }
  }

  model::Ledger ledger;

 private:
  std::string m_of;
};

// "pod ml/etl-0 and 3 more"
std::string name_of_pods(const model::ClusterSnapshot& cluster, const std::vector<model::PodIndex>& pods);

// The rows of ledger.cpp, each in a file of this folder.
void quota_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
void queue_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
void scheduler_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
// What the scheduler wrote about these pods and others.
std::map<std::string_view, model::PodIndex> pods_that_show_other_plugins(const model::ClusterSnapshot& cluster);
// True for a gang of Kubernetes' own that its scheduler does not know or keep: each member starts by itself.
bool starts_one_by_one(const LedgerInput& input, const model::PodGroup& group);
void scheduler_report_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
void input_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
std::vector<model::PodIndex> pods_of_unknown_priority(const model::ClusterSnapshot& cluster);
DoubtfulPods doubtful_pods(const LedgerInput& input);
std::vector<bool> native_gangs_by_order(const Run& run);
// "has claims for volumes that the input does not hold (data)": why a pod of the run may get no node, or not keep it;
// empty: nothing shows that.
std::string doubt_about_place(const LedgerInput& input, model::PodIndex index);
// The same, or which doubtful pod may change the node of an unsettled pod.
std::string doubt_about_node(const LedgerInput& input, model::PodIndex index);
Precedence precedence_of(const LedgerInput& input, model::PodIndex index);
// The schedulerName that stands for the pod's queue: all profiles of one configuration share a queue.
std::string_view queue_of(const LedgerInput& input, const model::Pod& pod);
// Fills in `racing` and `rivals`.
void add_races(const LedgerInput& input, DoubtfulPods& doubtful);
// Fills in `unsettled`, `classes` and `by_node`.
void add_unsettled(const LedgerInput& input, DoubtfulPods& doubtful);
// How `count` pods of the class may keep a pod off its node of the run, other than by capacity: "may take the host port
// of"; empty: in no way.
std::string_view conflict_of(const LedgerInput& input, model::PodIndex index, const DoubtfulPods::Class& others,
                             std::int64_t count);
// Unsettled pods that may take the nodes of the subject's pods, if no other authority leaves the answer open.
void competitor_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
// The first doubtful pod, or pod of another scheduler, if the question's pods without a group all get nodes in a run
// without such pods; k_none: they do not.
model::PodIndex taker_of_all_doubtful(const LedgerInput& input);
// Doubtful pods that placed pods of the subject need beside them, or that their spread counts.
void neighbour_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);

// Why a node does not last: "which is being deleted"; empty: nothing shows that.
std::string removal_of(const model::Node& node);
// What kubelets make of the pods that the run placed, and of a new pod that names its node: no scheduler sees that one.
void kubelet_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
// "pod ml/a-0 gets node n5, which is not Ready: …": why the node's kubelet may refuse the pod; empty: nothing shows
// that. `is_like`: a new node like that one.
std::string doubt_about_place(const LedgerInput& input, model::PodIndex pod, model::NodeIndex node, bool is_like);
// "whose kubelet finds no RuntimeClass kata: …": why the node's runtime may not start such a pod; empty: nothing shows
// that.
std::string doubt_about_runtime(const model::ClusterSnapshot& cluster, const model::Node& node,
                                const model::PodSpec& spec);
// Assumes that the RuntimeClass of an existing pod exists, if the input does not hold it.
void assume_runtime_class(const LedgerInput& input, const model::Pod& pod, LedgerEntries& out);
// "whose kubelet rejected pod ml/a-0 (TopologyAffinityError): …", by node name: it may refuse others that request
// resources.
std::map<std::string_view, std::string> doubts_by_rejections(const model::ClusterSnapshot& cluster);
// "which has the topology policy restricted: …", or such a rejection: why the node's kubelet may refuse the pod; empty:
// nothing shows that.
std::string doubt_about_topology(const LedgerInput& input, const model::Node& node, const model::PodSpec& spec);
bool has_several_processors(const model::ClusterSnapshot& cluster);
// Assumes that the images of a pod are for the processors of its node, if the cluster has several.
void assume_images(const LedgerInput& input, const model::PodSpec& spec, const model::Node& node, LedgerEntries& out);
// Volumes that pods on several nodes share: what attaches them, and whether another node reaches a new one.
void volume_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
// Device claims of placed pods that the scheduler cannot reserve.
void add_reservations(const LedgerInput& input, const std::vector<model::PodIndex>& pods, LedgerEntries& out);
// An inline volume of the pod that no kubelet can mount (Refuses), or may not (NotAsked): "an inline volume of …".
struct InlineVolume {
  model::Reply reply;
  std::string what, object;
};
std::optional<InlineVolume> doubtful_inline_volume(const model::ClusterSnapshot& cluster, const model::Pod& pod);
// "where claim data cannot be mounted: …": what keeps the kubelet of `on` from starting a pod of its node that does not
// run yet; empty: nothing shows that.
std::string doubt_about_volumes(const LedgerInput& input, model::PodIndex index, model::NodeIndex on);
// True if the run keeps the pod on the node for which it provisioned a volume that several nodes may share.
bool waits_for_shared_volume(const LedgerInput& input, const model::Pod& pod);
// Why a pod that has a node does not run, or not for long.
void entries_of_bound_pod(const LedgerInput& input, model::PodIndex index, LedgerEntries& out);
void entries_of_named_node(const LedgerInput& input, const model::Pod& pod, LedgerEntries& out);

// Entries that concern all subjects: missing lists. If one of them is under Inputs, the answer is Unknown.
void entries_of_all(const LedgerInput& input, LedgerEntries& out);
// dry-run: a Yes of files that hold the pods of one namespace only, or none that runs.
void entries_of_missing_pods(const LedgerInput& input, LedgerEntries& out);
// bind: running pods that the input lacks, or that could not be read.
void entries_of_missing_input(const LedgerInput& input, LedgerEntries& out);
// Parts of the sources that could not be read may have held anything, nodes too.
void entries_of_unread_parts(const LedgerInput& input, LedgerEntries& out);
// explain: pods that could not be read may wait.
void entries_of_unread_pods(const Question& question, LedgerEntries& out);
// explain: what the controllers of existing pods of no group do about them, and pods that they cannot create.
void entries_of_owners(const LedgerInput& input, LedgerEntries& out);
// Existing members of a group that have a node and do not run, or that someone deletes. Refuses: too few remain for
// its quorum.
void entries_of_members(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out);
// A group without pending members and without its quorum: the pods that the controllers of its members, or one of its
// name, still want.
void entries_of_idle_group(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out);
// dry-run: workloads that make no progress because some of their pods get no node.
void entries_of_whole_workloads(const LedgerInput& input, LedgerEntries& out);
// dry-run: pods without a node in native groups of policy Basic, which have no quorum.
void entries_of_groups_without_quorum(const LedgerInput& input, LedgerEntries& out);
// dry-run: new pods for which a gang that has its quorum does not wait. They need a node all the same. (Coscheduling
// Permit: each further member is let through by itself)
void entries_of_joining_pods(const LedgerInput& input, LedgerEntries& out);
// dry-run: new members that never start, because they differ from the first one. (Coscheduling of 2020, PreFilter)
void entries_of_different_members(const LedgerInput& input, LedgerEntries& out);
// dry-run: kube-controller-manager, which makes pods of the manifest, does not renew its Lease.
void entries_of_controller_manager(const LedgerInput& input, LedgerEntries& out);
// dry-run: possible objections of the API server and the kubelets to pods that do not exist yet.
void entries_of_new_pods(const LedgerInput& input, LedgerEntries& out);

} // namespace engine
