// SPDX-License-Identifier: Apache-2.0
// Cause, evidence and other fields of a group's report.
#include "engine/ask.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::Code;
using model::GroupVerdict;

TEST_CASE("a constraint that no filter reads turns Yes into Unknown") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(1);
  c.pod("p").in("g").spec.resource_claims = {"name=gpu"}; // the cluster has no claims
  const auto report = explain(c.build());
  CHECK(group(report, "g").verdict == GroupVerdict::Unknown);
  CHECK(group(report, "g").code == Code::NotModelled);
  CHECK(report.verdict == model::Verdict::Unknown);
}

TEST_CASE("a constraint that no filter reads makes a pod without a group unknown, too") {
  ClusterBuilder c;
  c.node("a");
  c.pod("p").spec.resource_claims = {"name=gpu"};
  const auto report = explain(c.build());
  REQUIRE(report.pods.size() == 1);
  CHECK(report.pods[0].untold == "resource claims that the input does not hold (gpu)");
  const auto run = queue(c.build());
  REQUIRE(run.queue.size() == 1);
  CHECK(run.queue[0].verdict == GroupVerdict::Unknown);
  CHECK(run.summary->unknown_pods == 1);
  CHECK(run.summary->starting_pods == 0);
}

TEST_CASE("an input without the list of pods leaves the answer open") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(2);
  auto cluster = c.build();
  CHECK(explain(cluster).verdict == model::Verdict::Yes);
  cluster.lists_pods = false;
  CHECK(explain(cluster).verdict == model::Verdict::Unknown);
}

TEST_CASE("a scheduler that reports about other pods, and not about these, may be down") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(2);
  c.pod("p-0").in("g");
  auto& second = c.pod("p-1").in("g");
  auto& other = c.pod("other").asks("cpu", 1'000'000);
  CHECK(group(explain(c.build()), "g").verdict == GroupVerdict::Fits); // no pod has a condition: written by hand
  other.status.condition_reason = "Unschedulable";
  const auto silent = explain(c.build());
  CHECK(group(silent, "g").verdict == GroupVerdict::Unknown);
  CHECK(std::ranges::any_of(silent.groups[0].asked, [](const model::Asked& entry) {
    return entry.because ==
           "scheduler default-scheduler has reported nothing about pod default/p-0 and 1 more for over "
           "a minute, but about others: it may be down, or not watch them";
  }));
  SECTION("members that wait at Permit have no condition") {
    second.status.condition_reason = "Unschedulable";
    CHECK(group(explain(c.build()), "g").verdict == GroupVerdict::Fits);
  }
  SECTION("a young pod may still have its turn") {
    second.at(ClusterBuilder::k_start + 10'000 - 30);
    CHECK(group(explain(c.build()), "g").verdict == GroupVerdict::Fits);
  }
}

TEST_CASE("without a list of PodGroups a label does not prove that the group is missing") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").missing();
  c.pod("p").in("g");
  auto cluster = c.build();
  cluster.lists_pod_groups = false;
  CHECK(group(explain(cluster), "g").code == Code::InputIncomplete);
  CHECK(group(explain(cluster), "g").verdict == GroupVerdict::Unknown);
}

TEST_CASE("the summary counts verdicts, and finds the scarce resource, the longest wait and the next start") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4).has("cpu", 64'000);
  c.node("b").has("gpu", 2).has("cpu", 64'000);
  c.node("closed").has("gpu", 8).cordon = true;
  c.group("big").min_member(2);
  for (const char* name : {"b-0", "b-1"}) { c.pod(name).in("big").asks("gpu", 4).asks("cpu", 1'000); }
  c.group("small").min_member(1);
  c.pod("s-0").in("small").asks("gpu", 2);
  const auto report = explain(c.build());
  REQUIRE(report.summary);
  const model::ClusterSummary& summary = *report.summary;
  CHECK(summary.blocked_groups == 1);
  CHECK(summary.starting_groups == 1);
  REQUIRE(summary.causes.size() == 1);
  CHECK(summary.causes[0].second == 1);
  REQUIRE(summary.scarce);
  CHECK(summary.scarce->name == "gpu");
  CHECK(summary.scarce->free == 6); // the cordoned node takes no pods
  CHECK(summary.scarce->requested == 8);
  CHECK(summary.scarce->pods == 2);
  CHECK(summary.scarce->blocks == std::vector<std::pair<std::int64_t, std::int64_t>>{{4, 1}, {2, 1}});
  REQUIRE(summary.waits_longest);
  CHECK(summary.waits_longest->name == "big");
  REQUIRE(summary.next.size() == 1);
  CHECK(summary.next[0].name == "small");
}

TEST_CASE("the summary counts pods without a group as the queue does: by what else refuses them") {
  ClusterBuilder c;
  c.node("a").has("cpu", 64'000);
  c.pod("p-0").asks("cpu", 1'000);
  c.pod("p-1").asks("cpu", 1'000);
  auto cluster = c.build();
  const auto check = [&](GroupVerdict expected) {
    const auto said = explain(cluster), queued = queue(cluster);
    REQUIRE(said.summary);
    REQUIRE(queued.summary);
    const auto count = [&](GroupVerdict verdict) { return verdict == expected ? 2 : 0; };
    for (const model::ClusterSummary* const summary : {&*said.summary, &*queued.summary}) {
      CHECK(summary->starting_pods == count(GroupVerdict::Fits));
      CHECK(summary->blocked_pods == count(GroupVerdict::DoesNotFit));
      CHECK(summary->unknown_pods == count(GroupVerdict::Unknown));
      CHECK(std::ssize(summary->next) == summary->starting_pods);
    }
  };
  SECTION("nothing refuses them") { check(GroupVerdict::Fits); }
  SECTION("the namespace controller deletes them") {
    static const model::Labels k_no_labels;
    cluster.namespaces = {{"default", &k_no_labels, true}};
    check(GroupVerdict::DoesNotFit);
  }
  SECTION("a controller makes a pod that comes first") {
    cluster.successors.push_back({1'000, "Job j makes a new pod", "Job default/j"});
    check(GroupVerdict::Unknown);
  }
  SECTION("a controller makes a pod that comes later") {
    cluster.successors.push_back({0, "Job j makes a new pod", "Job default/j"});
    check(GroupVerdict::Fits);
  }
}

TEST_CASE("a resource that no node offers is named, with the one that is meant") {
  ClusterBuilder c;
  c.node("a").has("nvidia.com/gpu", 4);
  c.group("g").min_member(1);
  c.pod("p").in("g").asks("nvidia.com/gpuu", 1);
  const auto report = explain(c.build());
  REQUIRE(!group(report, "g").evidence.shortages.empty());
  CHECK(!group(report, "g").evidence.shortages[0].is_offered);
  CHECK(group(report, "g").evidence.shortages[0].meant == "nvidia.com/gpu");
}

TEST_CASE("NoNodes is the cause in a cluster without nodes") {
  ClusterBuilder c;
  c.group("g").min_member(1);
  c.pod("p").in("g");
  CHECK(group(explain(c.build()), "g").code == Code::NoNodes);
}

TEST_CASE("ahead lists earlier groups, and takers those that use the capacity") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.group("first").min_member(2);
  c.group("second").min_member(2);
  for (const char* name : {"f-0", "f-1"}) { c.pod(name).in("first").asks("gpu", 2); }
  for (const char* name : {"s-0", "s-1"}) { c.pod(name).in("second").asks("gpu", 2); }
  const auto report = explain(c.build());
  const auto& second = group(report, "second");
  CHECK(second.code == Code::TakenByOthersAhead);
  REQUIRE(second.ahead.size() == 1);
  CHECK(second.ahead[0].name == "first");
  REQUIRE(second.evidence.takers.size() == 1);
  CHECK(second.evidence.takers[0].name == "first");
  CHECK(second.evidence.placeable_alone == 2);
  CHECK(second.alone->first == GroupVerdict::Fits);
  CHECK(group(report, "first").ahead.empty());
}

TEST_CASE("takers_behind lists later pods that use the capacity") {
  ClusterBuilder c;
  c.node("a").has("gpu", 10);
  c.node("b").has("gpu", 1);
  c.pod("ahead").asks("gpu", 1).selects("kubernetes.io/hostname", "b");
  c.group("waits").min_member(10); // nine fit; with one of ten missing the plugin lets them wait
  for (int i = 0; i < 10; ++i) { c.pod("waits-" + std::to_string(i)).in("waits").asks("gpu", i == 9 ? 20 : 1); }
  c.group("mine").min_member(1);
  c.pod("mine-0").in("mine").asks("gpu", 10);
  c.pod("behind").asks("gpu", 1);
  const model::GroupReport mine = group(explain(c.build()), "mine");
  CHECK(mine.code == model::Code::TakenByOthersAhead);
  CHECK(mine.evidence.takers.empty());
  REQUIRE(mine.evidence.takers_behind.size() == 1);
  CHECK(mine.evidence.takers_behind[0].name == "behind");
}

TEST_CASE("a stored phase that the pods contradict is stale") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(1).phase("Running");
  c.pod("p").in("g");
  const auto report = explain(c.build());
  REQUIRE(group(report, "g").stored);
  CHECK(group(report, "g").stored->stale);
  CHECK(group(report, "g").phase->phase == "Scheduling");
}

TEST_CASE("members counts the pods of a group by state") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(2);
  c.pod("bound").in("g").on("a");
  c.pod("leaving").in("g").on("a").terminating();
  c.pod("pending").in("g");
  c.pod("gated").in("g").gate("x");
  c.pod("done").in("g").phase(model::PodPhase::Succeeded);
  c.pod("broken").in("g").phase(model::PodPhase::Failed);
  const auto report = explain(c.build());
  const auto& members = group(report, "g").members;
  CHECK(members.total == 4);
  CHECK(members.bound == 2);
  CHECK(members.pending == 1);
  CHECK(members.gated == 1);
  CHECK(members.terminating == 1);
  CHECK(members.succeeded == 1);
  CHECK(members.failed == 1);
}

TEST_CASE("a placement that a filter of kubelets refuses is no Yes if the profile leaves that filter out") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  auto& pod = c.pod("p").asks("cpu", 1000);
  auto asked = options();
  asked.configuration.assumed = false;
  std::erase_if(asked.configuration.profiles[0].plugins[model::ExtensionPoint::Filter],
                [](const model::EnabledPlugin& plugin) { return plugin.name == "NodeResourcesFit"; });
  CHECK(explain(c.build(), asked).verdict == model::Verdict::Yes);
  pod.asks("cpu", 2000);
  const auto report = explain(c.build(), asked);
  CHECK(report.verdict == model::Verdict::Unknown);
  CHECK(model::first_with(report.asked, model::Reply::NotAsked)->because ==
        "pod default/p gets node a and cannot start there (Insufficient cpu): the profile of its scheduler leaves out "
        "the filter that asks for that");
}

TEST_CASE("a run over many groups that do not fit ends in time") {
  ClusterBuilder c;
  for (int i = 0; i < 20; ++i) { c.node("n" + std::to_string(i)).has("gpu", 3); }
  for (int g = 0; g < 60; ++g) {
    const std::string name = "g" + std::to_string(g);
    c.group(name).min_member(30 + g % 7);
    for (int i = 0; i < 30 + g % 7; ++i) { c.pod(name + "-" + std::to_string(i)).in(name).asks("gpu", 2); }
  }
  const auto run = queue(c.build());
  CHECK(run.attempts.size() < 200'000);
  for (const auto& entry : run.queue) { CHECK(entry.verdict == GroupVerdict::DoesNotFit); }
}

TEST_CASE("the queue of an input without nodes leaves pods open") {
  ClusterBuilder c;
  c.pod("p");
  model::ClusterSnapshot cluster = c.build();
  CHECK(queue(cluster).queue.at(0).verdict == model::GroupVerdict::DoesNotFit); // the cluster has no nodes
  cluster.lists_nodes = false;
  const model::Report report = queue(cluster);
  CHECK(report.queue.at(0).verdict == model::GroupVerdict::Unknown);
  CHECK(report.queue.at(0).code == model::Code::InputIncomplete);
}

TEST_CASE("the queue has no Fits for a pod that another scheduler or a controller decides about") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4'000);
  c.pod("of-kai").asks("cpu", 1'000).scheduler("kai-scheduler");
  c.pod("of-job").asks("cpu", 1'000).owned_by("Job", "off");
  c.pod("plain").asks("cpu", 1'000);
  model::ClusterSnapshot cluster = c.build();
  model::WorkloadObject job;
  job.kind = "Job";
  job.namespace_name = cluster.pods[0].namespace_name;
  job.name = "off";
  job.suspended = true;
  cluster.workloads.push_back(job);
  for (const model::QueueEntry& entry : queue(cluster).queue) {
    INFO(entry.what.name);
    CHECK(entry.verdict == (entry.what.name == "plain"    ? GroupVerdict::Fits
                            : entry.what.name == "of-kai" ? GroupVerdict::Unknown
                                                          : GroupVerdict::DoesNotFit));
  }
}
