// SPDX-License-Identifier: Apache-2.0
// Questions about the size of a job, for tests.
#pragma once

#include "engine/sketch.hpp"

#include <cstdint>
#include <random>
#include <string>

namespace tests {

inline const std::string k_gpu = "nvidia.com/gpu";

// Asks of a cluster in which the pods "job-ROLE-…" and the groups "job…" are what the manifest makes.
// `kind`: of the manifest's objects, which is one for each role.
model::Report ask_sizing(const ClusterBuilder& builder, engine::SizingOptions sizing, const std::string& kind = "Job");

// The same where it makes the group "want".
model::Report ask_sizing(const Sketch& sketch, engine::SizingOptions sizing);

Sketch::Node node_with(const std::string& name, std::int64_t gpu);

// Nodes with some GPUs, and a group "want" of members of which each wants `gpu`; all alike, with nobody else.
Sketch one_shape(std::mt19937& random, int members, std::int64_t gpu);

// How many such members have a place on the empty nodes.
std::int64_t places(const Sketch& sketch, std::int64_t gpu);

} // namespace tests
