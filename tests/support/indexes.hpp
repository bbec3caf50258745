// SPDX-License-Identifier: Apache-2.0
// Literals for the indexes of small clusters: 0_pod is the first pod by name.
#pragma once

#include "model/cluster/pod.hpp"

namespace tests {

constexpr model::PodIndex operator""_pod(unsigned long long index) { return model::PodIndex(index); }
constexpr model::NodeIndex operator""_node(unsigned long long index) { return model::NodeIndex(index); }
constexpr model::GroupIndex operator""_group(unsigned long long index) { return model::GroupIndex(index); }

} // namespace tests
