// SPDX-License-Identifier: Apache-2.0
// The kinds of resource.k8s.io, v1, v1beta1 and v1beta2.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <optional>
#include <string_view>

namespace snapshot {

void add_resource_claim(Collected& collected, document::Value object, const Origin& origin);
void add_resource_slice(Collected& collected, document::Value object, const Origin& origin);
void add_device_class(Collected& collected, document::Value object, const Origin& origin);

// Returns x for the expression device.driver == "x", with either kind of quotes; nullopt for any other expression.
std::optional<std::string_view> plain_driver(std::string_view expression);

} // namespace snapshot
