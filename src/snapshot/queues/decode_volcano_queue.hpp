// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Queue of scheduling.volcano.sh.
void add_volcano_queue(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
