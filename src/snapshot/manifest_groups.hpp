// SPDX-License-Identifier: Apache-2.0
// dry-run: the groups that a manifest makes, touches, or is given by --min-member.
#pragma once

#include "model/report.hpp"
#include "snapshot/collected.hpp"
#include "snapshot/manifest.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace snapshot {

bool is_pod_group(std::string_view api_group, std::string_view kind); // of a dialect that has one

// A new group, created now; or the update of one that is there, which keeps its age and status. Throws DecodeError.
void take_pod_group(Collected& collected, const KeptObject& object, const ManifestOptions& options);

// --min-member: gives pods with these labels a group if they have none. Without a label they get Coscheduling's, with
// the name of their workload; a label without its PodGroup gets that.
void give_group(Collected& collected, std::string_view namespace_name, std::string_view workload,
                std::int32_t min_member, std::optional<model::Time> now, model::Labels& labels);

// Puts the declared groups of each expansion's pods into the expansion. On a settled picture that holds the pods.
void record_groups(const Collected& collected, std::vector<model::Expansion>& expansions);

} // namespace snapshot
