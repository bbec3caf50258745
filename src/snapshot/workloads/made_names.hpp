// SPDX-License-Identifier: Apache-2.0
// Names and labels that controllers derive from an object's name, and that may be longer than the API server allows.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <cstdint>
#include <string_view>

namespace snapshot {

// A StatefulSet labels its pods with their names, and with the name of its revision: its own, and a hash. `last` is its
// last ordinal; -1: it makes no pods. `has_pods`: it has pods of this revision, so the second label is short enough.
void note_names_of_stateful_set(const Source& set, std::int32_t last, bool has_pods, Expander& expander);

// A Service that the operator of `owner` makes for its pods to find each other.
void note_name_of_service(const Source& owner, std::string_view service, Expander& expander);

} // namespace snapshot
