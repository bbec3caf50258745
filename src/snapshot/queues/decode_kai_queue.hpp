// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Queue of scheduling.run.ai.
void add_kai_queue(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
