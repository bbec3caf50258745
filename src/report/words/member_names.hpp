// SPDX-License-Identifier: Apache-2.0
// The names of many equal pods in few words: worker-2 ... worker-63.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace report {

// Orders names as people count: worker-2 before worker-10.
bool counts_before(std::string_view a, std::string_view b);

// At most a handful of words for any number of names, in counting order:
//   worker-1 and worker-2
//   worker-2 ... worker-63 (62 members)
//   worker-0, worker-3, worker-5 ... worker-9 (7 members)
//   train-5c9kq, train-8d7xw and 60 more
// Three dots and not U+2026, so that it reads the same in every locale.
std::string folded_names(std::vector<std::string> names, std::string_view noun = "member");

} // namespace report
