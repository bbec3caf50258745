// SPDX-License-Identifier: Apache-2.0
// Deployments of the programs that make the pods of operators' kinds: whether they run, and what their flags leave out.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <string_view>

namespace snapshot {

// Keeps the object for the questions below if it is the Deployment of such a program.
void keep_operator_object(Manifest& manifest, Collected& collected, const document::Item& item);

// Notes that the operator of the object, or Kueue, has no pod. Returns true if the operator has none.
bool note_stopped_operator(const Source& source, bool is_queued, Expander& expander);

// Notes flags of the operator by which it leaves the object alone, or gives its pods another scheduler. The input holds
// them only as files from kubectl: a snapshot keeps no arguments.
void note_operator_flags(const Source& source, Expander& expander);

} // namespace snapshot
