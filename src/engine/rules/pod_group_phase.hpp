// SPDX-License-Identifier: Apache-2.0
// Applies the PodGroup controller's rules to a group's status until nothing changes.
// Source: scheduler-plugins pkg/controllers/podgroup_controller.go (and its form before v0.26 for the older CRD).
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/report/report.hpp"

#include <optional>

namespace engine {

// nullopt for groups without an object. The controller counts the pods of all groups with this name, in every namespace
// and phase.
std::optional<model::GroupReport::Phase> pod_group_phase(const model::ClusterSnapshot& cluster,
                                                         const model::PodGroup& group);

} // namespace engine
