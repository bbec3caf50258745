// SPDX-License-Identifier: Apache-2.0
// The files that a folder stands for.
#pragma once

#include "document/bytes/item.hpp"

#include <string>
#include <vector>

namespace document {

// The files below `path` in byte order of their paths, as options ask. Links are followed, but no folder is entered
// twice. Throws util::Error where a folder cannot be read.
std::vector<std::string> files_of_folder(const std::string& path, const ReadOptions& options);

} // namespace document
