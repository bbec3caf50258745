// SPDX-License-Identifier: Apache-2.0
// Controller objects. In saved state they are context only and create no pods: owner references lead through them.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <optional>
#include <string_view>

namespace snapshot {

// Which pods the object counts as its own; nullopt where it does not say. What has no selector goes by its template's
// labels, as an API server fills in. (SetDefaults_ReplicationController)
std::optional<model::Selector> pod_selector_of(document::Value object, std::string_view kind);

// A Deployment, Job or other kind whose pods we know how to count.
void add_workload(Collected& collected, document::Value object, std::string_view api_version, std::string_view kind,
                  const Origin& origin);

// An object of any other kind: kept in case it turns out to be an owner. Nothing in it is an error.
void add_possible_owner(Collected& collected, document::Value object, std::string_view api_version,
                        std::string_view kind, const Origin& origin);

} // namespace snapshot
