// SPDX-License-Identifier: Apache-2.0
// What the webhooks and controllers of operators refuse in their own objects, in their words. A controller that refuses
// an object creates no pods for it. Covers the fields that jobs commonly have; rules about options of one release are
// left out.
#pragma once

#include "snapshot/validation/rules.hpp"

#include <string_view>

namespace snapshot {

// Checks an object of the kind; does nothing for kinds without rules.
void apply_operator_rules(const Place& object, std::string_view api_version, std::string_view kind);

} // namespace snapshot
