// SPDX-License-Identifier: Apache-2.0
// spec.affinity and spec.topologySpreadConstraints.
#pragma once

#include "model/cluster/pod.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>
#include <vector>

namespace snapshot {

struct AffinityContext {
  std::string_view namespace_name; // the pod's namespace; the default for terms that name none
  // Set only for manifests: the pod's labels, for the matchLabelKeys and mismatchLabelKeys that the API server merges
  // into the selector at creation. Null for stored pods, whose selectors already contain them (KEP-3633).
  const model::Labels* merge_labels = nullptr;
};

// Reads a NodeAffinity object into required_node_terms and preferred_node_terms.
void read_node_affinity(document::Value value, const Path& path, model::PodSpec& spec);

void read_affinity(document::Value value, const Path& path, const AffinityContext& context, model::PodSpec& spec);

std::vector<model::TopologySpreadConstraint> topology_spread_of(document::Value value, const Path& path);

} // namespace snapshot
