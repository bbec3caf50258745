// SPDX-License-Identifier: Apache-2.0
// bind --update-status: does the PodGroup controller's writes if no controller runs.
#pragma once

#include "commands/flags/messages.hpp"
#include "kube/api/client.hpp"
#include "model/report/report.hpp"

namespace commands {

// Writes phase and counts of the report's groups whose stored values differ, within `term`. A refused write is a
// warning: the pods are bound all the same.
void update_status(kube::Client& client, const kube::Term& term, const model::Report& report, const Messages& messages,
                   Session& session);

} // namespace commands
