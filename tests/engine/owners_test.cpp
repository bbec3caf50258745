// SPDX-License-Identifier: Apache-2.0
// Remedies for pods in no group: all pods of one owner start.
#include "engine/ask.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace engine;
using tests::ClusterBuilder;

namespace {

model::Report ask(const model::ClusterSnapshot& cluster, std::int32_t most_fixes = 3) {
  Question question;
  question.remedies.most = most_fixes;
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    if (!cluster.pods[i].bound()) { question.pods.emplace_back(i); }
  }
  return answer(cluster, tests::options(), question);
}

const model::Fix* fix(const model::OwnerReport& owner, model::FixKind kind) {
  const auto found = std::ranges::find(owner.as_group.fixes, kind, &model::Fix::kind);
  return found == owner.as_group.fixes.end() ? nullptr : &*found;
}

// Node a has 2 of 4 GPUs free, b has 4. Three pods of a ReplicaSet need 3 GPUs each: one fits.
ClusterBuilder one_of_three() {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.pod("old-0").on("a").asks("gpu", 2).owned_by("ReplicaSet", "old");
  for (const char* const name : {"web-0", "web-1", "web-2"}) {
    c.pod(name).asks("gpu", 3).owned_by("ReplicaSet", "web");
  }
  return c;
}

} // namespace

TEST_CASE("an owner's remedies start all of its pods") {
  const model::Report report = ask(one_of_three().build());
  REQUIRE(report.owners.size() == 1);
  const model::OwnerReport& web = report.owners.front();
  CHECK(web.kind == "ReplicaSet");
  CHECK(web.as_group.name == "web");
  CHECK(web.pods == 3);
  const model::Fix* const nodes = fix(web, model::FixKind::AddNodes);
  REQUIRE(nodes != nullptr);
  CHECK(nodes->changes.front().count == 2); // one node holds one pod, and two have none
  CHECK(fix(web, model::FixKind::LowerMinMember) == nullptr);
  CHECK(report.groups.empty());
  CHECK(report.pods.size() == 3);
}

TEST_CASE("an owner's remedies need a request for remedies") { CHECK(ask(one_of_three().build(), 0).owners.empty()); }

TEST_CASE("owners whose pods all fit have no remedies") {
  ClusterBuilder c = one_of_three();
  c.node("c").has("gpu", 8);
  CHECK(ask(c.build()).owners.empty());
}

TEST_CASE("a DaemonSet has no remedies: it makes one pod for each node") {
  ClusterBuilder c;
  c.node("a").has("gpu", 1);
  c.pod("agent-a").asks("gpu", 2).owned_by("DaemonSet", "agent");
  CHECK(ask(c.build()).owners.empty());
}

TEST_CASE("no remedy takes a running pod of the owner for another one") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("web-0").on("a").asks("gpu", 2).owned_by("ReplicaSet", "web");
  c.pod("web-1").asks("gpu", 3).owned_by("ReplicaSet", "web");
  const model::Report report = ask(c.build());
  REQUIRE(report.owners.size() == 1);
  CHECK(report.owners.front().pods == 1);
  CHECK(fix(report.owners.front(), model::FixKind::Evict) == nullptr);
  CHECK(fix(report.owners.front(), model::FixKind::AddNodes) != nullptr);
}

TEST_CASE("a pod without an owner is its own") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("old-0").on("a").asks("gpu", 2).owned_by("ReplicaSet", "old");
  c.pod("single").asks("gpu", 3);
  const model::Report report = ask(c.build());
  REQUIRE(report.owners.size() == 1);
  CHECK(report.owners.front().kind.empty());
  const model::Fix* const evict = fix(report.owners.front(), model::FixKind::Evict);
  REQUIRE(evict != nullptr);
  CHECK(evict->changes.front().name == "old-0");
}

TEST_CASE("a change of the owner's priority names the owner") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("first").asks("gpu", 4).at(ClusterBuilder::k_start);
  c.pod("web-0").asks("gpu", 4).owned_by("ReplicaSet", "web").at(ClusterBuilder::k_start + 100);
  const model::Report report = ask(c.build());
  REQUIRE(report.owners.size() == 1);
  const model::Fix* const order = fix(report.owners.front(), model::FixKind::ChangeOrder);
  REQUIRE(order != nullptr);
  CHECK(order->changes.front().kind == "ReplicaSet");
  CHECK(order->changes.front().name == "web");
}
