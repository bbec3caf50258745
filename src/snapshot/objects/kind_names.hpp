// SPDX-License-Identifier: Apache-2.0
// Kinds as people type them: job, jobs, Job, jobs.batch, deploy, pytorchjob.kubeflow.org.
#pragma once

#include "model/cluster/pod_group.hpp"

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
bool means_node(std::string_view typed);

// Whether `typed` means the kind of this group: PodGroup (pg, pgs) any of them, with an API group those of its
// dialects; PodGang, and what -o name prints of groups without an object.
bool means_group(std::string_view typed, const model::PodGroup& group);
bool means_some_group(std::string_view typed); // of any dialect
// What native groups are made from: Workload, CompositePodGroup, of scheduling.k8s.io.
bool means_native_workload(std::string_view typed);
bool means_composite_group(std::string_view typed);

} // namespace snapshot
