// SPDX-License-Identifier: Apache-2.0
// Finds the names in saved cluster state quickly, for completion.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace commands {

struct SourceNames {
  std::set<std::string> namespaces;
  std::set<std::string> nodes;
  std::set<std::pair<std::string, std::string>> groups; // namespace, name
};

// Reads for a short time only. Silently skips unreadable sources, and standard input, which belongs to the command that
// the user is typing.
SourceNames read_source_names(const std::vector<std::string>& sources);

} // namespace commands
