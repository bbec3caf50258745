// SPDX-License-Identifier: Apache-2.0
// dry-run: objects of resource.k8s.io in the manifest, which may exist already.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

#include <string_view>

namespace snapshot {

// Adds a claim. One that exists stays as it is: its spec is immutable, and so is its allocation.
void take_resource_claim(Collected& collected, const KeptObject& object, std::string_view default_namespace);

// Adds a class, or changes the one that exists: the scheduler uses its new selectors.
void take_device_class(Collected& collected, const KeptObject& object);

// Leaves out the manifest's templates of claims that the API server refuses, because they change one that exists. Call
// before expanding any object.
void keep_claim_templates(Manifest& manifest, Collected& collected);

} // namespace snapshot
