// SPDX-License-Identifier: Apache-2.0
// Robustness: tie-breaks and lost nodes that would change an answer.
#include "engine/ask.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

using namespace tests;

namespace {

model::Robustness robustness(const ClusterBuilder& builder, model::GroupVerdict verdict) {
  const model::ClusterSnapshot cluster = builder.build();
  engine::Question question;
  question.groups = {0_group};
  question.robust = true;
  const model::GroupReport report = engine::answer(cluster, options(), question).groups.front();
  CHECK(report.verdict == verdict);
  REQUIRE(report.robustness);
  return *report.robustness;
}
using Names = std::vector<std::string>;

// Two equal nodes. The group needs one of them whole, and a pod earlier in the queue takes either.
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

TEST_CASE("robustness reports a Yes that depends on a tie of scores") {
  const model::Robustness found = robustness(torn(false), model::GroupVerdict::Fits); // by name, a comes first
  CHECK(found.all_ties);
  CHECK(found.tie_orders == 1);
  CHECK(found.tie_flips == 1);
}

TEST_CASE("robustness reports a No that depends on a tie of scores") {
  const model::Robustness found = robustness(torn(true), model::GroupVerdict::DoesNotFit);
  CHECK(found.all_ties);
  CHECK(found.tie_flips == 1);
  CHECK(found.nodes == 0);
}

// Two pods that fit in any of three zones, and a group that fits in one of them.
TEST_CASE("each tie-break runs once, and identical nodes count as one") {
  ClusterBuilder c;
  for (const std::string node : {"a", "b", "c"}) { c.node(node).has("gpu", 4).label("zone", node); }
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("gpu", 4).selects("zone", "c").at(ClusterBuilder::k_start + 9);
  for (const std::string name : {"one", "two"}) { c.pod(name).asks("gpu", 3).priority(1); }
  // one: a, b or c; two: one of the other two. In two of six orders c stays free.
  const model::Robustness told_apart = robustness(c, model::GroupVerdict::Fits);
  CHECK(told_apart.all_ties);
  CHECK(told_apart.tie_orders == 5);
  CHECK(told_apart.tie_flips == 4);

  ClusterBuilder same;
  for (const std::string node : {"a", "b", "c"}) { same.node(node).has("gpu", 4); }
  same.group("train").min_member(1);
  same.pod("train-0").in("train").asks("gpu", 4).at(ClusterBuilder::k_start + 9);
  for (const std::string name : {"one", "two"}) { same.pod(name).asks("gpu", 3).priority(1); }
  const model::Robustness alike = robustness(same, model::GroupVerdict::Fits);
  CHECK(alike.all_ties);
  CHECK(alike.tie_orders == 0);
  CHECK(alike.tie_flips == 0);
}

TEST_CASE("with too many ties only some tie-breaks run") {
  ClusterBuilder c;
  for (int i = 0; i < 9; ++i) {
    const std::string name = "n" + std::to_string(i);
    c.node(name).has("gpu", 1).label("number", name);
  }
  c.group("train").min_member(6);
  for (int i = 0; i < 6; ++i) { c.pod("train-" + std::to_string(i)).in("train").asks("gpu", 1); }
  const model::Robustness found = robustness(c, model::GroupVerdict::Fits); // 9·8·7·6·5·4 ways
  CHECK_FALSE(found.all_ties);
  CHECK(found.tie_orders == 8);
  CHECK(found.tie_flips == 0);
}

TEST_CASE("without tied scores nothing runs again") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("gpu", 4);
  const model::Robustness found = robustness(c, model::GroupVerdict::Fits);
  CHECK(found.tie_orders == 0);
  CHECK(found.all_ties);
  CHECK(found.nodes == 1);
  CHECK(found.needed_nodes == Names{"a"});
}

TEST_CASE("needed_nodes omits a node if its pods fit on another one") {
  ClusterBuilder c;
  for (const std::string node : {"a", "b", "c"}) { c.node(node).has("gpu", 4); }
  c.group("train").min_member(2);
  for (const std::string name : {"train-0", "train-1"}) { c.pod(name).in("train").asks("gpu", 4); }
  CHECK(robustness(c, model::GroupVerdict::Fits).needed_nodes.empty());
  c.pod("other").on("c").asks("gpu", 1);
  CHECK(robustness(c, model::GroupVerdict::Fits).needed_nodes == Names{"a", "b"});
}

TEST_CASE("a run that evicts pods is tried at other speeds of the API server") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("before").on("a").asks("gpu", 4);
  c.group("train").min_member(2);
  for (const std::string name : {"train-0", "train-1"}) { c.pod(name).in("train").asks("gpu", 2).priority(10); }
  const model::Robustness found = robustness(c, model::GroupVerdict::Fits);
  CHECK(found.speeds == 5);
  CHECK(found.speed_flips == 0);
  CHECK(robustness(torn(false), model::GroupVerdict::Fits).speeds == 0); // evicts no pod
}
