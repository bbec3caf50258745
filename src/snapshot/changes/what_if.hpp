// SPDX-License-Identifier: Apache-2.0
// Changes to the picture: --cordon, --add-nodes, --without and their kin.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/options.hpp"
#include "snapshot/expand/manifest.hpp"

namespace snapshot {

// On a settled picture. Throws util::Error where the argument is malformed or names nothing.
void apply_what_if(Collected& collected, Manifest& manifest, const WhatIf& what_if);

} // namespace snapshot
