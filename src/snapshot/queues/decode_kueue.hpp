// SPDX-License-Identifier: Apache-2.0
// The objects of kueue.x-k8s.io, v1beta1 and v1beta2.
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

namespace snapshot {

void add_cluster_queue(Collected& collected, document::Value object, const Origin& origin);
void add_local_queue(Collected& collected, document::Value object, const Origin& origin);
void add_cohort(Collected& collected, document::Value object, const Origin& origin);
void add_resource_flavor(Collected& collected, document::Value object, const Origin& origin);
void add_kueue_topology(Collected& collected, document::Value object, const Origin& origin);
void add_workload_priority_class(Collected& collected, document::Value object, const Origin& origin);
void add_kueue_workload(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot
