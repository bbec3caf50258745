// SPDX-License-Identifier: Apache-2.0
// Kubernetes' own gangs: a group is one cycle. The texts are those of kube-scheduler 1.36.3.
#include "engine/ask.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::GroupVerdict;
using model::Outcome;

namespace {

constexpr const char* k_waits =
    "pod group is unschedulable, waiting for minCount pods from a gang to be scheduled, one "
    "or more plugins asked to wait and no plugin rejected pod";
constexpr const char* k_short = "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: "
                                "not eligible due to workload aware preemption enabled";

// Two members of 1 cpu each for every cpu of one node and one more.
ClusterBuilder one_too_many() {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("gang").native().min_member(3);
  for (const char* name : {"w-0", "w-1", "w-2"}) { c.pod(name).in("gang").asks("cpu", 1000); }
  return c;
}

} // namespace

TEST_CASE("a native gang that reaches minCount is bound in one cycle") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("gang").native().min_member(2);
  c.pod("w-0").in("gang").asks("cpu", 1000);
  c.pod("w-1").in("gang").asks("cpu", 1000);
  const auto report = explain(c.build());
  const auto& gang = group(report, "gang");
  CHECK(gang.policy == "native");
  CHECK(gang.verdict == GroupVerdict::Fits);
  CHECK(gang.bound_at_end == 2);
  REQUIRE(gang.condition);
  CHECK(gang.condition->type == "PodGroupScheduled");
  CHECK(gang.condition->status == "True");
  CHECK(gang.condition->reason == "Scheduled");
  CHECK(gang.condition->message.empty());
}

TEST_CASE("below minCount nobody keeps a place, and each member is told in its own words") {
  const auto report = explain(one_too_many().build());
  const auto& gang = group(report, "gang");
  CHECK(gang.verdict == GroupVerdict::DoesNotFit);
  CHECK(gang.bound_at_end == 0);
  CHECK_FALSE(gang.spins);
  CHECK(pod(report, "w-0").message == k_waits);
  CHECK(pod(report, "w-0").outcome == Outcome::Rejected);
  CHECK(pod(report, "w-2").message == k_short);
  CHECK(pod(report, "w-2").outcome == Outcome::Unschedulable);
  REQUIRE(gang.condition);
  CHECK(gang.condition->status == "False");
  CHECK(gang.condition->reason == "Unschedulable");
  CHECK(gang.condition->message == "pod group is unschedulable, No preemption victims found for incoming preemptor");
}

TEST_CASE("what a failed native gang tried is free for the next pod") {
  ClusterBuilder c = one_too_many();
  c.pod("single").asks("cpu", 2000);
  const auto report = explain(c.build());
  CHECK(pod(report, "single").outcome == Outcome::Bound);
  CHECK(group(report, "gang").verdict == GroupVerdict::DoesNotFit);
}

TEST_CASE("members beyond minCount that find no place are refused alone") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("gang").native().min_member(2);
  for (const char* name : {"w-0", "w-1", "w-2"}) { c.pod(name).in("gang").asks("cpu", 1000); }
  const auto report = explain(c.build());
  CHECK(group(report, "gang").verdict == GroupVerdict::Fits);
  CHECK(pod(report, "w-2").message == k_short);
  CHECK(group(report, "gang").condition->status == "True");
}

TEST_CASE("a member beyond minCount evicts with the group's priority once the others are bound") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.node("b").has("cpu", 1000);
  c.pod("low").on("b").asks("cpu", 1000).priority(-1);
  c.group("gang").native().min_member(2);
  for (const char* name : {"w-0", "w-1", "w-2"}) { c.pod(name).in("gang").asks("cpu", 1000); }
  CHECK(group(explain(c.build()), "gang").bound_at_end == 3);
}

TEST_CASE("a basic group starts with what can be placed") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.group("loose").basic();
  c.pod("w-0").in("loose").asks("cpu", 1000);
  c.pod("w-1").in("loose").asks("cpu", 1000);
  const auto report = explain(c.build());
  CHECK(group(report, "loose").bound_at_end == 1);
  CHECK(group(report, "loose").condition->status == "True");
}

TEST_CASE("bound members count toward minCount") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("gang").native().min_member(2);
  c.pod("w-0").in("gang").asks("cpu", 1000).on("a");
  c.pod("w-1").in("gang").asks("cpu", 1000);
  CHECK(group(explain(c.build()), "gang").bound_at_end == 2);
}

TEST_CASE("too few members, or no group object: kept out, and nothing is written of it") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("gang").native().min_member(2);
  c.group("lost").native().min_member(1).missing();
  c.pod("w-0").in("gang").asks("cpu", 1000);
  c.pod("l-0").in("lost").asks("cpu", 1000);
  const auto report = explain(c.build());
  CHECK(group(report, "gang").code == model::Code::NotEnoughMembers);
  CHECK_FALSE(group(report, "gang").condition);
  CHECK(pod(report, "w-0").outcome == Outcome::NotAttempted);
  CHECK(pod(report, "w-0").message.empty());
  CHECK(pod(report, "w-0").reasons[0].reason == "waiting for minCount pods from a gang to appear in scheduling queue");
  CHECK(group(report, "lost").code == model::Code::GroupNotFound);
  CHECK(pod(report, "l-0").reasons[0].reason == "waiting for pods's pod group \"lost\" to appear in scheduling queue");
}

TEST_CASE("a gated member lets the gang into the queue and never through it") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.group("gang").native().min_member(2);
  c.pod("w-0").in("gang").asks("cpu", 1000);
  c.pod("w-1").in("gang").asks("cpu", 1000).gate("example.com/quota");
  const auto report = explain(c.build());
  CHECK(group(report, "gang").code == model::Code::MembersGated);
  CHECK(pod(report, "w-0").message == k_waits);
}

TEST_CASE("members of two schedulers are an error of all of them") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.group("gang").native().min_member(2);
  c.pod("w-0").in("gang").scheduler("one");
  c.pod("w-1").in("gang").scheduler("two");
  const auto report = explain(c.build());
  CHECK(pod(report, "w-0").message == pod(report, "w-1").message);
  CHECK(pod(report, "w-0").message == "all pods in a single pod group should have the same .spec.schedulerName set, "
                                      "got: \"two\" and \"one\"");
  CHECK_FALSE(group(report, "gang").condition);
}

TEST_CASE("of two native gangs the one with the more important pod goes first") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  for (const char* name : {"early", "late"}) {
    c.group(name).native().min_member(2);
    for (const char* member : {"-0", "-1"}) {
      auto& one = c.pod(name + std::string(member)).in(name).asks("cpu", 1000);
      if (name == std::string("late")) { one.priority(5); }
    }
  }
  const auto report = explain(c.build());
  CHECK(group(report, "late").verdict == GroupVerdict::Fits);
  CHECK(group(report, "early").code == model::Code::TakenByOthersAhead);
}

TEST_CASE("workload-aware preemption clears room for the whole group, wherever it is") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.node("b").has("cpu", 1000);
  c.node("c").has("cpu", 1000);
  c.pod("low-a").on("a").asks("cpu", 1000).priority(1);
  c.pod("low-b").on("b").asks("cpu", 1000).priority(2);
  c.pod("low-c").on("c").asks("cpu", 1000).priority(3);
  c.group("gang").native().min_member(2).priority(10);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10);
  c.pod("w-1").in("gang").asks("cpu", 1000).priority(10);
  const auto report = explain(c.build());
  CHECK(group(report, "gang").verdict == GroupVerdict::Fits);
  // The most important is spared: low-c.
  CHECK(pod(report, "w-0").victims == std::vector<std::string>{"default/low-b", "default/low-a"});
}

TEST_CASE("a group whose priority is not set preempts as 0, whatever its pods' priority") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("low").on("a").asks("cpu", 1000).priority(1);
  c.group("gang").native().min_member(1);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10);
  const auto report = explain(c.build());
  CHECK(group(report, "gang").condition->message ==
        "pod group is unschedulable, No preemption victims found for incoming preemptor");
}

TEST_CASE("a group that is disrupted as a whole goes as a whole") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.node("b").has("cpu", 1000);
  c.group("old").native().min_member(2).priority(1).disrupted_whole();
  c.pod("o-0").in("old").on("a").asks("cpu", 1000).priority(1);
  c.pod("o-1").in("old").on("b").asks("cpu", 1000).priority(1);
  c.group("gang").native().min_member(1).priority(10);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10);
  const auto report = explain(c.build());
  CHECK(group(report, "gang").verdict == GroupVerdict::Fits);
  CHECK(group(report, "old").bound_at_end == 0);
}

TEST_CASE("one member that never preempts speaks for the group") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("low").on("a").asks("cpu", 1000);
  c.group("gang").native().min_member(1).priority(10);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10).spec.never_preempts = true;
  CHECK(group(explain(c.build()), "gang").condition->message ==
        "pod group is unschedulable, not eligible due to preemptionPolicy=Never.");
}

TEST_CASE("members that come later let those in that waited for them") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.pod("driver").asks("cpu", 1000);
  c.group("gang").native().min_member(2);
  c.pod("w-0").in("gang").asks("cpu", 1000);
  c.pod("w-1").in("gang").asks("cpu", 1000).after("driver");
  CHECK(group(explain(c.build()), "gang").verdict == GroupVerdict::Fits);
}

TEST_CASE("in 1.35 members wait for each other at Permit, for five minutes") {
  engine::Options old = options();
  old.scheduler_version = "1.35.2";
  const auto report = explain(one_too_many().build(), old);
  CHECK(group(report, "gang").policy == "native@v1.35");
  CHECK(group(report, "gang").verdict == GroupVerdict::DoesNotFit);
  CHECK(pod(report, "w-0").message == "0/1 nodes are available: 1 rejected due to timeout after waiting 5m0s at plugin "
                                      "GangScheduling.");
  CHECK_FALSE(group(report, "gang").condition);
}
