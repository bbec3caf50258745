// SPDX-License-Identifier: Apache-2.0
// PodGroup of scheduling.k8s.io: v1alpha2 (1.36), v1alpha3 and v1beta1 (1.37), which differ in few fields.
#pragma once

#include "model/pod_group.hpp"
#include "snapshot/collected.hpp"
#include "snapshot/fields.hpp"

namespace snapshot {

// What its spec says: the quorum (minCount; none with the basic policy), priority, disruption mode, topology.
void read_native_group(document::Value object, Collected& collected, model::PodGroup& group);

} // namespace snapshot
