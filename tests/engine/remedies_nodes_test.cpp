// SPDX-License-Identifier: Apache-2.0
// Remedies on nodes: AddNodes, Uncordon, RemoveTaint, RelaxConstraint.
#include "engine/remedy.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::FixKind;

TEST_CASE("AddNodes: each new node has its own hostname, so it separates members with anti-affinity") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  c.group("train").min_member(3);
  for (const char* const name : {"m-0", "m-1", "m-2"}) {
    auto& member = c.pod(name).in("train").label("app", "train").asks("gpu", 1);
    model::PodAffinityTerm& term = member.spec.required_anti_affinity.emplace_back();
    term.selector = model::Selector{{"app", model::SelectorOperator::In, {"train"}}};
    term.namespaces = {"default"};
    term.topology_key = "kubernetes.io/hostname";
  }
  const auto added = fix(c, FixKind::AddNodes);
  REQUIRE(added);
  CHECK(added->things == 2);
}

TEST_CASE("AddNodes adds the fewest nodes, and of those that suffice the smallest") {
  ClusterBuilder c;
  c.node("large").has("gpu", 16);
  c.node("small").has("gpu", 8);
  c.pod("x").on("large").asks("gpu", 16);
  c.pod("y").on("small").asks("gpu", 8);
  workers(c, 2, 4);
  const auto one = fix(c, FixKind::AddNodes);
  REQUIRE(one);
  CHECK(names(*one) == Names{"small"});
  CHECK(one->changes.front().count == 1);
  CHECK(one->resource == "gpu");
  CHECK(one->to == 8);

  ClusterBuilder d;
  d.node("large").has("gpu", 16);
  d.node("small").has("gpu", 8);
  d.pod("x").on("large").asks("gpu", 16);
  d.pod("y").on("small").asks("gpu", 8);
  workers(d, 2, 8);
  const auto larger = fix(d, FixKind::AddNodes);
  REQUIRE(larger);
  CHECK(names(*larger) == Names{"large"});
}

TEST_CASE("no remedy opens a node that is being removed") {
  for (const bool is_removed : {true, false}) {
    ClusterBuilder c;
    auto& node = c.node("a").has("gpu", 4).cordoned();
    if (is_removed) { node.taint("ToBeDeletedByClusterAutoscaler", model::TaintEffect::PreferNoSchedule); }
    workers(c, 1, 4);
    CHECK(fix(c, FixKind::Uncordon).has_value() == !is_removed);
  }
}

TEST_CASE("Uncordon, RemoveTaint and RelaxConstraint name the one change that decides") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4).cordoned();
  c.node("b").has("gpu", 2).cordoned();
  workers(c, 1, 4);
  const auto uncordoned = fix(c, FixKind::Uncordon);
  REQUIRE(uncordoned);
  CHECK(names(*uncordoned) == Names{"a"});

  ClusterBuilder d;
  d.node("a").has("gpu", 4).taint("dedicated", model::TaintEffect::NoSchedule, "infra");
  d.node("b").has("gpu", 4).taint("dedicated", model::TaintEffect::NoSchedule, "infra");
  workers(d, 1, 4);
  const auto bared = fix(d, FixKind::RemoveTaint);
  REQUIRE(bared);
  CHECK(names(*bared) == Names{"a"});
  CHECK(bared->changes.front().from == "dedicated=infra:NoSchedule");
  const auto tolerated = fix(d, FixKind::RelaxConstraint);
  REQUIRE(tolerated);
  CHECK(tolerated->changes.front().field == "spec.tolerations");

  ClusterBuilder e;
  e.node("a").has("gpu", 4);
  e.group("train").min_member(1);
  e.pod("worker-0").in("train").asks("gpu", 4).selects("disk", "ssd");
  const auto relaxed = fix(e, FixKind::RelaxConstraint);
  REQUIRE(relaxed);
  CHECK(relaxed->changes.front().from == "disk=ssd");
}

TEST_CASE("AddNodes counts the ports of DaemonSet pods on the new node") {
  const auto added = [](int port) {
    ClusterBuilder c;
    c.node("a").has("gpu", 4);
    c.pod("daemon").on("a").asks("gpu", 0).port(80).owned_by("DaemonSet", "daemon");
    c.pod("busy").on("a").asks("gpu", 4);
    c.group("train").min_member(1);
    c.pod("worker").in("train").asks("gpu", 4).port(port);
    return fix(c, FixKind::AddNodes);
  };
  CHECK_FALSE(added(80));
  CHECK(added(81));
}

// In name order, a and its copy meet minResources before z takes 2 cpu away. A scheduler that has known z for longer
// counts z first: 7 + 2 - 8.
TEST_CASE("AddNodes meets minResources in any order of over-committed nodes") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000);
  c.node("z").has("cpu", 1000);
  c.pod("over").on("z").asks("cpu", 3000);
  c.group("train").min_member(2).min_resources("cpu", "7");
  for (const std::string name : {"w-0", "w-1"}) { c.pod(name).in("train").asks("cpu", 1000); }
  const auto added = fix(c, FixKind::AddNodes);
  REQUIRE(added);
  CHECK(added->things == 2);
}

TEST_CASE("AddNodes counts the capacity that preemption frees") {
  ClusterBuilder c; // 60 members, of which 20 fit after they preempt the running pods
  c.node("a").has("gpu", 20).has("pods", 200);
  for (int i = 0; i < 20; ++i) { c.pod("low-" + std::to_string(i)).on("a").asks("gpu", 1); }
  c.node("b").has("gpu", 1).taint("off");
  workers(c, 60, 1, 10);
  const auto added = fix(c, FixKind::AddNodes);
  REQUIRE(added);
  CHECK(added->minimal);
  CHECK(names(*added) == Names{"a"});
  CHECK(added->things == 2);
}
