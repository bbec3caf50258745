// SPDX-License-Identifier: Apache-2.0
// One odd object among many: shown as a warning, never a reason to stop.
#pragma once

#include <string>

namespace util {

struct Problem {
  std::string place;     // "pods.json, item 17" or "job.yaml, line 3"
  std::string object;    // "Pod ml/worker-0", empty where not known
  std::string message;   // "spec.containers[0].resources.requests.cpu: \"1x\" is not a quantity; the pod is left out"
  bool left_out = false; // nothing of the object was read
};

} // namespace util
