// SPDX-License-Identifier: Apache-2.0
// ASCII letters.
#include "util/ascii.hpp"

#include "support/catch.hpp"

TEST_CASE("lowercase changes ASCII letters, and no other byte") {
  CHECK(util::lowercase("").empty());
  CHECK(util::lowercase("AZaz") == "azaz");
  CHECK(util::lowercase("@[`{ 09-_./:") == "@[`{ 09-_./:"); // the neighbours of the letters
  CHECK(util::lowercase("PyTorchJob/X") == "pytorchjob/x");
  CHECK(util::lowercase("\xC3\x84\xC3\x9F") == "\xC3\x84\xC3\x9F"); // Ä, ß
}
