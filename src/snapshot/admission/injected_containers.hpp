// SPDX-License-Identifier: Apache-2.0
// Marks by which a webhook adds containers to new pods: of service meshes, of stores of secrets, of tracing. Snapshots
// hold no webhooks, so these marks are all that shows them.
#pragma once

#include "document/bytes/value.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <string>

namespace snapshot {

// "Istio (label istio-injection of its namespace)"; empty: no mark asks for containers. `space`: the namespace of the
// pods; null: not known.
std::string injector_of(document::Value pod_template, const model::Namespace* space);

} // namespace snapshot
