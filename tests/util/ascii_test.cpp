// SPDX-License-Identifier: Apache-2.0
// Letters of ASCII.
#include "util/ascii.hpp"

#include "support/catch.hpp"

TEST_CASE("letters of ASCII become small, and no other byte changes") {
  CHECK(util::lowercase("").empty());
  CHECK(util::lowercase("AZaz") == "azaz");
  CHECK(util::lowercase("@[`{ 09-_./:") == "@[`{ 09-_./:"); // the neighbours of the letters
  CHECK(util::lowercase("PyTorchJob/X") == "pytorchjob/x");
  CHECK(util::lowercase("\xC3\x84\xC3\x9F") == "\xC3\x84\xC3\x9F"); // Ä, ß
}
