// SPDX-License-Identifier: Apache-2.0
// Changes to the snapshot: --cordon, --add-nodes, --without and similar flags.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/options.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// Needs a settled snapshot. Throws util::Error if the argument is malformed or names nothing.
void apply_what_if(Collected& collected, Manifest& manifest, const WhatIf& what_if);

} // namespace snapshot
