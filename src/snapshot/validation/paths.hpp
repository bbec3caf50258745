// SPDX-License-Identifier: Apache-2.0
// Paths of files, and references to fields and resources of a pod, in volumes and environment variables.
#pragma once

#include "snapshot/validation/rules.hpp"

namespace snapshot {

bool has_backstep(std::string_view path);                                             // ".." as a part
void check_descending_path(std::string_view path, const Path& field, Errors& errors); // validateLocalDescendingPath
void check_local_path(std::string_view path, const Path& field, Errors& errors);      // ValidateLocalNonReservedPath
void check_field_reference(const Place& reference, std::string_view known);           // validateObjectFieldSelector
void check_resource_reference(const Place& reference, bool in_volume); // validateContainerResourceFieldSelector

} // namespace snapshot
