// SPDX-License-Identifier: Apache-2.0
// Hypothetical changes to a cluster, and options for reading a manifest.
#pragma once

#include "model/values/time.hpp"
#include "snapshot/collected/operator_options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace snapshot {

// A change to the cluster, as typed. Changes apply in the given order, before the manifest of dry-run.
struct WhatIf {
  enum class Kind { AddNodes, RemoveNode, Cordon, Uncordon, Without, SetMinMember, Replicas, Finish } kind;
  std::string argument; // "gpu-a=2", "gpu-a", "pod/ml/x", "ml/train=3", "worker=8", as typed after the flag
  std::string default_namespace = "default"; // for objects typed without a namespace
};

struct ManifestOptions {
  std::string default_namespace = "default";
  std::optional<std::int32_t> min_member = {}; // --min-member: creates a group for each workload object without one
  std::optional<model::Time> now = {};         // creation time of new objects; default: finish()'s now
  OperatorOptions operator_options = {};
  std::vector<std::string> template_paths = {}; // in objects of unknown kinds: "spec.worker.template"
  bool keep_objects = false;                    // for objects_made()
  std::string scheduler_version = {};           // --scheduler-version: the release of the API server too
};

} // namespace snapshot
