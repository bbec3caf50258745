// SPDX-License-Identifier: Apache-2.0
#include "report/words/member_names.hpp"
#include "support/catch.hpp"

#include <algorithm>

using report::folded_names;
using Names = std::vector<std::string>;

namespace {

Names numbered(const std::string& stem, int first, int last) {
  Names names;
  for (int i = first; i <= last; ++i) { names.push_back(stem + std::to_string(i)); }
  return names;
}

Names both(Names a, const Names& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

} // namespace

TEST_CASE("few names form a list") {
  CHECK(folded_names({}).empty());
  CHECK(folded_names({"worker-1"}) == "worker-1");
  CHECK(folded_names({"worker-2", "worker-1"}) == "worker-1 and worker-2");
}

TEST_CASE("consecutive names form a range") {
  CHECK(folded_names(numbered("worker-", 2, 63)) == "worker-2 ... worker-63 (62 members)");
  CHECK(folded_names(numbered("worker-", 1, 3)) == "worker-1 ... worker-3 (3 members)");
  CHECK(folded_names(numbered("node-", 1, 5), "node") == "node-1 ... node-5 (5 nodes)");
  CHECK(folded_names({"a-9", "a-10", "a-8"}) == "a-8 ... a-10 (3 members)");
  CHECK(folded_names({"a-08", "a-09", "a-10"}) == "a-08 ... a-10 (3 members)");
}

TEST_CASE("names with gaps keep their parts, up to a limit") {
  CHECK(folded_names(both({"w-0", "w-3"}, numbered("w-", 5, 9))) == "w-0, w-3, w-5 ... w-9 (7 members)");
  Names gaps;
  for (int i = 0; i < 20; i += 5) { gaps = both(gaps, numbered("w-", i, i + 2)); }
  CHECK(folded_names(gaps) == "w-0 ... w-2, w-5 ... w-7 and others (12 members)");
}

TEST_CASE("names without order end with a count") {
  CHECK(folded_names({"t-c", "t-a", "t-b", "t-d"}) == "t-a, t-b, t-c and t-d");
  CHECK(folded_names({"t-c", "t-a", "t-b", "t-d", "t-e"}) == "t-a, t-b, t-c and 2 more");
}

TEST_CASE("1 and 01 are different names, and so are very long numbers") {
  CHECK(folded_names({"a-1", "a-02", "a-3"}) == "a-1, a-02 and a-3");
  CHECK(folded_names({"a-99999999999999999999", "a-100000000000000000000", "b"}) ==
        "a-100000000000000000000, a-99999999999999999999 and b");
}

TEST_CASE("counts_before is a strict order") {
  Names names = {"a-1x", "a-10", "a-2", "a", "a-01", "a-1", "b-1", "", "7", "07"};
  std::sort(names.begin(), names.end(), report::counts_before);
  CHECK(names == Names{"", "7", "07", "a", "a-1", "a-01", "a-2", "a-10", "a-1x", "b-1"});
  for (const std::string& a : names) {
    for (const std::string& b : names) {
      CHECK(report::counts_before(a, b) ==
            (std::find(names.begin(), names.end(), a) < std::find(names.begin(), names.end(), b)));
    }
  }
}
