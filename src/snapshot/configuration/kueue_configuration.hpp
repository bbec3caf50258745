// SPDX-License-Identifier: Apache-2.0
// The configuration of Kueue's manager, which the manager reads from a mounted ConfigMap.
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Reads the configuration if the object is a ConfigMap with it. Other ConfigMaps have no effect.
void note_kueue_configuration(Collected& collected, const document::Item& item, const Origin& origin);

// True for a ConfigMap that holds one.
bool is_kueue_configuration(const document::Item& item);

} // namespace snapshot
