// SPDX-License-Identifier: Apache-2.0
// Finding a program as Go's os/exec does.
#pragma once

#include <string>
#include <string_view>

namespace kube {

struct FoundProgram {
  std::string path;                // empty: there is none
  bool in_relative_folder = false; // the first one stands in the current folder or a relative one: it must not be run
};

// A name with a slash is a path; another one is looked for in the folders of `path_variable`.
FoundProgram look_up_program(const std::string& name, std::string_view path_variable);

} // namespace kube
