// SPDX-License-Identifier: Apache-2.0
// The solver's evidence in a sentence or two that a person can check by hand.
#pragma once

#include "model/report/report.hpp"

#include <string>

namespace report {

// "Proof: gpu-a can hold 1 member and no other node any; 1 < 3." or, where the scheduler misses it, the placement that
// exists. Empty where the verdict does not rest on it.
std::string proof_words(const model::GroupReport& group);

} // namespace report
