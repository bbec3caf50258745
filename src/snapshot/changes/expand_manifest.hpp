// SPDX-License-Identifier: Apache-2.0
// dry-run: what a manifest would create, added to the cluster.
//
// Objects are kept as they come and expanded together, because they belong together: the priority class may stand after
// the job that names it, and whether a job has a group is known only when the whole manifest is.
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// Takes an object if it matters; throws util::Error where it makes pods in a way that is not known here.
void add_object(Manifest& manifest, Collected& collected, const document::Item& item, const ManifestOptions& options);

// Expands what was added into `collected`, which is settled before and after. Throws util::Error where an object
// cannot be read: an API server would not take it either.
void expand(Manifest& manifest, Collected& collected);

} // namespace snapshot
