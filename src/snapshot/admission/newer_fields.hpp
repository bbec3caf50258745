// SPDX-License-Identifier: Apache-2.0
// Fields and values of pods that only newer releases of Kubernetes accept.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct UnsupportedField {
  std::string path;        // in the pod's spec: containers[].resizePolicy
  std::string_view value;  // which value is not supported: "no time"; empty if the field itself is not
  bool has_gate = false;   // true: the release has a feature gate for it, off by default; false: it refuses or drops it
  bool is_counted = false; // the run reads the field, and without it a pod may get another node
};

// Those of `pod_spec` that Kubernetes 1.`release` does not accept in its default configuration.
std::vector<UnsupportedField> unsupported_fields(document::Value pod_spec, int release);

// True if there is a value at the path, where [] stands for any element: containers[].env[].name.
bool has_field_at(document::Value value, std::string_view path);

} // namespace snapshot
