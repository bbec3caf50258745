// SPDX-License-Identifier: Apache-2.0
// Whole runs under the gang rules: cluster, question, answer. Expectations come from the plugin's rules and from
// observed runs of the real scheduler.
#include "engine/ask.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::Code;
using model::GroupVerdict;
using model::Outcome;

namespace {

// Three members of 4 GPUs. Free: 6, 2, 2 and 2; twelve in all, but only one member fits.
ClusterBuilder fragmented() {
  ClusterBuilder c;
  c.node("gpu-a").has(k_gpu, 6);
  c.node("gpu-b").has(k_gpu, 2);
  c.node("gpu-c").has(k_gpu, 2);
  c.node("gpu-d").has(k_gpu, 2);
  c.group("train").min_member(3);
  for (const char* name : {"worker-0", "worker-1", "worker-2"}) { c.pod(name).in("train").asks(k_gpu, 4); }
  return c;
}

} // namespace

TEST_CASE("a wait at Permit of no time ends: the run stops, and the group does not start") {
  ClusterBuilder c;
  c.node("a").has("cpu", 8000);
  auto& gang = c.group("g").min_member(3);
  for (const char* const name : {"p", "q", "r"}) { c.pod(name).in("g").asks("cpu", 1000); }
  for (const std::int32_t seconds : {-5, -1}) {
    gang.group.schedule_timeout_seconds = seconds;
    CHECK(group(explain(c.build()), "g").verdict == GroupVerdict::DoesNotFit);
  }
}

TEST_CASE("a group with capacity for all members starts") {
  ClusterBuilder c;
  c.node("a").has(k_gpu, 8);
  c.group("train").min_member(2);
  c.pod("w-0").in("train").asks(k_gpu, 4);
  c.pod("w-1").in("train").asks(k_gpu, 4);
  const auto report = explain(c.build());
  const auto& train = group(report, "train");
  CHECK(train.verdict == GroupVerdict::Fits);
  CHECK(train.bound_at_end == 2);
  CHECK(train.code == Code::None);
  CHECK(pod(report, "w-0").node == "a");
  CHECK(report.verdict == model::Verdict::Yes);
}

TEST_CASE("three members of 4 GPUs on 6, 2, 2, 2 never start, and the scheduler retries forever") {
  const auto report = explain(fragmented().build());
  const auto& train = group(report, "train");
  CHECK(train.verdict == GroupVerdict::DoesNotFit);
  CHECK(train.code == Code::Fragmented);
  CHECK(train.stage == model::Stage::Filter);
  CHECK(train.bound_at_end == 0);
  CHECK(train.spins);
  CHECK(train.evidence.have == 1);
  CHECK(train.evidence.pods.size() == 2);
  REQUIRE(train.evidence.shortages.size() == 1);
  const auto& gpus = train.evidence.shortages[0];
  CHECK(gpus.resource == k_gpu);
  CHECK(gpus.per_member == 4);
  CHECK(gpus.members == 2);
  CHECK(gpus.free_total == 12);
  CHECK(gpus.largest_nodes ==
        std::vector<std::pair<std::string, std::int64_t>>{{"gpu-a", 6}, {"gpu-b", 2}, {"gpu-c", 2}, {"gpu-d", 2}});
  CHECK(report.verdict == model::Verdict::No);
}

TEST_CASE("shortages name the scarce resource, and others that run out on the same nodes") {
  // Three nodes take two members each. gpu-d has GPUs but too little cpu, cpu-e has cpu but no GPUs.
  ClusterBuilder c;
  for (const char* name : {"gpu-a", "gpu-b", "gpu-c"}) { c.node(name).has(k_gpu, 8).has("cpu", 64'000); }
  c.node("gpu-d").has(k_gpu, 4).has("cpu", 4'000);
  c.node("cpu-e").has("cpu", 64'000);
  c.group("train").min_member(7);
  for (int i = 0; i < 7; ++i) { c.pod("w-" + std::to_string(i)).in("train").asks(k_gpu, 3).asks("cpu", 8'000); }
  const auto report = explain(c.build());
  const auto& train = group(report, "train");
  REQUIRE_FALSE(train.evidence.shortages.empty());
  const auto& gpus = train.evidence.shortages.front();
  CHECK(gpus.resource == k_gpu);
  CHECK(gpus.places == 7);
  CHECK(gpus.places_together == 6);
  CHECK(gpus.beside == std::vector<std::string>{"cpu"});
}

TEST_CASE("without an eligible node, no resource is short") {
  ClusterBuilder c;
  c.node("a").has(k_gpu, 8);
  c.group("train").min_member(1);
  c.pod("w-0").in("train").asks(k_gpu, 4).selects("pool", "elsewhere");
  const auto report = explain(c.build());
  CHECK(group(report, "train").code == Code::NoFeasibleNode);
  CHECK(group(report, "train").evidence.shortages.empty());
  CHECK_FALSE(group(report, "train").evidence.reasons.empty());
}

TEST_CASE("podGroupBackoffSeconds stops the retry loop") {
  auto asked = options();
  asked.configuration.profiles[0].coscheduling.pod_group_backoff_seconds = 10;
  const auto report = explain(fragmented().build(), asked);
  CHECK_FALSE(group(report, "train").spins);
  CHECK(group(report, "train").code == Code::Fragmented);
  // Attempts: worker-0 waits; worker-1 fails and rejects the group; the back-off refuses worker-2 and the re-queued
  // members.
  const auto run = queue(fragmented().build(), asked);
  CHECK(run.attempts.size() == 4);
  CHECK(run.attempts[2].message.find("podGroup default/train failed recently") != std::string::npos);
}

TEST_CASE("the failing member reports the cause, its siblings a rejection") {
  auto asked = options();
  asked.configuration.profiles[0].coscheduling.pod_group_backoff_seconds = 10;
  const auto run = queue(fragmented().build(), asked);
  REQUIRE(run.attempts.size() >= 2);
  CHECK(run.attempts[0].result == model::AttemptResult::Waiting);
  CHECK(run.attempts[0].node == "gpu-a");
  CHECK(run.attempts[0].then == "0/1 nodes are available: 1 optimistic rejection in PostFilter.");
  CHECK(
      run.attempts[1].message ==
      "0/4 nodes are available: 4 Insufficient nvidia.com/gpu. no new claims to deallocate, preemption: 0/4 nodes are "
      "available: 1 No preemption victims found for incoming pod, 3 Preemption is not helpful for scheduling., "
      "PodGroup default/train gets rejected due to Pod worker-1 is unschedulable even after PostFilter");
}

TEST_CASE("surplus members beyond the quorum stay pending and do not affect the group") {
  ClusterBuilder c;
  c.node("a").has("cpu", 12'000);
  c.group("nginx").min_member(4);
  for (int i = 0; i < 6; ++i) { c.pod("nginx-" + std::to_string(i)).in("nginx").asks("cpu", 3'000); }
  const auto report = explain(c.build());
  CHECK(group(report, "nginx").verdict == GroupVerdict::Fits);
  CHECK(group(report, "nginx").bound_at_end == 4);
  CHECK(pod(report, "nginx-5").outcome == Outcome::Unschedulable);
  CHECK(
      pod(report, "nginx-5").message ==
      "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: "
      "1 No preemption victims found for incoming pod.");
  CHECK(report.verdict == model::Verdict::Yes);
}

TEST_CASE("PreFilter refuses members with too few siblings") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(3);
  c.pod("p-0").in("g");
  c.pod("p-1").in("g");
  c.pod("done").in("g").phase(model::PodPhase::Succeeded);
  const auto report = explain(c.build());
  CHECK(group(report, "g").code == Code::NotEnoughMembers);
  CHECK(group(report, "g").stage == model::Stage::PreFilter);
  CHECK(group(report, "g").evidence.have == 2);
  CHECK(group(report, "g").members.succeeded == 1);
  CHECK(
      pod(report, "p-0").message ==
      "0/1 nodes are available: pre-filter pod p-0 cannot find enough sibling pods, current pods number: 2, minMember "
      "of group: 3. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for "
      "scheduling., PodGroup default/g gets rejected due to Pod p-0 is unschedulable even after PostFilter");
}

TEST_CASE("gated members do not count toward the quorum, in the current plugin") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(2);
  c.pod("p-0").in("g");
  c.pod("p-1").in("g").gate("example.com/wait");
  const auto report = explain(c.build());
  CHECK(group(report, "g").code == Code::MembersGated);
  CHECK(group(report, "g").evidence.gates == std::vector<std::string>{"example.com/wait"});
  CHECK(pod(report, "p-1").outcome == Outcome::Gated);
  CHECK(pod(report, "p-1").message == "Scheduling is blocked due to non-empty scheduling gates");
  CHECK(pod(report, "p-0").message.find("pre-filter pod p-0 cannot proceed due to gated pods in the same PodGroup") !=
        std::string::npos);

  SECTION("before v0.34.4-devel-sg they counted, and the others timed out at Permit") {
    const auto old = explain(c.build(), options("coscheduling@v0.33.5"));
    CHECK(group(old, "g").code == Code::MembersGated);
    CHECK(pod(old, "p-0").outcome == Outcome::Rejected);
    CHECK(pod(old, "p-0").message ==
          "0/1 nodes are available: 1 rejected due to timeout after waiting 1m0s at plugin Coscheduling.");
  }
}

TEST_CASE("only Permit notices a missing PodGroup") {
  ClusterBuilder c;
  c.node("a");
  c.group("ghost").missing();
  c.pod("p-0").in("ghost");
  const auto report = explain(c.build());
  CHECK(group(report, "ghost").code == Code::GroupNotFound);
  CHECK(group(report, "ghost").stage == model::Stage::Permit);
  CHECK(pod(report, "p-0").message == "0/1 nodes are available: 1 PodGroup not found.");
}

TEST_CASE("with ten percent missing the other members wait until they time out") {
  ClusterBuilder c;
  c.node("a").has(k_gpu, 9);
  c.group("g").min_member(10).timeout(10);
  for (int i = 0; i < 10; ++i) { c.pod("p-" + std::to_string(i)).in("g").asks(k_gpu, 1); }
  const auto report = explain(c.build());
  CHECK(group(report, "g").verdict == GroupVerdict::DoesNotFit);
  CHECK(group(report, "g").code == Code::NotEnoughRoom);
  CHECK(group(report, "g").evidence.have == 9);
  const auto timed_out =
      std::count_if(group(report, "g").pods.begin(), group(report, "g").pods.end(), [](const auto& p) {
        return p.message.find("rejected due to timeout after waiting 10s at plugin Coscheduling") != std::string::npos;
      });
  CHECK(timed_out >= 1);

  SECTION("with podGroupRejectPercentage 9 a failed member rejects the group") {
    auto asked = options();
    asked.configuration.profiles[0].coscheduling.pod_group_reject_percentage = 9;
    const auto strict = queue(c.build(), asked);
    const bool rejected = std::any_of(strict.attempts.begin(), strict.attempts.end(), [](const auto& a) {
      return a.then.find("optimistic rejection in PostFilter") != std::string::npos;
    });
    CHECK(rejected);
  }
}

TEST_CASE("two gangs that deadlock pod by pod do not deadlock under the gang rules") {
  ClusterBuilder c;
  c.node("a").has(k_gpu, 3); // each needs 2; their names interleave
  c.group("x").min_member(2).at(ClusterBuilder::k_start);
  c.group("y").min_member(2).at(ClusterBuilder::k_start);
  c.pod("m-0").in("x").asks(k_gpu, 1).at(ClusterBuilder::k_start);
  c.pod("m-1").in("y").asks(k_gpu, 1).at(ClusterBuilder::k_start);
  c.pod("m-2").in("y").asks(k_gpu, 1).at(ClusterBuilder::k_start);
  c.pod("m-3").in("x").asks(k_gpu, 1).at(ClusterBuilder::k_start);
  c.pod("hog").asks(k_gpu, 0);
  const auto cluster = c.build();
  const auto report = explain(cluster);
  const bool x = group(report, "x").verdict == GroupVerdict::Fits;
  const bool y = group(report, "y").verdict == GroupVerdict::Fits;
  CHECK(x != y);
  const auto& loser = group(report, x ? "y" : "x");
  CHECK(loser.code == Code::TakenByOthersAhead);
  CHECK(loser.stage == model::Stage::None);
  REQUIRE(loser.alone);
  CHECK(loser.alone->first == GroupVerdict::Fits);
  CHECK(loser.bound_at_end == 0);

  SECTION("without gang rules one of them runs with half of its members") {
    const auto none = explain(cluster, options("none"));
    CHECK(group(none, "x").bound_at_end + group(none, "y").bound_at_end == 3);
  }
}

TEST_CASE("NoFeasibleNode is the cause if no node fits a member, even alone") {
  ClusterBuilder c;
  c.node("a").taint("dedicated");
  c.group("g").min_member(1);
  c.pod("p").in("g");
  const auto report = explain(c.build());
  CHECK(group(report, "g").code == Code::NoFeasibleNode);
  REQUIRE(group(report, "g").evidence.reasons.size() == 1);
  CHECK(group(report, "g").evidence.reasons[0].reason == "node(s) had untolerated taint(s)");
}

TEST_CASE("with a given configuration the scheduler does not attempt members of another scheduler") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(1);
  c.pod("p").in("g").scheduler("volcano");
  auto asked = options();
  asked.configuration.assumed = false;
  asked.configuration.profiles[0].scheduler_name = "default-scheduler";
  const auto report = explain(c.build(), asked);
  CHECK(group(report, "g").code == Code::WrongScheduler);
  CHECK(pod(report, "p").outcome == Outcome::NotAttempted);
}

TEST_CASE("a running group gets the verdict Satisfied, a finished one Idle") {
  ClusterBuilder c;
  c.node("a");
  c.group("running").min_member(2);
  c.pod("r-0").in("running").on("a");
  c.pod("r-1").in("running").on("a");
  c.pod("r-2").in("running").asks(k_gpu, 1);
  c.group("finished").min_member(1);
  c.pod("f-0").in("finished").phase(model::PodPhase::Succeeded);
  const auto report = explain(c.build());
  CHECK(group(report, "running").verdict == GroupVerdict::Satisfied);
  CHECK(group(report, "finished").verdict == GroupVerdict::Idle);
  CHECK(report.verdict == model::Verdict::Yes);
}

TEST_CASE("a group without minMember starts pod by pod") {
  ClusterBuilder c;
  c.node("a").has(k_gpu, 1);
  c.group("g");
  c.pod("p-0").in("g").asks(k_gpu, 1);
  c.pod("p-1").in("g").asks(k_gpu, 1);
  const auto report = explain(c.build());
  CHECK(group(report, "g").min_member == 0);
  CHECK(group(report, "g").verdict == GroupVerdict::Fits);
  CHECK(group(report, "g").bound_at_end == 1);
}

TEST_CASE("a mixed gang whose big member fails first starts in a later round") {
  // The small members sort first and fill the big node. A retry begins with the member that failed.
  ClusterBuilder c;
  c.node("big").has(k_gpu, 8);
  c.node("small").has(k_gpu, 2);
  c.group("g").min_member(3);
  c.pod("a-small").in("g").asks(k_gpu, 1);
  c.pod("b-small").in("g").asks(k_gpu, 1);
  c.pod("z-big").in("g").asks(k_gpu, 8);
  const auto report = explain(c.build());
  CHECK(group(report, "g").verdict == GroupVerdict::Fits);
  CHECK(group(report, "g").bound_at_end == 3);
}

TEST_CASE("a pod that waits for another pod appears when that one is bound") {
  ClusterBuilder c;
  c.node("a").has(k_gpu, 1);
  c.pod("web-0").asks(k_gpu, 1);
  c.pod("web-1").after("web-0");
  const auto report = explain(c.build());
  CHECK(pod(report, "web-0").outcome == Outcome::Bound);
  CHECK(pod(report, "web-1").outcome == Outcome::Bound);
}

TEST_CASE("a pod that waits for several pods appears when all of them are bound") {
  ClusterBuilder c;
  c.node("a").has(k_gpu, 3);
  c.pod("w-0").asks(k_gpu, 1);
  c.pod("w-1").asks(k_gpu, 1);
  c.pod("launcher").after("w-0").after("w-1");
  const auto all = explain(c.build());
  CHECK(pod(all, "launcher").outcome == Outcome::Bound);
  c.pod("w-2").asks(k_gpu, 9);
  c.pod("late").after("w-0").after("w-2");
  const auto one_short = explain(c.build());
  CHECK(pod(one_short, "launcher").outcome == Outcome::Bound);
  CHECK(pod(one_short, "late").outcome == Outcome::NotAttempted);
}

TEST_CASE("a member that waits for members of its own group never exists, and counts as missing") {
  ClusterBuilder c;
  c.node("a").has(k_gpu, 8);
  c.group("g").min_member(3);
  c.pod("w-0").in("g").asks(k_gpu, 1);
  c.pod("w-1").in("g").asks(k_gpu, 1);
  c.pod("launcher").in("g").after("w-0").after("w-1");
  const auto report = explain(c.build());
  CHECK(group(report, "g").verdict == GroupVerdict::DoesNotFit);
  CHECK(group(report, "g").code == Code::NotEnoughMembers);
  CHECK(group(report, "g").evidence.have == 2);
  CHECK(group(report, "g").evidence.pods == std::vector<std::string>{"launcher"});
}

TEST_CASE("Coscheduling adds its message to refusals of pods without a group") {
  ClusterBuilder c;
  c.node("a");
  c.pod("p").asks(k_gpu, 1);
  const auto report = explain(c.build());
  CHECK(
      pod(report, "p").message ==
      "0/1 nodes are available: 1 Insufficient nvidia.com/gpu. no new claims to deallocate, preemption: 0/1 nodes are "
      "available: 1 Preemption is not helpful for scheduling., can not find pod group");
  const auto none = explain(c.build(), options("none"));
  CHECK(pod(none, "p").message.find("can not find pod group") == std::string::npos);
}

TEST_CASE("a gang with members in two profiles never starts") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(2);
  c.pod("p-0").in("g").scheduler("one");
  c.pod("p-1").in("g").scheduler("two");
  auto asked = options();
  asked.configuration.assumed = false;
  asked.configuration.profiles = {model::default_profile_with_coscheduling(),
                                  model::default_profile_with_coscheduling()};
  asked.configuration.profiles[0].scheduler_name = "one";
  asked.configuration.profiles[1].scheduler_name = "two";
  const auto report = explain(c.build(), asked);
  CHECK(group(report, "g").verdict == GroupVerdict::DoesNotFit);
  CHECK(group(report, "g").bound_at_end == 0);
}

// Seen in three of three runs of kube-scheduler 1.34.2 with Coscheduling 0.34.7, for each of the two.
TEST_CASE("only a gang of the first profile falls behind others after a failure") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4'000);
  c.group("big").min_member(5);
  c.group("small").min_member(2);
  for (int i = 0; i < 5; ++i) { c.pod("big-" + std::to_string(i)).in("big").asks("cpu", 2'000).scheduler("of-big"); }
  for (int i = 0; i < 2; ++i) { c.pod("small-" + std::to_string(i)).in("small").asks("cpu", 2'000).scheduler("other"); }
  const auto first_turn_of_small = [&](const std::string& first, const std::string& second) {
    auto asked = options();
    asked.configuration.assumed = false;
    asked.configuration.profiles = {model::default_profile_with_coscheduling(),
                                    model::default_profile_with_coscheduling()};
    asked.configuration.profiles[0].scheduler_name = first;
    asked.configuration.profiles[1].scheduler_name = second;
    const auto run = queue(c.build(), asked);
    const auto found = std::ranges::find(run.attempts, "default/small-0", &model::AttemptReport::pod);
    return found - run.attempts.begin();
  };
  CHECK(first_turn_of_small("of-big", "other") <= 4);
  CHECK(first_turn_of_small("other", "of-big") > 9);
}

TEST_CASE("the label-only policy waits at Permit and fails by timeout") {
  ClusterBuilder c;
  c.node("a").has("cpu", 10'000);
  c.group("nginx").min_member(4).dialect(model::Dialect::Lightweight);
  for (int i = 0; i < 6; ++i) { c.pod("nginx-" + std::to_string(i)).in("nginx").asks("cpu", 3'000); }
  const auto report = explain(c.build());
  CHECK(group(report, "nginx").policy == "lightweight");
  CHECK(group(report, "nginx").verdict == GroupVerdict::DoesNotFit);
  CHECK(group(report, "nginx").bound_at_end == 0);
  CHECK(group(report, "nginx").evidence.have == 3);

  SECTION("with a quorum of 3 three members run") {
    ClusterBuilder three;
    three.node("a").has("cpu", 10'000);
    three.group("nginx").min_member(3).dialect(model::Dialect::Lightweight);
    for (int i = 0; i < 6; ++i) { three.pod("nginx-" + std::to_string(i)).in("nginx").asks("cpu", 3'000); }
    const auto fits = explain(three.build());
    CHECK(group(fits, "nginx").verdict == GroupVerdict::Fits);
    CHECK(group(fits, "nginx").bound_at_end == 3);
  }
}

TEST_CASE("label-only members that differ from the first keep the group from its quorum") {
  ClusterBuilder c;
  c.node("a");
  c.group("nginx").min_member(3).dialect(model::Dialect::Lightweight);
  c.pod("nginx-0").in("nginx").priority(100);
  c.pod("nginx-1").in("nginx").priority(100);
  c.pod("nginx-2").in("nginx");
  const auto report = explain(c.build());
  CHECK(group(report, "nginx").verdict == GroupVerdict::DoesNotFit);
  CHECK(group(report, "nginx").code == Code::MembersDisagree);
  CHECK(group(report, "nginx").evidence.pods == std::vector<std::string>{"nginx-2"});
  CHECK(group(report, "nginx").evidence.hints == std::vector<std::string>{"priority", "100", "0"});

  SECTION("but not if the others suffice") {
    c.pod("nginx-3").in("nginx").priority(100);
    CHECK(group(explain(c.build()), "nginx").verdict == GroupVerdict::Fits);
  }
}

TEST_CASE("the first Permit timeout rejects the other members, each with a message of its own") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(3).timeout(5);
  c.pod("p-0").in("g");
  c.pod("p-1").in("g");
  c.pod("p-2").in("g").gate("wait");
  const auto run = queue(c.build(), options("coscheduling@v0.33.5"));
  REQUIRE(run.attempts.size() == 2);
  CHECK(run.attempts[0].then ==
        "0/1 nodes are available: 1 rejected due to timeout after waiting 5s at plugin Coscheduling.");
  CHECK(run.attempts[1].then == "0/1 nodes are available: 1 rejection in Unreserve.");
}
