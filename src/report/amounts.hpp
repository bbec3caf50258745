// SPDX-License-Identifier: Apache-2.0
// Amounts of resources as people read them: 500m, 2, 1.5Gi.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace report {

// What is lost where two decimals do not hold the amount. Needs are rounded up and what is free is rounded down, so
// that a sentence never says "62.8Gi needed, 62.8Gi free" about a pod that does not fit.
enum class Rounding { Down, Up };

// `amount` as the scheduler counts it (cpu in milli-cores). Memory, storage and huge pages are bytes, the rest units.
std::string amount_text(std::string_view resource, std::int64_t amount, Rounding rounding);

// The same with its unit: "4 nvidia.com/gpu", "500m cpu", "32Gi memory", "1 pod slot".
std::string amount_of_text(std::string_view resource, std::int64_t amount, Rounding rounding);

// A Kubernetes quantity that loses nothing, for programs: "1500m" of cpu, else a whole number.
std::string exact_quantity(std::string_view resource, std::int64_t amount);

bool is_in_bytes(std::string_view resource);

} // namespace report
