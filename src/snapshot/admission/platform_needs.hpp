// SPDX-License-Identifier: Apache-2.0
// Needs of a manifest's pods that the platform below the cluster has to meet: profiles and networks of the nodes,
// kubelets that are new enough, and OpenShift's admission.
#pragma once

#include "document/bytes/value.hpp"
#include "model/cluster/asked.hpp"
#include "snapshot/collected/collected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct PlatformNeed {
  model::Authority authority;
  model::Reply reply; // Assumed or NotAsked
  std::string because;
};

// Needs that the input does not show to be met. `object`: "Job ml/x", the object of the template. `is_new`: its pods
// are not admitted yet.
std::vector<PlatformNeed> platform_needs(const Collected& collected, std::string_view namespace_name,
                                         document::Value pod_template, const std::string& object, bool is_new);

} // namespace snapshot
