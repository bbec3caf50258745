// SPDX-License-Identifier: Apache-2.0
// The order of a manifest's objects: kubectl apply sends them one by one, and the API server judges each by the objects
// that exist then.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// Notes objects that the API server refuses because an object that they name comes later in the manifest. Call before
// adding any object of the manifest to `collected`.
void note_apply_order(const Manifest& manifest, Collected& collected);

} // namespace snapshot
