// SPDX-License-Identifier: Apache-2.0
// Members that the readers skip. They cost no nodes, and their inside is not checked.
#pragma once

#include <string_view>

namespace document {

// metadata.managedFields[].fieldsV1 records which client set which field. The program does not use it, and it is 40 %
// of the bytes that `kubectl get -o json --show-managed-fields` prints.
inline bool is_skipped_member(std::string_view key) { return key == "fieldsV1"; }

} // namespace document
