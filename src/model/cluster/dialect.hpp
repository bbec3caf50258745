// SPDX-License-Identifier: Apache-2.0
// The dialects: ways in which pods and objects declare a gang, and the terms of each.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace model {

enum class Dialect : std::uint8_t {
  Lightweight,      // labels only (scheduler-plugins v0.18; KEP-2)
  CoschedulingSigs, // PodGroup scheduling.sigs.k8s.io/v1alpha1 (scheduler-plugins v0.19 to v0.24; KEP-42)
  Coscheduling,     // PodGroup scheduling.x-k8s.io/v1alpha1 (scheduler-plugins v0.25 and later)
  Native,           // Kubernetes 1.35 and later: scheduling.k8s.io (KEP-4671)
  KubeBatch,        // PodGroup scheduling.incubator.k8s.io/v1alpha1, scheduling.sigs.dev/v1alpha2
  Volcano,          // PodGroup scheduling.volcano.sh/v1beta1
  Koordinator,      // PodGroup scheduling.sigs.k8s.io/v1alpha1, or annotations, under koord-scheduler
  Kai,              // PodGroup scheduling.run.ai/v2alpha2
  YuniKorn,         // annotations only
  Kueue,            // Workload kueue.x-k8s.io; a gate before scheduling, no gang scheduler
  LeaderWorkerSet,  // labels of leaderworkerset.sigs.k8s.io; no gang scheduler of its own
  JobSet,           // labels of jobset.sigs.k8s.io; no gang scheduler of its own
  Grove,            // PodGang scheduler.grove.io/v1alpha1
  Godel,            // PodGroup scheduling.godel.kubewharf.io/v1alpha1
};

// A set of dialects.
using Dialects = std::uint32_t;
constexpr Dialects dialects(std::initializer_list<Dialect> list) {
  Dialects set = 0;
  for (const Dialect dialect : list) { set |= Dialects{1} << static_cast<unsigned>(dialect); }
  return set;
}
constexpr bool holds(Dialects set, Dialect dialect) { return ((set >> static_cast<unsigned>(dialect)) & 1) != 0; }

// Which scheduler places the members.
enum class PlacedBy : std::uint8_t {
  KubeScheduler,
  Own, // the project's own scheduler
  Any, // the project has no scheduler, or leaves placement to others
};

// A usual schedulerName of a gang scheduler. A cluster may use another name.
struct SchedulerName {
  std::string_view name;
  std::string_view queue_mark = {}; // the pod label that names its queue there; empty: its groups name it
};

struct DialectFacts {
  Dialect dialect;
  std::string_view word;             // the name in reports
  std::string_view project;          // the project's own spelling of its name
  std::string_view api_version = {}; // of the object that declares a group; empty: none does
  std::string_view kind = {};        // PodGroup, PodGang, Workload
  std::string_view resource;         // the prefix of the name in `-o name`
  std::string_view mark;             // how a pod names its group: "the label scheduling.x-k8s.io/pod-group"
  std::string_view quorum_field;     // "minMember"
  bool own_rules = false;            // the engine simulates its own rules, not just similar ones
  PlacedBy placed_by = PlacedBy::Own;
  std::array<SchedulerName, 2> schedulers = {}; // Own: the usual schedulerNames
  Dialects also_placed = 0;                     // dialects whose groups the same scheduler places too
  // Of the scheduler or plugin:
  bool waits_for_members = false;  // it places no member before as many members as the quorum exist
  bool needs_object = false;       // people or jobs declare groups, not a controller that has seen the pods
  bool ignored_by_default = false; // kube-scheduler's own default-scheduler places its members one by one
};

std::span<const DialectFacts> dialect_facts(); // one row for each dialect
const DialectFacts& facts_of(Dialect dialect);
// The dialects for which `is` returns true.
Dialects dialects_where(bool (*is)(const DialectFacts& facts)) noexcept;
// True if the dialect's own scheduler places pods with this schedulerName.
bool is_scheduler_of(std::string_view name, Dialect dialect);

inline std::string_view dialect_name(Dialect dialect) { return facts_of(dialect).word; }
inline bool is_approximated(Dialect dialect) { return !facts_of(dialect).own_rules; }
// True if the quorum of a group is the number of its pods, so that no field lowers it.
constexpr bool needs_all_pods(Dialect dialect) {
  return holds(dialects({Dialect::JobSet, Dialect::Kueue, Dialect::LeaderWorkerSet}), dialect);
}
inline bool has_object(Dialect dialect) { return !facts_of(dialect).api_version.empty(); }

} // namespace model
