// SPDX-License-Identifier: Apache-2.0
// The names that saved cluster state holds, found quickly for completion.
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

// Reads until a short time is over; what cannot be read is passed over in silence, and so is standard input: it
// belongs to the command that is being typed.
SourceNames read_source_names(const std::vector<std::string>& sources);

} // namespace commands
