// SPDX-License-Identifier: Apache-2.0
// A cluster written as YAML, as a test's given:
//
//   const model::ClusterSnapshot cluster = tests::cluster(R"(
//   {apiVersion: v1, kind: Node, metadata: {name: node-1}, status: {allocatable: {cpu: 4, pods: 10}}}
//   ---
//   …)");
//
// Whatever is odd in it stands in cluster.problems.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "snapshot/build/builder.hpp"

#include <string_view>

namespace tests {

model::ClusterSnapshot cluster(std::string_view yaml);

// The same before it is finished; `file` is its name in messages.
void add(snapshot::Builder& builder, std::string_view yaml, std::string_view file = "cluster.yaml");
void add_manifest(snapshot::Builder& builder, std::string_view yaml, const snapshot::ManifestOptions& options = {});

} // namespace tests
