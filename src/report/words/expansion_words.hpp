// SPDX-License-Identifier: Apache-2.0
// One sentence about the pods and groups that a manifest object would create.
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <vector>

namespace report {

// "job ml/sim", the name used on the command line.
std::string source_name(const model::Expansion& expansion);

// "job ml/sim makes 4 pods of 8 cpu, 32Gi memory and 2 nvidia.com/gpu in group sim (minMember 4)." A group of `groups`
// that its pods name, but that does not exist, is named too.
std::string expansion_sentence(const model::Expansion& expansion, const std::vector<model::GroupReport>& groups);

} // namespace report
