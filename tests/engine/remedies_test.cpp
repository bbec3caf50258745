// SPDX-License-Identifier: Apache-2.0
// Remedies of other kinds, and what holds for all: order, number, retries, and other runs of the scheduler.
#include "engine/remedy.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

using namespace tests;
using model::Fix;
using model::FixKind;

TEST_CASE("WaitFor names pods that end by themselves, the terminating ones first") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.node("d").has("gpu", 4);
  c.pod("service").on("a").asks("gpu", 4);
  c.pod("job").on("b").asks("gpu", 4).owned_by("Job", "etl");
  c.pod("leaving").on("d").asks("gpu", 4).terminating();
  workers(c, 1, 4);
  const auto leaving = fix(c, FixKind::WaitFor);
  REQUIRE(leaving);
  CHECK(names(*leaving) == Names{"leaving"});
}

TEST_CASE("taints of other pools and of controllers are no remedies, and pods of the cluster's services stay") {
  const auto cluster = [](std::string_view key, bool with_own_node) {
    ClusterBuilder c;
    c.node("tainted").has("gpu", 4).taint(key);
    if (with_own_node) { c.node("own").has("gpu", 4); }
    workers(c, with_own_node ? 2 : 1, 4);
    return c;
  };
  for (const FixKind kind : {FixKind::RemoveTaint, FixKind::RelaxConstraint}) {
    CHECK(!fix(cluster("dedicated", true), kind));
    CHECK(!fix(cluster("node-role.kubernetes.io/control-plane", true), kind));
    CHECK(!fix(cluster("karpenter.sh/disrupted", false), kind));
    CHECK(!fix(cluster("cloud.google.com/impending-node-termination", false), kind));
    CHECK(!fix(cluster("node.cluster.x-k8s.io/uninitialized", false), kind));
    CHECK(fix(cluster("dedicated", false), kind)); // the only nodes
    CHECK(fix(cluster("maintenance", true), kind));
  }
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("agent", "gpu-operator").on("a").asks("gpu", 4);
  workers(c, 1, 4);
  CHECK(!fix(c, FixKind::Evict));
}

TEST_CASE("a report has no remedies without a request, or for a group that starts") {
  CHECK(group(explain(fragmented().build()), "train").fixes.empty());
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  workers(c, 1, 4);
  CHECK_FALSE(fix(c, FixKind::AddNodes));
}

TEST_CASE("remedies of all kinds come cheapest first, up to the requested number") {
  const model::ClusterSnapshot cluster = fragmented().build();
  engine::Question question;
  question.groups = {0_group};
  question.remedies = {2, {}};
  const std::vector<Fix> fixes = engine::answer(cluster, options(), question).groups.front().fixes;
  REQUIRE(fixes.size() == 2);
  CHECK(fixes[0].cost <= fixes[1].cost);
}

TEST_CASE("a remedy names a node whose kubelet may refuse a member, by what a new node like it has too") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("old").on("a").asks("gpu", 4);
  workers(c, 1, 4);
  model::ClusterSnapshot cluster = c.build();
  engine::Question question;
  question.groups = {0_group};
  question.remedies = {20, {}};
  const auto not_asked = [&](FixKind kind) {
    const std::vector<Fix> fixes = engine::answer(cluster, options(), question).groups.front().fixes;
    const auto found = std::ranges::find(fixes, kind, &Fix::kind);
    return found == fixes.end() ? std::string("no such remedy") : found->not_asked;
  };
  CHECK(not_asked(FixKind::Evict).empty());
  CHECK(not_asked(FixKind::AddNodes).empty());
  cluster.nodes[0].disk_pressure = true;
  CHECK(not_asked(FixKind::Evict).starts_with("pod default/worker-0 gets node a, which reports DiskPressure"));
  CHECK(not_asked(FixKind::AddNodes).empty());
  cluster.nodes[0].disk_pressure = false;
  cluster.nodes[0].topology_policy = "restricted";
  CHECK(not_asked(FixKind::Evict).starts_with("pod default/worker-0 gets node a, which has the topology policy"));
  CHECK(not_asked(FixKind::AddNodes).starts_with("pod default/worker-0 gets a node like a, which has the topology"));
}

TEST_CASE("evictions free a host port only if all pods with it leave") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("first").on("a").port(80);
  c.pod("second").on("a").port(80); // no scheduler placed it
  c.pod("third").on("a");
  c.group("train").min_member(1);
  c.pod("w").in("train").port(80);
  const auto evicted = fix(c, FixKind::Evict);
  REQUIRE(evicted);
  CHECK(evicted->things == 2);
}

TEST_CASE("a remedy starts from the cluster that the scheduler leaves") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.pod("old").on("a").asks("gpu", 4);
  workers(c, 2, 4);
  c.pod("quick").asks("gpu", 4); // binds to b as soon as the scheduler rejects train
  const auto evicted = fix(c, FixKind::Evict);
  REQUIRE(evicted);
  CHECK(names(*evicted) == Names{"quick", "old"}); // and not old alone
  const auto added = fix(c, FixKind::AddNodes);
  REQUIRE(added);
  CHECK(added->things == 2);
}

TEST_CASE("retry reports how the scheduler tries the group if a change wakes no member") {
  ClusterBuilder c; // Coscheduling's PreFilter refuses both: 4 of 8 GPUs exist
  c.node("a").has("gpu", 4);
  c.group("train").min_member(2).min_resources("gpu", "8");
  for (const std::string name : {"w-0", "w-1"}) { c.pod(name).in("train").asks("gpu", 4); }
  const auto unheard = fix(c, FixKind::AddNodes);
  REQUIRE(unheard);
  CHECK(unheard->retry == model::Retry::OnGroupChange);
  const auto lower = fix(c, FixKind::LowerRequest); // the members are new, but minResources stays the same
  CHECK_FALSE(lower);

  ClusterBuilder d; // NodeResourcesFit refuses the only member, and a new node wakes it
  d.node("a").has("gpu", 4);
  d.pod("busy").on("a").asks("gpu", 4);
  workers(d, 1, 4);
  const auto heard = fix(d, FixKind::AddNodes);
  REQUIRE(heard);
  CHECK(heard->retry == model::Retry::AtOnce);

  ClusterBuilder e; // retried forever, until a race leaves both refused by Coscheduling
  e.node("a").has("gpu", 4);
  workers(e, 2, 4);
  const auto perhaps = fix(e, FixKind::AddNodes);
  REQUIRE(perhaps);
  CHECK(perhaps->retry == model::Retry::OnGroupChange);
  const auto fewer = fix(e, FixKind::LowerMinMember); // an update of the PodGroup wakes it
  REQUIRE(fewer);
  CHECK(fewer->retry == model::Retry::AtOnce);
}

TEST_CASE("a gang in back-off as a whole may miss the last of several steps") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  for (const std::string name : {"x", "y"}) { c.pod(name).on("a").asks("gpu", 2); }
  workers(c, 1, 4);
  const auto at_once = fix(c, FixKind::Evict);
  REQUIRE(at_once);
  CHECK(at_once->changes.size() == 2);
  CHECK(at_once->retry == model::Retry::AtOnce);
  CHECK(at_once->backoff_seconds == 0);

  engine::Options asked =
      options(); // the first eviction wakes the member, and Coscheduling refuses it until the back-off ends
  asked.configuration.profiles[0].coscheduling.pod_group_backoff_seconds = 20;
  const auto later = fix(c, FixKind::Evict, "train", asked);
  REQUIRE(later);
  CHECK(later->retry == model::Retry::OnGroupChange);
  CHECK(later->backoff_seconds == 20);
}

TEST_CASE("a gang's back-off continues after its controller creates the members again") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  workers(c, 1, 6);
  engine::Options asked = options();
  asked.configuration.profiles[0].coscheduling.pod_group_backoff_seconds = 20;
  const auto lowered = fix(c, FixKind::LowerRequest, "train", asked);
  REQUIRE(lowered);
  CHECK(lowered->retry == model::Retry::OnGroupChange);
  CHECK(lowered->backoff_seconds == 20);
}

TEST_CASE("the scheduler may try members that the controller creates again before all of them exist") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  workers(c, 2, 6); // the last one waits at Permit, first of its group, and activates its sibling
  const auto alone = fix(c, FixKind::LowerRequest);
  REQUIRE(alone);
  CHECK(alone->retry == model::Retry::AtOnce);

  ClusterBuilder d;
  d.node("a").has("gpu", 8);
  d.group("train").min_member(3);
  d.pod("worker-0").in("train").on("a").asks("gpu", 3);
  for (const std::string name : {"worker-1", "worker-2"}) { d.pod(name).in("train").asks("gpu", 3); }
  // Next to a bound member, the last one activates no sibling. (Permit, len(assigned) == 1)
  const auto beside = fix(d, FixKind::LowerRequest);
  REQUIRE(beside);
  CHECK(beside->retry == model::Retry::OnGroupChange);
}

TEST_CASE("a running scheduler tries groups that have failed after groups that have not") {
  ClusterBuilder c; // a new node fits failed and train, or the surplus member alone
  c.node("a").has("gpu", 8);
  c.group("failed").min_member(1);
  c.pod("failed-0").in("failed").asks("gpu", 3);
  c.group("running").min_member(1);
  c.pod("running-0").in("running").on("a").asks("gpu", 8);
  c.pod("running-1").in("running").asks("gpu", 6); // its refusal is no failure of the group
  workers(c, 1, 5);
  engine::Options asked = options();
  asked.order = engine::Order::Restart;
  const auto added = fix(c, FixKind::AddNodes, "train", asked);
  REQUIRE(added);
  CHECK(added->changes.front().count == 2);
}

TEST_CASE("a remedy holds in any order of the siblings of other groups") {
  ClusterBuilder c; // a new node fits small or large, and train only next to small
  c.node("a").has("gpu", 8);
  c.pod("busy").on("a").asks("gpu", 4);
  c.group("other").min_member(1);
  c.pod("other-0").in("other").on("a").asks("gpu", 4);
  c.pod("other-1-small").in("other").asks("gpu", 3);
  c.pod("other-2-large").in("other").asks("gpu", 6);
  workers(c, 1, 5);
  const auto added = fix(c, FixKind::AddNodes);
  REQUIRE(added);
  CHECK(added->changes.front().count == 2); // with one, train starts only if small comes before large
}

TEST_CASE("a remedy holds if others get a turn while the scheduler retries the gang forever") {
  ClusterBuilder c; // without run-1, the first to go, either train-1 or a large member fits, again and again
  c.node("a").has("gpu", 14);
  c.pod("run-0").on("a").asks("gpu", 4);
  c.pod("run-1").on("a").asks("gpu", 10);
  c.group("train").min_member(2);
  int number = 0;
  for (const int gpu : {9, 4, 8}) {
    c.pod("train-" + std::to_string(number++)).in("train").asks("gpu", gpu).priority(100).spec.never_preempts = true;
  }
  CHECK(fix(c, FixKind::Evict)->things == 2);
  c.pod("lone").asks("gpu", 8); // lower in priority, but first while the members are in back-off
  CHECK_FALSE(fix(c, FixKind::Evict));
}

TEST_CASE("retry allows for several steps before the scheduler looks at the cluster again") {
  ClusterBuilder c; // GPUs in use: 3 + 3 + 3 of 9, and 2 of 2
  c.node("a").has("gpu", 9);
  c.node("b").has("gpu", 2);
  for (const std::string name : {"run-0", "run-1", "run-2"}) { c.pod(name).on("a").asks("gpu", 3); }
  c.pod("run-3").on("b").asks("gpu", 2);
  c.group("train").min_member(2);
  int number = 0;
  for (const int gpu : {3, 0, 3, 0, 2}) { c.pod("train-" + std::to_string(number++)).in("train").asks("gpu", gpu); }
  c.group("other").min_member(2);
  for (const std::string name : {"other-0", "other-1"}) { c.pod(name).in("other").asks("gpu", 2); }
  const auto evicted = fix(c, FixKind::Evict);
  REQUIRE(evicted);
  CHECK(evicted->retry == model::Retry::OnGroupChange);
}

TEST_CASE("a remedy holds if the group comes last of its priority") {
  ClusterBuilder c; // a refused gang also comes after refused plain pods
  c.node("a").has("gpu", 4);
  c.pod("busy").on("a").asks("gpu", 4);
  c.group("train").min_member(1);
  c.pod("worker").in("train").asks("gpu", 2);
  c.pod("plain").asks("gpu", 4).at(ClusterBuilder::k_start + 100);
  CHECK_FALSE(fix(c, FixKind::Evict));
  const auto added = fix(c, FixKind::AddNodes);
  REQUIRE(added);
  CHECK(added->things == 2);
}
