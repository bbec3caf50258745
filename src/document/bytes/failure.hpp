// SPDX-License-Identifier: Apache-2.0
// The reason why a text is unreadable. The caller decides whether it ends the program.
#pragma once

#include <cstdint>
#include <string>

namespace document {

struct Failure {
  enum class Kind {
    Empty,   // blank text only
    Syntax,  // not JSON, or not YAML
    CutOff,  // ends in the middle
    Refused, // well-formed, but over a limit: nested too deeply, too large
  };
  Kind kind = Kind::Syntax;
  std::string text; // "line 5, column 3: found a tab character where an indentation was expected"
};

} // namespace document
