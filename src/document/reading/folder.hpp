// SPDX-License-Identifier: Apache-2.0
// Lists the files of a folder.
#pragma once

#include "document/bytes/item.hpp"

#include <string>
#include <vector>

namespace document {

// The files below `path` that the options select, in byte order of their paths. Follows links, but enters no folder
// twice; a link without a target counts as a file. Throws util::Error if a folder is unreadable.
std::vector<std::string> files_of_folder(const std::string& path, const ReadOptions& options);

} // namespace document
