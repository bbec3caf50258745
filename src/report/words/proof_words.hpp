// SPDX-License-Identifier: Apache-2.0
// The solver's evidence in one or two sentences that a user can check by hand.
#pragma once

#include "model/report/report.hpp"

#include <string>

namespace report {

// "Proof: gpu-a can hold 1 member and no other node any; 1 < 3." or, if the scheduler misses it, the existing
// placement. Empty if the verdict does not depend on it.
std::string proof_words(const model::GroupReport& group);

} // namespace report
