// SPDX-License-Identifier: Apache-2.0
// Remedies of order: ChangeOrder and AvoidNodes.
#include "engine/remedy.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::FixKind;

namespace {

// The parameter server comes first and takes the large node, which only the worker needs.
ClusterBuilder pair(bool is_what_if = false) {
  ClusterBuilder c;
  c.node("large").has("gpu", 4).added = is_what_if;
  c.node("small").has("gpu", 2);
  c.group("train").native().min_member(2); // one cycle, always in the same order
  c.pod("ps").in("train").asks("gpu", 2).priority(10);
  c.pod("worker").in("train").asks("gpu", 4);
  return c;
}

} // namespace

TEST_CASE("ChangeOrder reports the lowest priority that helps, and the losers") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.group("first").min_member(1);
  c.pod("first-0").in("first").asks("gpu", 4).priority(7);
  workers(c, 1, 4, 3);
  const auto order = fix(c, FixKind::ChangeOrder);
  REQUIRE(order);
  CHECK(order->changes.front().from == "3");
  CHECK(order->changes.front().to == "8");
  CHECK(order->losers == Names{"default/first-0"});     // bound by then, so the group preempts it
  CHECK_FALSE(fix(fragmented(), FixKind::ChangeOrder)); // train does not fit even alone
}

TEST_CASE("ChangeOrder puts a member before siblings that take its node") {
  const auto order = fix(pair(), FixKind::ChangeOrder);
  REQUIRE(order);
  CHECK(order->things == 1);
  REQUIRE(order->changes.size() == 1);
  CHECK(order->changes[0].kind == "Pod");
  CHECK(order->changes[0].name == "worker");
  CHECK(order->changes[0].field == "spec.priority");
  CHECK(order->changes[0].from == "0");
  CHECK(order->changes[0].to == "11");
}

TEST_CASE("of three roles ChangeOrder puts two before the third, one after the other") {
  ClusterBuilder c;
  c.node("a").has("gpu", 6);
  c.node("b").has("gpu", 5);
  c.node("c").has("gpu", 2);
  c.group("train").min_member(4);
  c.pod("tiny").in("train").asks("gpu", 1).priority(20);
  c.pod("ps").in("train").asks("gpu", 2).priority(10);
  c.pod("chief").in("train").asks("gpu", 5);
  c.pod("worker").in("train").asks("gpu", 4);
  const auto order = fix(c, FixKind::ChangeOrder);
  REQUIRE(order);
  CHECK(order->minimal);
  CHECK(std::ssize(order->changes) == order->things);
}

TEST_CASE("AvoidNodes keeps a role off the node that only its siblings need") {
  const auto avoid = fix(pair(), FixKind::AvoidNodes);
  REQUIRE(avoid);
  CHECK(avoid->things == 1);
  CHECK(avoid->minimal);
  REQUIRE(avoid->changes.size() == 1);
  CHECK(avoid->changes[0].name == "ps");
  CHECK(avoid->changes[0].field == "spec.affinity.nodeAffinity");
  CHECK(avoid->changes[0].to == "metadata.name NotIn (large)");
  CHECK_FALSE(fix(pair(true), FixKind::AvoidNodes)); // no manifest can name a node of --add-nodes
}

TEST_CASE("ChangeOrder and AvoidNodes offer nothing if no placement exists") {
  CHECK_FALSE(fix(fragmented(), FixKind::ChangeOrder));
  CHECK_FALSE(fix(fragmented(), FixKind::AvoidNodes));
}

TEST_CASE("ChangeOrder offers nothing if the group does not fit even after preempting all others") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  c.group("batch").min_member(2);
  c.pod("batch-0").in("batch").on("a").asks("gpu", 4).priority(5);
  c.pod("batch-1").in("batch").on("a").asks("gpu", 4).priority(5);
  workers(c, 1, 4, 5);
  c.pod("other").asks("gpu", 4).priority(5);
  CHECK_FALSE(fix(c, FixKind::ChangeOrder));
}

TEST_CASE("ChangeOrder reports what a preempted group keeps and needs") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  workers(c, 1, 8, 5);
  c.group("first").min_member(2);
  c.pod("first-0").in("first").asks("gpu", 2).priority(7);
  c.pod("first-1").in("first").asks("gpu", 2).priority(7);
  const auto order = fix(c, FixKind::ChangeOrder);
  REQUIRE(order);
  REQUIRE(order->shrunk.size() == 1);
  CHECK(order->shrunk[0].name == "default/first");
  CHECK(order->shrunk[0].keeps == 0);
  CHECK(order->shrunk[0].needs == 2);
}
