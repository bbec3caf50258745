// SPDX-License-Identifier: Apache-2.0
// The spec of a RayCluster, which RayJobs and RayServices make too.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <string>
#include <vector>

namespace snapshot {

// Where a cluster's pods differ by who asked for it.
struct RayRequest {
  document::Value labels;           // of the object that asked
  std::string group;                // the name of Volcano's group
  bool submitter_in_head = false;   // RayJob with submissionMode SidecarMode
  ResourceSum submitter = {};       // what Volcano's minResources count for the submitter
  std::string_view batch_scheduler; // of KubeRay; empty: none
};

// The value of the option kuberay.batch-scheduler; with auto what the labels show. Empty: none.
std::string_view ray_batch_scheduler(document::Value labels, const Expander& expander);

// The names of the cluster's pods as far as they are new. Throws DecodeError.
std::vector<std::string> expand_ray_cluster_spec(const Source& cluster, const RayRequest& request, document::Value spec,
                                                 const Path& path, Expander& expander);

} // namespace snapshot
