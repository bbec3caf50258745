// SPDX-License-Identifier: Apache-2.0
// The answer, before it has sentences: engine::diagnose finds it and report::write prints it.
// Field by field this is the structured output (schemas/); report_words.hpp has the words of enumerations.
#pragma once

#include "model/cluster/asked.hpp"
#include "model/cluster/gate.hpp"
#include "model/cluster/outcome.hpp"
#include "model/cluster/pod_group.hpp"
#include "model/cluster/queue_ref.hpp"
#include "model/report/cluster_picture.hpp"
#include "model/report/cluster_summary.hpp"
#include "model/report/code.hpp"
#include "model/report/feasibility_report.hpp"
#include "model/report/finding.hpp"
#include "model/report/fix.hpp"
#include "model/report/foresight.hpp"
#include "model/report/robustness.hpp"
#include "model/report/sizing.hpp"
#include "model/report/verification.hpp"
#include "model/values/source_place.hpp"
#include "model/values/time.hpp"
#include "util/problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace model {

enum class Verdict : std::uint8_t { Yes, No, Unknown };
enum class GroupVerdict : std::uint8_t { Satisfied, Fits, DoesNotFit, Idle, Unknown };

struct Evidence;

struct PodReport {
  std::string namespace_name, name;
  Outcome outcome = Outcome::NotAttempted;
  bool terminating = false; // it is being deleted
  std::string node;         // its node, or the node that it would get
  std::string untold;  // it would get that node, but the input lacks what could say no, such as claims; empty: nothing
  std::string message; // the text of the PodScheduled condition at rest
  bool message_varies = false;
  std::vector<ReasonCount> reasons;
  std::string nominated_node;
  std::vector<std::string> victims; // "ns/name"
  std::string preemptor;            // "ns/name" of the pod for which the scheduler preempts it; empty: none
  std::vector<std::string> gates;   // spec.schedulingGates
  // The numbers behind a refusal, of some pods without a group; null: not gathered.
  std::shared_ptr<const Evidence> evidence;
  std::shared_ptr<const Foresight> foresight; // of a pod without a group that starts later; else null
  std::string stored_message; // the text of the PodScheduled condition in the input; empty if the pod is bound
  // Explanation of several groups or pods: the node is free for it, and something else refuses the pod (DoesNotFit) or
  // may do so (Unknown), such as a controller that deletes it; absent: nothing. Then `because` says what.
  std::optional<GroupVerdict> taken_back = {};
  std::string because = {};
};

struct MemberCounts {
  std::int32_t total = 0, bound = 0, pending = 0, gated = 0, terminating = 0, succeeded = 0, failed = 0;
};

// One resource of the cause. Amounts as the scheduler counts them (cpu in milli-cores).
struct ResourceShortage {
  std::string resource;
  std::int64_t per_member = 0;   // the request of one unplaced member
  std::int64_t members = 0;      // number of such members
  std::int64_t free_total = 0;   // on all nodes that the member's other constraints admit
  std::int64_t largest_free = 0; // on one of those nodes
  std::vector<std::pair<std::string, std::int64_t>> largest_nodes; // name, free; at most 8, largest first
  std::int64_t admissible_nodes = 0;
  std::int64_t nodes_short = 0;     // admissible nodes with less than per_member
  std::int64_t nodes_with_some = 0; // admissible nodes with anything free
  std::int64_t places = 0;          // sum over admissible nodes of free / per_member, rounded down; 0: not counted
  std::int64_t per_node_limit = 0;  // the largest allocatable of an admissible node
  // The largest allocatable beside DaemonSets' pods, if these leave less than per_member on every admissible node.
  std::optional<std::int64_t> beside_daemons = {};
  bool is_offered = true; // false: no node of the cluster has any when empty
  std::string meant;      // then the offered resource with the closest name; empty: none is close
  // The places by all resources that a member requests, if these are fewer, and the other resources that limit it.
  std::optional<std::int64_t> places_together;
  std::vector<std::string> beside;
};

// One resource of the minResources check. Amounts as the scheduler counts them.
struct MinResource {
  std::string resource;
  std::int64_t asked = 0;        // in spec.minResources
  std::int64_t free = 0;         // free capacity of the whole cluster in the check, plus the use of own members
  std::int64_t members_need = 0; // the sum of the live members' requests
};

// A constraint other than capacity that keeps a pod off nodes, and what it rests on. `names` has at most 3 of `count`.
struct Obstacle {
  enum class Kind : std::uint8_t {
    NodeLabel,     // no node has label `subject` with a value in `names`
    NodeLabels,    // no node meets all of the requirements `names` ("zone=a on n1"), and some node meets each
    NodeNames,     // its node affinity names only the nodes `names`
    AffinityKey,   // no node has label `subject`, the topologyKey of a required pod affinity
    SpreadKey,     // the same, of a topology spread constraint
    SpreadDomains, // maxSkew allows another pod only in domains `names` of label `subject`
    WantedPods,    // its pod affinity over label `subject` needs one of the pods `names` ("ns/name on node") nearby;
                   // `reasons`: of nodes near them
    NoWantedPod,   // its pod affinity needs a pod with the labels `subject`, and no pod with a node has them
    AntiAffinity,  // its anti-affinity matches the pods `names`
    AntiAffinityOfPods, // the anti-affinity of the pods `names` matches it
    HostPort,           // its host port `subject` is in use by the pods `names` ("ns/name on node")
    Taint,              // it does not tolerate the taint `subject` of the nodes `names`
    Terminating,        // it is nominated for node `subject`, where the pods `names` are being deleted
    NeverPreempts,      // its preemptionPolicy is Never, and it would fit without the pods of lower priority `names`
    UnboundClaim,  // its claim `subject` of immediate binding has no volume; names: its StorageClass, if it names one
                   // (count 0: there is no such class); count 2: the volume that it names instead
    ClaimCapacity, // no CSIStorageCapacity for a refusing node has enough for its claim `subject`; names: its class
                   // and size; count: CSIStorageCapacities of that class
    Users,         // too little of resource `subject` is free in all; the running pods `names` use the most of it
    VolumeNodes,   // its volume `subject` is limited to nodes with the labels `names`
    SelectedNode,  // its claim `subject` waits for a volume on the one node in `names`; count 0: that node does not
                   // exist
  };
  Kind kind = Kind::NodeLabel;
  std::string subject;
  std::vector<std::string> names;
  std::int64_t count = 0;
  // SpreadDomains: the constraint, why nodes of those domains refuse the pod, and the taints that it does not tolerate
  // there.
  std::int64_t max_skew = 0;
  bool counts_tainted_nodes = false; // nodeTaintsPolicy: Ignore
  std::vector<ReasonCount> reasons;
  std::vector<std::string> taints;
};

// The numbers behind `code`, for the sentences. Unset fields do not apply.
struct Evidence {
  // Not inline, to save compile time: cmake/quick.cmake.
  Evidence();
  Evidence(const Evidence& other);
  Evidence(Evidence&& other) noexcept;
  Evidence& operator=(const Evidence& other);
  Evidence& operator=(Evidence&& other) noexcept;
  ~Evidence();

  std::int64_t needed = 0;          // minMember, or the quorum
  std::int64_t have = 0;            // members that exist, are not gated, or fit: the number that the code compares
  std::int64_t placeable_alone = 0; // members bound if no other pods are pending
  std::string sub_group;            // the part of the group without its quorum; empty: the group itself
  std::string partner;              // Koordinator: the gang, as namespace/name, that must start with it and cannot
  std::string pod;                  // the member that caused the rejection
  std::string scheduler;            // WrongScheduler: the schedulerName of `pods`, which no scheduler serves
  std::vector<std::string> pods;    // members without a node; gated members
  std::vector<std::string> gates;
  std::vector<ResourceShortage> shortages;
  std::vector<ReasonCount> reasons; // of that member, most nodes first
  std::vector<std::string> taints;  // taints that it does not tolerate, "dedicated=infra:NoSchedule", most nodes first
  std::vector<Obstacle> obstacles;  // of that member
  std::int64_t node_count = 0;
  std::vector<std::string> hints; // "a PodGroup of this name is in namespace ml"
  // TakenByOthersAhead: which groups and pods use the capacity. `takers` come earlier in the queue; set if they alone
  // keep the group out. Otherwise `takers_behind` come later, and `holders` reserve nodes at Permit while they wait
  // for the rest of their group.
  std::vector<QueueRef> takers, takers_behind, holders;
  std::vector<std::pair<std::string, std::int64_t>> gap; // MinResourcesShort: resource and missing amount
  std::vector<MinResource> min_resources;                // MinResourcesShort: the resources of the gap, in its order
  std::optional<Time> until;                             // GroupBackingOff: when the back-off ends
  // Members that waited at Permit until their timeout, because the missing share did not exceed
  // podGroupRejectPercentage. 0 members: no wait timed out.
  std::int32_t waited = 0;
  std::int64_t permit_wait_seconds = 0;
  std::int32_t reject_percentage = 0;
};

// Another declaration on a group's pods, or an object above the group (pod_group.hpp).
struct LayerReport {
  Dialect dialect = Dialect::Kueue;
  std::string name;
  LayerRole role = LayerRole::Ignored;
};

// A part of a group with its own quorum.
struct SubGroupReport {
  std::string name, parent; // parent empty: the group itself
  std::int32_t min_member = 0;
  std::optional<std::int32_t> min_sub_groups; // required number of its parts
  std::int32_t total = 0, bound = 0;          // members that count as existing, as placed
  std::int32_t bound_at_end = 0;
};

struct GroupReport {
  // Not inline, to save compile time: cmake/quick.cmake.
  GroupReport();
  GroupReport(const GroupReport& other);
  GroupReport(GroupReport&& other) noexcept;
  GroupReport& operator=(const GroupReport& other);
  GroupReport& operator=(GroupReport&& other) noexcept;
  ~GroupReport();

  std::string namespace_name, name;
  Dialect dialect = Dialect::Coscheduling;
  std::string policy; // "coscheduling", "coscheduling@v0.24.9", "lightweight", "none"
  std::string scheduler_name;
  std::int32_t priority = 0;
  std::int32_t min_member = 0; // as declared; 0 if absent
  bool implicit = false;       // undeclared: its scheduler makes the group by itself
  bool of_owner = false;       // no group: the pods of one owner (OwnerReport)
  std::string mode;            // as written: Koordinator's mode and match policy, YuniKorn's style; empty: default
  std::vector<LayerReport> layers;
  std::vector<SubGroupReport> sub_groups;
  MemberCounts members;
  GroupVerdict verdict = GroupVerdict::Unknown;
  std::optional<std::pair<GroupVerdict, std::int32_t>> alone; // verdict, boundAtEnd
  std::int32_t bound_at_end = 0;
  // Placement on the unchanged snapshot, without gates, minResources, quotas and the queue.
  std::optional<FeasibilityReport> feasibility;
  bool spins = false;
  Code code = Code::None;
  Stage stage = Stage::None;
  Evidence evidence;
  std::vector<GateReport> gates; // gates above the scheduler that its members have to pass
  std::vector<PodReport> pods;
  std::vector<QueueRef> ahead;
  struct Stored {
    std::string phase, reason, message; // reason: of the condition that the group's scheduler wrote
    bool stale = false;
  };
  std::optional<Stored> stored;
  struct Phase {
    std::string phase, occupied_by;
    std::int32_t running = 0, succeeded = 0, failed = 0;
  };
  // Native: the condition that the scheduler would leave in the group's status; absent if it writes none.
  struct Condition {
    std::string type, status, reason, message;
  };
  std::optional<Condition> condition;
  std::optional<Phase> phase;    // the phase that the PodGroup controller would set; absent for label-only groups
  std::vector<Fix> fixes;        // DoesNotFit: cheapest first
  bool in_manifest = false;      // dry-run: its own fields are changed in the manifest
  bool fixes_come_later = false; // they are for the time when the other pods that fit have started
  Foresight foresight;           // Fits and DoesNotFit, if requested
  std::optional<Robustness> robustness; // if requested
  std::vector<Finding> findings;        // by rule
  bool starts = false;                  // Unknown: the group starts in the run, by the simulated rules
  Ledger asked;                         // explain and dry-run, for groups that do not run yet
  // With fixes: "the running pods", which the input lacks. They may take the capacity that a fix frees, so that its
  // flags make the answer Unknown; empty: nothing.
  std::string fixes_lack = {};
  // With fixes: the first clause that was not asked, "webhook w decides, and it is not asked". It may refuse the pods
  // after a fix, whose flags then make the answer Unknown; empty: all was asked.
  std::string fixes_unasked = {};
};

// Pods of one owner in no group, some of which find no node.
struct OwnerReport {
  std::string kind;      // of the owner; empty: a pod without one
  std::int64_t pods = 0; // of the question, without a node
  GroupReport as_group;  // all pods as a group that needs each of them: its name is the owner's, and `fixes` start it
};

// Weighted scores of the score plugins for one feasible node.
struct NodeScores {
  std::string node;
  std::vector<std::pair<std::string, std::int64_t>> plugins;
  std::int64_t total = 0;
};

struct AttemptReport {
  std::string pod;   // "ns/name"
  std::string group; // name; empty: none
  Time at;           // simulated
  AttemptResult result = AttemptResult::Unschedulable;
  std::string node, message, nominated_node;
  std::vector<std::string> victims;
  std::string then;                 // Waiting: "Bound", or the text of the rejection
  bool then_varies = false;         // that text depends on a race
  std::optional<Time> then_at = {}; // Waiting: the time of `then`; absent: it waits at the end
  bool timed_out = false;           // Waiting: the rejection was a timeout of the wait
  std::vector<NodeScores> scores;   // with --scores, if two or more nodes were feasible
};

struct QueueEntry {
  std::int64_t position = 0; // from 1
  QueueRef what;
  std::optional<Time> timestamp;
  std::string timestamp_source; // creation, event, managedFields, condition, restart
  std::optional<GroupVerdict> verdict;
  std::optional<Code> code;
};

// Objects that a manifest would create (dry-run).
struct Expansion {
  std::string kind, namespace_name, name;
  struct Role {
    std::string name;
    std::int32_t count = 0, now = 0;
    std::string waits_for; // empty: nothing
    std::string scheduler_name;
    std::vector<std::pair<std::string, std::string>> requests; // resource, quantity text; of one pod
    std::vector<std::string> pods;
    std::optional<std::int32_t> most = {}; // pods that the object allows; absent: any number
  };
  std::vector<Role> roles;
  bool needs_all_pods = false; // its processes wait for each other until all pods run
  // The label of a group where no scheduler reads it: on the object itself, or among the annotations.
  struct MisplacedMark {
    std::string field, mark, group; // "metadata.labels", "scheduling.x-k8s.io/pod-group", "train"
  };
  std::vector<MisplacedMark> misplaced_marks;
  struct Group {
    std::string dialect, name;
    std::int32_t min_member = 0;
    std::vector<std::pair<std::string, std::string>> min_resources;
    std::string condition;                                                  // empty: none
    std::vector<std::pair<std::string, std::int32_t>> min_task_member = {}; // Volcano: quorum by task
    struct Topology {
      std::string mode; // empty: not given
      std::optional<std::int32_t> highest_tier_allowed;
      std::string highest_tier_name; // empty: not given
    };
    std::optional<Topology> network_topology = {}; // Volcano
    struct Part {
      std::string name, parent;                        // parent empty: the group itself
      std::int32_t min_member = 0;                     // 0 for a part that has parts
      std::optional<std::int32_t> min_sub_groups = {}; // required number of its parts
    };
    std::vector<Part> sub_groups = {}; // of other schedulers, and those that Volcano divides by labels
  };
  std::vector<Group> groups;
};

// The result of bind for one pod.
enum class BindingResult : std::uint8_t { Bound, Skipped, Failed, WouldBind };

struct BindingReport {
  std::string namespace_name, pod;
  std::string node;  // empty: none found
  std::string group; // name; empty: none
  BindingResult result = BindingResult::WouldBind;
  std::string message; // why it is not bound
};

// How far bind goes: only the plan, a trial of the plan on the server (dryRun=All), or all the way.
enum class BindMode : std::uint8_t { Preview, ServerDryRun, Act };

enum class ReportKind : std::uint8_t { Explanation, DryRun, QueueReport, BindReport, LintReport, VerifyReport };

struct Report {
  // Not inline, to save compile time: cmake/quick.cmake.
  Report();
  Report(const Report& other);
  Report(Report&& other) noexcept;
  Report& operator=(const Report& other);
  Report& operator=(Report&& other) noexcept;
  ~Report();

  ReportKind kind = ReportKind::Explanation;
  std::optional<Time> captured_at; // the time that counts as "now"
  std::string tool_version;        // of this program
  // The inputs, for `spec`: source paths, order, policies, assumptions in plain words.
  std::vector<std::string> sources;
  std::string order, policy, scheduler_version, victims, waiting;
  std::vector<std::string> assumptions;         // about objects of this input
  std::vector<std::string> general_assumptions; // that hold for every answer of this kind
  std::vector<std::string> what_ifs;
  std::vector<util::Problem> problems;
  std::vector<DeclaredObject> declared; // of a manifest; for CI systems, not in the structured output

  Verdict verdict = Verdict::Unknown;
  std::optional<ClusterSummary> summary; // explain of several groups or pods, and queue
  Ledger asked;                          // about the question as a whole, its objects, and pods of no group
  std::vector<GroupReport> groups;       // sorted by namespace, name, dialect
  std::vector<PodReport> pods;           // pending pods of no group
  std::vector<OwnerReport> owners;       // of such pods, with remedies
  std::vector<QueueEntry> queue;
  std::vector<AttemptReport> attempts;
  std::vector<Expansion> expansions;
  std::vector<std::string> losers; // dry-run: "ns/name" of groups and pods that start or run only without the manifest
  std::optional<CopiesReport> copies; // dry-run: if requested
  std::vector<LargestReport> largest;
  std::vector<FragmentationReport> fragmentation; // by resource
  // dry-run: objects that admission would reject, "Pod ml/x: …"; bind: what it skips, "ml/train: …"
  std::vector<std::string> refusals;
  std::vector<Finding> findings;   // lint: sorted by level, rule and object
  std::int64_t groups_checked = 0; // lint
  BindMode bind_mode = BindMode::Preview;
  std::vector<Verification> verifications; // verify: in the order of the checked report
  std::vector<BindingReport> bindings;     // groups in queue order, pods in the order of their placement
  std::optional<ClusterPicture> picture;   // if requested; not in the structured output
};

} // namespace model
