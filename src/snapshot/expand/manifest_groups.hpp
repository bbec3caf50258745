// SPDX-License-Identifier: Apache-2.0
// dry-run: the groups that a manifest makes, touches, or is given by --min-member.
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

// An object of a dialect that declares groups, or what they are made from.
bool is_group_object(std::string_view api_group, std::string_view kind);

// A new group, created now; or the update of one that is there, which keeps its age and status. Throws DecodeError.
void take_group_object(Collected& collected, const KeptObject& object, const ManifestOptions& options);

// A group that a controller makes, in the same way.
void take_made_group(Collected& collected, document::Value object, model::Dialect dialect,
                     std::optional<model::Time> now, const Origin& origin);

// --min-member: the group, but for its size, that pods with these marks should get; nullopt where they have one.
// Without a label it is one of Coscheduling with the name of their workload; a label without its PodGroup gets that.
std::optional<GroupPlan> group_to_give(const Collected& collected, std::string_view namespace_name,
                                       std::string_view workload, const PodMarks& marks);

// As an expansion shows it.
model::Expansion::Group recorded(const GroupPlan& group);

// Adds the declared groups of each expansion's pods to the expansion. On a settled picture that holds the pods.
void record_groups(const Collected& collected, std::vector<model::Expansion>& expansions);

} // namespace snapshot
