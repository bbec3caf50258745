// SPDX-License-Identifier: Apache-2.0
// Labels and annotations for which a webhook adds containers to new pods: of service meshes, stores of secrets,
// tracing. Snapshots contain no webhooks, so nothing else shows them.
#pragma once

#include "document/bytes/value.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <string>

namespace snapshot {

// "Istio (label istio-injection of its namespace)"; empty: nothing asks for containers. `space`: the namespace of the
// pods; null: not known.
std::string injector_of(document::Value pod_template, const model::Namespace* space);

} // namespace snapshot
