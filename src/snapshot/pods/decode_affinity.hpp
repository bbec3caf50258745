// SPDX-License-Identifier: Apache-2.0
// spec.affinity and spec.topologySpreadConstraints.
#pragma once

#include "model/cluster/pod.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>
#include <vector>

namespace snapshot {

struct AffinityContext {
  std::string_view namespace_name; // of the pod: where a term looks that names no namespace
  // Only for manifests: the pod's labels, for the matchLabelKeys and mismatchLabelKeys that the API server merges into
  // the selector at creation. In stored pods that has happened (KEP-3633). Null: leave them.
  const model::Labels* merge_labels = nullptr;
};

// A NodeAffinity object, into required_node_terms and preferred_node_terms.
void read_node_affinity(document::Value value, const Path& path, model::PodSpec& spec);

void read_affinity(document::Value value, const Path& path, const AffinityContext& context, model::PodSpec& spec);

std::vector<model::TopologySpreadConstraint> topology_spread_of(document::Value value, const Path& path);

} // namespace snapshot
