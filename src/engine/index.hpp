// SPDX-License-Identifier: Apache-2.0
// Indexes of the model (pods, groups, nodes) are signed, for k_none; containers count without a sign.
#pragma once

#include <cstddef>
#include <cstdint>

namespace engine {

inline std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

} // namespace engine
