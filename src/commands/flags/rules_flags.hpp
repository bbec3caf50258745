// SPDX-License-Identifier: Apache-2.0
// Which scheduler is simulated and from which state: --policy, --scheduler-config and their kin.
#pragma once

#include "commands/line/flag_group.hpp"
#include "engine/options.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commands {

struct RulesFlags {
  std::string scheduler_config, policy, scheduler_version, order;
  std::string waiting = "none";
  std::string victims = "gone";
  std::optional<std::int32_t> api_latency_ms;
  bool forgets_classes = false;
};

// The values of the flags that have a few, for the parser and for completion.
const std::vector<std::string_view>& known_orders();
const std::vector<std::string_view>& known_waitings();
const std::vector<std::string_view>& known_victims();

void add_flags(CLI::App& app, RulesFlags& flags);

// Everything of the engine's options but the time. Reads the file of --scheduler-config.
engine::Options resolve(const RulesFlags& flags);

} // namespace commands
