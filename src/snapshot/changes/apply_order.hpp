// SPDX-License-Identifier: Apache-2.0
// The order of a manifest's objects, and what kubectl does to them: kubectl apply sends them one by one, and the API
// server judges each by the objects that exist then.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// Notes objects that the API server refuses because an object that they name comes later in the manifest. Call before
// adding any object of the manifest to `collected`.
void note_apply_order(const Manifest& manifest, Collected& collected);

// Notes new objects with a resourceVersion. kubectl removes it; of other clients the API server refuses them. Call
// before adding any object too.
void note_resource_versions(const Manifest& manifest, Collected& collected);

// Notes new objects with owners: the garbage collector deletes them if no owner exists, and a controller counts what
// names it. Call before adding any object too.
void note_owners_of_new_objects(const Manifest& manifest, Collected& collected);

} // namespace snapshot
