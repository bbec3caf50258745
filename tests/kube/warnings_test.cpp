// SPDX-License-Identifier: Apache-2.0
#include "kube/values/warnings.hpp"

#include "kube/visit.hpp"

using kube::warning_texts;
using tests::Visit;
using Texts = std::vector<std::string>;

TEST_CASE("Warning headers with code 299 yield their texts") {
  CHECK(warning_texts("299 - \"a\"") == Texts{"a"});
  CHECK(warning_texts("  299 agent \"a, b\" \"Wed, 21 Oct 2099 07:28:00 GMT\", 299 - \"c\"") == Texts{"a, b", "c"});
  CHECK(warning_texts("299 - \"a \\\"b\\\" \\\\ \\c\"") == Texts{"a \"b\" \\ c"});
  CHECK(warning_texts("199 - \"a\", 299 - \"b\"") == Texts{"b"});
  for (const char* const bad :
       {"", "299", "299 -", "299 - a", "299 - \"a", "2990 - \"a\"", "299  \"a\"", "299 - \"a\" b"}) {
    INFO(bad);
    CHECK(warning_texts(bad).empty());
  }
}

TEST_CASE("each warning appears once, and none can drive or flood a terminal") {
  Visit visit("good", "warnings");
  CHECK(visit.list_pods().names.size() == 1);
  CHECK(visit.list_pods().names.size() == 1);
  REQUIRE(visit.warnings.size() == 101);
  CHECK(visit.warnings[0] == "one");
  CHECK(visit.warnings[1] == "two \"quoted\"");
  CHECK(visit.warnings[2] == "three");
  CHECK(visit.warnings[3] == "escape \\x1b[31m red");
  CHECK(visit.warnings[4] == std::string(2048, 'x') + "… (57952 more bytes)");
  CHECK(visit.warnings[5] == "flood 0");
  CHECK(visit.warnings.back() == "the server sends more warnings than are shown here");
  CHECK(visit.client().warnings() == 101);
}
