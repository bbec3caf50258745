// SPDX-License-Identifier: Apache-2.0
// os/exec LookPath (lp_unix.go). A program in the current folder may belong to another user, so this rejects it, like
// Go (ErrDot).
#include "kube/values/path_lookup.hpp"

#include "util/concat.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace kube {

namespace {

bool is_program(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

} // namespace

FoundProgram look_up_program(const std::string& name, std::string_view path_variable) {
  if (name.find('/') != std::string::npos) { return is_program(name) ? FoundProgram{name, false} : FoundProgram{}; }
  while (!name.empty()) {
    const std::size_t colon = path_variable.find(':');
    const std::string_view folder = path_variable.substr(0, colon);
    const std::string candidate = util::concat(folder.empty() ? "." : folder, '/', name);
    if (is_program(candidate)) {
      return folder.starts_with('/') ? FoundProgram{candidate, false} : FoundProgram{{}, true};
    }
    if (colon == std::string_view::npos) { break; }
    path_variable.remove_prefix(colon + 1);
  }
  return {};
}

} // namespace kube
