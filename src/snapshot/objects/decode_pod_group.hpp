// SPDX-License-Identifier: Apache-2.0
// Objects that declare a group: PodGroups of seven API groups, and PodGangs. Their dialect follows from the API group.
#pragma once

#include "model/cluster/pod_group.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

namespace snapshot {

void add_pod_group(Collected& collected, const document::Item& item, const Origin& origin);

// The object decoded, with lasting texts, added to nothing but what is read of its parts beside it. `api_version` is
// that of the object, which may stand in a list; `default_namespace` is for objects that name none.
model::PodGroup pod_group_of(Collected& collected, document::Value object, std::string_view api_version,
                             std::string_view default_namespace);

} // namespace snapshot
