// SPDX-License-Identifier: Apache-2.0
// Required inter-pod affinity and anti-affinity, one rule per test, and both sides of the filter on random clusters.
#include "engine/ask.hpp"
#include "engine/feasibility/feasibility.hpp"
#include "engine/run/simulation.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

#include <algorithm>
#include <random>

using namespace engine;
using namespace tests;

namespace {

// Nodes a1, a2 in zone a, b1 in zone b, and x without a zone.
// Nodes on which pod "p" fits, and the refusal of node a1.
struct Answer {
  std::string nodes;
  std::string a1; // reason for refusing a1
  bool unresolvable = false;
};

Answer ask(const ClusterBuilder& builder) {
  const model::ClusterSnapshot cluster = builder.build();
  const NodeTable nodes(cluster);
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  Feasibility feasibility(nodes, usage_of_bound_pods(cluster, nodes), {});
  const int pod_class = feasibility.class_of(cluster.find_pod("default", "p"), profile);
  Answer answer;
  feasibility.feasible(pod_class).for_each([&](model::NodeIndex node) {
    answer.nodes += (answer.nodes.empty() ? "" : " ") + std::string(nodes.node(node).name);
  });
  const Refusal refusal = feasibility.refusal_on(pod_class, 0_node);
  for (const std::string_view reason : refusal.reasons) { answer.a1 += reason; }
  answer.unresolvable = refusal.unresolvable;
  return answer;
}

} // namespace

TEST_CASE("affinity: a node fits if its domain has a pod that matches all terms") {
  ClusterBuilder c = zones();
  c.pod("db").on("b1").label("app", "db");
  c.pod("p").spec.required_affinity = {term("db")};
  const Answer answer = ask(c);
  CHECK(answer.nodes == "b1");
  CHECK(answer.a1 == "node(s) didn't match pod affinity rules");
  CHECK(answer.unresolvable);
}

TEST_CASE("affinity: a single pod must match both terms") {
  ClusterBuilder c = zones();
  c.pod("db").on("a1").label("app", "db");
  c.pod("web").on("a1").label("app", "web");
  c.pod("p").spec.required_affinity = {term("db"), term("web")};
  CHECK(ask(c).nodes.empty());
}

TEST_CASE("affinity: the first pod of its kind fits on any node with the key, others do not") {
  ClusterBuilder c = zones();
  auto& p = c.pod("p").label("app", "db");
  p.spec.required_affinity = {term("db")};
  CHECK(ask(c).nodes == "a1 a2 b1");
  p.label_map["app"] = "web"; // it does not match its own term
  CHECK(ask(c).nodes.empty());
  p.label_map["app"] = "db";
  c.pod("other").on("a2").label("app", "db"); // there is one: p is no longer the first
  CHECK(ask(c).nodes == "a1 a2");
}

TEST_CASE("anti-affinity: refuses domains with a pod that matches one of the terms; evictions may help") {
  ClusterBuilder c = zones();
  c.pod("web").on("a2").label("app", "web");
  c.pod("p").spec.required_anti_affinity = {term("web")};
  const Answer answer = ask(c);
  CHECK(answer.nodes == "b1 x"); // a node without the key is in no domain
  CHECK(answer.a1 == "node(s) didn't match pod anti-affinity rules");
  CHECK_FALSE(answer.unresolvable);
}

TEST_CASE("anti-affinity of a placed pod keeps matching pods away") {
  ClusterBuilder c = zones();
  c.pod("lonely").on("a2").spec.required_anti_affinity = {term("web")};
  auto& p = c.pod("p").label("app", "web");
  const Answer answer = ask(c);
  CHECK(answer.nodes == "b1 x");
  CHECK(answer.a1 == "node(s) didn't satisfy existing pods anti-affinity rules");
  CHECK_FALSE(answer.unresolvable);
  p.label_map["app"] = "db";
  CHECK(ask(c).nodes == "a1 a2 b1 x");
}

TEST_CASE("a term selects pods in its namespaces only") {
  ClusterBuilder c = zones();
  c.pod("web", "elsewhere").on("a1").label("app", "web");
  auto& p = c.pod("p");
  p.spec.required_anti_affinity = {term("web")};
  CHECK(ask(c).nodes == "a1 a2 b1 x");
  p.spec.required_anti_affinity[0].namespace_selector = model::Selector(); // {}: all namespaces
  CHECK(ask(c).nodes == "b1 x");
}

TEST_CASE("a gang with anti-affinity to itself needs a node per member") {
  ClusterBuilder c;
  c.node("a");
  c.node("b");
  c.group("g").min_member(3);
  for (const char* name : {"m-0", "m-1", "m-2"}) {
    c.pod(name).in("g").label("app", "g").spec.required_anti_affinity = {term("g", "kubernetes.io/hostname")};
  }
  CHECK(group(explain(c.build()), "g").verdict == model::GroupVerdict::DoesNotFit);
  c.node("c");
  CHECK(group(explain(c.build()), "g").verdict == model::GroupVerdict::Fits);
}

TEST_CASE("pods that no term distinguishes share a class, whatever their other labels are") {
  ClusterBuilder c = zones();
  c.pod("one").label("app", "g").label("index", "1").spec.required_anti_affinity = {term("g")};
  c.pod("two").label("app", "g").label("index", "2").spec.required_anti_affinity = {term("g")};
  c.pod("web").label("app", "web").spec.required_anti_affinity = {term("g")};
  const auto cluster = c.build();
  const NodeTable nodes(cluster);
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  Feasibility feasibility(nodes, NodeUsage(nodes), {});
  const auto class_of = [&](const char* name) {
    return feasibility.class_of(cluster.find_pod("default", name), profile);
  };
  CHECK(class_of("one") == class_of("two"));
  CHECK(class_of("one") != class_of("web"));
}

TEST_CASE("keep and why agree on affinity, and answers after placements equal fresh ones") {
  std::mt19937 random(77);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const std::string_view apps[] = {"a", "b", "c"};
  const std::string_view keys[] = {"zone", "kubernetes.io/hostname", "rack"};
  int dropped = 0;
  int kept = 0;
  for (int round = 0; round < 60; ++round) {
    ClusterBuilder c;
    const int node_count = 1 + pick(12);
    for (int i = 0; i < node_count; ++i) {
      auto& node = c.node("n" + std::to_string(i));
      if (pick(5)) { node.label("zone", std::to_string(pick(3))); }
      if (pick(2)) { node.label("rack", std::to_string(pick(4))); }
    }
    for (int i = 0; i < 20; ++i) {
      auto& pod = c.pod("p" + std::to_string(i)).label("app", std::string(apps[pick(3)]));
      if (pick(2)) { pod.on("n" + std::to_string(pick(node_count))); }
      const auto random_term = [&] { return term(apps[pick(3)], keys[pick(3)]); };
      for (int n = pick(3); n > 0 && pick(2); --n) { pod.spec.required_affinity.push_back(random_term()); }
      for (int n = pick(3); n > 0 && pick(2); --n) { pod.spec.required_anti_affinity.push_back(random_term()); }
    }
    const auto cluster = c.build();
    const NodeTable nodes(cluster);
    const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
    Feasibility live(nodes, usage_of_bound_pods(cluster, nodes), {});
    for (const model::PodIndex pod : pending_pods(cluster)) {
      const int pod_class = live.class_of(pod, profile);
      const NodeSet now = live.feasible(pod_class);
      Feasibility fresh(nodes, live.usage(), {});
      REQUIRE(now == fresh.feasible(fresh.class_of(pod, profile)));
      const auto& refusals = live.refusals(pod_class);
      for (std::size_t node = 0; node < nodes.size(); ++node) {
        const bool stays = now.has(static_cast<model::NodeIndex>(node));
        REQUIRE(stays == (refusals[node] == 0));
        REQUIRE(stays == live.fits(pod_class, static_cast<model::NodeIndex>(node)));
        ++(stays ? kept : dropped);
      }
      if (!now.empty()) { live.add(pod, live.best(pod_class, now)); }
    }
  }
  CHECK(dropped > 1000);
  CHECK(kept > 1000);
}

namespace {

// InterPodAffinity's weighted score of each node for pod "p", as "node=score"; "skipped" if the plugin does not score.
std::string score_text(const ClusterBuilder& builder, const model::SchedulerProfile& profile) {
  const model::ClusterSnapshot cluster = builder.build();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, usage_of_bound_pods(cluster, nodes), {});
  const int pod_class = feasibility.class_of(cluster.find_pod("default", "p"), profile);
  const ScoreSheet sheet = feasibility.score_sheet(pod_class, feasibility.feasible(pod_class));
  const auto plugin = std::find(sheet.plugins.begin(), sheet.plugins.end(), "InterPodAffinity");
  if (plugin == sheet.plugins.end()) { return "skipped"; }
  std::string text;
  for (const ScoreSheet::Row& row : sheet.rows) {
    const std::int64_t score = row.scores[static_cast<std::size_t>(plugin - sheet.plugins.begin())];
    text += (text.empty() ? "" : " ") + std::string(nodes.node(row.node).name) + "=" + std::to_string(score);
  }
  return text;
}

model::PodAffinityTerm weighted(std::string_view app, std::int32_t weight) {
  model::PodAffinityTerm out = term(app);
  out.weight = weight;
  return out;
}

} // namespace

TEST_CASE("preferred terms of the pod: sums per domain, scaled to 0..100 between the lowest and the highest, times 2") {
  model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  ClusterBuilder c = zones();
  c.pod("db").on("a1").label("app", "db");
  c.pod("web").on("b1").label("app", "web");
  auto& p = c.pod("p");
  CHECK(score_text(c, profile) == "skipped"); // no pod prefers anything
  p.spec.preferred_affinity = {weighted("db", 30)};
  p.spec.preferred_anti_affinity = {weighted("web", 10)};
  // a: 30, b: -10, x: 0; (0 + 10) / 40 = 25.
  CHECK(score_text(c, profile) == "a1=200 a2=200 b1=0 x=50");
}

TEST_CASE("preferred terms of placed pods count for the pods they match, unless the profile ignores them") {
  model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  ClusterBuilder c = zones();
  c.pod("db").on("b1").spec.preferred_affinity = {weighted("web", 5)};
  auto& p = c.pod("p").label("app", "web");
  CHECK(score_text(c, profile) == "a1=0 a2=0 b1=200 x=0");
  p.label_map["app"] = "other";
  CHECK(score_text(c, profile) == "skipped");
  p.label_map["app"] = "web";
  profile.inter_pod_affinity.ignore_preferred_terms_of_existing_pods = true;
  CHECK(score_text(c, profile) == "skipped");
}

TEST_CASE("required affinity of a placed pod adds hardPodAffinityWeight for a pod that meets it") {
  model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  ClusterBuilder c = zones();
  c.pod("db").on("b1").spec.required_affinity = {term("web")};
  c.pod("other").on("a1").spec.preferred_affinity = {weighted("web", 4)};
  c.pod("p").label("app", "web");
  CHECK(score_text(c, profile) == "a1=200 a2=200 b1=50 x=0"); // 4, 1, 0
  profile.inter_pod_affinity.hard_pod_affinity_weight = 8;
  CHECK(score_text(c, profile) == "a1=100 a2=100 b1=200 x=0");
  profile.inter_pod_affinity.hard_pod_affinity_weight = 0;
  CHECK(score_text(c, profile) == "a1=200 a2=200 b1=0 x=0");
}
