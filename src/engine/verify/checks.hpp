// SPDX-License-Identifier: Apache-2.0
// The checks that verify() goes through, one for each part of a certificate. Each gives back the first claim that is
// not so.
#pragma once

#include "engine/verify/fault.hpp"
#include "engine/verify/members.hpp"
#include "model/report/feasibility_report.hpp"

namespace engine::verification {

Doubt check_placement(const Members& members, const std::vector<model::PlacedPod>& placement);

// The bound as a whole, its `at_most` included: what follows from the cluster, whatever the placement shows.
Doubt check(const Members& members, const model::CountingBound& bound);
Doubt check(const Members& members, const model::TableBound& bound);
Doubt check(const Members& members, const model::SpreadBound& bound);
Doubt check(const Members& members, const model::SearchBound& bound);

inline constexpr const char* k_bound_field = "certificate.bound";

} // namespace engine::verification
