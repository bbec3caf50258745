// SPDX-License-Identifier: Apache-2.0
// Rules that the two operators of Spark share.
#pragma once

#include "snapshot/collected/fields.hpp"
#include "snapshot/expand/expander.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace snapshot {

inline constexpr std::int64_t k_least_overhead_mib = 384; // beside the memory of a pod

// Parses "512m" or "2g" like the JVM, where a number without a unit means mebibytes. Returns MiB. Throws DecodeError.
std::int64_t jvm_mib(std::string_view text, const Path& path);

// Adds the executors PREFIX-exec-1 to PREFIX-exec-COUNT. The pod `driver` creates them once it runs, and owns them.
void add_executors(const Source& owner, const Prepared& prepared, std::string_view prefix, std::int32_t count,
                   const std::string& driver, Expander& expander);

} // namespace snapshot
