// SPDX-License-Identifier: Apache-2.0
// PodGroup objects of both CRD generations; their fields are the same, their API group is not.
#pragma once

#include "model/pod_group.hpp"
#include "snapshot/collected.hpp"
#include "snapshot/fields.hpp"

namespace snapshot {

void add_pod_group(Collected& collected, document::Value object, model::Dialect dialect, const Origin& origin);

// The object decoded, with lasting texts, added to nothing. `default_namespace` is for objects that name none.
model::PodGroup pod_group_of(Collected& collected, document::Value object, model::Dialect dialect,
                             std::string_view default_namespace);

} // namespace snapshot
