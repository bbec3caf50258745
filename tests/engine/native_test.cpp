// SPDX-License-Identifier: Apache-2.0
// Kubernetes' native gangs: one cycle places a whole group. The messages are those of kube-scheduler 1.36.3.
#include "engine/ask.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

using namespace tests;
using model::GroupVerdict;
using model::Outcome;

namespace {

constexpr const char* k_waits =
    "pod group is unschedulable, waiting for minCount pods from a gang to be scheduled, one "
    "or more plugins asked to wait and no plugin rejected pod";
constexpr const char* k_short = "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: "
                                "not eligible due to workload aware preemption enabled";

// Three members of 1 cpu each, on one node with 2 cpu.
ClusterBuilder one_too_many() {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("gang").native().min_member(3);
  for (const char* name : {"w-0", "w-1", "w-2"}) { c.pod(name).in("gang").asks("cpu", 1000); }
  return c;
}

engine::Options options_of(std::string_view version) {
  engine::Options made = options();
  made.scheduler_version = version;
  return made;
}

std::int64_t attempts_of(const model::Report& run, std::string_view pod_key) {
  return std::ranges::count(run.attempts, pod_key, [](const auto& attempt) { return attempt.pod; });
}

} // namespace

TEST_CASE("a native gang that reaches minCount binds in one cycle") {
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

TEST_CASE("below minCount the gang releases all nodes, and each member gets its own message") {
  const auto report = explain(one_too_many().build());
  const auto& gang = group(report, "gang");
  CHECK(gang.verdict == GroupVerdict::DoesNotFit);
  CHECK(gang.bound_at_end == 0);
  CHECK_FALSE(gang.spins);
  for (const char* name : {"w-2", "w-0"}) { // in the order of the attempts: w-2 completed the quorum
    CHECK(pod(report, name).message == k_waits);
    CHECK(pod(report, name).outcome == Outcome::Rejected);
  }
  CHECK(pod(report, "w-1").message == k_short);
  CHECK(pod(report, "w-1").outcome == Outcome::Unschedulable);
  REQUIRE(gang.condition);
  CHECK(gang.condition->status == "False");
  CHECK(gang.condition->reason == "Unschedulable");
  CHECK(gang.condition->message == "pod group is unschedulable, No preemption victims found for incoming preemptor");
}

TEST_CASE("the member that completed the quorum is tried first, not the last one or the first by name") {
  ClusterBuilder c;
  c.node("large").has("cpu", 3000);
  c.node("small").has("cpu", 1000);
  c.group("gang").native().min_member(2);
  c.pod("w-0").in("gang").asks("cpu", 1000).at(100);
  c.pod("w-1").in("gang").asks("cpu", 1000).at(300);
  c.pod("w-2").in("gang").asks("cpu", 3000).at(200);
  CHECK(pod(explain(c.build()), "w-2").node == "large");
  c.pod("w-3").in("gang").asks("cpu", 1000).at(150); // now it completes the quorum
  CHECK(pod(explain(c.build()), "w-3").node == "large");
}

TEST_CASE("the nodes that a failed native gang tried are free for the next pod") {
  ClusterBuilder c = one_too_many();
  c.pod("single").asks("cpu", 2000);
  const auto report = explain(c.build());
  CHECK(pod(report, "single").outcome == Outcome::Bound);
  CHECK(group(report, "gang").verdict == GroupVerdict::DoesNotFit);
}

TEST_CASE("a member beyond minCount that does not fit fails alone") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("gang").native().min_member(2);
  for (const char* name : {"w-0", "w-1", "w-2"}) { c.pod(name).in("gang").asks("cpu", 1000); }
  const auto report = explain(c.build());
  CHECK(group(report, "gang").verdict == GroupVerdict::Fits);
  CHECK(pod(report, "w-2").message == k_short);
  CHECK(group(report, "gang").condition->status == "True");
}

TEST_CASE("a member beyond minCount preempts with the group's priority once the others are bound") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.node("b").has("cpu", 1000);
  c.pod("low").on("b").asks("cpu", 1000).priority(-1);
  c.group("gang").native().min_member(2);
  for (const char* name : {"w-0", "w-1", "w-2"}) { c.pod(name).in("gang").asks("cpu", 1000); }
  CHECK(group(explain(c.build()), "gang").bound_at_end == 3);
}

TEST_CASE("a basic group starts with the members that fit") {
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

TEST_CASE("with too few members, or without a group object, pods stay out of the queue and get no message") {
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

TEST_CASE("a gang with a gated member enters the queue and never starts") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.group("gang").native().min_member(2);
  c.pod("w-0").in("gang").asks("cpu", 1000);
  c.pod("w-1").in("gang").asks("cpu", 1000).gate("example.com/quota");
  const auto report = explain(c.build());
  CHECK(group(report, "gang").code == model::Code::MembersGated);
  CHECK(pod(report, "w-0").message == k_waits);
}

TEST_CASE("a gang with two scheduler names fails every member with the same error") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.group("gang").native().min_member(2);
  c.pod("w-0").in("gang").scheduler("one");
  c.pod("w-1").in("gang").scheduler("two");
  const auto report = explain(c.build());
  CHECK(pod(report, "w-0").message == pod(report, "w-1").message);
  CHECK(pod(report, "w-0").message == "all pods in a single pod group should have the same .spec.schedulerName set, "
                                      "got: \"one\" and \"two\"");
  CHECK_FALSE(group(report, "gang").condition);
  CHECK(group(report, "gang").code == model::Code::MembersDisagree);
  CHECK(group(report, "gang").evidence.hints == std::vector<std::string>{"schedulerName", "one", "two"});
}

TEST_CASE("the native gang with the pod of higher priority goes first") {
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

TEST_CASE("workload-aware preemption frees capacity for the whole group, on any nodes") {
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
  // Preemption spares the most important pod, low-c.
  CHECK(pod(report, "w-1").victims == std::vector<std::string>{"default/low-b", "default/low-a"});
}

TEST_CASE("a group without a priority preempts as 0, whatever its pods' priority") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("low").on("a").asks("cpu", 1000).priority(1);
  c.group("gang").native().min_member(1);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10);
  const auto report = explain(c.build());
  CHECK(group(report, "gang").condition->message ==
        "pod group is unschedulable, No preemption victims found for incoming preemptor");
}

TEST_CASE("preemption evicts a group that allows only whole disruption as a whole") {
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

TEST_CASE("one member that never preempts stops preemption for the group") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("low").on("a").asks("cpu", 1000);
  c.group("gang").native().min_member(1).priority(10);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10).spec.never_preempts = true;
  CHECK(group(explain(c.build()), "gang").condition->message ==
        "pod group is unschedulable, not eligible due to preemptionPolicy=Never.");
}

TEST_CASE("the scheduler retries a group only after its last victim disappears, even a single one") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.node("b").has("cpu", 500);
  c.pod("low").on("a").asks("cpu", 1000).priority(-1);
  c.pod("elsewhere").asks("cpu", 500); // binds before the victim disappears, which would wake the group
  c.group("gang").native().min_member(1).priority(10);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10);
  const auto run = queue(c.build(), options_of("1.36.3"));
  CHECK(attempts_of(run, "default/w-0") == 2);
}

TEST_CASE("the scheduler does not retry a gang that lost too many members") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("poor").native().min_member(2);
  c.pod("p-0").in("poor").on("a").asks("cpu", 1000);
  c.pod("p-1").in("poor").on("a").asks("cpu", 1000);
  c.pod("p-2").in("poor").asks("cpu", 3000);
  c.group("gang").native().min_member(2).priority(10);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10);
  c.pod("w-1").in("gang").asks("cpu", 1000).priority(10);
  const auto run = queue(c.build(), options_of("1.36.3"));
  CHECK(run.attempts.back().pod == "default/w-0"); // binding it wakes no member of poor
  CHECK(attempts_of(run, "default/p-2") == 2);     // the second one follows the first victim, with two members left
}

TEST_CASE("preemption evicts no terminating victim: the group waits for the other victims, and never for it alone") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.pod("low").on("a").asks("cpu", 1000).priority(-1);
  c.pod("leaving").on("a").asks("cpu", 1000).priority(-2).terminating();
  c.group("gang").native().min_member(2).priority(10);
  c.pod("w-0").in("gang").asks("cpu", 1000).priority(10);
  c.pod("w-1").in("gang").asks("cpu", 1000).priority(10);
  const auto report = explain(c.build(), options_of("1.36.3"));
  // The scheduler retries the group when `low` is gone. One member fits now and is nominated to the node.
  CHECK(group(report, "gang").condition->message == "pod group is unschedulable");
  CHECK(pod(report, "w-1").nominated_node == "a");
}

TEST_CASE("a group that alternates between two placements lets others in while it reserves nothing") {
  ClusterBuilder c;
  c.node("big").has("cpu", 5000);
  c.node("ssd").has("cpu", 3000).label("disk", "ssd");
  c.pod("low").on("big").asks("cpu", 1000).priority(-1);
  c.pod("leaving").on("big").asks("cpu", 3000).priority(-2).terminating();
  // w-0 is nominated for the ssd. Without `leaving` it would take the big node, but now it keeps its nomination.
  c.group("gang").native().min_member(2).priority(10);
  c.pod("w-0").in("gang").asks("cpu", 3000).priority(12);
  c.pod("w-1").in("gang").asks("cpu", 3000).priority(11).selects("disk", "ssd");
  c.group("second").native().min_member(1).priority(500).disrupted_whole();
  c.pod("s-0").in("second").asks("cpu", 3000).priority(1);
  c.pod("single").asks("cpu", 1000); // makes the scheduler retry the groups
  engine::Options asked = options_of("1.36.3");
  asked.configuration.pod_max_backoff_seconds = 1; // otherwise their back-off alone makes them take turns
  CHECK(group(explain(c.build(), asked), "second").bound_at_end == 1);
}

TEST_CASE("members that arrive later let waiting members into the queue") {
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
