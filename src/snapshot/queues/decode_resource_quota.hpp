// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

namespace snapshot {

// v1 ResourceQuota.
void add_resource_quota(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
