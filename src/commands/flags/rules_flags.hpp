// SPDX-License-Identifier: Apache-2.0
// The simulated scheduler and its initial state: --policy, --scheduler-config and related flags.
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
  std::string nodes_to_score = "first";
  std::optional<std::int32_t> api_latency_ms;
  bool forgets_classes = false;
};

// The values of flags with a fixed set, for the parser and for completion.
const std::vector<std::string_view>& known_orders();
const std::vector<std::string_view>& known_waitings();
const std::vector<std::string_view>& known_victims();
const std::vector<std::string_view>& known_nodes_to_score();

void add_flags(CLI::App& app, RulesFlags& flags);

// The engine's options, except the time. Reads the file of --scheduler-config.
engine::Options resolve(const RulesFlags& flags);

} // namespace commands
