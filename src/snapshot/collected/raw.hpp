// SPDX-License-Identifier: Apache-2.0
// Whole objects for --raw, except for what no snapshot may contain.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// True for Secrets and ConfigMaps, because they contain private data.
bool is_never_kept(std::string_view api_group, std::string_view kind);

// Appends the members of `object`, except kind and apiVersion, to the unfinished object in `out`. Leaves out values of
// environment variables, arguments and commands of containers (also in the templates of other objects), headers of
// probes, and the annotation in which `kubectl apply` keeps a copy of the whole object. The first container gets
// `flags` as its arguments.
void copy_raw(document::Value object, document::Tree& out, std::vector<std::string> flags);

} // namespace snapshot
