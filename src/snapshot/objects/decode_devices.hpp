// SPDX-License-Identifier: Apache-2.0
// The kinds of resource.k8s.io, v1, v1beta1 and v1beta2.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

void add_resource_claim(Collected& collected, document::Value object, const Origin& origin);
void add_resource_slice(Collected& collected, document::Value object, const Origin& origin);
void add_device_class(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
