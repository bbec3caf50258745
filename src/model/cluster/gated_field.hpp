// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace model {

// Begins Asked::object of an entry about a field that the run counts, and that the API server drops while a feature
// gate is off: "feature gate of field resources". Without the field, a pod may get a node that the run refuses it.
inline constexpr std::string_view k_gate_of_counted_field = "feature gate of field ";

} // namespace model
