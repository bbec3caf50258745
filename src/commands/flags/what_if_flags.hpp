// SPDX-License-Identifier: Apache-2.0
// Changes to the snapshot before the simulation: --add-nodes, --cordon, --without and related flags.
#pragma once

#include "commands/line/flag_group.hpp"
#include "snapshot/build/builder.hpp"

#include <cstdint>
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

// Input of a command: a cluster alone, or with a manifest. Only a manifest has roles (--replicas).
enum class Input : std::uint8_t { Cluster, Manifest };

void add_flags(CLI::App& app, WhatIfFlags& flags, Input input);

} // namespace commands
