// SPDX-License-Identifier: Apache-2.0
// dry-run: Namespaces of the manifest, which may exist already.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

#include <vector>

namespace snapshot {

// The Namespace after kubectl apply: it sets the labels and annotations of the file and keeps the others. Throws
// DecodeError if they are not readable.
model::Namespace updated_namespace(Collected& collected, const model::Namespace& old, const KeptObject& object);

// Adds a Namespace, or updates the one that exists.
void take_namespace(Manifest& manifest, Collected& collected, const KeptObject& object);

// The namespaces without the updates of the manifest. Admission judges a Pod of the manifest by the updates that come
// before it.
std::vector<model::Namespace> namespaces_before(const Manifest& manifest, const Collected& collected);

// Puts the update of the Namespace into `namespaces`.
void reach_namespace(const Collected& collected, const KeptObject& object, std::vector<model::Namespace>& namespaces);

} // namespace snapshot
