// SPDX-License-Identifier: Apache-2.0
// Strategic merge patches of pod templates.
#pragma once

#include "document/bytes/value.hpp"
#include "document/yaml/writer.hpp"

#include <string_view>

namespace snapshot {

// Merges `patch` into `base`: objects member by member, the lists of a pod by the key of their elements, everything
// else by replacing it; null removes a member. Ignores directives such as $patch. (apimachinery, strategicpatch; the
// patchMergeKey of k8s.io/api core/v1)
void strategic_merge(document::Output& base, document::Value patch);

// The key by which elements of such a list are the same; empty: the list is replaced.
std::string_view merge_key_of(std::string_view list);

} // namespace snapshot
