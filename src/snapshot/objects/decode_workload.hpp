// SPDX-License-Identifier: Apache-2.0
// Controller objects. In saved state they are only context and create no pods: owner references lead through them.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <optional>
#include <string_view>

namespace snapshot {

// Selector of the object's own pods; nullopt if it has none. A ReplicationController without a selector gets its
// template's labels, as the API server defaults it. (SetDefaults_ReplicationController)
std::optional<model::Selector> pod_selector_of(document::Value object, std::string_view kind);

// Adds a Deployment, Job or another object whose pods we can count.
void add_workload(Collected& collected, document::Value object, std::string_view api_version, std::string_view kind,
                  const Origin& origin);

// Adds an object of any other kind, because it may be an owner. Ignores all errors in it.
void add_possible_owner(Collected& collected, document::Value object, std::string_view api_version,
                        std::string_view kind, const Origin& origin);

} // namespace snapshot
