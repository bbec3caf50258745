// SPDX-License-Identifier: Apache-2.0
// Short text for the names of many equal pods: worker-2 ... worker-63.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace report {

// Orders names by their numbers: worker-2 before worker-10.
bool counts_before(std::string_view a, std::string_view b);

// A few words for any number of names, in counting order:
//   worker-1 and worker-2
//   worker-2 ... worker-63 (62 members)
//   worker-0, worker-3, worker-5 ... worker-9 (7 members)
//   train-5c9kq, train-8d7xw and 60 more
// Uses three dots and not U+2026, to look the same in every locale.
std::string folded_names(std::vector<std::string> names, std::string_view noun = "member");

} // namespace report
