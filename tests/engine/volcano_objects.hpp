// SPDX-License-Identifier: Apache-2.0
// Volcano objects for engine tests.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "support/cluster_builder.hpp"

#include <optional>
#include <string_view>

namespace tests {

inline constexpr const char* k_gpu = "gpu.example.com/v";

inline model::Quantity units(std::int64_t amount) { return model::Quantity::from_units(amount); }

inline model::VolcanoQueue queue_with(std::string_view name, std::optional<std::int64_t> capability,
                                      std::string_view parent = "") {
  model::VolcanoQueue made;
  made.name = name;
  made.parent = parent;
  made.state = "Open";
  if (capability) { made.capability = {{k_gpu, units(*capability)}}; }
  return made;
}

} // namespace tests
