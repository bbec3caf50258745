// SPDX-License-Identifier: Apache-2.0
// The checks of verify(), one for each part of a certificate. Each returns the first claim that is wrong.
#pragma once

#include "engine/verify/fault.hpp"
#include "engine/verify/members.hpp"
#include "model/report/feasibility_report.hpp"

namespace engine::verification {

Doubt check_placement(const Members& members, const std::vector<model::PlacedPod>& placement);

// Checks the whole bound with its `at_most` against the cluster, independently of the placement.
Doubt check(const Members& members, const model::CountingBound& bound);
Doubt check(const Members& members, const model::TableBound& bound);
Doubt check(const Members& members, const model::SpreadBound& bound);
Doubt check(const Members& members, const model::SearchBound& bound);

inline constexpr const char* k_bound_field = "certificate.bound";
inline constexpr const char* k_pending_pods_help =
    "other pending pods may satisfy the members' affinity or spread constraints";

} // namespace engine::verification
