// SPDX-License-Identifier: Apache-2.0
// dry-run: volumes, their claims and their classes in the manifest, which may exist already.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

#include <string_view>

namespace snapshot {

// Adds a claim. One that exists stays as it is, and what the manifest changes in it is noted.
void take_claim(Collected& collected, const KeptObject& object, std::string_view default_namespace);

// Adds a volume or a class, or updates the one that exists. Notes changes that the API server refuses.
void take_volume(Collected& collected, const KeptObject& object, std::string_view name);
void take_storage_class(Collected& collected, const KeptObject& object, std::string_view name);

// The object after kubectl apply, if the API server allows that. They throw DecodeError.
model::PersistentVolume updated_volume(Collected& collected, model::PersistentVolume old, const KeptObject& object);
model::StorageClass updated_storage_class(Collected& collected, model::StorageClass old, const KeptObject& object);

} // namespace snapshot
