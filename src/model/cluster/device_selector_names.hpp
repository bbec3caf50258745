// SPDX-License-Identifier: Apache-2.0
// Replaces the names in CEL expressions that select devices.
#pragma once

#include "model/cluster/device_selector.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace model {

// Name: of an attribute or capacity; Text: a value of an attribute.
enum class SelectorPart : std::uint8_t { Driver, Domain, Name, Text };

// The expression with what `rename` returns for each part; nullopt if it is unreadable or uses a part of a text
// (startsWith).
using Rename = std::function<std::string(SelectorPart part, std::string_view text)>;
std::optional<std::string> renamed(const DeviceSelector& selector, const Rename& rename);

} // namespace model
