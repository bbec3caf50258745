// SPDX-License-Identifier: Apache-2.0
// The one exception of the program: thrown if it cannot go on, caught once, in commands::run.
#pragma once

#include <stdexcept>
#include <string>

namespace util {

// what() is a full sentence for the user without the leading "error: ". It names the file, object and field, and says
// what to do. It may contain bytes from a file; commands::run escapes them before it prints.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence) : std::runtime_error(sentence) {}
};

} // namespace util
