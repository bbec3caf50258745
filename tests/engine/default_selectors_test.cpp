// SPDX-License-Identifier: Apache-2.0
// Default topology spread: which selector a pod without constraints of its own gets, and its effect on Filter and
// classes.
#include "engine/feasibility/feasibility.hpp"
#include "engine/nodes/default_selectors.hpp"
#include "engine/run/simulation.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"

#include <random>

using namespace engine;
using tests::ClusterBuilder;

namespace {

model::Requirement in(std::string_view key, std::string_view value) {
  return {key, model::SelectorOperator::In, {value}};
}

std::string selector_text(const ClusterBuilder& builder, std::string_view pod = "p") {
  const model::ClusterSnapshot cluster = builder.build();
  const DefaultSelectors selectors(cluster);
  const model::Selector* const selector = selectors.of(cluster.find_pod("default", pod));
  if (!selector) { return "(none)"; }
  std::string text;
  for (const model::Requirement& requirement : *selector) {
    text += (text.empty() ? "" : " ") + std::string(requirement.key) + '=' + std::string(requirement.values.at(0));
  }
  return text;
}

model::TopologySpreadConstraint constraint(std::string_view key, bool do_not_schedule = true) {
  model::TopologySpreadConstraint out;
  out.topology_key = key;
  out.do_not_schedule = do_not_schedule;
  return out;
}

// Profile with a hard default constraint: zones may differ by at most one pod.
model::SchedulerProfile strict_profile() {
  model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  profile.spread = {false, {constraint("zone")}, nullptr};
  return profile;
}

std::string feasible(const ClusterBuilder& builder, const model::SchedulerProfile& profile) {
  const model::ClusterSnapshot cluster = builder.build();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, usage_of_bound_pods(cluster, nodes), {});
  std::string text;
  feasibility.feasible(feasibility.class_of(cluster.find_pod("default", "p"), profile))
      .for_each([&](model::NodeIndex node) { text += (text.empty() ? "" : " ") + std::string(nodes.node(node).name); });
  return text;
}

bool same_class(const ClusterBuilder& builder, const model::SchedulerProfile& profile,
                std::string_view other_namespace = "default") {
  const model::ClusterSnapshot cluster = builder.build();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, NodeUsage(nodes), {});
  return feasibility.class_of(cluster.find_pod("default", "p"), profile) ==
         feasibility.class_of(cluster.find_pod(other_namespace, "q"), profile);
}

} // namespace

TEST_CASE("default selector: labels of all Services in the namespace that select the pod") {
  ClusterBuilder c;
  c.pod("p").label("app", "web").label("tier", "front");
  CHECK(selector_text(c) == "(none)");
  c.service("app", "db");
  c.service("app", "web", "elsewhere");
  CHECK(selector_text(c) == "(none)");
  c.service("tier", "front");
  CHECK(selector_text(c) == "tier=front");
  c.service("app", "web");
  CHECK(selector_text(c) == "app=web tier=front");
}

TEST_CASE("default selector: adds the requirements of the controller") {
  for (const char* kind : {"ReplicaSet", "StatefulSet"}) {
    ClusterBuilder c;
    c.service("app", "web");
    c.controller(kind, "w", {in("app", "web"), in("hash", "1")});
    auto& p = c.pod("p").label("app", "web").label("hash", "1").owned_by(kind, "w");
    CHECK(selector_text(c) == "app=web hash=1");
    p.label_map["app"] = "db"; // the requirements do not have to match the pod
    CHECK(selector_text(c) == "app=web hash=1");
    p.owner->controller = false;
    CHECK(selector_text(c) == "(none)");
  }
}

TEST_CASE("default selector: a ReplicationController's labels replace those of the Services") {
  ClusterBuilder c;
  c.service("app", "web");
  c.controller("ReplicationController", "w", {in("app", "other"), in("more", "1")});
  auto& p = c.pod("p").label("app", "web").owned_by("ReplicationController", "w");
  CHECK(selector_text(c) == "app=other more=1");
  p.owner->api_version = "apps/v1"; // apps/v1 has no ReplicationController
  CHECK(selector_text(c) == "app=web");
}

TEST_CASE("default selector: none for other owners, and none for removed API versions") {
  ClusterBuilder c;
  c.controller("ReplicaSet", "w", {in("app", "web")});
  auto& p = c.pod("p").label("app", "web").owned_by("Job", "w");
  CHECK(selector_text(c) == "(none)");
  p.owned_by("ReplicaSet", "another");
  CHECK(selector_text(c) == "(none)");
  p.owned_by("ReplicaSet", "w");
  CHECK(selector_text(c) == "app=web");
  p.owner->api_version = "extensions/v1beta1";
  CHECK(selector_text(c) == "(none)");
}

TEST_CASE("hard default constraints apply to pods with a selector and without constraints of their own") {
  ClusterBuilder c;
  c.node("a").label("zone", "a");
  c.node("b").label("zone", "b");
  c.node("x");
  c.pod("there").on("a").label("app", "web");
  auto& p = c.pod("p").label("app", "web");
  CHECK(feasible(c, strict_profile()) == "a b x"); // no selector
  c.service("app", "web");
  CHECK(feasible(c, strict_profile()) == "b");
  CHECK(feasible(c, model::default_profile_with_coscheduling()) == "a b x"); // the system defaults only score
  p.spec.spread = {constraint("zone", false)};
  p.spec.spread[0].selector = model::Selector{in("app", "web")};
  CHECK(feasible(c, strict_profile()) == "a b x");
}

TEST_CASE("default constraints: a pod outside its controller's selector does not count itself") {
  ClusterBuilder c;
  c.node("a").label("zone", "a");
  c.node("b").label("zone", "b");
  c.controller("ReplicaSet", "w", {in("app", "web")});
  c.pod("there").on("a").label("app", "web");
  auto& p = c.pod("p").label("app", "web").owned_by("ReplicaSet", "w");
  CHECK(feasible(c, strict_profile()) == "b");
  p.label_map["app"] = "other";
  CHECK(feasible(c, strict_profile()) == "a b"); // 1 + 0 - 0
}

TEST_CASE("pods of one spec share a class unless their default spreading differs") {
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  ClusterBuilder c;
  c.pod("p").label("app", "web");
  auto& q = c.pod("q").label("app", "db");
  CHECK(same_class(c, profile));
  c.service("app", "web");
  CHECK_FALSE(same_class(c, profile));
  model::SchedulerProfile without = profile;
  without.spread = {false, {}, nullptr};
  CHECK(same_class(c, without));
  q.label_map = {{"app", "web"}, {"index", "1"}};
  CHECK(same_class(c, profile));
  c.service("app", "web", "elsewhere");
  q.ns = "elsewhere";
  CHECK_FALSE(same_class(c, profile, "elsewhere"));
}

TEST_CASE("pods of one selector form two classes if it matches only one of them") {
  ClusterBuilder c;
  c.controller("ReplicaSet", "w", {in("app", "web")});
  c.pod("p").label("app", "web").owned_by("ReplicaSet", "w");
  auto& q = c.pod("q").label("app", "web").owned_by("ReplicaSet", "w");
  CHECK(same_class(c, strict_profile()));
  q.label_map["app"] = "db";
  CHECK_FALSE(same_class(c, strict_profile()));
}

TEST_CASE("classes with default spreading answer like each pod alone") {
  std::mt19937 random(7);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const std::string_view apps[] = {"a", "b", "c"};
  int refused = 0;
  int spread = 0; // the best node is not the first one, so the scores differ
  for (int round = 0; round < 40; ++round) {
    ClusterBuilder c;
    for (int i = 0; i < 6; ++i) {
      auto& node = c.node("n" + std::to_string(i));
      if (pick(6)) { node.label("zone", std::to_string(pick(3))); }
    }
    c.service("app", apps[pick(3)]);
    if (pick(2)) { c.service("app", apps[pick(3)], "elsewhere"); }
    c.controller("ReplicaSet", "w", {in("app", apps[pick(3)])});
    for (int i = 0; i < 16; ++i) {
      auto& pod = c.pod("p" + std::to_string(i), pick(4) ? "default" : "elsewhere");
      pod.label("app", std::string(apps[pick(3)]));
      if (pick(3) == 0) { pod.owned_by("ReplicaSet", "w"); }
      if (pick(3) == 0) { pod.on("n" + std::to_string(pick(6))); }
    }
    const auto cluster = c.build();
    const NodeTable nodes(cluster);
    model::SchedulerProfile profile = strict_profile();
    profile.spread.default_constraints.push_back(constraint("kubernetes.io/hostname", false));
    Feasibility live(nodes, usage_of_bound_pods(cluster, nodes), {});
    for (const model::PodIndex pod : pending_pods(cluster)) {
      const int shared = live.class_of(pod, profile);
      const NodeSet now = live.feasible(shared);
      Feasibility fresh(nodes, live.usage(), {});
      const int alone = fresh.class_of(pod, profile);
      REQUIRE(now == fresh.feasible(alone));
      refused += static_cast<int>(nodes.size() - now.size());
      if (now.empty()) { continue; }
      REQUIRE(live.score_sheet(shared, now).plugins == fresh.score_sheet(alone, now).plugins);
      const model::NodeIndex best = live.best(shared, now);
      REQUIRE(best == fresh.best(alone, now));
      spread += best != 0 ? 1 : 0;
      live.add(pod, best);
    }
  }
  CHECK(refused > 300);
  CHECK(spread > 50);
}
