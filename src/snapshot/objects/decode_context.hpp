// SPDX-License-Identifier: Apache-2.0
// Objects that are no pods, nodes or groups but that scheduling, admission or people look at.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

void add_service_account(Collected& collected, document::Value object, const Origin& origin);
void add_namespace(Collected& collected, document::Value object, const Origin& origin);
void add_priority_class(Collected& collected, document::Value object, const Origin& origin);
void add_limit_range(Collected& collected, document::Value object, const Origin& origin);
void add_runtime_class(Collected& collected, document::Value object, const Origin& origin);

// The same decoded, for a manifest.
LimitRange limit_range_of(Collected& collected, document::Value object, std::string_view default_namespace);

} // namespace snapshot
