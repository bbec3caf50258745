// SPDX-License-Identifier: Apache-2.0
// How the API server completes or rejects a new pod, before the scheduler sees it.
//
// Covers the default plugins that change or reject a pod by objects of the snapshot: Priority, LimitRanger,
// RuntimeClass and DefaultTolerationSeconds; ExtendedResourceToleration on GKE; and the node selectors of namespaces.
// Does not check quotas.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// Completes the spec. If the API server would reject the pod, returns the reason in the server's words.
std::optional<std::string> admit(const Collected& collected, std::string_view namespace_name, DeclaredSpec& declared);

// Gives pods of the cluster that lack spec.priority the one that admission would give them. Call on settled lists. Pods
// of a class that the input lacks keep k_unset_priority (model/cluster/unset_priority.hpp).
void set_priorities_of_pods(Collected& collected);

// LimitRanger (limit_ranges.cpp): sets defaults, then reports values that are out of bounds.
void apply_limit_defaults(const Collected& collected, std::string_view namespace_name, DeclaredSpec& declared);
std::optional<std::string> violated_limits(const Collected& collected, std::string_view namespace_name,
                                           const DeclaredSpec& declared);

// The maxima of LimitRanges, for sizes that an answer proposes.
std::vector<model::RequestBound> request_bounds_of(Collected& collected);

// The node selectors of the namespace (namespace_selectors.cpp): adds OpenShift's. Whether PodNodeSelector and
// PodTolerationRestriction are enabled is not in the input.
std::optional<std::string> apply_namespace_selectors(const Collected& collected, std::string_view namespace_name,
                                                     DeclaredSpec& declared);

// Errors as Go prints them: one alone, several as "[a, b]" without duplicates.
std::optional<std::string> joined(const std::vector<std::string>& errors);

std::optional<std::string> violated_claim_limits(const Collected& collected, const model::PersistentVolumeClaim& claim);

} // namespace snapshot
