// SPDX-License-Identifier: Apache-2.0
// The spec of a RayCluster, also for RayJobs and RayServices, which create one.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <string>
#include <vector>

namespace snapshot {

// The differences between the pods of clusters, by the object that requested the cluster.
struct RayRequest {
  document::Value labels;           // of the requesting object
  std::string group;                // the name of Volcano's group
  bool submitter_in_head = false;   // RayJob with submissionMode SidecarMode
  ResourceSum submitter = {};       // what Volcano's minResources include for the submitter
  std::string_view batch_scheduler; // of KubeRay; empty: none
};

// The value of the option kuberay.batch-scheduler; auto decides by the labels. Empty: none. Notes a label that older
// releases read.
std::string_view ray_batch_scheduler(document::Value labels, Expander& expander);

// Returns the names of the cluster's new pods. Throws DecodeError.
std::vector<std::string> expand_ray_cluster_spec(const Source& cluster, const RayRequest& request, document::Value spec,
                                                 const Path& path, Expander& expander);

} // namespace snapshot
