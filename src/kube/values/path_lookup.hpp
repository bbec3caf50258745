// SPDX-License-Identifier: Apache-2.0
// Finds a program by the rules of Go's os/exec.
#pragma once

#include <string>
#include <string_view>

namespace kube {

struct FoundProgram {
  std::string path;                // empty: not found
  bool in_relative_folder = false; // the first match is in the current folder or a relative one: it must not run
};

// A name with a slash is a path; for other names it searches the folders of `path_variable`.
FoundProgram look_up_program(const std::string& name, std::string_view path_variable);

} // namespace kube
