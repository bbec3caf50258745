// SPDX-License-Identifier: Apache-2.0
// dry-run: the groups that a manifest creates or updates, and the group that --min-member adds.
#pragma once

#include "model/report/report.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/expand/manifest.hpp"
#include "snapshot/groups/group_plan.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace snapshot {

// True for an object that declares groups, or from which groups are created.
bool is_group_object(std::string_view api_group, std::string_view kind);

// Adds a new group, created now, or updates an existing one, which keeps its age and status. Throws DecodeError.
void take_group_object(Collected& collected, const KeptObject& object, const ManifestOptions& options);

// Does the same for a group that a controller creates.
void take_made_group(Collected& collected, document::Value object, model::Dialect dialect,
                     std::optional<model::Time> now, const Origin& origin);

// --min-member: the group, without its size, for pods with these group references; nullopt if they have one. By default
// this is a Coscheduling group with the name of their workload. If the pods name a group whose object is missing, it is
// that group.
std::optional<GroupPlan> group_to_give(const Collected& collected, std::string_view namespace_name,
                                       std::string_view workload, const PodMarks& marks);

// The group of take_made_group() as an expansion shows it.
model::Expansion::Group recorded(const Collected& collected, const GroupPlan& plan, std::string_view namespace_name);

// Adds the declared groups of each expansion's pods to the expansion. Needs a settled snapshot that contains the pods.
void record_groups(const Collected& collected, std::vector<model::Expansion>& expansions);

} // namespace snapshot
