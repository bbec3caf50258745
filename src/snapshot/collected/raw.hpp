// SPDX-License-Identifier: Apache-2.0
// Objects as they are, for --raw: but for what is never kept.
#pragma once

#include "document/bytes/value.hpp"

#include <string_view>

namespace snapshot {

// Secrets and ConfigMaps hold nothing that could decide where a pod goes, and much that is nobody's business.
bool is_never_kept(std::string_view api_group, std::string_view kind);

// Appends the members of `object` but kind and apiVersion to the object that is being built in `out`, without the
// values of environment variables, arguments and commands of containers (also in the templates of other objects),
// headers of probes, and the annotation in which `kubectl apply` keeps a copy of it all.
void copy_raw(document::Value object, document::Tree& out);

} // namespace snapshot
