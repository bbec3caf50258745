// SPDX-License-Identifier: Apache-2.0
// From the timeline to the answer: verdict, cause and evidence of one group, and what became of each pod.
#pragma once

#include "engine/rules.hpp"
#include "engine/simulation.hpp"
#include "engine/timeline.hpp"
#include "model/report.hpp"

#include <string_view>

namespace engine {

// Everything that a diagnosis reads: the picture, what bound pods take, and the run with everybody in it.
struct Run {
  const Rules& rules;
  const NodeTable& nodes;
  const NodeUsage& bound_usage;
  const std::vector<model::PodIndex>& pending;
  const Timeline& timeline;
};

// How much to find out about a group.
enum class Depth : std::uint8_t {
  Verdict, // verdict and code, for a row of the queue
  Plan,    // all but the solver's evidence, for bind
  Full,
};

model::GroupReport diagnose(const Run& run, model::GroupIndex group, Depth depth);

// Whether the group has its quorum at the end of the run, as its dialect counts.
bool reaches_quorum(const Run& run, model::GroupIndex group);

// What became of the pod. `varies`: its text depends on a race.
model::PodReport pod_report(const Run& run, model::PodIndex pod, bool varies);

} // namespace engine
