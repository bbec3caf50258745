// SPDX-License-Identifier: Apache-2.0
// The quorum that the sub-groups of a group need together.
#include "model/cluster/pod_group.hpp"

#include "support/catch.hpp"

using model::quorum_of_parts;
using model::SubGroup;

TEST_CASE("without sub-groups the quorum is 0") { CHECK(quorum_of_parts({}, std::nullopt) == 0); }

TEST_CASE("sub-groups side by side add up") {
  const std::vector<SubGroup> parts = {{.name = "a", .parent = {}, .min_member = 2},
                                       {.name = "b", .parent = {}, .min_member = 3}};
  CHECK(quorum_of_parts(parts, std::nullopt) == 5);
  CHECK(quorum_of_parts(parts, 2) == 5);
  CHECK(quorum_of_parts(parts, 1) == 2); // the smaller one is enough
  CHECK(quorum_of_parts(parts, 9) == 5); // more than exist
}

TEST_CASE("a parent sub-group needs the quorums of enough children") {
  const std::vector<SubGroup> parts = {{.name = "top", .parent = {}, .min_sub_groups = 2},
                                       {.name = "a", .parent = "top", .min_member = 5},
                                       {.name = "b", .parent = "top", .min_member = 1},
                                       {.name = "c", .parent = "top", .min_member = 3},
                                       {.name = "beside", .parent = {}, .min_member = 7}};
  CHECK(quorum_of_parts(parts, std::nullopt) == 11);
}

TEST_CASE("sub-groups of the same name count once each and a cycle of names ends") {
  CHECK(quorum_of_parts({{.name = "a", .parent = {}, .min_member = 2}, {.name = "a", .parent = {}, .min_member = 2}},
                        std::nullopt) == 4);
  CHECK(quorum_of_parts({{.name = "a", .parent = "b", .min_member = 2}, {.name = "b", .parent = "a"}}, std::nullopt) ==
        0);
  CHECK(quorum_of_parts({{.name = "", .parent = {}, .min_member = 2}}, std::nullopt) == 2);
  std::vector<SubGroup> chain;
  const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (int level = 0; level < 100'000; ++level) { made.push_back(std::to_string(level)); }
    return made;
  }();
  for (std::size_t level = 0; level < names.size(); ++level) {
    chain.push_back(
        {.name = names[level], .parent = level == 0 ? std::string_view() : names[level - 1], .min_member = 1});
  }
  CHECK(quorum_of_parts(chain, std::nullopt) == 1);
}
