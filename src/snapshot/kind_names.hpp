// SPDX-License-Identifier: Apache-2.0
// Kinds as people type them: job, jobs, Job, jobs.batch, deploy, pytorchjob.kubeflow.org.
#pragma once

#include <string_view>

namespace snapshot {

// "name", "kind/name", "kind/namespace/name".
struct TypedObject {
  std::string_view kind, namespace_name, name;
};

// Whether `typed` means the kind: its name in any case, singular or plural, or kubectl's short name, alone or followed
// by "." and the API group (with or without a version before it: deployments.v1.apps).
bool means_kind(std::string_view typed, std::string_view kind, std::string_view api_group);

bool means_pod(std::string_view typed);
bool means_pod_group(std::string_view typed); // of any of the API groups that have one
bool means_node(std::string_view typed);

} // namespace snapshot
