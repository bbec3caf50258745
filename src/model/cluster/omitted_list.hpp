// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace model {

// A list that a source did not give, as in Snapshot.omitted[].
struct OmittedList {
  std::string list;   // "pods", "podgroups.scheduling.x-k8s.io"
  std::string reason; // "Forbidden", "NotServed", "NotInSource"; empty: not told
  std::string hides;  // what cannot be told without it, as it follows "without it, "; may be empty
};

} // namespace model
