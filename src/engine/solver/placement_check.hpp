// SPDX-License-Identifier: Apache-2.0
// A second opinion on a plan, before it is carried out: may each pod go where it is to go?
//
// Nothing of the simulation is used: no queue, no classes of pods, no log of placements. Room is added up here anew
// from the model alone, and every filter of the profile is asked for its reasons (`why`), pod by pod, each after those
// before it.
#pragma once

#include "engine/filters/filters.hpp"
#include "engine/rules/rules.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

struct Placement {
  model::PodIndex pod = model::k_none;
  model::NodeIndex node = model::k_none;
};

struct Objection {
  model::PodIndex pod = model::k_none;
  std::string reason; // as it follows the node's name: "has 0 of 2 nvidia.com/gpu left", "Insufficient cpu"
};

// In the order of the placements; empty: all of them hold. The pods must be pending ones whose profile is known.
std::vector<Objection> objections(const Rules& rules, const std::vector<Placement>& placements);

// A resource of a node of which the bound pods request more than the node has.
struct Overcommitment {
  model::NodeIndex node = model::k_none;
  model::ResourceId resource = model::k_pods;
  std::int64_t requested = 0, allocatable = 0;
};

// All of those nodes, in their order, of what the profile's NodeResourcesFit looks at.
std::vector<Overcommitment> overcommitments(const model::ClusterSnapshot& cluster,
                                            const model::SchedulerProfile& profile,
                                            const std::vector<model::NodeIndex>& nodes);

// What the profile's plugins say of the pod on the node, as it is now: the first reason, as in an Objection. Empty:
// they let it pass.
std::string refused_by_filters(const FilterInput& input, model::NodeIndex node);

// Whether the pod's own constraints look at pods on other nodes.
bool looks_across_nodes(const model::PodSpec& spec);

} // namespace engine
