// SPDX-License-Identifier: Apache-2.0
// The configuration of Volcano's scheduler, which the scheduler reads from a mounted ConfigMap.
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/collected.hpp"

namespace snapshot {

// Reads the configuration if the object is a ConfigMap with actions and tiers. Other ConfigMaps have no effect.
void note_volcano_configuration(Collected& collected, const document::Item& item, const Origin& origin);

// True for a ConfigMap that may hold one.
bool may_be_volcano_configuration(const document::Item& item);

} // namespace snapshot
