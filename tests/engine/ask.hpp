// SPDX-License-Identifier: Apache-2.0
// Helpers that ask the engine a question in tests.
#pragma once

#include "engine/answer/answer.hpp"
#include "support/cluster_builder.hpp"

#include <string>
#include <string_view>

namespace tests {

inline const std::string k_gpu = "nvidia.com/gpu";

inline model::Quantity units(std::int64_t amount) { return model::Quantity::from_units(amount); }

engine::Options options(const std::string& policy = "");
// Explains every group and every pending pod outside groups.
model::Report explain(const model::ClusterSnapshot& cluster, const engine::Options& options = tests::options());
model::Report queue(const model::ClusterSnapshot& cluster, const engine::Options& options = tests::options());
const model::GroupReport& group(const model::Report& report, const std::string& name);
// For a temporary report: returns a copy.
model::GroupReport group(model::Report&& report, const std::string& name);
const model::PodReport& pod(const model::Report& report, const std::string& name);
model::PodReport pod(model::Report&& report, const std::string& name);
// A term for pods with the label app=`app` in namespace default.
model::PodAffinityTerm term(std::string_view app, std::string_view topology_key = "zone");
// Nodes a1 and a2 of zone a, b1 of zone b, and x without a zone; `label` names the zone.
ClusterBuilder zones(std::string_view label = "zone");

} // namespace tests
