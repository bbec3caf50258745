// SPDX-License-Identifier: Apache-2.0
// Converts indexes of the model (pods, groups, nodes), which are signed because of k_none, to indexes of containers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace engine {

inline std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

} // namespace engine
