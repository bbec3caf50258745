// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

#include <string_view>

namespace snapshot {

// v1 Service.
void add_service(Collected& collected, document::Value object, const Origin& origin);

// Adds a Service of a manifest, or replaces an existing one by it.
void replace_service(Collected& collected, document::Value object, std::string_view default_namespace,
                     const Origin& origin);

} // namespace snapshot
