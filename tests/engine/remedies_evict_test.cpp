// SPDX-License-Identifier: Apache-2.0
// Remedies that take pods away: Move and Evict.
#include "engine/remedy.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::FixKind;

TEST_CASE("Move moves pods out of the way, to nodes where they fit") {
  const auto moved = fix(fragmented(), FixKind::Move);
  REQUIRE(moved);
  CHECK(moved->minimal);
  REQUIRE(moved->changes.size() == 2); // a move lets at most one more member fit, and two are missing
}

TEST_CASE("Evict names as few pods as possible, and of those the youngest") {
  const auto large = fix(fragmented(), FixKind::Evict);
  REQUIRE(large);
  CHECK(large->minimal);
  CHECK(names(*large) == Names{"d-0"}); // gpu-d then fits two of the three

  ClusterBuilder c;
  for (const std::string name : {"a", "b"}) { c.node(name).has("gpu", 4); }
  c.pod("old").on("a").asks("gpu", 4);
  c.pod("young").on("b").asks("gpu", 4);
  workers(c, 1, 4);
  const auto young = fix(c, FixKind::Evict);
  REQUIRE(young);
  CHECK(names(*young) == Names{"young"});
}

TEST_CASE("Evict keeps pods of higher priority, and names pods of lower priority first") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.node("d").has("gpu", 4);
  c.pod("low-0").on("a").asks("gpu", 2).priority(1);
  c.pod("low-1").on("a").asks("gpu", 2).priority(1);
  c.pod("same").on("b").asks("gpu", 4).priority(5);
  c.pod("high").on("d").asks("gpu", 4).priority(9);
  workers(c, 2, 4, 5);
  c.group("small").min_member(1);
  c.pod("one").in("small").asks("gpu", 4).priority(5);
  const auto both = fix(c, FixKind::Evict);
  REQUIRE(both);
  CHECK(both->things >= 1);
  for (const std::string& name : names(*both)) { CHECK(name != "high"); }
}

TEST_CASE("Evict takes a gang that would lose its quorum as a whole") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.group("batch").min_member(2);
  c.pod("batch-0").in("batch").on("a").asks("gpu", 4);
  c.pod("batch-1").in("batch").on("b").asks("gpu", 4);
  workers(c, 1, 4);
  const auto evicted = fix(c, FixKind::Evict);
  REQUIRE(evicted);
  CHECK(names(*evicted) == Names{"batch-0", "batch-1"});
  for (const model::Change& change : evicted->changes) { CHECK(change.group == "default/batch"); }
}

TEST_CASE("Evict takes one member from a gang with surplus members") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.group("batch").min_member(1);
  c.pod("batch-0").in("batch").on("a").asks("gpu", 4);
  c.pod("batch-1").in("batch").on("b").asks("gpu", 4);
  workers(c, 1, 4);
  const auto evicted = fix(c, FixKind::Evict);
  REQUIRE(evicted);
  CHECK(evicted->things == 1);
  CHECK(evicted->changes.front().group.empty());
  REQUIRE(evicted->shrunk.size() == 1);
  CHECK(evicted->shrunk[0].name == "default/batch");
  CHECK(evicted->shrunk[0].keeps == 1);
  CHECK(evicted->shrunk[0].needs == 1);
}

TEST_CASE("Evict respects budgets, and keeps pods of a DaemonSet and mirrors of static pods") {
  ClusterBuilder c;
  for (const std::string name : {"a", "b", "d"}) { c.node(name).has("gpu", 4); }
  c.budget("app", "web", 0);
  c.pod("web").on("a").asks("gpu", 4).label("app", "web");
  c.pod("agent").on("b").asks("gpu", 4).owned_by("DaemonSet", "agent");
  c.pod("static").on("d").asks("gpu", 4).owned_by("Node", "d");
  workers(c, 1, 4);
  CHECK_FALSE(fix(c, FixKind::Evict));
  c.pod("free").on("a").asks("gpu", 0);
  CHECK_FALSE(fix(c, FixKind::Evict));
}

TEST_CASE("Evict offers nothing that needs victims of preemption to end at once") {
  ClusterBuilder c;
  c.node("n1").has("gpu", 4);
  c.node("n2").has("gpu", 4).label("disk", "ssd");
  c.node("n3").has("gpu", 1);
  c.pod("victim").on("n1").asks("gpu", 4);
  c.pod("equal").on("n2").asks("gpu", 4).priority(10);
  // PreFilter refuses the group while fewer than 5 GPUs are free, so it does not preempt at rest.
  c.group("train").min_member(2).min_resources("gpu", "5").timeout(10);
  for (const std::string name : {"worker-0", "worker-1"}) { c.pod(name).in("train").asks("gpu", 4).priority(10); }
  c.pod("later").asks("gpu", 4).priority(10).selects("disk", "ssd").at(ClusterBuilder::k_start + 100);
  // Without `equal`, worker-0 reserves n2 for 10 s and worker-1 preempts `victim`, which takes 30 s to end. Meanwhile
  // `later` binds to n2.
  CHECK_FALSE(fix(c, FixKind::Evict));
}
