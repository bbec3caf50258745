// SPDX-License-Identifier: Apache-2.0
// What would change an answer: ties broken otherwise, a node less.
#include "engine/ask.hpp"
#include "support/catch.hpp"

using namespace tests;

namespace {

model::Robustness robustness(const ClusterBuilder& builder, model::GroupVerdict verdict) {
  const model::ClusterSnapshot cluster = builder.build();
  engine::Question question;
  question.groups = {0};
  question.robust = true;
  const model::GroupReport report = engine::answer(cluster, options(), question).groups.front();
  CHECK(report.verdict == verdict);
  REQUIRE(report.robustness);
  return *report.robustness;
}
using Names = std::vector<std::string>;

// Two equal nodes, one of which the group needs whole; a pod that is tried before takes either.
ClusterBuilder torn(bool special_first) {
  ClusterBuilder c;
  for (const std::string node : {"a", "b"}) {
    c.node(node).has("gpu", 4).label("special", (node == "a") == special_first ? "yes" : "no");
  }
  c.pod("before").asks("gpu", 1);
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("gpu", 4).selects("special", "yes");
  return c;
}

} // namespace

TEST_CASE("a yes that hangs on a tie of scores says so") {
  const model::Robustness found = robustness(torn(false), model::GroupVerdict::Fits); // by name, a is taken first
  CHECK(found.tie_orders == 8);
  CHECK(found.tie_flips > 0);
  CHECK(found.tie_flips < 8); // some of the orders begin with a, too
}

TEST_CASE("a no that hangs on a tie of scores says so") {
  const model::Robustness found = robustness(torn(true), model::GroupVerdict::DoesNotFit);
  CHECK(found.tie_flips > 0);
  CHECK(found.nodes == 0);
}

TEST_CASE("where no score ties nothing is tried again") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("gpu", 4);
  const model::Robustness found = robustness(c, model::GroupVerdict::Fits);
  CHECK(found.tie_orders == 0);
  CHECK(found.nodes == 1);
  CHECK(found.needed_nodes == Names{"a"});
}

TEST_CASE("a node can be lost where another one has room for all that it would have held") {
  ClusterBuilder c;
  for (const std::string node : {"a", "b", "c"}) { c.node(node).has("gpu", 4); }
  c.group("train").min_member(2);
  for (const std::string name : {"train-0", "train-1"}) { c.pod(name).in("train").asks("gpu", 4); }
  CHECK(robustness(c, model::GroupVerdict::Fits).needed_nodes.empty());
  c.pod("other").on("c").asks("gpu", 1);
  CHECK(robustness(c, model::GroupVerdict::Fits).needed_nodes == Names{"a", "b"});
}
