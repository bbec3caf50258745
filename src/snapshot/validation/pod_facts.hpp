// SPDX-License-Identifier: Apache-2.0
// What the rules of containers and volumes need to know of their pod.
#pragma once

#include "snapshot/validation/rules.hpp"

namespace snapshot {

// `spec`: of a pod or template. `around`: facts that the object around the spec gives (of, is_pod, pod_name, claims
// that become volumes); null: a complete template.
PodFacts facts_of_pod(document::Value spec, const Path& path, const PodFacts* around);

} // namespace snapshot
