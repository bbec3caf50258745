// SPDX-License-Identifier: Apache-2.0
// Tries copies of the job one after the other, each with the capacity that the earlier ones left.
//
// One snapshot receives copies in growing portions, and each run begins where the last one ended. One run simulates
// several copies. That equals copy-by-copy runs if the run tried them one after the other, placed each pod at once and
// evicted none: then no later copy can have affected an earlier one. `whole` counts those copies.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/sizing/copier.hpp"
#include "engine/solver/solver.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

class Series {
 public:
  // Beside: keeps the run's whole outcome, with the job's own pods. Instead: keeps all of it except the job's pods.
  enum class Stands : std::uint8_t { Beside, Instead };

  // `run` is the run of the job with everything that is pending. It must outlive this object.
  Series(const Run& run, const Job& job, Stands stands);
  Series(const Series&) = delete; // rules and tables refer to the snapshot
  Series& operator=(const Series&) = delete;

  // Simulates the next `count` copies; no other pod is pending.
  void simulate(std::int64_t count);

  // All other calls except solve() need a simulate() first. A run of several copies ends when one of their pods is
  // refused.

  // Number of leading copies that the run placed one after the other, with every pod bound at its first attempt.
  std::int64_t whole() const;
  // True if the first copy starts: its groups have their quorums, and its plain pods are bound.
  bool first_starts() const;
  // Keeps the run's outcome for the next one. All of its copies must start.
  void keep();
  // Number of pods evicted for the kept copies.
  std::int64_t victims() const { return m_victims; }
  // Reason why the first copy does not start: its group, else its plain pod.
  std::optional<model::GroupReport> short_group() const;
  std::optional<model::PodReport> short_pod() const;
  // Why Kueue may admit the first copy, although the simulation of its quota does not; empty: it does not.
  std::string left_open_by_kueue() const;

  // Returns Feasible if `count` copies can all hold their required pods at once, with the kept copies in place.
  model::FeasibilityAnswer solve(std::int64_t count);

 private:
  const Job& next(std::int64_t ahead = 0) const { return m_copies[static_cast<std::size_t>(m_kept + ahead)]; }
  void add_until(std::int64_t count);
  void place(const Timeline& timeline, std::span<const model::PodIndex> pods);
  Run run_here() const { return {*m_experiment, *m_timeline}; }

  const Run& m_original;
  model::ClusterSnapshot m_cluster;
  Job m_job;
  Copier m_copier;
  std::vector<Job> m_copies;
  std::int64_t m_kept = 0, m_simulated = 0, m_victims = 0;
  AssumedStorage m_storage; // of all runs so far
  AssumedDevices m_devices;
  std::shared_ptr<const NodeTable> m_nodes;
  std::unique_ptr<NodeUsage> m_usage;
  std::unique_ptr<Experiment> m_experiment;
  std::optional<Timeline> m_timeline;
};

} // namespace engine
