// SPDX-License-Identifier: Apache-2.0
// dry-run: adds what a manifest would create to the cluster.
//
// Keeps the objects until all are known and then expands them together, because they depend on each other. A priority
// class may follow the job that names it, and only the whole manifest shows whether a job has a group.
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// Keeps an object if it matters. Throws util::Error if it creates pods in an unknown way.
void add_object(Manifest& manifest, Collected& collected, const document::Item& item, const ManifestOptions& options);

// Expands the kept objects into `collected`, which is settled before and after. Throws util::Error if an object is
// invalid, because an API server would reject it too.
void expand(Manifest& manifest, Collected& collected);

} // namespace snapshot
