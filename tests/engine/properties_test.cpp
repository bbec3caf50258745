// SPDX-License-Identifier: Apache-2.0
// Properties of every run, on random clusters.
#include "engine/ask.hpp"
#include "support/catch.hpp"
#include "support/rounds.hpp"

#include <map>
#include <random>
#include <set>

using namespace tests;
using model::GroupVerdict;
using model::Outcome;

namespace {

struct Asked {
  std::string node;
  std::int64_t cpu = 0, gpu = 0;
};

// Nodes of two sizes, running pods, gangs of equal or mixed members, and plain pods. Only some clusters use priorities.
ClusterBuilder random_cluster(std::mt19937& random, std::map<std::string, Asked>& pods) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  ClusterBuilder c;
  const bool priorities = pick(3) == 0;
  const int nodes = 1 + pick(6);
  for (int i = 0; i < nodes; ++i) {
    auto& node = c.node("n" + std::to_string(i)).has("cpu", 4000).has("gpu", pick(3) * 2).has("pods", 3 + pick(6));
    if (pick(6) == 0) { node.taint("t"); }
  }
  const auto add = [&](ClusterBuilder::PodSpecRow& row, const std::string& name, const std::string& node) {
    Asked asked{node, pick(4) * 500, pick(3)};
    row.asks("cpu", asked.cpu).asks("gpu", asked.gpu);
    if (priorities) { row.priority(pick(3) * 10); }
    if (!node.empty()) { row.on(node); }
    pods[name] = asked;
  };
  for (int i = 0; i < pick(6); ++i) {
    const std::string name = "r" + std::to_string(i);
    add(c.pod(name), name, "n" + std::to_string(pick(nodes)));
  }
  for (int g = 0; g < 1 + pick(4); ++g) {
    const std::string group = "g" + std::to_string(g);
    const int members = 1 + pick(5);
    c.group(group).min_member(1 + pick(members + 1));
    for (int i = 0; i < members; ++i) {
      const std::string name = group + "-" + std::to_string(i);
      auto& row = c.pod(name).in(group);
      add(row, name, "");
      if (pick(12) == 0) { row.gate("gate"); }
    }
  }
  for (int i = 0; i < pick(4); ++i) {
    const std::string name = "p" + std::to_string(i);
    add(c.pod(name), name, "");
  }
  return c;
}

} // namespace

TEST_CASE("a run binds whole groups or nothing, stays within capacity, and repeats exactly") {
  std::mt19937 random(42);
  int fits = 0, does_not = 0, taken = 0, spins = 0;
  for (int round = 0; round < tests::rounds(3000); ++round) {
    INFO("round " << round);
    std::map<std::string, Asked> asked;
    const auto cluster = random_cluster(random, asked).build();
    const auto report = explain(cluster);
    std::map<std::string, Asked> used; // by node; node field unused
    std::map<std::string, std::int64_t> count;
    std::set<std::string> victims;
    const auto each_pod = [&](auto visit) {
      for (const auto& g : report.groups) {
        for (const auto& p : g.pods) { visit(p); }
      }
      for (const auto& p : report.pods) { visit(p); }
    };
    each_pod([&](const model::PodReport& p) { victims.insert(p.victims.begin(), p.victims.end()); });
    const auto take = [&](const std::string& name, const std::string& node) {
      if (victims.count("default/" + name) != 0) { return; }
      used[node].cpu += asked.at(name).cpu;
      used[node].gpu += asked.at(name).gpu;
      ++count[node];
    };
    std::map<std::string, Asked> before;
    for (const model::Pod& pod : cluster.pods) {
      if (pod.bound()) { take(std::string(pod.name), std::string(pod.node_name)); }
    }
    before = used;
    const auto count_before = count;
    each_pod([&](const model::PodReport& p) {
      if (p.outcome == Outcome::Bound) { take(p.name, p.node); }
      const bool refused = p.outcome == Outcome::Unschedulable || p.outcome == Outcome::Rejected;
      CHECK(refused == (!p.message.empty() && p.outcome != Outcome::Gated && p.outcome != Outcome::NotAttempted));
    });
    for (const model::Node& node : cluster.nodes) {
      const std::string name(node.name);
      // Running pods may over-commit a node from the start. The run adds nothing to a full node.
      const auto room = [&](const char* resource) {
        const auto id = cluster.resources.find(resource);
        return id ? model::amount_of(node.allocatable, *id) : 0;
      };
      if (used[name].cpu != before[name].cpu) { CHECK(used[name].cpu <= room("cpu")); }
      if (used[name].gpu != before[name].gpu) { CHECK(used[name].gpu <= room("gpu")); }
      const auto known = count_before.find(name);
      if (count[name] != (known == count_before.end() ? 0 : known->second)) { CHECK(count[name] <= room("pods")); }
    }
    for (const auto& g : report.groups) {
      if (victims.empty()) { CHECK((g.bound_at_end == 0 || g.bound_at_end >= g.min_member)); }
      CHECK((g.verdict == GroupVerdict::Fits) == (g.code == model::Code::None));
      if (g.verdict == GroupVerdict::Fits) { CHECK(g.bound_at_end >= g.min_member); }
      if (g.code == model::Code::TakenByOthersAhead) {
        CHECK(g.alone->first == GroupVerdict::Fits);
        ++taken;
      }
      fits += g.verdict == GroupVerdict::Fits ? 1 : 0;
      does_not += g.verdict == GroupVerdict::DoesNotFit ? 1 : 0;
      spins += g.spins ? 1 : 0;
    }
    const auto again = explain(cluster);
    REQUIRE(again.groups.size() == report.groups.size());
    for (std::size_t i = 0; i < again.groups.size(); ++i) {
      for (std::size_t k = 0; k < again.groups[i].pods.size(); ++k) {
        CHECK(again.groups[i].pods[k].message == report.groups[i].pods[k].message);
        CHECK(again.groups[i].pods[k].node == report.groups[i].pods[k].node);
      }
    }
  }
  CHECK(fits > tests::rounds(500));
  CHECK(does_not > tests::rounds(500));
  CHECK(taken > tests::rounds(50));
  CHECK(spins > tests::rounds(50));
}
