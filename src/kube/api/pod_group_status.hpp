// SPDX-License-Identifier: Apache-2.0
// The status of a PodGroup, as the PodGroup controller writes it.
#pragma once

#include "kube/http/request.hpp"

#include <cstdint>
#include <string>

namespace kube {

struct PodGroupStatus {
  std::string api_group; // scheduling.x-k8s.io or scheduling.sigs.k8s.io
  std::string namespace_name, name;
  std::string phase, occupied_by; // an empty occupied_by is not written
  std::int32_t running = 0, succeeded = 0, failed = 0;
};

// A merge patch of the status subresource.
Request pod_group_status_request(const PodGroupStatus& status);

} // namespace kube
