// SPDX-License-Identifier: Apache-2.0
// Kinds as users type them: job, jobs, Job, jobs.batch, deploy, pytorchjob.kubeflow.org.
#pragma once

#include "model/cluster/pod_group.hpp"

#include <string>
#include <string_view>

namespace snapshot {

// "name", "kind/name", "kind/namespace/name".
struct TypedObject {
  std::string_view kind, namespace_name, name;
};

// True if `typed` means the kind: its name in any case, singular or plural, or kubectl's short name. "." and the API
// group may follow, with or without a version: deployments.v1.apps.
bool means_kind(std::string_view typed, std::string_view kind, std::string_view api_group);

// "deployments": the name of the resource in the API server, from the kind Deployment.
std::string plural_of(std::string_view kind);

bool means_pod(std::string_view typed);
bool means_node(std::string_view typed);

// True if `typed` means the kind of this group. PodGroup (pg, pgs) means any PodGroup; with an API group, only those of
// its dialects. Also accepts PodGang, and the kinds that -o name prints for groups without an object.
bool means_group(std::string_view typed, const model::PodGroup& group);
bool means_some_group(std::string_view typed); // of any dialect
// Kinds of scheduling.k8s.io from which native groups are created: Workload and CompositePodGroup.
bool means_native_workload(std::string_view typed);
bool means_composite_group(std::string_view typed);

} // namespace snapshot
