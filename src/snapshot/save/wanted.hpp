// SPDX-License-Identifier: Apache-2.0
// The allow-list as the reader takes it: what of each kind of object is worth a node.
#pragma once

#include "document/bytes/wanted.hpp"

#include <string_view>

namespace snapshot {

// Null, for all of it: of kinds that are not known, and of objects that hold pod templates for others.
const document::Wanted* wanted_of(std::string_view api_version, std::string_view kind);

} // namespace snapshot
