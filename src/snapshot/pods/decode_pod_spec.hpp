// SPDX-License-Identifier: Apache-2.0
// The spec of a pod or of a pod template.
#pragma once

#include "model/cluster/pod.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/sharing.hpp"
#include "snapshot/pods/decode_affinity.hpp"
#include "snapshot/pods/decode_containers.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace snapshot {

// A fact that admission needs and the input lacks, and the object that holds it: "PriorityClass high" twice.
struct MissingInput {
  std::string what, object;
};

// A spec as written, before admission completes it and before effective requests are known.
struct DeclaredSpec {
  model::PodSpec spec; // without requests and scoring figures; strings are views into the document
  Containers containers;
  std::string_view node_name, priority_class, runtime_class, service_account;
  std::string_view admitted_class; // that admission wrote into the pod: priority_class, else the global default
  std::vector<MissingInput> not_in_input;
  std::optional<std::int32_t> priority;
  bool gives_preemption_policy = false;
  bool crosses_namespaces = false;              // affinity to pods names namespaces, even if only its own
  std::optional<std::int64_t> deadline_seconds; // activeDeadlineSeconds, counted from the start
};

DeclaredSpec declared_spec_of(document::Value value, const Path& path, const AffinityContext& context,
                              Sharing& sharing);

// Reads only what matters for a finished pod: its scheduler and priority.
model::PodSpec finished_spec_of(document::Value value, const Path& path);

// Fills in what follows from the containers: requests, scoring figures, best effort.
model::PodSpec completed(DeclaredSpec&& declared, Sharing& sharing);

std::vector<model::Toleration> tolerations_of(document::Value value, const Path& path);

// nullopt if absent or empty, which means every effect.
std::optional<model::TaintEffect> taint_effect_of(document::Value value, const Path& path);

} // namespace snapshot
