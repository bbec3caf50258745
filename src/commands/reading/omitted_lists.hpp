// SPDX-License-Identifier: Apache-2.0
// Says which lists the picture lacks.
#pragma once

#include "commands/flags/messages.hpp"
#include "model/cluster/omitted_list.hpp"

#include <vector>

namespace commands {

// A warning for each, with what that hides. Where more than three are missing for the same reason they share one, and
// what all of that hides is a note below it; Messages::all (-v 1) tells them one by one.
void print_omitted(const std::vector<model::OmittedList>& omitted, const Messages& messages, Session& session);

} // namespace commands
