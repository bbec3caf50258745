// SPDX-License-Identifier: Apache-2.0
// Small clusters with one gang, and the most of its members that fit, found by exhaustive search. The search implements
// the rules in the plainest way, and uses no code of the engine.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace tests {

struct SolverNode {
  std::array<std::int64_t, 3> offers = {}; // cpu (milli-cores), gpu, disk
  std::int64_t pods = 0;
  int zone = -1;     // -1: no label
  bool fast = false; // has the label that some pods select
  bool tainted = false;
};

// Over zones, or over host names if `zones` is false.
struct SolverAnti {
  int app = 0;
  bool zones = false;
};
struct SolverSpread {
  int max_skew = 1;
  bool zones = false;
  int min_domains = 1;
};

struct SolverPod {
  std::array<std::int64_t, 3> asks = {};
  int app = 0;  // its label
  int port = 0; // 0: none
  bool fast_only = false, tolerates = false;
  std::optional<SolverAnti> anti;
  std::optional<SolverSpread> spread; // over pods of its own app
  std::optional<int> near_to;         // app of a pod that must be in the same zone
  int node = -1;                      // bound to this node; -1: not bound
};

struct SolverCase {
  std::vector<SolverNode> nodes;
  std::vector<SolverPod> others;  // bound
  std::vector<SolverPod> members; // of the gang, none bound
};

SolverCase random_solver_case(std::mt19937& random);
std::int64_t most_by_trying(const SolverCase& one);

// The gang is the only group. Nodes are n0, n1, …, members m0, m1, …
model::ClusterSnapshot as_cluster(const SolverCase& one);
std::string as_text(const SolverCase& one);

} // namespace tests
