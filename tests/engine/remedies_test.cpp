// SPDX-License-Identifier: Apache-2.0
// Remedies for hand-made clusters, one kind per test.
#include "engine/ask.hpp"
#include "support/catch.hpp"

#include <optional>

using namespace tests;
using model::Fix;
using model::FixKind;

namespace {

std::optional<Fix> fix(const ClusterBuilder& builder, FixKind kind, const std::string& name = "train",
                       const engine::Options& asked = options()) {
  const model::ClusterSnapshot cluster = builder.build();
  engine::Question question;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (cluster.groups[i].name == name) { question.groups.push_back(static_cast<int>(i)); }
  }
  question.remedies = {1, {kind}};
  const std::vector<Fix> fixes = engine::answer(cluster, asked, question).groups.front().fixes;
  return fixes.empty() ? std::nullopt : std::optional(fixes.front());
}

std::vector<std::string> names(const Fix& fix) {
  std::vector<std::string> names;
  for (const model::Change& change : fix.changes) { names.push_back(change.name); }
  return names;
}
using Names = std::vector<std::string>;

void workers(ClusterBuilder& c, int count, std::int64_t gpu, std::int32_t priority = 0) {
  c.group("train").min_member(count);
  for (int i = 0; i < count; ++i) {
    c.pod("worker-" + std::to_string(i)).in("train").asks("gpu", gpu).priority(priority);
  }
}

// Three members of 4 GPUs; 6, 2, 2 and 2 are free.
ClusterBuilder fragmented() {
  ClusterBuilder c;
  for (const std::string name : {"gpu-a", "gpu-b", "gpu-c", "gpu-d"}) { c.node(name).has("gpu", 8); }
  c.pod("a-0").on("gpu-a").asks("gpu", 2);
  c.pod("b-0").on("gpu-b").asks("gpu", 4);
  c.pod("b-1").on("gpu-b").asks("gpu", 2);
  c.pod("c-0").on("gpu-c").asks("gpu", 4);
  c.pod("c-1").on("gpu-c").asks("gpu", 2);
  c.pod("d-0").on("gpu-d").asks("gpu", 6);
  workers(c, 3, 4);
  return c;
}

} // namespace

TEST_CASE("Move moves pods out of the way, to nodes where they fit") {
  const auto moved = fix(fragmented(), FixKind::Move);
  REQUIRE(moved);
  CHECK(moved->minimal);
  REQUIRE(moved->changes.size() == 2); // a move lets at most one more member fit, and two are missing
}

TEST_CASE("Evict names as few pods as possible, and of those the youngest") {
  const auto large = fix(fragmented(), FixKind::Evict);
  REQUIRE(large);
  CHECK(large->minimal);
  CHECK(names(*large) == Names{"d-0"}); // gpu-d then fits two of the three

  ClusterBuilder c;
  for (const std::string name : {"a", "b"}) { c.node(name).has("gpu", 4); }
  c.pod("old").on("a").asks("gpu", 4);
  c.pod("young").on("b").asks("gpu", 4);
  workers(c, 1, 4);
  const auto young = fix(c, FixKind::Evict);
  REQUIRE(young);
  CHECK(names(*young) == Names{"young"});
}

TEST_CASE("Evict keeps pods of higher priority, and names pods of lower priority first") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.node("d").has("gpu", 4);
  c.pod("low-0").on("a").asks("gpu", 2).priority(1);
  c.pod("low-1").on("a").asks("gpu", 2).priority(1);
  c.pod("same").on("b").asks("gpu", 4).priority(5);
  c.pod("high").on("d").asks("gpu", 4).priority(9);
  workers(c, 2, 4, 5);
  c.group("small").min_member(1);
  c.pod("one").in("small").asks("gpu", 4).priority(5);
  const auto both = fix(c, FixKind::Evict);
  REQUIRE(both);
  CHECK(both->things >= 1);
  for (const std::string& name : names(*both)) { CHECK(name != "high"); }
}

TEST_CASE("Evict takes a gang that would lose its quorum as a whole") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.group("batch").min_member(2);
  c.pod("batch-0").in("batch").on("a").asks("gpu", 4);
  c.pod("batch-1").in("batch").on("b").asks("gpu", 4);
  workers(c, 1, 4);
  const auto evicted = fix(c, FixKind::Evict);
  REQUIRE(evicted);
  CHECK(names(*evicted) == Names{"batch-0", "batch-1"});
  for (const model::Change& change : evicted->changes) { CHECK(change.group == "default/batch"); }
}

TEST_CASE("Evict takes one member from a gang with surplus members") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.group("batch").min_member(1);
  c.pod("batch-0").in("batch").on("a").asks("gpu", 4);
  c.pod("batch-1").in("batch").on("b").asks("gpu", 4);
  workers(c, 1, 4);
  const auto evicted = fix(c, FixKind::Evict);
  REQUIRE(evicted);
  CHECK(evicted->things == 1);
  CHECK(evicted->changes.front().group.empty());
  REQUIRE(evicted->shrunk.size() == 1);
  CHECK(evicted->shrunk[0].name == "default/batch");
  CHECK(evicted->shrunk[0].keeps == 1);
  CHECK(evicted->shrunk[0].needs == 1);
}

TEST_CASE("Evict respects budgets, and keeps pods of a DaemonSet and mirrors of static pods") {
  ClusterBuilder c;
  for (const std::string name : {"a", "b", "d"}) { c.node(name).has("gpu", 4); }
  c.budget("app", "web", 0);
  c.pod("web").on("a").asks("gpu", 4).label("app", "web");
  c.pod("agent").on("b").asks("gpu", 4).owned_by("DaemonSet", "agent");
  c.pod("static").on("d").asks("gpu", 4).owned_by("Node", "d");
  workers(c, 1, 4);
  CHECK_FALSE(fix(c, FixKind::Evict));
  c.pod("free").on("a").asks("gpu", 0);
  CHECK_FALSE(fix(c, FixKind::Evict));
}

TEST_CASE("AddNodes: each new node has its own hostname, so it separates members with anti-affinity") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  c.group("train").min_member(3);
  for (const char* const name : {"m-0", "m-1", "m-2"}) {
    auto& member = c.pod(name).in("train").label("app", "train").asks("gpu", 1);
    model::PodAffinityTerm& term = member.spec.required_anti_affinity.emplace_back();
    term.selector = model::Selector{{"app", model::SelectorOperator::In, {"train"}}};
    term.namespaces = {"default"};
    term.topology_key = "kubernetes.io/hostname";
  }
  const auto added = fix(c, FixKind::AddNodes);
  REQUIRE(added);
  CHECK(added->things == 2);
}

TEST_CASE("AddNodes adds the fewest nodes, and of those that suffice the smallest") {
  ClusterBuilder c;
  c.node("large").has("gpu", 16);
  c.node("small").has("gpu", 8);
  c.pod("x").on("large").asks("gpu", 16);
  c.pod("y").on("small").asks("gpu", 8);
  workers(c, 2, 4);
  const auto one = fix(c, FixKind::AddNodes);
  REQUIRE(one);
  CHECK(names(*one) == Names{"small"});
  CHECK(one->changes.front().count == 1);
  CHECK(one->resource == "gpu");
  CHECK(one->to == 8);

  ClusterBuilder d;
  d.node("large").has("gpu", 16);
  d.node("small").has("gpu", 8);
  d.pod("x").on("large").asks("gpu", 16);
  d.pod("y").on("small").asks("gpu", 8);
  workers(d, 2, 8);
  const auto larger = fix(d, FixKind::AddNodes);
  REQUIRE(larger);
  CHECK(names(*larger) == Names{"large"});
}

TEST_CASE("LowerMinMember reports the largest quorum that starts") {
  const auto lower = fix(fragmented(), FixKind::LowerMinMember);
  REQUIRE(lower);
  CHECK(lower->changes.front().from == "3");
  CHECK(lower->changes.front().to == "1");
  CHECK(lower->things == 2);
}

TEST_CASE("LowerRequest reports the largest request that starts") {
  const auto lower = fix(fragmented(), FixKind::LowerRequest);
  REQUIRE(lower);
  CHECK(lower->from == 4);
  CHECK(lower->to == 2); // with 3, two members fit, both on gpu-a
}

TEST_CASE("ChangeOrder reports the lowest priority that helps, and the losers") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.group("first").min_member(1);
  c.pod("first-0").in("first").asks("gpu", 4).priority(7);
  workers(c, 1, 4, 3);
  const auto order = fix(c, FixKind::ChangeOrder);
  REQUIRE(order);
  CHECK(order->changes.front().from == "3");
  CHECK(order->changes.front().to == "8");
  CHECK(order->losers == Names{"default/first-0"});     // bound by then, so the group preempts it
  CHECK_FALSE(fix(fragmented(), FixKind::ChangeOrder)); // train does not fit even alone
}

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

TEST_CASE("a job that needs all its pods ends as a whole, and its quorum is not lowered") {
  ClusterBuilder c;
  for (const std::string name : {"a", "b"}) { c.node(name).has("gpu", 4); }
  c.pod("run-0").on("a").asks("gpu", 4).owned_by("MPIJob", "run");
  c.pod("run-1").on("b").asks("gpu", 4).owned_by("MPIJob", "run");
  workers(c, 1, 4);
  for (const FixKind kind : {FixKind::WaitFor, FixKind::Evict}) {
    const auto ended = fix(c, kind);
    REQUIRE(ended);
    CHECK(names(*ended) == Names{"run-0", "run-1"});
  }
  SECTION("nobody waits for pods that wait for the rest of their job") {
    c.pod("run-2").asks("gpu", 4).owned_by("MPIJob", "run");
    CHECK(!fix(c, FixKind::WaitFor));
  }
  SECTION("a smaller quorum is of no use") {
    ClusterBuilder d;
    d.node("a").has("gpu", 4);
    d.group("train").min_member(2);
    for (const char* const name : {"w-0", "w-1"}) {
      d.pod(name).in("train").asks("gpu", 4).owned_by("PyTorchJob", "train");
    }
    CHECK(!fix(d, FixKind::LowerMinMember));
  }
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
    CHECK(fix(cluster("dedicated", false), kind)); // the only nodes
    CHECK(fix(cluster("maintenance", true), kind));
  }
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("agent", "gpu-operator").on("a").asks("gpu", 4);
  workers(c, 1, 4);
  CHECK(!fix(c, FixKind::Evict));
}

TEST_CASE("Uncordon, RemoveTaint and RelaxConstraint name the one change that decides") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4).cordoned();
  c.node("b").has("gpu", 2).cordoned();
  workers(c, 1, 4);
  const auto uncordoned = fix(c, FixKind::Uncordon);
  REQUIRE(uncordoned);
  CHECK(names(*uncordoned) == Names{"a"});

  ClusterBuilder d;
  d.node("a").has("gpu", 4).taint("dedicated", model::TaintEffect::NoSchedule, "infra");
  d.node("b").has("gpu", 4).taint("dedicated", model::TaintEffect::NoSchedule, "infra");
  workers(d, 1, 4);
  const auto bared = fix(d, FixKind::RemoveTaint);
  REQUIRE(bared);
  CHECK(names(*bared) == Names{"a"});
  CHECK(bared->changes.front().from == "dedicated=infra:NoSchedule");
  const auto tolerated = fix(d, FixKind::RelaxConstraint);
  REQUIRE(tolerated);
  CHECK(tolerated->changes.front().field == "spec.tolerations");

  ClusterBuilder e;
  e.node("a").has("gpu", 4);
  e.group("train").min_member(1);
  e.pod("worker-0").in("train").asks("gpu", 4).selects("disk", "ssd");
  const auto relaxed = fix(e, FixKind::RelaxConstraint);
  REQUIRE(relaxed);
  CHECK(relaxed->changes.front().from == "disk=ssd");
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
  question.groups = {0};
  question.remedies = {2, {}};
  const std::vector<Fix> fixes = engine::answer(cluster, options(), question).groups.front().fixes;
  REQUIRE(fixes.size() == 2);
  CHECK(fixes[0].cost <= fixes[1].cost);
}

// The parameter server comes first and takes the large node, which only the worker needs.
ClusterBuilder pair(bool is_what_if = false) {
  ClusterBuilder c;
  c.node("large").has("gpu", 4).added = is_what_if;
  c.node("small").has("gpu", 2);
  c.group("train").native().min_member(2); // one cycle, always in the same order
  c.pod("ps").in("train").asks("gpu", 2).priority(10);
  c.pod("worker").in("train").asks("gpu", 4);
  return c;
}

TEST_CASE("ChangeOrder puts a member before siblings that take its node") {
  const auto order = fix(pair(), FixKind::ChangeOrder);
  REQUIRE(order);
  CHECK(order->things == 1);
  REQUIRE(order->changes.size() == 1);
  CHECK(order->changes[0].kind == "Pod");
  CHECK(order->changes[0].name == "worker");
  CHECK(order->changes[0].field == "spec.priority");
  CHECK(order->changes[0].from == "0");
  CHECK(order->changes[0].to == "11");
}

TEST_CASE("of three roles ChangeOrder puts two before the third, one after the other") {
  ClusterBuilder c;
  c.node("a").has("gpu", 6);
  c.node("b").has("gpu", 5);
  c.node("c").has("gpu", 2);
  c.group("train").min_member(4);
  c.pod("tiny").in("train").asks("gpu", 1).priority(20);
  c.pod("ps").in("train").asks("gpu", 2).priority(10);
  c.pod("chief").in("train").asks("gpu", 5);
  c.pod("worker").in("train").asks("gpu", 4);
  const auto order = fix(c, FixKind::ChangeOrder);
  REQUIRE(order);
  CHECK(order->minimal);
  CHECK(std::ssize(order->changes) == order->things);
}

TEST_CASE("AvoidNodes keeps a role off the node that only its siblings need") {
  const auto avoid = fix(pair(), FixKind::AvoidNodes);
  REQUIRE(avoid);
  CHECK(avoid->things == 1);
  CHECK(avoid->minimal);
  REQUIRE(avoid->changes.size() == 1);
  CHECK(avoid->changes[0].name == "ps");
  CHECK(avoid->changes[0].field == "spec.affinity.nodeAffinity");
  CHECK(avoid->changes[0].to == "metadata.name NotIn (large)");
  CHECK_FALSE(fix(pair(true), FixKind::AvoidNodes)); // no manifest can name a node of --add-nodes
}

TEST_CASE("ChangeOrder and AvoidNodes offer nothing if no placement exists") {
  CHECK_FALSE(fix(fragmented(), FixKind::ChangeOrder));
  CHECK_FALSE(fix(fragmented(), FixKind::AvoidNodes));
}

TEST_CASE("AddNodes counts the ports of DaemonSet pods on the new node") {
  const auto added = [](int port) {
    ClusterBuilder c;
    c.node("a").has("gpu", 4);
    c.pod("daemon").on("a").asks("gpu", 0).port(80).owned_by("DaemonSet", "daemon");
    c.pod("busy").on("a").asks("gpu", 4);
    c.group("train").min_member(1);
    c.pod("worker").in("train").asks("gpu", 4).port(port);
    return fix(c, FixKind::AddNodes);
  };
  CHECK_FALSE(added(80));
  CHECK(added(81));
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

TEST_CASE("ChangeOrder offers nothing if the group does not fit even after preempting all others") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  c.group("batch").min_member(2);
  c.pod("batch-0").in("batch").on("a").asks("gpu", 4).priority(5);
  c.pod("batch-1").in("batch").on("a").asks("gpu", 4).priority(5);
  workers(c, 1, 4, 5);
  c.pod("other").asks("gpu", 4).priority(5);
  CHECK_FALSE(fix(c, FixKind::ChangeOrder));
}

TEST_CASE("ChangeOrder reports what a preempted group keeps and needs") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  workers(c, 1, 8, 5);
  c.group("first").min_member(2);
  c.pod("first-0").in("first").asks("gpu", 2).priority(7);
  c.pod("first-1").in("first").asks("gpu", 2).priority(7);
  const auto order = fix(c, FixKind::ChangeOrder);
  REQUIRE(order);
  REQUIRE(order->shrunk.size() == 1);
  CHECK(order->shrunk[0].name == "default/first");
  CHECK(order->shrunk[0].keeps == 0);
  CHECK(order->shrunk[0].needs == 2);
}

// In name order, a and its copy meet minResources before z takes 2 cpu away. A scheduler that has known z for longer
// counts z first: 7 + 2 - 8.
TEST_CASE("AddNodes meets minResources in any order of over-committed nodes") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000);
  c.node("z").has("cpu", 1000);
  c.pod("over").on("z").asks("cpu", 3000);
  c.group("train").min_member(2).min_resources("cpu", "7");
  for (const std::string name : {"w-0", "w-1"}) { c.pod(name).in("train").asks("cpu", 1000); }
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

TEST_CASE("LowerMinMember counts the capacity that preemption frees") {
  ClusterBuilder c; // 100 members, and preemption frees capacity for 40
  c.node("a").has("gpu", 40).has("pods", 200);
  for (int i = 0; i < 40; ++i) { c.pod("low-" + std::to_string(i)).on("a").asks("gpu", 1); }
  workers(c, 100, 1, 10);
  const auto fewer = fix(c, FixKind::LowerMinMember);
  REQUIRE(fewer);
  CHECK(fewer->minimal);
  CHECK(fewer->changes.front().to == "40");
}

TEST_CASE("AddNodes counts the capacity that preemption frees") {
  ClusterBuilder c; // 60 members, of which 20 fit after they preempt the running pods
  c.node("a").has("gpu", 20).has("pods", 200);
  for (int i = 0; i < 20; ++i) { c.pod("low-" + std::to_string(i)).on("a").asks("gpu", 1); }
  c.node("b").has("gpu", 1).taint("off");
  workers(c, 60, 1, 10);
  const auto added = fix(c, FixKind::AddNodes);
  REQUIRE(added);
  CHECK(added->minimal);
  CHECK(names(*added) == Names{"a"});
  CHECK(added->things == 2);
}

TEST_CASE("Evict offers nothing that needs victims of preemption to end at once") {
  ClusterBuilder c;
  c.node("n1").has("gpu", 4);
  c.node("n2").has("gpu", 4).label("disk", "ssd");
  c.node("n3").has("gpu", 1);
  c.pod("victim").on("n1").asks("gpu", 4);
  c.pod("equal").on("n2").asks("gpu", 4).priority(10);
  // PreFilter refuses the group while fewer than 5 GPUs are free, so it does not preempt at rest.
  c.group("train").min_member(2).min_resources("gpu", "5").timeout(10);
  for (const std::string name : {"worker-0", "worker-1"}) { c.pod(name).in("train").asks("gpu", 4).priority(10); }
  c.pod("later").asks("gpu", 4).priority(10).selects("disk", "ssd").at(ClusterBuilder::k_start + 100);
  // Without `equal`, worker-0 reserves n2 for 10 s and worker-1 preempts `victim`, which takes 30 s to end. Meanwhile
  // `later` binds to n2.
  CHECK_FALSE(fix(c, FixKind::Evict));
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
