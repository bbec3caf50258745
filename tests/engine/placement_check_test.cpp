// SPDX-License-Identifier: Apache-2.0
// An independent check of a plan. It objects where a pod does not fit, and accepts every plan of the simulation.
#include "engine/ask.hpp"
#include "engine/run/simulation.hpp"
#include "engine/solver/placement_check.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <random>

using namespace engine;
using tests::ClusterBuilder;

namespace {

std::vector<std::string> reasons(const model::ClusterSnapshot& cluster,
                                 const std::vector<std::pair<std::string, std::string>>& plan,
                                 const Options& options = tests::options()) {
  const Rules rules(cluster, options);
  std::vector<Placement> placements;
  for (const auto& [pod, node] : plan) {
    placements.push_back({cluster.find_pod("default", pod), cluster.find_node(node)});
  }
  std::vector<std::string> texts;
  for (const Objection& objection : objections(rules, placements)) {
    texts.push_back(std::string(cluster.pods[static_cast<std::size_t>(objection.pod)].name) + ": " + objection.reason);
  }
  return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("requests add up over the plan") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).has("gpu", 2).has("pods", 4);
  c.node("b").has("cpu", 4000).has("gpu", 2).has("pods", 1);
  c.pod("there").on("a").asks("cpu", 1000);
  c.pod("done").on("a").asks("cpu", 4000).phase(model::PodPhase::Succeeded);
  for (const char* const name : {"p", "q", "r"}) { c.pod(name).asks("cpu", 1500).asks("gpu", 1); }
  const auto cluster = c.build();
  CHECK(reasons(cluster, {{"p", "a"}, {"q", "a"}}).empty()); // 1000 + 2 * 1500 of 4000
  CHECK(reasons(cluster, {{"p", "a"}, {"q", "a"}, {"r", "a"}}) == Texts{"r: has 0m of 1500m cpu left"});
  CHECK(reasons(cluster, {{"p", "b"}, {"q", "b"}}) == Texts{"q: has 0 of 1 pods left"});
}

TEST_CASE("overcommitments lists nodes whose pods request more than allocatable") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).has("gpu", 2).has("pods", 3);
  c.node("b").has("cpu", 4000).has("gpu", 2).has("pods", 3);
  for (const char* const name : {"p", "q", "r"}) { c.pod(name).on("a").asks("cpu", 1500).asks("gpu", 1); }
  c.pod("whole").on("b").asks("cpu", 4000).asks("gpu", 2);
  c.pod("done").on("b").asks("cpu", 4000).phase(model::PodPhase::Succeeded);
  const auto cluster = c.build();
  Options options = tests::options();
  model::SchedulerProfile& profile = options.configuration.profiles.front();
  const auto found = [&] {
    Texts texts;
    for (const Overcommitment& over :
         overcommitments(cluster, profile, {cluster.find_node("a"), cluster.find_node("b")})) {
      texts.push_back(std::string(cluster.nodes[static_cast<std::size_t>(over.node)].name) + ": " +
                      std::string(cluster.resources.name(over.resource)) + ' ' + std::to_string(over.requested) +
                      " of " + std::to_string(over.allocatable));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  };
  CHECK(found() == Texts{"a: cpu 4500 of 4000", "a: gpu 3 of 2"});
  profile.fit.ignored_resources = {"gpu"};
  CHECK(found() == Texts{"a: cpu 4500 of 4000"});
  profile.plugins[model::ExtensionPoint::Filter].clear();
  CHECK(found().empty());
}

TEST_CASE("the check reads taints, cordons, selectors and ports of the node") {
  ClusterBuilder c;
  c.node("tainted").taint("only-gpu");
  c.node("cordoned").cordoned();
  c.node("plain").label("zone", "z");
  c.pod("p").port(80);
  c.pod("q").port(80);
  c.pod("s").selects("zone", "z");
  const auto cluster = c.build();
  CHECK(reasons(cluster, {{"p", "tainted"}}) == Texts{"p: node(s) had untolerated taint(s)"});
  CHECK(reasons(cluster, {{"p", "cordoned"}}) == Texts{"p: node(s) were unschedulable"});
  CHECK(reasons(cluster, {{"p", "plain"}, {"q", "plain"}}) ==
        Texts{"q: node(s) didn't have free ports for the requested pod ports"});
  CHECK(reasons(cluster, {{"s", "plain"}}).empty());
  CHECK(reasons(cluster, {{"s", "cordoned"}}) == Texts{"s: node(s) were unschedulable"});
}

TEST_CASE("the check skips resources that the profile ignores") {
  ClusterBuilder c;
  c.node("a").has("gpu", 1);
  c.pod("p").asks("gpu", 2).asks("cpu", 65'000);
  const auto cluster = c.build();
  Options options = tests::options();
  model::SchedulerProfile& profile = options.configuration.profiles.front();
  profile.fit.ignored_resources = {"gpu"};
  CHECK(reasons(cluster, {{"p", "a"}}, options) == Texts{"p: has 64000m of 65000m cpu left"});
  std::erase_if(profile.plugins[model::ExtensionPoint::Filter],
                [](const auto& plugin) { return plugin.name == "NodeResourcesFit"; });
  CHECK(reasons(cluster, {{"p", "a"}}, options).empty());
}

// Both claims wait for their pod, and only one volume matches them.
TEST_CASE("a volume that one pod of the plan takes is not available to the next pod") {
  ClusterBuilder c;
  c.node("a");
  c.pod("p").spec.volumes.push_back({"persistentVolumeClaim", "v", "of-p", false});
  c.pod("q").spec.volumes.push_back({"persistentVolumeClaim", "v", "of-q", false});
  model::ClusterSnapshot cluster = c.build();
  cluster.lists_storage = true;
  cluster.storage_classes.emplace_back(model::StorageClass{"waits", "kubernetes.io/no-provisioner", true, {}});
  for (const char* const name : {"of-p", "of-q"}) {
    model::PersistentVolumeClaim& claim = cluster.persistent_volume_claims.emplace_back();
    claim.namespace_name = "default";
    claim.name = name;
    claim.storage_class = "waits";
    claim.requested = model::Quantity::parse("1Gi");
  }
  model::PersistentVolume& volume = cluster.persistent_volumes.emplace_back();
  volume.name = "disk";
  volume.storage_class = "waits";
  volume.capacity = *model::Quantity::parse("1Gi");
  volume.available = true;
  volume.labels = &cluster.label_sets.emplace_back();
  CHECK(reasons(cluster, {{"q", "a"}}).empty());
  CHECK(reasons(cluster, {{"p", "a"}, {"q", "a"}}) ==
        Texts{"q: node(s) didn't find available persistent volumes to bind"});
}

TEST_CASE("only required constraints look across nodes") {
  model::PodSpec spec;
  CHECK_FALSE(looks_across_nodes(spec));
  spec.preferred_affinity.emplace_back();
  spec.spread.emplace_back().do_not_schedule = false;
  CHECK_FALSE(looks_across_nodes(spec));
  spec.spread.emplace_back();
  CHECK(looks_across_nodes(spec));
  spec.spread.clear();
  spec.required_anti_affinity.emplace_back();
  CHECK(looks_across_nodes(spec));
}

// The simulation's plan passes. With one pod moved, the check objects exactly if that pod does not fit on its new node.
TEST_CASE("the check accepts the simulation's own plans, and no plan with a misplaced pod") {
  std::mt19937 random(20'261'121);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int planned = 0, objected = 0, accepted = 0;
  for (int round = 0; round < 300; ++round) {
    ClusterBuilder c;
    const int nodes = 2 + pick(6);
    for (int i = 0; i < nodes; ++i) {
      auto& node =
          c.node("n" + std::to_string(i)).has("cpu", 1000 * (1 + pick(6))).has("gpu", pick(4)).has("pods", 2 + pick(4));
      node.label("zone", pick(2) ? "a" : "b");
      if (pick(4) == 0) { node.taint("t"); }
      if (pick(6) == 0) { node.cordoned(); }
    }
    for (int i = 0; i < nodes; ++i) {
      c.pod("r" + std::to_string(i)).on("n" + std::to_string(pick(nodes))).asks("cpu", 500);
    }
    for (int g = 0; g < 3; ++g) {
      const std::string name = "g" + std::to_string(g);
      c.group(name).min_member(1 + pick(3));
      for (int i = 0; i < 3; ++i) {
        auto& pod =
            c.pod(name + "-" + std::to_string(i)).in(name).asks("cpu", 300 * (1 + pick(5))).asks("gpu", pick(2));
        if (pick(3) == 0) { pod.selects("zone", pick(2) ? "a" : "b"); }
        if (pick(2)) { pod.tolerates("t"); }
        if (pick(4) == 0) { pod.port(80); }
      }
    }
    const auto cluster = c.build();
    Options options = tests::options();
    auto& profile = options.configuration.profiles.front();
    profile.plugins[model::ExtensionPoint::PostFilter].clear();
    Question question;
    question.kind = model::ReportKind::BindReport;
    for (std::size_t i = 0; i < cluster.groups.size(); ++i) { question.groups.emplace_back(i); }
    const model::Report report = answer(cluster, options, question);
    CHECK(report.refusals.empty());
    const Rules rules(cluster, options);
    std::vector<Placement> plan;
    for (const auto& binding : report.bindings) {
      CHECK(binding.result == model::BindingResult::WouldBind);
      plan.push_back({cluster.find_pod("default", binding.pod), cluster.find_node(binding.node)});
    }
    planned += static_cast<int>(plan.size());
    CHECK(objections(rules, plan).empty());
    if (plan.empty()) { continue; }

    // Moves one pod to another node, as the last one of the plan. The filters, which objections() does not use, decide.
    Placement moved = plan[static_cast<std::size_t>(pick(static_cast<int>(plan.size())))];
    std::erase_if(plan, [&](const Placement& p) { return p.pod == moved.pod; });
    moved.node = model::NodeIndex(pick(nodes));
    const NodeTable table(cluster);
    NodeUsage usage = usage_of_bound_pods(cluster, table);
    for (const Placement& p : plan) { usage.add(p.pod, p.node); }
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(moved.pod)];
    NodeSet left(table.size());
    for (const Filter* const filter : filters_of(profile)) {
      filter->keep({table, usage, pod, *pod.spec, profile, rules.version}, left);
    }
    plan.push_back(moved);
    const bool fits = left.has(moved.node);
    CHECK(objections(rules, plan).empty() == fits);
    (fits ? accepted : objected) += 1;
  }
  CHECK(planned > 500);
  CHECK(objected > 50);
  CHECK(accepted > 20);
}
