// SPDX-License-Identifier: Apache-2.0
// Copies of the job, one after the other: each is tried on what those before it have left.
//
// There is one picture, to which copies are added in growing portions, and what a run has placed is where the next one
// begins. Several copies are simulated in one run. That is the same as one by one where the run has tried them one
// after the other and each pod got its place at once, without anybody being evicted for it: then nothing of a later
// copy can have touched an earlier one. `whole` counts those.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/sizing/copier.hpp"
#include "engine/solver/solver.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace engine {

class Series {
 public:
  // Beside: the run's whole outcome stands, the job's own place included. Instead: all of it but the job's.
  enum class Stands : std::uint8_t { Beside, Instead };

  // `run` is that of the job with everything that is pending; it must outlive this object.
  Series(const Run& run, const Job& job, Stands stands);
  Series(const Series&) = delete; // rules and tables refer to the picture
  Series& operator=(const Series&) = delete;

  // Simulates the next `count` copies; nobody else is pending.
  void simulate(std::int64_t count);

  // The rest but solve() holds after simulate(). Several copies are simulated until one of their pods is refused.
  // How many of them, from the first, went one after the other, with every pod bound at its first attempt.
  std::int64_t whole() const;
  // Whether the first of them starts: its groups have their quorums, and its pods of no group are bound.
  bool first_starts() const;
  // Makes the outcome of the run what stands. All of its copies must start.
  void keep();
  // How many pods have been evicted for copies that were kept.
  std::int64_t victims() const { return m_victims; }
  // Why the first one does not start: its group, else its pod of no group.
  std::optional<model::GroupReport> short_group() const;
  std::optional<model::PodReport> short_pod() const;

  // Whether `count` copies can hold what each needs at once, on what stands.
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
