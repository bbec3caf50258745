// SPDX-License-Identifier: Apache-2.0
// PersistentVolumeClaims and PersistentVolumes.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

void add_persistent_volume_claim(Collected& collected, document::Value object, const Origin& origin);
void add_persistent_volume(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
