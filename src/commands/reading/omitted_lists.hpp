// SPDX-License-Identifier: Apache-2.0
// Reports the lists that the snapshot lacks.
#pragma once

#include "commands/flags/messages.hpp"
#include "model/cluster/omitted_list.hpp"

#include <vector>

namespace commands {

// Prints a warning for each, with the consequences. If more than three are missing for the same reason, they share one
// warning, and a note after it has all consequences. Messages::all (-v 1) reports them one by one.
void print_omitted(const std::vector<model::OmittedList>& omitted, const Messages& messages, Session& session);

} // namespace commands
