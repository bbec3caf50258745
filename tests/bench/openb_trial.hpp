// SPDX-License-Identifier: Apache-2.0
// Gangs of two shapes, and three judges of such a gang on a filled cluster: sums of free capacity, the scheduler's own
// order, and the solver.
#pragma once

#include "bench/openb_cluster.hpp"
#include "engine/answer/answer.hpp"
#include "model/report/feasibility_report.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace openb {

// Members with the requests of a pod of the trace.
struct Part {
  model::PodIndex like = model::k_none; // in the trace
  std::int32_t count = 0;
};

struct Gang {
  Part a, b;
};

// 1 to 16 members of one shape and 1 to 48 of another. A shape has one of the GPU counts in the trace, each equally
// likely, with cpu and memory of a random pod with that count. The same seed gives the same gangs. Throws util::Error
// if there is no second shape.
std::vector<Gang> random_gangs(const model::ClusterSnapshot& trace, std::size_t count, std::uint32_t seed);

// Two judges contradict each other, or a judge's claim is wrong.
struct Contradiction : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Strategy of NodeResourcesFit; the other score plugins are the defaults.
enum Scoring : std::uint8_t {
  LeastAllocated, // of cpu and memory: the default
  MostAllocated,  // of cpu, memory and GPUs
};
inline constexpr std::array<Scoring, 2> k_scorings = {LeastAllocated, MostAllocated};

class Trial {
 public:
  Trial(const model::ClusterSnapshot& trace, model::ClusterSnapshot cluster);

  // Sets the gang to judge: it needs all its members, and those of `first` precede the others in the queue.
  void put(const Part& first, const Part& second);

  // True if all nodes together have enough free capacity of every resource. Only its size excludes a member from a
  // node.
  bool sums_suffice() const;
  // The solver's answer. Checked: engine::verify checks its certificate, and sums check its placement and its own sums;
  // the answer is Unknown if a check is impossible.
  enum class Proof : std::uint8_t { Checked, Trusted };
  model::FeasibilityAnswer truth(Proof proof = Proof::Checked);
  // True if the gang starts as the only pending one, by simulation with the rules of Kubernetes' own gangs. These place
  // the members in one pass, in their order, each on the node with the best score, without going back. Coscheduling
  // does the same, but retries, and then in other orders.
  bool starts(Scoring scoring);
  // Number of copies of the pod for which the free GPUs suffice.
  std::int32_t most_by_gpus(model::PodIndex like) const;

  std::string text() const; // "3 x (2 nvidia.com/gpu, 16200 milli-cores, 65536 MiB) and then 7 x …"

 private:
  model::PodIndex member(std::size_t place) const { return static_cast<model::PodIndex>(m_running + place); }
  void replay(const std::map<model::PodIndex, model::NodeIndex>& places, const char* whose) const;
  [[noreturn]] void contradiction(const std::string& what) const;

  const model::ClusterSnapshot& m_trace;
  model::ClusterSnapshot m_cluster;
  std::size_t m_running; // number of pods; the gang's pods follow them
  Ledger m_ledger;
  std::array<engine::Options, 2> m_options; // by Scoring
  std::vector<Part> m_parts;
};

} // namespace openb
