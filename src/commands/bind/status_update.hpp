// SPDX-License-Identifier: Apache-2.0
// bind --update-status: what the PodGroup controller would write, where none runs.
#pragma once

#include "commands/flags/messages.hpp"
#include "kube/api/client.hpp"
#include "model/report/report.hpp"

namespace commands {

// Writes phase and counts of the report's groups whose stored ones differ, within `term`. What is refused is a warning:
// the pods are bound all the same.
void update_status(kube::Client& client, const kube::Term& term, const model::Report& report, const Messages& messages,
                   Session& session);

} // namespace commands
