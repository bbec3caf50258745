// SPDX-License-Identifier: Apache-2.0
// `bind` writes whole groups in queue order, and skips a group that needs more than a Binding object.
#include "engine/answer/pre_bind.hpp"
#include "engine/ask.hpp"
#include "support/catch.hpp"

using namespace engine;
using tests::ClusterBuilder;
using Texts = std::vector<std::string>;

namespace {

model::Report bind(const model::ClusterSnapshot& cluster, const std::vector<std::string>& groups, bool alone = false) {
  Question question;
  question.kind = model::ReportKind::BindReport;
  question.alone = alone;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    const bool asked = std::find(groups.begin(), groups.end(), cluster.groups[i].name) != groups.end();
    if (asked) { question.groups.emplace_back(i); }
  }
  return answer(cluster, tests::options(), question);
}

// "train-0>a"; the prefix "!" means skipped.
Texts bindings(const model::Report& report) {
  Texts texts;
  for (const auto& binding : report.bindings) {
    const std::string mark = binding.result == model::BindingResult::Skipped ? "!" : "";
    texts.push_back(mark + binding.pod + ">" + binding.node);
  }
  return texts;
}

// Two nodes of 4 GPUs. No score reads "gpu", so ties go to the first node. An older group requests 3 x 2, a younger one
// 2 x 2.
ClusterBuilder two_groups() {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.group("old").min_member(3);
  c.group("young").min_member(2);
  for (const char* const name : {"old-0", "old-1", "old-2"}) { c.pod(name).in("old").asks("gpu", 2); }
  for (const char* const name : {"young-0", "young-1"}) { c.pod(name).in("young").asks("gpu", 2); }
  return c;
}

} // namespace

TEST_CASE("bind writes nothing for a group without its quorum") {
  const auto cluster = two_groups().build();
  const auto both = bind(cluster, {"old", "young"});
  CHECK(bindings(both) == Texts{"old-0>a", "old-1>a", "old-2>b"});
  CHECK(tests::group(both, "young").verdict == model::GroupVerdict::DoesNotFit);
  CHECK(bindings(bind(cluster, {"young"})).empty()); // the earlier group keeps its capacity, named or not
  CHECK(bindings(bind(cluster, {"young"}, true)) == Texts{"young-0>a", "young-1>a"});
}

TEST_CASE("bind writes groups in queue order") {
  ClusterBuilder c;
  c.node("a");
  c.group("z-first").min_member(1);
  c.group("a-second").min_member(1);
  c.group("m-urgent").min_member(1);
  c.pod("z").in("z-first");
  c.pod("a").in("a-second");
  c.pod("m").in("m-urgent").priority(10);
  CHECK(bindings(bind(c.build(), {"z-first", "a-second", "m-urgent"})) == Texts{"m>a", "z>a", "a>a"});
}

TEST_CASE("bind counts bound members toward the quorum and also binds surplus members that fit") {
  ClusterBuilder c = two_groups();
  c.pod("old-3").in("old").asks("gpu", 2);
  c.pod("old-4").in("old").asks("gpu", 2);
  c.pod("other").on("a").asks("gpu", 2);
  // 6 free GPUs are enough for three of the five pending members; the quorum is 3.
  CHECK(bindings(bind(c.build(), {"old"})) == Texts{"old-0>a", "old-1>b", "old-2>b"});

  ClusterBuilder half = two_groups();
  half.pod("old-3").in("old").on("a").asks("gpu", 2);
  CHECK(bindings(bind(half.build(), {"old"})).size() == 3); // with the bound one, four
}

TEST_CASE("bind skips a group with a claim that waits for its first consumer") {
  ClusterBuilder c = two_groups();
  auto cluster = c.build();
  cluster.lists_storage = true;
  auto& storage_class = cluster.storage_classes.emplace_back();
  storage_class.name = "local";
  storage_class.provisioner = "example.com/disk";
  storage_class.wait_for_first_consumer = true;
  auto& claim = cluster.persistent_volume_claims.emplace_back();
  claim.namespace_name = "default";
  claim.name = "data";
  claim.storage_class = "local";
  auto& spec = cluster.pod_specs.emplace_back(
      *cluster.pods[static_cast<std::size_t>(cluster.find_pod("default", "old-1"))].spec);
  spec.volumes.push_back({"persistentVolumeClaim", "data", "data", false});
  cluster.pods[static_cast<std::size_t>(cluster.find_pod("default", "old-1"))].spec = &spec;
  const auto report = bind(cluster, {"old"});
  CHECK(bindings(report) == Texts{"!old-0>a", "!old-1>a", "!old-2>b"});
  REQUIRE(report.refusals.size() == 1);
  CHECK(report.refusals.front() == "default/old: pod default/old-1 uses the claim data, which waits for its first "
                                   "consumer: only a scheduler binds it to a volume");
  cluster.persistent_volume_claims.front().volume_name = "v";
  cluster.persistent_volume_claims.front().bind_completed = true;
  CHECK(
      pre_bind_obstacle(cluster, cluster.pods[static_cast<std::size_t>(cluster.find_pod("default", "old-0"))]).empty());
}

TEST_CASE("bind skips a group with a constraint that is not simulated") {
  ClusterBuilder c = two_groups();
  auto cluster = c.build();
  auto& spec = cluster.pod_specs.emplace_back(
      *cluster.pods[static_cast<std::size_t>(cluster.find_pod("default", "old-0"))].spec);
  spec.resource_claims.push_back("name=gpus");
  cluster.pods[static_cast<std::size_t>(cluster.find_pod("default", "old-0"))].spec = &spec;
  const auto report = bind(cluster, {"old"});
  for (const auto& binding : report.bindings) { CHECK(binding.result == model::BindingResult::Skipped); }
  CHECK_THAT(pre_bind_obstacle(cluster, cluster.pods[static_cast<std::size_t>(cluster.find_pod("default", "old-0"))]),
             Catch::StartsWith("has a constraint that is not simulated"));
}
