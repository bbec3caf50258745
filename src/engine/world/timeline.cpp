// SPDX-License-Identifier: Apache-2.0
#include "engine/world/timeline.hpp"

#include <utility>

namespace engine {

Timeline::Timeline(NodeUsage usage) : usage_at_end(std::move(usage)) {}
Timeline::Timeline() = default;
Timeline::Timeline(const Timeline& other) = default;
Timeline::Timeline(Timeline&& other) noexcept = default;
Timeline& Timeline::operator=(const Timeline& other) = default;
Timeline& Timeline::operator=(Timeline&& other) noexcept = default;
Timeline::~Timeline() = default;

} // namespace engine
