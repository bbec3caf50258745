// SPDX-License-Identifier: Apache-2.0
// A problem with one object of many. Reports show it as a warning; it never stops the run.
#pragma once

#include <string>

namespace util {

struct Problem {
  std::string place;     // "pods.json, item 17" or "job.yaml, line 3"
  std::string object;    // "Pod ml/worker-0", empty if unknown
  std::string message;   // "spec.containers[0].resources.requests.cpu: \"1x\" is not a quantity; the pod is left out"
  bool left_out = false; // true: the reader skipped the whole object
};

} // namespace util
