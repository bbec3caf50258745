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

// "x" of the expression device.driver == "x", in either kind of quotes; nullopt for any other.
std::optional<std::string_view> plain_driver(std::string_view expression);

} // namespace snapshot
