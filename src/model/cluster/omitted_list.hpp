// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace model {

// The reason for a list whose objects no snapshot holds; and the list of all objects that decide about new pods and
// deletions.
inline constexpr std::string_view k_not_saved = "NotSaved";
inline constexpr std::string_view k_admission_policies = "webhooks and admission policies";

// A list that a source did not give, as in Snapshot.omitted[].
struct OmittedList {
  std::string list;   // "pods", "podgroups.scheduling.x-k8s.io"
  std::string reason; // "Forbidden", "NotServed", "NotInSource", "NotSaved"; empty: not given
  std::string hides;  // what is unknown without it, as it follows "without it, "; may be empty
};

} // namespace model
