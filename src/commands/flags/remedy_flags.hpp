// SPDX-License-Identifier: Apache-2.0
// Amount of analysis: --max-fixes, --fix-kinds, --robust and --strict.
#pragma once

#include "commands/line/flag_group.hpp"
#include "engine/answer/answer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commands {

struct RemedyFlags {
  std::optional<std::int32_t> max_fixes;
  std::vector<std::string> fix_kinds; // as typed: each may be a list with commas
  bool robust = false;
  bool strict = false;
  std::optional<std::int32_t> threads;
};

std::vector<std::string_view> known_fix_kinds();

void add_flags(CLI::App& app, RemedyFlags& flags);

// `many`: the answer is a table of groups, which shows remedies only on request. Throws UsageError for an unknown kind.
engine::RemedyOptions resolve(const RemedyFlags& flags, bool many);

} // namespace commands
