// SPDX-License-Identifier: Apache-2.0
// How to simulate. A header of its own: a new field of a report, in answer.hpp, does not recompile the simulation.
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
// What becomes of pods that preemption evicts: they are gone at once, terminate and never go, or terminate for
// k_grace_seconds.
enum class Victims : std::uint8_t { Gone, Stay, Slow };
inline constexpr std::int64_t k_grace_seconds = 30; // terminationGracePeriodSeconds where a pod sets none

// How to simulate. Times are instants of the cluster, not of this machine.
struct Options {
  std::string policy; // "", "none", "native", "lightweight", "coscheduling@v0.28.9"; "": by dialect
  model::SchedulerConfiguration configuration;
  std::string scheduler_version; // "1.34.2"; "": the snapshot's server version, else k_reference_version
  std::optional<Order> order;    // default: events where the snapshot has scheduling events, else created
  Waiting waiting = Waiting::None;
  Victims victims = Victims::Gone;
  // How long the simulated API server takes to answer a call and to tell of it: what depends on it is a race.
  std::int64_t api_latency_micros = 6'000;
  // Where nodes are over-committed, minResources depends on the order in which a scheduler knows them. A scheduler that
  // starts has that of NodeTable::zone_order; one that goes on running has that in which they came.
  bool over_committed_nodes_first = false; // the worst order
  bool remembers_classes = true;           // false: the same answers from more work (Feasibility)
  model::Time now;
};

inline constexpr std::string_view k_reference_version = "1.34.2";
inline constexpr std::string_view k_native_reference_version = "1.36.3"; // where native groups are there

// Whether `policy` is a name that Options.policy understands; the known ones for an error message.
bool is_known_policy(std::string_view policy);
std::vector<std::string_view> known_policies();

} // namespace engine
