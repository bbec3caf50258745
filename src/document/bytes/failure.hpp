// SPDX-License-Identifier: Apache-2.0
// Why a text could not be read, before anybody has decided whether that ends the program.
#pragma once

#include <cstdint>
#include <string>

namespace document {

struct Failure {
  enum class Kind {
    Empty,   // nothing but blanks
    Syntax,  // no JSON, or no YAML
    CutOff,  // ends in the middle
    Refused, // well-formed, but not to be read: nested too deeply, too large
  };
  Kind kind = Kind::Syntax;
  std::string text; // "line 5, column 3: found a tab character where an indentation was expected"
};

} // namespace document
