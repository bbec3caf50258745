// SPDX-License-Identifier: Apache-2.0
// Objects that declare a group: PodGroups of seven API groups, and PodGangs. The API group decides the dialect.
#pragma once

#include "model/cluster/pod_group.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

namespace snapshot {

void add_pod_group(Collected& collected, const document::Item& item, const Origin& origin);

// Decodes the object without adding it to the snapshot. Its strings outlive the document. `api_version` is an argument
// because items of a list may lack it; `default_namespace` applies to objects without a namespace.
model::PodGroup pod_group_of(Collected& collected, document::Value object, std::string_view api_version,
                             std::string_view default_namespace);

} // namespace snapshot
