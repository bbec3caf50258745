// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace model {

// A list that a source did not give, as in Snapshot.omitted[].
struct OmittedList {
  std::string list;   // "pods", "podgroups.scheduling.x-k8s.io"
  std::string reason; // "Forbidden", "NotServed", "NotInSource"; empty: not given
  std::string hides;  // what is unknown without it, as it follows "without it, "; may be empty
};

} // namespace model
