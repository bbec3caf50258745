// SPDX-License-Identifier: Apache-2.0
// Preemption, pod by pod, and its interplay with the gang rules.
#include "engine/ask.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <stdexcept>

using namespace tests;
using model::Outcome;

TEST_CASE("preemption evicts lower pods, nominates the preemptor and binds it at its next attempt") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.pod("low").on("a").asks("cpu", 2000);
  c.pod("high").asks("cpu", 1000).priority(10);
  const auto run = queue(c.build());
  REQUIRE(run.attempts.size() == 2);
  CHECK(run.attempts[0].message == "0/1 nodes are available: 1 Insufficient cpu.");
  CHECK(run.attempts[0].nominated_node == "a");
  CHECK(run.attempts[0].victims == std::vector<std::string>{"default/low"});
  CHECK(run.attempts[1].result == model::AttemptResult::Bound);
}

TEST_CASE("evicting the mirror of a static pod is no Yes: the kubelet keeps the pod running") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.pod("low").on("a").asks("cpu", 1000);
  c.pod("static").on("a").asks("cpu", 2000).priority(1).owned_by("Node", "a");
  auto& high = c.pod("high").asks("cpu", 1000).priority(10);
  CHECK(explain(c.build()).verdict == model::Verdict::Yes);
  high.asks("cpu", 2000);
  const auto report = explain(c.build());
  CHECK(pod(report, "high").outcome == Outcome::Bound);
  CHECK(report.verdict == model::Verdict::Unknown);
  CHECK(model::first_with(report.asked, model::Reply::NotAsked)->because ==
        "pod default/high gets node a in place of static pod default/static, which the kubelet keeps running: its "
        "eviction frees nothing");
}

TEST_CASE("preemption reprieves as many victims as possible, the most important first") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.pod("l-1").on("a").asks("cpu", 1000).priority(1);
  c.pod("l-2").on("a").asks("cpu", 1000).priority(2);
  c.pod("l-3").on("a").asks("cpu", 1000).priority(3);
  c.pod("high").asks("cpu", 1000).priority(10);
  CHECK(queue(c.build()).attempts[0].victims == std::vector<std::string>{"default/l-1"});
}

TEST_CASE("preemption chooses the node whose highest victim is lowest") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.node("b").has("cpu", 1000);
  c.pod("on-a").on("a").asks("cpu", 1000).priority(5);
  c.pod("on-b").on("b").asks("cpu", 1000).priority(4);
  c.pod("high").asks("cpu", 1000).priority(10);
  CHECK(queue(c.build()).attempts[0].nominated_node == "b");
}

TEST_CASE("a pod that may not preempt reports its preemptionPolicy") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("low").on("a").asks("cpu", 1000);
  c.pod("high").asks("cpu", 1000).priority(10).spec.never_preempts = true;
  CHECK(queue(c.build()).attempts[0].message ==
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to "
        "preemptionPolicy=Never., can not find pod group");
}

TEST_CASE("victims that stay keep their capacity, and the preemptor waits for them") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("low").on("a").asks("cpu", 1000);
  c.group("g").min_member(1);
  c.pod("high").in("g").asks("cpu", 1000).priority(10);
  auto asked = options();
  asked.victims = engine::Victims::Stay;
  const auto report = explain(c.build(), asked);
  CHECK(group(report, "g").code == model::Code::WaitingForPreemption);
  CHECK(pod(report, "high").nominated_node == "a");
  CHECK(pod(report, "high").victims == std::vector<std::string>{"default/low"});
}

TEST_CASE("a gang that cannot start preempts in vain") {
  // Two members of 1 cpu at priority 10, and one low pod; the node fits one of them.
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("low").on("a").asks("cpu", 1000);
  c.group("g").min_member(2);
  c.pod("m-0").in("g").asks("cpu", 1000).priority(10);
  c.pod("m-1").in("g").asks("cpu", 1000).priority(10);
  const auto report = explain(c.build());
  CHECK(group(report, "g").verdict == model::GroupVerdict::DoesNotFit);
  std::size_t victims = 0;
  for (const auto& p : group(report, "g").pods) {
    victims += p.victims.size();
    CHECK(p.nominated_node.empty()); // lost with the preemptor's reservation
  }
  CHECK(victims == 1);
}

TEST_CASE("a running gang that loses its quorum by preemption is open") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.group("low").min_member(2);
  for (const char* name : {"l-0", "l-1"}) { c.pod(name).in("low").on("a").asks("cpu", 1000); }
  c.pod("high").asks("cpu", 2000).priority(10);
  SECTION("it loses its quorum") {
    const auto report = explain(c.build());
    const model::GroupReport& low = group(report, "low");
    CHECK(low.verdict == model::GroupVerdict::Unknown);
    REQUIRE(low.asked.size() == 1);
    CHECK(low.asked[0].because == "the scheduler may preempt pod default/l-1 for pod default/high");
    CHECK(pod(report, "l-1").outcome == Outcome::NotAttempted);
    CHECK(pod(report, "l-1").preemptor == "default/high");
    CHECK(pod(report, "l-0").outcome == Outcome::AlreadyBound);
    CHECK(report.verdict == model::Verdict::Unknown);
  }
  SECTION("victims that stay for now") {
    auto slow = options();
    slow.victims = engine::Victims::Stay;
    const auto report = explain(c.build(), slow);
    CHECK(group(report, "low").verdict == model::GroupVerdict::Unknown);
    CHECK(pod(report, "l-1").outcome == Outcome::AlreadyBound);
    CHECK(pod(report, "l-1").preemptor == "default/high");
  }
}

TEST_CASE("a running gang that keeps its quorum is not open, whatever is preempted beyond") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.group("elastic").min_member(1);
  for (const char* name : {"e-0", "e-1"}) { c.pod(name).in("elastic").on("a").asks("cpu", 1000); }
  c.pod("high").asks("cpu", 1000).priority(10);
  const auto report = explain(c.build());
  CHECK(group(report, "elastic").verdict == model::GroupVerdict::Satisfied);
  CHECK(pod(report, "e-1").outcome == Outcome::NotAttempted);
  CHECK(pod(report, "e-1").preemptor == "default/high");
}

TEST_CASE("attempts right after a preemption still see the victim on its node") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("low").on("a").asks("cpu", 1000);
  c.pod("high").asks("cpu", 1000).priority(10);
  c.pod("mid").asks("cpu", 1000).priority(5);
  const auto run = queue(c.build());
  CHECK(run.attempts[1].pod == "default/mid");
  // Without the victim, preemption would find no pod to evict.
  CHECK(run.attempts[1].message.find("preemption: 0/1 nodes are available: 1 Insufficient cpu.") != std::string::npos);
}

TEST_CASE("a refusal comes from the pass with the nominated pods, which runs before the one without them") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000).has("memory", 1000).taint("t");
  auto& high = c.pod("high").asks("cpu", 800).priority(10).nominated("a"); // not eligible: stays nominated
  high.spec.never_preempts = true;
  c.pod("mid").asks("cpu", 500).asks("memory", 2000).priority(5).tolerates("t");
  const std::string message = queue(c.build()).attempts[1].message;
  CHECK(message.substr(0, message.find('.')) == "0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory");
}

TEST_CASE("evicting a pod frees its port, even if another pod on the node uses the same port") {
  ClusterBuilder c;
  c.node("a");
  c.pod("low").on("a").port(80);
  c.pod("equal").on("a").port(80).priority(10); // bound without the scheduler
  c.pod("high").port(80).priority(10);
  const auto run = queue(c.build());
  CHECK(run.attempts[0].victims == std::vector<std::string>{"default/low"});
}

TEST_CASE("a nominated node reserves capacity against lower pods") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.pod("high").asks("cpu", 1000).priority(10).nominated("a").gate("wait"); // cannot use it now
  c.pod("mid").asks("cpu", 1000).priority(5);
  CHECK(pod(explain(c.build()), "mid").outcome == Outcome::Bound); // a gated pod's nomination does not count
  ClusterBuilder d;
  d.node("a").has("cpu", 1000).taint("t");
  d.pod("high").asks("cpu", 1000).priority(10).nominated("a");
  d.pod("mid").asks("cpu", 1000).priority(5).tolerates("t");
  const auto report = explain(d.build());
  CHECK(pod(report, "high").outcome == Outcome::Unschedulable);
}

TEST_CASE("preemption prefers a node without violated budgets, however important its victims are") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.node("b").has("cpu", 1000);
  c.pod("on-a").on("a").asks("cpu", 1000).priority(1).label("app", "web");
  c.pod("on-b").on("b").asks("cpu", 1000).priority(5);
  c.pod("high").asks("cpu", 1000).priority(10);
  CHECK(queue(c.build()).attempts[0].nominated_node == "a");
  c.budget("app", "web", 0);
  CHECK(queue(c.build()).attempts[0].nominated_node == "b");
}

TEST_CASE("preemption reprieves pods under a budget first, and the most important of them use up its allowance") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.pod("web-1").on("a").asks("cpu", 1000).priority(1).label("app", "web");
  c.pod("web-2").on("a").asks("cpu", 1000).priority(2).label("app", "web");
  c.pod("batch").on("a").asks("cpu", 1000).priority(3);
  c.pod("high").asks("cpu", 1000).priority(10);
  c.budget("app", "web", 0);
  CHECK(queue(c.build()).attempts[0].victims == std::vector<std::string>{"default/batch"});
  ClusterBuilder d = c;
  d.budget("app", "nothing", 0);
  CHECK(queue(d.build()).attempts[0].victims == std::vector<std::string>{"default/batch"});
  // The budget allows one eviction, which counts for web-2, so it protects web-1. Preemption reprieves web-1 first.
  ClusterBuilder e;
  e.node("a").has("cpu", 2000);
  e.pod("web-1").on("a").asks("cpu", 1000).priority(1).label("app", "web");
  e.pod("web-2").on("a").asks("cpu", 1000).priority(2).label("app", "web");
  e.pod("high").asks("cpu", 1000).priority(10);
  e.budget("app", "web", 1);
  CHECK(queue(e.build()).attempts[0].victims == std::vector<std::string>{"default/web-2"});
}

TEST_CASE("a budget counts only in its namespace") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.node("b").has("cpu", 1000);
  c.pod("on-a", "other").on("a").asks("cpu", 1000).priority(1).label("app", "web");
  c.pod("on-b").on("b").asks("cpu", 1000).priority(5);
  c.pod("high").asks("cpu", 1000).priority(10);
  c.budget("app", "web", 0);
  CHECK(queue(c.build()).attempts[0].nominated_node == "a");
}

TEST_CASE("preemption clears the nomination of lower pods on the node") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  c.pod("low").on("a").asks("cpu", 2000);
  c.pod("mid").asks("cpu", 2000).priority(5).nominated("a").at(ClusterBuilder::k_start + 100);
  c.pod("high").asks("cpu", 2000).priority(10);
  const auto run = queue(c.build());
  CHECK(run.attempts[0].pod == "default/high");
  CHECK(run.attempts[0].nominated_node == "a");
  CHECK(pod(explain(c.build()), "mid").nominated_node.empty());
}

TEST_CASE("the preemptor goes through its back-off: pods in activeQ come before its second attempt") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.node("b").has("cpu", 500);
  c.pod("low").on("a").asks("cpu", 1000);
  c.pod("high").asks("cpu", 1000).priority(10);
  c.pod("tiny").asks("cpu", 100).priority(5);
  const auto run = queue(c.build());
  std::vector<std::string> order;
  for (const auto& attempt : run.attempts) { order.push_back(attempt.pod); }
  CHECK(order == std::vector<std::string>{"default/high", "default/tiny", "default/high"});
}

TEST_CASE("up to 1.34 a terminating victim counts as preempted; from 1.35 on preemption leaves it alone") {
  ClusterBuilder c;
  c.node("a").has("cpu", 100).has("gpu", 1);
  c.node("b").has("cpu", 1000);
  c.pod("leaving").on("a").asks("gpu", 1).terminating();
  c.pod("low").on("b").asks("cpu", 1000);
  c.pod("high").asks("gpu", 1).priority(20);
  c.pod("other").asks("cpu", 1000).priority(10); // its victim's deletion lets `high` try again
  engine::Options asked = options();
  const auto second_try = [&](std::string_view version) {
    asked.scheduler_version = version;
    const std::vector<model::AttemptReport> attempts = queue(c.build(), asked).attempts;
    const auto last =
        std::find_if(attempts.rbegin(), attempts.rend(), [](const auto& one) { return one.pod == "default/high"; });
    if (last == attempts.rend()) { throw std::logic_error("high was never tried"); }
    return *last;
  };
  CHECK(second_try("1.34.2").message.find("terminating pod on the nominated node") != std::string::npos);
  CHECK(second_try("1.36.3").message == "0/2 nodes are available: 2 Insufficient gpu.");
  CHECK(second_try("1.34.2").victims.empty()); // not eligible
  CHECK(second_try("1.36.3").victims.empty()); // it only waits
  CHECK(second_try("1.36.3").nominated_node == "a");
}

TEST_CASE("while a preempted pod terminates on the nominated node, the preemptor evicts no other pod") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000);
  auto& evicted = c.pod("evicted").on("a").asks("cpu", 1000).terminating();
  c.pod("low").on("a").asks("cpu", 1000).pod.started = model::Time::from_seconds(1000); // older: more important
  c.pod("high").asks("cpu", 1000).priority(10).nominated("a");
  CHECK(queue(c.build()).attempts[0].victims == std::vector<std::string>{"default/evicted"});
  evicted.pod.preempted = true;
  CHECK(queue(c.build()).attempts[0].message ==
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to a "
        "terminating pod on the nominated node., can not find pod group");
}
