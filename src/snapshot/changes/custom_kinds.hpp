// SPDX-License-Identifier: Apache-2.0
// Kinds that CustomResourceDefinitions add to the API: which versions the API server serves, and whether kubectl finds
// them. No snapshot holds definitions.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

#include <string_view>

namespace snapshot {

// Keeps the kind that the object defines if it is a CustomResourceDefinition.
void note_custom_kind(Collected& collected, std::string_view api_version, std::string_view kind,
                      document::Value definition, bool from_manifest);

// Notes objects of kinds that a CustomResourceDefinition of the cluster or the manifest does not let the API server
// create, or not yet when kubectl looks for the kind.
void note_custom_kinds(const Manifest& manifest, Collected& collected);

} // namespace snapshot
