// SPDX-License-Identifier: Apache-2.0
// The kinds of storage.k8s.io: provisioners of volumes, their topology, and attach limits of nodes.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

void add_storage_class(Collected& collected, document::Value object, const Origin& origin);
void add_csi_node(Collected& collected, document::Value object, const Origin& origin);
void add_csi_driver(Collected& collected, document::Value object, const Origin& origin);
void add_csi_storage_capacity(Collected& collected, document::Value object, const Origin& origin);
void add_volume_attachment(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
