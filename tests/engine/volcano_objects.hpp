// SPDX-License-Identifier: Apache-2.0
// Volcano objects for engine tests.
#pragma once

#include "engine/ask.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "support/cluster_builder.hpp"

#include <optional>
#include <string_view>

namespace tests {

inline constexpr const char* k_volcano_gpu = "gpu.example.com/v";

inline model::VolcanoQueue queue_with(std::string_view name, std::optional<std::int64_t> capability,
                                      std::string_view parent = "") {
  model::VolcanoQueue made;
  made.name = name;
  made.parent = parent;
  made.state = "Open";
  if (capability) { made.capability = {{k_volcano_gpu, units(*capability)}}; }
  return made;
}

} // namespace tests
