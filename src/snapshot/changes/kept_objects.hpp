// SPDX-License-Identifier: Apache-2.0
// The objects of a manifest, each once.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// Keeps the object. If a manifest has an object twice, kubectl apply creates it and then updates it: the last one
// counts, unless the API server refuses the update. Notes what the update changes.
KeptObject& keep(Manifest& manifest, Collected& collected, KeptObject object);

} // namespace snapshot
