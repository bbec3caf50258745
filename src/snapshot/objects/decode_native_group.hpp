// SPDX-License-Identifier: Apache-2.0
// Groups of scheduling.k8s.io: the PodGroup of v1alpha2 (1.36), v1alpha3 and v1beta1 (1.37), which differ in few
// fields; the groups inside a Workload of v1alpha1 (1.35); and the CompositePodGroups of v1alpha3.
#pragma once

#include "model/cluster/pod_group.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

// Reads the spec: quorum (minCount; none with the basic policy), priority, disruption mode, topology.
void read_native_group(document::Value object, Collected& collected, model::PodGroup& group);

// Adds a Workload, with the names of its templates (since 1.36) and the groups that it contains (1.35).
void add_native_workload(Collected& collected, document::Value object, std::string_view default_namespace);

// Adds a CompositePodGroup and the name of its parent.
void add_composite_group(Collected& collected, document::Value object, std::string_view default_namespace);

} // namespace snapshot
