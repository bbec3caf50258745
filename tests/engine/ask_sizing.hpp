// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of job sizing.
#pragma once

#include "engine/ask.hpp"
#include "engine/sketch.hpp"

#include <cstdint>
#include <random>
#include <string>

namespace tests {

// The manifest creates the pods "job-ROLE-…" and the groups "job…". `kind` is the kind of its object; for "Pod" each
// pod is an object of its own.
model::Report ask_sizing(const ClusterBuilder& builder, engine::SizingOptions sizing, const std::string& kind = "Job");
model::Report ask_sizing(model::ClusterSnapshot cluster, engine::SizingOptions sizing, const std::string& kind = "Job");

// Same for a manifest that creates the group "want".
model::Report ask_sizing(const Sketch& sketch, engine::SizingOptions sizing);

Sketch::Node node_with(const std::string& name, std::int64_t gpu);

// Nodes with 0 to 8 GPUs and a group "want" of identical members that request `gpu` each; no other pods.
Sketch one_shape(std::mt19937& random, int members, std::int64_t gpu);

// Number of such members that fit on the empty nodes.
std::int64_t places(const Sketch& sketch, std::int64_t gpu);

} // namespace tests
