// SPDX-License-Identifier: Apache-2.0
// The ways in which pods and objects say "we are a gang", and what each calls its things.
#pragma once

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

struct DialectFacts {
  Dialect dialect;
  std::string_view word;         // in reports
  std::string_view project;      // as it writes its own name
  std::string_view api_version;  // of the object that declares a group; empty: none does
  std::string_view kind;         // PodGroup, PodGang, Workload
  std::string_view resource;     // what `-o name` writes before the name
  std::string_view mark;         // what a pod says to belong to a group: "the label scheduling.x-k8s.io/pod-group"
  std::string_view quorum_field; // "minMember"
  bool own_rules;                // its own rules are simulated, not merely the nearest to them
};

std::span<const DialectFacts> dialect_facts(); // a row for each
const DialectFacts& facts_of(Dialect dialect);

// Dialects as a set.
using Dialects = std::uint32_t;
constexpr Dialects dialects(std::initializer_list<Dialect> list) {
  Dialects set = 0;
  for (const Dialect dialect : list) { set |= Dialects{1} << static_cast<unsigned>(dialect); }
  return set;
}
constexpr bool holds(Dialects set, Dialect dialect) { return ((set >> static_cast<unsigned>(dialect)) & 1) != 0; }

inline std::string_view dialect_name(Dialect dialect) { return facts_of(dialect).word; }
inline bool is_approximated(Dialect dialect) { return !facts_of(dialect).own_rules; }
inline bool has_object(Dialect dialect) { return !facts_of(dialect).api_version.empty(); }

} // namespace model
