// SPDX-License-Identifier: Apache-2.0
// Checks a plan before it is carried out: may each pod go to its node?
//
// The check uses nothing of the simulation: no queue, no classes of pods, no log of placements. It sums requests from
// the model alone. It asks every filter of the profile for its reasons (`why`), pod by pod, each after the earlier pods
// are placed.
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
  std::string reason; // follows the node's name: "has 0 of 2 nvidia.com/gpu left", "Insufficient cpu"
};

// One objection per refused pod, in the order of `placements`; empty if all hold. Pods must be pending and their
// profile known.
std::vector<Objection> objections(const Rules& rules, const std::vector<Placement>& placements);

// A resource of which a node's bound pods request more than the node has.
struct Overcommitment {
  model::NodeIndex node = model::k_none;
  model::ResourceId resource = model::k_pods;
  std::int64_t requested = 0, allocatable = 0;
};

// All overcommitments of `nodes`, in that order, in resources that the profile's NodeResourcesFit checks.
std::vector<Overcommitment> overcommitments(const model::ClusterSnapshot& cluster,
                                            const model::SchedulerProfile& profile,
                                            const std::vector<model::NodeIndex>& nodes);

// The first reason of the profile's plugins against the pod on the node in its current state, worded as in an
// Objection. Empty if they accept the pod.
std::string refused_by_filters(const FilterInput& input, model::NodeIndex node);

// True if the pod's own constraints depend on pods on other nodes.
bool looks_across_nodes(const model::PodSpec& spec);

} // namespace engine
