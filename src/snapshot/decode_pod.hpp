// SPDX-License-Identifier: Apache-2.0
// Pods.
#pragma once

#include "snapshot/collected.hpp"
#include "snapshot/decode_metadata.hpp"
#include "snapshot/fields.hpp"

namespace snapshot {

void add_pod(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
