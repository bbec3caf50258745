// SPDX-License-Identifier: Apache-2.0
// The charge of a new pod against ResourceQuotas.
#pragma once

#include "model/cluster/resource_quota.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"

#include <string_view>

namespace snapshot {

// The charge of a pod with this spec, after admission completed it. (podEvaluator: Usage, Constraints,
// podMatchesScopeFunc)
model::QuotaCharge quota_charge_of(Collected& collected, const DeclaredSpec& declared);

} // namespace snapshot
