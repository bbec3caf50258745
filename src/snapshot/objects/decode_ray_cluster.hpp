// SPDX-License-Identifier: Apache-2.0
// RayClusters in saved state: context only, with their number of pods.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

namespace snapshot {

void add_ray_cluster(Collected& collected, const document::Item& item, const Origin& origin);

} // namespace snapshot
