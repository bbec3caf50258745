// SPDX-License-Identifier: Apache-2.0
// Cached answers for placements and classes equal fresh ones: after pods come and go in any order, with more classes
// than the cache holds, and without a cache.
#include "engine/feasibility/feasibility.hpp"
#include "engine/kube_scheduler/kept_by_node.hpp"
#include "engine/nodes/node_usage.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"
#include "support/indexes.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace engine;
using tests::ClusterBuilder;
using tests::operator""_node;

namespace {

using Random = std::mt19937;

int upto(Random& random, int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); }

std::optional<model::Selector> selects(std::string_view app) {
  return model::Selector{{"app", model::SelectorOperator::In, {app}}};
}

// Texts that outlive the cluster.
constexpr std::string_view k_keys[] = {"zone", "rack", "kubernetes.io/hostname"};
constexpr std::string_view k_values[] = {"", "a", "b", "c"};
constexpr std::string_view k_apps[] = {"x", "y", "z"};

std::string_view some_key(Random& random) { return k_keys[upto(random, 3)]; }
std::string_view some_app(Random& random) { return k_apps[upto(random, 3)]; }

void constrain(Random& random, model::PodSpec& spec) {
  if (upto(random, 2) == 0) {
    model::TopologySpreadConstraint spread;
    spread.topology_key = some_key(random);
    spread.max_skew = 1 + upto(random, 2);
    spread.do_not_schedule = upto(random, 2) == 0;
    spread.min_domains = 1 + (spread.do_not_schedule ? upto(random, 3) : 0);
    spread.selector = selects(some_app(random));
    spread.honor_taints = upto(random, 2) == 0;
    spec.spread.push_back(spread);
  }
  const auto term = [&](std::int32_t weight) {
    return model::PodAffinityTerm{selects(some_app(random)), {"default"}, std::nullopt, some_key(random), weight};
  };
  if (upto(random, 4) == 0) { spec.required_affinity.push_back(term(0)); }
  if (upto(random, 4) == 0) { spec.required_anti_affinity.push_back(term(0)); }
  if (upto(random, 4) == 0) { spec.preferred_affinity.push_back(term(1 + upto(random, 100))); }
  if (upto(random, 4) == 0) { spec.preferred_anti_affinity.push_back(term(1 + upto(random, 100))); }
}

model::ClusterSnapshot random_cluster(Random& random, int nodes, int pods) {
  ClusterBuilder c;
  for (int i = 0; i < nodes; ++i) {
    auto& node = c.node("node-" + std::to_string(i));
    node.has("cpu", 4000).has("pods", 4 + upto(random, 6)).label("kubernetes.io/hostname", "node-" + std::to_string(i));
    if (upto(random, 5) > 0) { node.label("zone", std::string(k_values[upto(random, 4)])); }
    if (upto(random, 3) > 0) { node.label("rack", std::string(k_values[upto(random, 4)])); }
    if (upto(random, 4) == 0) { node.taint("old"); }
  }
  for (int i = 0; i < pods; ++i) {
    auto& pod = c.pod("pod-" + std::to_string(i))
                    .asks("cpu", 500 * (1 + upto(random, 2)))
                    .label("app", std::string(some_app(random)));
    if (upto(random, 2) == 0) { pod.tolerates("old"); }
    constrain(random, pod.spec);
  }
  return c.build();
}

struct KeptAnswer {
  NodeSet feasible;
  std::vector<std::vector<std::string_view>> refusals; // by node
  std::vector<std::vector<std::int64_t>> scores;       // by candidate
  model::NodeIndex best = model::k_none;
  bool tied = false;
  friend bool operator==(const KeptAnswer&, const KeptAnswer&) = default;
};

KeptAnswer ask(Feasibility& feasibility, int pod_class) {
  KeptAnswer answer;
  answer.feasible = feasibility.feasible(pod_class);
  for (const RefusalId id : feasibility.refusals(pod_class)) {
    answer.refusals.push_back(feasibility.known()[id].refusal.reasons);
  }
  for (auto& row : feasibility.score_sheet(pod_class, answer.feasible).rows) { answer.scores.push_back(row.scores); }
  answer.best = feasibility.best(pod_class, answer.feasible, &answer.tied);
  return answer;
}

} // namespace

TEST_CASE("cached answers equal fresh ones after any placements and removals") {
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  int placed = 0, refused = 0;
  for (unsigned seed = 1; seed <= 80; ++seed) {
    Random random(seed);
    const int pods = 40;
    const model::ClusterSnapshot cluster = random_cluster(random, 2 + upto(random, 12), pods);
    const NodeTable nodes(cluster);
    Feasibility kept(nodes, NodeUsage(nodes), {}), forgetful(nodes, NodeUsage(nodes), {}, false);
    std::vector<std::pair<model::PodIndex, model::NodeIndex>> there;
    for (int step = 0; step < 60; ++step) {
      const auto pod = static_cast<model::PodIndex>(upto(random, pods));
      INFO("seed " << seed << ", step " << step << ", pod " << pod);
      Feasibility anew(nodes, kept.usage(), {});
      const KeptAnswer answer = ask(kept, kept.class_of(pod, profile));
      REQUIRE(answer == ask(anew, anew.class_of(pod, profile)));
      REQUIRE(answer == ask(forgetful, forgetful.class_of(pod, profile)));
      const bool is_there = std::ranges::any_of(there, [&](const auto& one) { return one.first == pod; });
      if (answer.best != model::k_none && !is_there) {
        kept.add(pod, answer.best);
        forgetful.add(pod, answer.best);
        there.emplace_back(pod, answer.best);
        ++placed;
      } else if (!there.empty()) {
        refused += answer.best == model::k_none ? 1 : 0;
        std::swap(there[static_cast<std::size_t>(upto(random, static_cast<int>(there.size())))], there.back());
        kept.remove(there.back().first, there.back().second);
        forgetful.remove(there.back().first, there.back().second);
        there.pop_back();
      }
    }
  }
  CHECK(placed > 1500);
  CHECK(refused > 100);
}

TEST_CASE("cached answers equal fresh ones with more classes than the cache holds") {
  Random random(5);
  const int pods = 160; // one class each, on so many nodes that the cache holds a hundred classes
  ClusterBuilder c;
  for (int i = 0; i < 5'000; ++i) {
    c.node("node-" + std::to_string(i)).has("cpu", 1000 * (1 + upto(random, 8))).has("pods", 10);
  }
  for (int i = 0; i < pods; ++i) { c.pod("pod-" + std::to_string(i)).asks("cpu", 100 + 10 * i); }
  const model::ClusterSnapshot cluster = c.build();
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  const NodeTable nodes(cluster);
  Feasibility kept(nodes, NodeUsage(nodes), {});
  for (int round = 0; round < 3; ++round) {
    for (model::PodIndex pod(0); pod < pods; ++pod) {
      const int pod_class = kept.class_of(pod, profile);
      const model::NodeIndex node = kept.best(pod_class, kept.feasible(pod_class));
      if (pod % 20 == round) {
        INFO("round " << round << ", pod " << pod);
        Feasibility anew(nodes, kept.usage(), {});
        REQUIRE(ask(kept, pod_class) == ask(anew, anew.class_of(pod, profile)));
      }
      if (round == 1) { kept.add(pod, node); }
    }
  }
}

TEST_CASE("a node's stamp grows with each change of its pods or nominations, and only then") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000);
  c.node("b").has("cpu", 4000);
  c.pod("plain").asks("cpu", 1000);
  c.pod("picky")
      .asks("cpu", 1000)
      .spec.required_anti_affinity.push_back({selects("x"), {"default"}, std::nullopt, "kubernetes.io/hostname", 0});
  const model::ClusterSnapshot cluster = c.build();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, NodeUsage(nodes), {});
  Nominations nominations;
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  const model::PodIndex plain = cluster.find_pod("default", "plain"), picky = cluster.find_pod("default", "picky");
  const int of_plain = feasibility.class_of(plain, profile), of_picky = feasibility.class_of(picky, profile);
  const auto stamp = [&](int pod_class, model::NodeIndex node) {
    return NodeStamps(feasibility, nominations, pod_class).of(node);
  };
  std::uint32_t a = stamp(of_plain, 0_node), all = stamp(of_picky, 0_node);
  const std::uint32_t b = stamp(of_plain, 1_node);
  const auto has_grown = [&] {
    const bool grown = stamp(of_plain, 0_node) > a && stamp(of_picky, 0_node) > all && stamp(of_picky, 1_node) > all;
    a = stamp(of_plain, 0_node);
    all = stamp(of_picky, 0_node);
    return grown;
  };
  feasibility.add(plain, 0_node);
  CHECK(has_grown());
  feasibility.remove(plain, 0_node);
  CHECK(has_grown());
  nominations.add(plain, 0_node);
  CHECK(has_grown());
  nominations.remove(plain);
  CHECK(has_grown());
  CHECK(stamp(of_plain, 1_node) == b);
  { Feasibility::NodeSimulation(feasibility, 0_node).add_pod(plain); } // it restores the node
  CHECK(stamp(of_plain, 0_node) == a);
}

TEST_CASE("specs share a shape if they differ only in what filters and scores do not read") {
  constexpr std::int64_t k_mebibyte = 1024 * 1024;
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).image("r/big:v1", 900 * k_mebibyte).image("r/small:v1", 20 * k_mebibyte);
  const auto pod = [&](const std::string& name) -> auto& { return c.pod(name).asks("cpu", 1000); };
  pod("plain");
  pod("urgent").priority(9);
  pod("gated").gate("g");
  pod("absent").spec.images = {"r/absent:v1"};
  pod("small").spec.images = {"r/small:v1"}; // too small for ImageLocality
  pod("big").spec.images = {"r/big:v1"};
  pod("tolerant").tolerates("old");
  c.pod("wide").asks("cpu", 2000);
  const model::ClusterSnapshot cluster = c.build();
  const NodeTable nodes(cluster);
  const auto shape = [&](std::string_view name) {
    return nodes.shapes.of(nodes.pod(cluster.find_pod("default", name)).spec);
  };
  for (const char* name : {"urgent", "gated", "absent", "small"}) { CHECK(shape(name) == shape("plain")); }
  for (const char* name : {"big", "tolerant", "wide"}) { CHECK(shape(name) != shape("plain")); }
}
