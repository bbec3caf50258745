// SPDX-License-Identifier: Apache-2.0
// Number and size of jobs: --how-many, --largest, --count-up-to.
#pragma once

#include "commands/line/flag_group.hpp"
#include "engine/answer/answer.hpp"

#include <cstdint>
#include <optional>

namespace commands {

struct SizingFlags {
  bool how_many = false, largest = false;
  std::optional<std::int32_t> count_up_to;
};

void add_flags(CLI::App& app, SizingFlags& flags);

// `expands`: the command prints manifests instead of an answer. Throws UsageError for flags that have no meaning
// together.
engine::SizingOptions resolve(const SizingFlags& flags, bool expands);

} // namespace commands
