// SPDX-License-Identifier: Apache-2.0
// What the PodGroup controller would make of a group's status, run until it changes nothing more.
// Source: scheduler-plugins pkg/controllers/podgroup_controller.go (and its form before v0.26 for the older CRD).
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/report/report.hpp"

#include <optional>

namespace engine {

// nullopt for groups without an object. The controller counts pods of the name in all namespaces and in every phase.
std::optional<model::GroupReport::Phase> pod_group_phase(const model::ClusterSnapshot& cluster,
                                                         const model::PodGroup& group);

} // namespace engine
