// SPDX-License-Identifier: Apache-2.0
// The answer, before it is put into words: what engine::diagnose finds and report::write prints.
// Field by field this is the structured output (schemas/); the words of enumerations are in report_words.hpp.
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
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace model {

enum class Verdict : std::uint8_t { Yes, No, Unknown };
enum class GroupVerdict : std::uint8_t { Satisfied, Fits, DoesNotFit, Idle, Unknown };

struct PodReport {
  std::string namespace_name, name;
  Outcome outcome = Outcome::NotAttempted;
  std::string node;    // bound, or would be bound
  std::string message; // the text of the PodScheduled condition at rest
  bool message_varies = false;
  std::vector<ReasonCount> reasons;
  std::string nominated_node;
  std::vector<std::string> victims; // "ns/name"
  std::vector<std::string> gates;   // spec.schedulingGates
};

struct MemberCounts {
  std::int32_t total = 0, bound = 0, pending = 0, gated = 0, terminating = 0, succeeded = 0, failed = 0;
};

// One resource of the constraint that binds. Amounts as the scheduler counts them (cpu in milli-cores).
struct ResourceShortage {
  std::string resource;
  std::int64_t per_member = 0;                                     // what one unplaced member asks for
  std::int64_t members = 0;                                        // how many such members have no place
  std::int64_t free_total = 0;                                     // over the nodes that its other constraints admit
  std::int64_t largest_free = 0;                                   // on one node of those
  std::vector<std::pair<std::string, std::int64_t>> largest_nodes; // name, free; at most 8, largest first
  std::int64_t admissible_nodes = 0;
  std::int64_t nodes_short = 0;     // admissible nodes with less than per_member
  std::int64_t nodes_with_some = 0; // admissible nodes with anything free
  std::int64_t places = 0;          // sum over admissible nodes of free / per_member, rounded down; 0: not counted
  std::int64_t per_node_limit = 0;  // the most that any admissible node could offer when empty (allocatable)
  // The places that are left when all that a member asks for is looked at, where these are fewer, and the other
  // resources that are to blame.
  std::optional<std::int64_t> places_together;
  std::vector<std::string> beside;
};

// One resource of the minResources check. Amounts as the scheduler counts them.
struct MinResource {
  std::string resource;
  std::int64_t asked = 0;        // in spec.minResources
  std::int64_t free = 0;         // what the check finds in the whole cluster, own members' use added back
  std::int64_t members_need = 0; // the sum of the live members' requests
};

// The numbers behind `code`, for the sentences. What is not set does not apply.
struct Evidence {
  // Not inline, to save compile time: cmake/quick.cmake.
  Evidence();
  Evidence(const Evidence& other);
  Evidence(Evidence&& other) noexcept;
  Evidence& operator=(const Evidence& other);
  Evidence& operator=(Evidence&& other) noexcept;
  ~Evidence();

  std::int64_t needed = 0;          // minMember, or the quorum
  std::int64_t have = 0;            // members that exist, are un-gated, or can be placed: what the code compares
  std::int64_t placeable_alone = 0; // members bound when nobody else is pending
  std::string sub_group;            // the part of the group that falls short; empty: the group itself
  std::string pod;                  // the culprit member
  std::string scheduler;            // WrongScheduler: the schedulerName that none serves, of `pods`
  std::vector<std::string> pods;    // members without a place; gated members
  std::vector<std::string> gates;
  std::vector<ResourceShortage> shortages;
  std::vector<ReasonCount> reasons; // of the culprit, most nodes first
  std::vector<std::string> taints;  // that it does not tolerate, "dedicated=infra:NoSchedule", most nodes first
  std::int64_t node_count = 0;
  std::vector<std::string> hints; // "a PodGroup of this name is in namespace ml"
  // TakenByOthersAhead: who has the room. Those ahead that got some, where they alone keep the group out; else those
  // behind it in the queue that did, and those that hold places at Permit while they wait for the rest of their group.
  std::vector<QueueRef> takers, takers_behind, holders;
  std::vector<std::pair<std::string, std::int64_t>> gap; // MinResourcesShort: resource and missing amount
  std::vector<MinResource> min_resources;                // MinResourcesShort: the resources of the gap, in its order
  std::optional<Time> until;                             // GroupBackingOff: when the pause ends
  // Members that held a place at Permit until their wait ran out, because the missing share did not exceed
  // podGroupRejectPercentage; 0 members: it did not come to that.
  std::int32_t waited = 0;
  std::int64_t permit_wait_seconds = 0;
  std::int32_t reject_percentage = 0;
};

// Something above a group, or other marks on its pods (pod_group.hpp).
struct LayerReport {
  Dialect dialect = Dialect::Kueue;
  std::string name;
  LayerRole role = LayerRole::Ignored;
};

// A part of a group that has a quorum of its own.
struct SubGroupReport {
  std::string name, parent; // parent empty: the group itself
  std::int32_t min_member = 0;
  std::optional<std::int32_t> min_sub_groups; // of the parts that it holds
  std::int32_t total = 0, bound = 0;          // members that count as existing, as holding a place
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
  std::int32_t min_member = 0; // as declared, 0 where absent
  bool implicit = false;       // nobody asked for it: its scheduler makes it by itself
  std::string mode;            // as written: Koordinator's mode and match policy, YuniKorn's style; empty: default
  std::vector<LayerReport> layers;
  std::vector<SubGroupReport> sub_groups;
  MemberCounts members;
  GroupVerdict verdict = GroupVerdict::Unknown;
  std::optional<std::pair<GroupVerdict, std::int32_t>> alone; // verdict, boundAtEnd
  std::int32_t bound_at_end = 0;
  // Placement alone, on the snapshot as it is: gates, minResources, quotas and the queue left aside.
  std::optional<FeasibilityReport> feasibility;
  bool spins = false;
  Code code = Code::None;
  Stage stage = Stage::None;
  Evidence evidence;
  std::vector<GateReport> gates; // above the scheduler, those that its members have to pass
  std::string message;           // one sentence for a person; filled by report::put_into_words
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
  // Native: the condition that the scheduler would have left in the group's status; absent where it writes none.
  struct Condition {
    std::string type, status, reason, message;
  };
  std::optional<Condition> condition;
  std::optional<Phase> phase;           // what the PodGroup controller would make of it; absent for label-only groups
  std::vector<Fix> fixes;               // DoesNotFit: cheapest first
  Foresight foresight;                  // Fits and DoesNotFit, where it was looked for
  std::optional<Robustness> robustness; // where asked for
  std::vector<Finding> findings;        // by rule
  bool starts = false;                  // Unknown: it starts in the run, by the rules that are simulated
  Ledger asked;                         // explain and dry-run, of groups that do not run yet
};

// What the score plugins gave one feasible node, weighted.
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
  std::string then;                 // Waiting: "Bound", or the text with which it was rejected
  std::optional<Time> then_at = {}; // Waiting: when that was; absent: it waits at the end
  bool timed_out = false;           // Waiting: it was rejected because its wait ran out
  std::vector<NodeScores> scores;   // with --scores, where two or more nodes were feasible
};

struct QueueEntry {
  std::int64_t position = 0; // from 1
  QueueRef what;
  std::optional<Time> timestamp;
  std::string timestamp_source; // creation, event, managedFields, condition, restart
  std::optional<GroupVerdict> verdict;
  std::optional<Code> code;
};

// What a manifest would create (dry-run).
struct Expansion {
  std::string kind, namespace_name, name;
  struct Role {
    std::string name;
    std::int32_t count = 0, now = 0;
    std::string waits_for; // empty: nothing
    std::string scheduler_name;
    std::vector<std::pair<std::string, std::string>> requests; // resource, quantity text; of one pod
    std::vector<std::string> pods;
  };
  std::vector<Role> roles;
  struct Group {
    std::string dialect, name;
    std::int32_t min_member = 0;
    std::vector<std::pair<std::string, std::string>> min_resources;
    std::string condition; // empty: none
  };
  std::vector<Group> groups;
};

// What bind does, or has done, with one pod.
enum class BindingResult : std::uint8_t { Bound, Skipped, Failed, WouldBind };

struct BindingReport {
  std::string namespace_name, pod;
  std::string node;  // empty: none was found
  std::string group; // name; empty: none
  BindingResult result = BindingResult::WouldBind;
  std::string message; // why not
};

// How far bind goes: the plan alone, the plan as the server would take it (dryRun=All), or all the way.
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
  std::optional<Time> captured_at; // what "now" was taken to be
  std::string tool_version;        // of this program
  // The inputs, for `spec`: source paths, order, policies, assumptions in plain words.
  std::vector<std::string> sources;
  std::string order, policy, scheduler_version, victims, waiting;
  std::vector<std::string> assumptions;
  std::vector<std::string> what_ifs;
  std::vector<util::Problem> problems;
  std::vector<DeclaredObject> declared; // of a manifest; for CI systems, not in the structured output

  Verdict verdict = Verdict::Unknown;
  std::optional<ClusterSummary> summary; // explain of several groups or pods, and queue
  Ledger asked;                    // of the question as a whole, its objects, and pods of no group
  std::vector<GroupReport> groups; // sorted by namespace, name, dialect
  std::vector<PodReport> pods;     // pending pods of no group
  std::vector<QueueEntry> queue;
  std::vector<AttemptReport> attempts;
  std::vector<Expansion> expansions;
  std::vector<std::string> losers;    // dry-run: "ns/name" of what starts, or goes on running, only without it
  std::optional<CopiesReport> copies; // dry-run: where asked for
  std::vector<LargestReport> largest;
  std::vector<FragmentationReport> fragmentation; // by resource
  // dry-run: what admission would refuse, "Pod ml/x: …"; bind: what it does not do itself, "ml/train: …"
  std::vector<std::string> refusals;
  std::vector<Finding> findings;   // lint: sorted by level, rule and object
  std::int64_t groups_checked = 0; // lint
  BindMode bind_mode = BindMode::Preview;
  std::vector<Verification> verifications; // verify: in the order of the report that was checked
  std::vector<BindingReport> bindings;     // groups in the order of the queue, pods in that in which they were placed
  std::optional<ClusterPicture> picture;   // where asked for; not in the structured output
};

} // namespace model
