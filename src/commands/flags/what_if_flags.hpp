// SPDX-License-Identifier: Apache-2.0
// Changes to the snapshot before the simulation: --add-nodes, --cordon, --without and related flags.
#pragma once

#include "commands/line/flag_group.hpp"
#include "model/report/report.hpp"
#include "snapshot/build/builder.hpp"

#include <string>
#include <vector>

namespace commands {

struct WhatIfFlags {
  struct Change {
    std::string typed; // "--cordon gpu-a", for the report
    snapshot::WhatIf what_if;
  };
  std::vector<Change> changes; // applied in the order of the command line
};

// Adds the flags of the command that makes such a report.
void add_flags(CLI::App& app, WhatIfFlags& flags, model::ReportKind kind);

} // namespace commands
