// SPDX-License-Identifier: Apache-2.0
// Options of a simulation. Separate from answer.hpp, so that a new field of a report does not recompile the simulation.
#pragma once

#include "model/cluster/scheduler_configuration.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class Order : std::uint8_t { Restart, Created, Events };
enum class Waiting : std::uint8_t { None, Nominated };
// Fate of preempted pods: they disappear at once, terminate forever, or terminate for k_grace_seconds.
enum class Victims : std::uint8_t { Gone, Stay, Slow };
// Feasible nodes that an attempt scores in clusters of 100 nodes and more. (kube_scheduler/node_search.hpp)
enum class NodesToScore : std::uint8_t { FirstFound, All };
inline constexpr std::int64_t k_grace_seconds = 30; // default of terminationGracePeriodSeconds

// Options of a simulation. Times are instants of the cluster, not of this machine.
struct Options {
  std::string policy; // "", "none", "native", "lightweight", "coscheduling@v0.28.9"; "": by dialect
  model::SchedulerConfiguration configuration;
  std::string scheduler_version; // "1.34.2"; "": the snapshot's server version, else k_reference_version
  std::optional<Order> order;    // default: events if the snapshot has scheduling events, else created
  Waiting waiting = Waiting::None;
  Victims victims = Victims::Gone;
  NodesToScore nodes_to_score = NodesToScore::FirstFound;
  // Time that the simulated API server takes to answer a call and to notify its watchers. Any outcome that depends on
  // it is a race.
  std::int64_t api_latency_micros = 6'000;
  // If nodes are over-committed, the minResources check depends on the scheduler's node order. A newly started
  // scheduler uses NodeTable::zone_order; a running one uses the order in which the nodes joined.
  bool over_committed_nodes_first = false; // the worst order for the minResources check
  bool remembers_classes = true;           // false: same answers, more work (Feasibility)
  model::Time now;
};

inline constexpr std::string_view k_reference_version = "1.34.2";
inline constexpr int k_newest_minor = 37; // of Kubernetes 1.x: the newest release whose rules are known
inline constexpr std::string_view k_native_reference_version = "1.36.3";  // for native groups
inline constexpr std::string_view k_barrier_reference_version = "1.35.0"; // for --policy native@v1.35

// True if Options.policy accepts the name. known_policies lists the accepted names for an error message.
bool is_known_policy(std::string_view policy);
std::vector<std::string_view> known_policies();

} // namespace engine
