// SPDX-License-Identifier: Apache-2.0
// The one exception of the program: thrown when we cannot go on, caught once, in commands::run.
#pragma once

#include <stdexcept>
#include <string>

namespace util {

// what() is a full sentence for the user without the leading "error: ": it names the file, object and field, and
// says what to do. It may hold bytes that came from a file; commands::run makes them visible before printing.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence) : std::runtime_error(sentence) {}
};

} // namespace util
