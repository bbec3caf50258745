// SPDX-License-Identifier: Apache-2.0
// What a question may change of a cluster, and how it has a manifest read.
#pragma once

#include "model/values/time.hpp"
#include "snapshot/collected/operator_options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace snapshot {

// A change to the cluster, as typed. Applied in the order given, before the manifest of dry-run.
struct WhatIf {
  enum class Kind { AddNodes, RemoveNode, Cordon, Uncordon, Without, SetMinMember, Replicas, Finish } kind;
  std::string argument; // "gpu-a=2", "gpu-a", "pod/ml/x", "ml/train=3", "worker=8", as typed after the flag
  std::string default_namespace = "default"; // for objects typed without one
};

struct ManifestOptions {
  std::string default_namespace = "default";
  std::optional<std::int32_t> min_member = {}; // --min-member: a group per workload object that has none
  std::optional<model::Time> now = {};         // creation time of what is new; default: finish()'s now
  OperatorOptions operator_options = {};
  std::vector<std::string> template_paths = {}; // "spec.worker.template": in objects of kinds that are not known
  bool keep_objects = false;                    // for objects_made()
};

} // namespace snapshot
