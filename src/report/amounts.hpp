// SPDX-License-Identifier: Apache-2.0
// Amounts of resources in readable form: 500m, 1.5, 1.5Gi.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace report {

// Direction if two decimals cannot express the amount. Requests are rounded up and free capacity down, so that a
// sentence never says "62.8Gi needed, 62.8Gi free" about a pod that does not fit.
enum class Rounding { Down, Up };

// `amount` in the scheduler's unit (cpu in milli-cores). Memory, storage and huge pages are bytes, the rest plain
// numbers.
std::string amount_text(std::string_view resource, std::int64_t amount, Rounding rounding);

// The same with its unit: "4 nvidia.com/gpu", "500m cpu", "32Gi memory", "1 pod slot".
std::string amount_of_text(std::string_view resource, std::int64_t amount, Rounding rounding);

// An exact Kubernetes quantity, for programs: "1500m" of cpu, else a whole number.
std::string exact_quantity(std::string_view resource, std::int64_t amount);

bool is_in_bytes(std::string_view resource);

} // namespace report
