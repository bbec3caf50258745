// SPDX-License-Identifier: Apache-2.0
// Gangs of two shapes, and what three judges say of one on a filled cluster: the sums of what is free, the scheduler's
// own order, and the solver.
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

// Members that ask for what a pod of the trace asks for.
struct Part {
  model::PodIndex like = model::k_none; // in the trace
  std::int32_t count = 0;
};

struct Gang {
  Part a, b;
};

// 1 to 16 members of one shape and 1 to 48 of another. Each shape has one of the GPU counts that pods of the trace ask
// for, all equally likely, with cpu and memory of a random pod that asks for as many. The same seed, the same
// gangs. Throws util::Error where there is no second shape.
std::vector<Gang> random_gangs(const model::ClusterSnapshot& trace, std::size_t count, std::uint32_t seed);

// Two judges contradict each other, or what one says does not hold.
struct Contradiction : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How NodeResourcesFit scores; the other score plugins are the default ones.
enum Scoring : std::uint8_t {
  LeastAllocated, // of cpu and memory: the default
  MostAllocated,  // of cpu, memory and GPUs
};
inline constexpr std::array<Scoring, 2> k_scorings = {LeastAllocated, MostAllocated};

class Trial {
 public:
  Trial(const model::ClusterSnapshot& trace, model::ClusterSnapshot cluster);

  // The gang that is judged: all of its members are needed, those of `first` come first in the queue.
  void put(const Part& first, const Part& second);

  // Whether the nodes together have enough left of every resource. No member is kept off any node but by its size.
  bool sums_suffice() const;
  // The solver's answer. Checked: its certificate by engine::verify, its placement also by adding up, and its sums;
  // what cannot be checked is Unknown.
  enum class Proof : std::uint8_t { Checked, Trusted };
  model::FeasibilityAnswer truth(Proof proof = Proof::Checked);
  // Whether the gang starts where it is the only one that waits: the simulation, by the rules of Kubernetes' own gangs.
  // Those place the members in one pass, in their order, each on the best node by score, without going back.
  // Coscheduling does so too, but tries again and again, and then in other orders.
  bool starts(Scoring scoring);
  // How many copies of the pod the free GPUs would do for.
  std::int32_t most_by_gpus(model::PodIndex like) const;

  std::string text() const; // "3 x (2 nvidia.com/gpu, 16200 milli-cores, 65536 MiB) and then 7 x …"

 private:
  model::PodIndex member(std::size_t place) const { return static_cast<model::PodIndex>(m_running + place); }
  void replay(const std::map<model::PodIndex, model::NodeIndex>& places, const char* whose) const;
  [[noreturn]] void contradiction(const std::string& what) const;

  const model::ClusterSnapshot& m_trace;
  model::ClusterSnapshot m_cluster;
  std::size_t m_running; // pods; the gang's are behind them
  Ledger m_ledger;
  std::array<engine::Options, 2> m_options; // by Scoring
  std::vector<Part> m_parts;
};

} // namespace openb
