// SPDX-License-Identifier: Apache-2.0
// What the two operators of Spark share.
#pragma once

#include "snapshot/collected/fields.hpp"

#include <cstdint>
#include <string_view>

namespace snapshot {

inline constexpr std::int64_t k_least_overhead_mib = 384; // beside the memory of a pod

// Parses "512m" or "2g" like the JVM, where a number without a unit means mebibytes. Returns MiB. Throws DecodeError.
std::int64_t jvm_mib(std::string_view text, const Path& path);

} // namespace snapshot
