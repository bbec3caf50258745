// SPDX-License-Identifier: Apache-2.0
// What a manifest object would create, in one sentence.
#pragma once

#include "model/report/report.hpp"

#include <string>

namespace report {

// "job ml/sim", as it is named on the command line.
std::string source_name(const model::Expansion& expansion);

// "job ml/sim makes 4 pods of 8 cpu, 32Gi memory and 2 nvidia.com/gpu in group sim (minMember 4)."
std::string expansion_sentence(const model::Expansion& expansion);

} // namespace report
