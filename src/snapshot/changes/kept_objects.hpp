// SPDX-License-Identifier: Apache-2.0
// The objects of a manifest, each once.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// Keeps the object. If a manifest has an object twice, kubectl apply creates it and then updates it: the last one
// counts, unless the API server refuses the update. Notes what the update changes.
KeptObject& keep(Manifest& manifest, Collected& collected, KeptObject object);

// Kinds whose objects a manifest may update in a way that matters. They are kept as the cluster has them.
bool is_updated_kind(std::string_view api_version, std::string_view kind);

} // namespace snapshot
