// SPDX-License-Identifier: Apache-2.0
// The allow-list in the form that the reader needs: the fields of each kind that deserve a node.
#pragma once

#include "document/bytes/wanted.hpp"

#include <string_view>

namespace snapshot {

// Null means all fields: for unknown kinds, and for objects that contain pod templates for others.
const document::Wanted* wanted_of(std::string_view api_version, std::string_view kind);

// The same where a manifest may change workloads: of these, all fields.
const document::Wanted* wanted_beside_manifest(std::string_view api_version, std::string_view kind);

} // namespace snapshot
