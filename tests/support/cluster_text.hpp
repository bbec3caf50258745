// SPDX-License-Identifier: Apache-2.0
// A cluster written as YAML, as the input of a test:
//
//   const model::ClusterSnapshot cluster = tests::cluster(R"(
//   {apiVersion: v1, kind: Node, metadata: {name: node-1}, status: {allocatable: {cpu: 4, pods: 10}}}
//   ---
//   …)");
//
// Problems of the input are in cluster.problems.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "snapshot/build/builder.hpp"

#include <string_view>

namespace tests {

model::ClusterSnapshot cluster(std::string_view yaml);

// Adds to a builder before it finishes; `file` is the name in messages.
void add(snapshot::Builder& builder, std::string_view yaml, std::string_view file = "cluster.yaml");
void add_manifest(snapshot::Builder& builder, std::string_view yaml, const snapshot::ManifestOptions& options = {});

} // namespace tests
