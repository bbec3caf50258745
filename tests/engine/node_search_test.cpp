// SPDX-License-Identifier: Apache-2.0
// Clusters of 100 nodes and more: an attempt scores only the first nodes that fit, and the next one goes on from there.
#include "engine/ask.hpp"
#include "engine/rules/nodes_to_score.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

#include <string>

using namespace tests;

namespace {

std::string numbered(const std::string& name, int number) {
  const std::string digits = std::to_string(number);
  return name + std::string(3 - digits.size(), '0') + digits;
}

// Small nodes, and one large node that comes last. Two pods prefer the large node, and the group needs all of it.
ClusterBuilder last_is_large(int small) {
  ClusterBuilder c;
  for (int i = 0; i < small; ++i) { c.node(numbered("n", i)).has("cpu", 2000); }
  c.node("z").has("cpu", 64'000);
  for (const std::string name : {"one", "two"}) { c.pod(name).asks("cpu", 1000).priority(1); }
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("cpu", 64'000);
  return c;
}

engine::Options all_nodes() {
  engine::Options how = options();
  how.nodes_to_score = engine::NodesToScore::All;
  return how;
}

model::GroupReport ask(const ClusterBuilder& builder, const engine::Options& how, bool robust = false) {
  const model::ClusterSnapshot cluster = builder.build();
  engine::Question question;
  question.groups = {0_group};
  question.robust = robust;
  return engine::answer(cluster, how, question).groups.front();
}

} // namespace

TEST_CASE("the number of nodes to score falls from 50 to 5 percent, with at least 100 nodes") {
  const model::ClusterSnapshot cluster = ClusterBuilder().build();
  engine::Options how = options();
  const auto wanted = [&](std::size_t nodes) {
    const engine::Rules rules(cluster, how);
    return engine::nodes_to_score(rules, how.configuration.profiles.front(), nodes);
  };
  CHECK(wanted(99) == 99);
  CHECK(wanted(100) == 100);
  CHECK(wanted(199) == 100);
  CHECK(wanted(301) == 144);    // 48 percent
  CHECK(wanted(5000) == 500);   // 10 percent
  CHECK(wanted(20000) == 1000); // 5 percent
  how.configuration.percentage_of_nodes_to_score = 30;
  CHECK(wanted(5000) == 1500);
  how.configuration.profiles.front().percentage_of_nodes_to_score = 100;
  CHECK(wanted(5000) == 5000);
  how.configuration.profiles.front().percentage_of_nodes_to_score = 1;
  CHECK(wanted(5000) == 100);
  how.configuration.profiles.front().plugins.erase(model::ExtensionPoint::Score);
  CHECK(wanted(99) == 1);
}

TEST_CASE("a group fits because earlier searches end before the large node, which their pods would prefer") {
  CHECK(ask(last_is_large(300), options()).verdict == model::GroupVerdict::Fits);
  CHECK(ask(last_is_large(300), all_nodes()).verdict == model::GroupVerdict::DoesNotFit);
  CHECK(ask(last_is_large(98), options()).verdict == model::GroupVerdict::DoesNotFit); // 99 nodes
}

TEST_CASE("robustness reports that the answer depends on the nodes found") {
  const model::Robustness found = *ask(last_is_large(300), options(), true).robustness;
  CHECK(found.searches == 8);
  CHECK(found.search_flips > 0);
  CHECK(found.search_flips < 8);
  CHECK(ask(last_is_large(98), options(), true).robustness->searches == 0);
}

// 150 equal nodes in two zones. Each search finds 100 nodes, and the next one starts after them.
TEST_CASE("searches take turns around all nodes, zone by zone") {
  ClusterBuilder c;
  for (int i = 0; i < 150; ++i) {
    c.node(numbered("n", i)).has("cpu", 1000).label("topology.kubernetes.io/zone", i < 75 ? "a" : "b");
  }
  for (int i = 0; i < 4; ++i) { c.pod("p" + std::to_string(i)).asks("cpu", 1000); }
  const model::Report report = explain(c.build());
  // In the order of the search: n000, n075, n001, n076, ... Of equal nodes, the first by name wins.
  CHECK(pod(report, "p0").node == "n000"); // finds the nodes 0 to 99
  CHECK(pod(report, "p1").node == "n001"); // 100 to 149, then 1 to 50: 0 is full
  CHECK(pod(report, "p2").node == "n026"); // 51 to 149, then 1
  CHECK(pod(report, "p3").node == "n002"); // 3 to 102: 2 is full
}
