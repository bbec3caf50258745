// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

namespace snapshot {

// policy PodDisruptionBudget, v1 and v1beta1.
void add_disruption_budget(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
