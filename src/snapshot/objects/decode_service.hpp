// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

#include <string_view>

namespace snapshot {

// v1 Service.
void add_service(Collected& collected, document::Value object, const Origin& origin);

// The same of a manifest, whose word is the newer one.
void replace_service(Collected& collected, document::Value object, std::string_view default_namespace,
                     const Origin& origin);

} // namespace snapshot
