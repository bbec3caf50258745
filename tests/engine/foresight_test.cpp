// SPDX-License-Identifier: Apache-2.0
// Foresight: end times of running pods, holders, wait cycles, overtakers and the culprit.
#include "engine/ask.hpp"
#include "support/catch.hpp"

#include <optional>
#include <random>

using namespace tests;
using model::Foresight;

namespace {

constexpr std::int64_t k_now = ClusterBuilder::k_start;
constexpr std::int64_t k_hour = 3600;

model::GroupReport look_ahead(const ClusterBuilder& builder, const std::string& name = "train",
                              const std::string& policy = "") {
  const model::ClusterSnapshot cluster = builder.build();
  engine::Question question;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (cluster.groups[i].name == name) { question.groups.emplace_back(i); }
  }
  question.looks_ahead = true;
  engine::Options how = options(policy);
  how.now = model::Time::from_seconds(k_now);
  return engine::answer(cluster, how, question).groups.front();
}

void members(ClusterBuilder& c, const std::string& group, int count, std::int64_t gpu) {
  for (int i = 0; i < count; ++i) { c.pod(group + "-" + std::to_string(i)).in(group).asks("gpu", gpu); }
}

// Whole seconds from now until the simulated start; -1: no start.
std::int64_t starts_in(const Foresight& foresight) {
  return foresight.starts ? foresight.starts->seconds() - k_now : -1;
}

std::vector<std::string> names(const std::vector<model::Ending>& endings) {
  std::vector<std::string> names;
  for (const model::Ending& ending : endings) { names.push_back(ending.name); }
  return names;
}
std::vector<std::string> names(const std::vector<model::QueueRef>& refs) {
  std::vector<std::string> names;
  for (const model::QueueRef& ref : refs) { names.push_back(ref.name); }
  return names;
}
using Names = std::vector<std::string>;

} // namespace

TEST_CASE("a group starts once pods with known end times have freed enough capacity") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.node("c").has("gpu", 2);
  c.pod("sooner").on("a").asks("gpu", 4).ends(k_now + k_hour);
  c.pod("later").on("b").asks("gpu", 4).ends(k_now + 2 * k_hour);
  c.pod("of-no-use").on("c").asks("gpu", 2).ends(k_now + 60);
  c.group("train").min_member(2);
  members(c, "train", 2, 4);
  const Foresight foresight = look_ahead(c).foresight;
  CHECK(starts_in(foresight) == 2 * k_hour);
  CHECK(names(foresight.endings) == Names{"sooner", "later"});
  CHECK(foresight.known_ends == 3);
  CHECK_FALSE(foresight.ending_amount);
}

// Plugins up to v0.22 and label-only ones name no events, so every event wakes their members.
TEST_CASE("a pod that ends lets the last of four workers start, with every release of the plugin") {
  for (const std::string release :
       {"lightweight", "coscheduling@v0.19.8", "coscheduling@v0.21.6", "coscheduling@v0.22.6", "coscheduling@v0.23.9",
        "coscheduling@v0.23.10", "coscheduling@v0.24.9", "coscheduling@v0.28.9", "coscheduling@v0.31.8",
        "coscheduling"}) {
    INFO(release);
    ClusterBuilder c;
    c.node("a").has("gpu", 4);
    c.pod("before").on("a").asks("gpu", 1).ends(k_now + k_hour);
    c.group("train").min_member(4);
    members(c, "train", 4, 1);
    const std::int64_t start = starts_in(look_ahead(c, "train", release).foresight);
    CHECK(start >= k_hour);
    CHECK(start <= k_hour + 60);
  }
}

// Only since Kubernetes 1.23 does a released reservation wake other pods, so the older plugins never loop by it.
TEST_CASE("a released reservation wakes the other members since v0.23") {
  for (const std::string release : {"lightweight", "coscheduling@v0.19.8", "coscheduling@v0.22.6", "coscheduling"}) {
    INFO(release);
    ClusterBuilder c;
    c.node("a").has("gpu", 3);
    c.group("train").min_member(4);
    members(c, "train", 6, 1);
    CHECK(look_ahead(c, "train", release).spins == (release == "coscheduling"));
  }
}

// A rejection by PreFilter (minResources) has no event for the end of a pod: the flush of the queue retries the group.
TEST_CASE("a group that no event wakes starts five minutes after its last failure") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("before").on("a").asks("gpu", 4).ends(k_now + k_hour);
  c.group("train").min_member(2).min_resources("gpu", "4");
  members(c, "train", 2, 2);
  const Foresight foresight = look_ahead(c).foresight;
  CHECK(starts_in(foresight) >= k_hour);
  CHECK(starts_in(foresight) <= k_hour + 300);
}

TEST_CASE("ending_amount counts the capacity that ends free on eligible nodes, and nothing elsewhere") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  c.node("b").has("gpu", 8).taint("dedicated");
  c.pod("half").on("a").asks("gpu", 3).ends(k_now + k_hour);
  c.pod("rest").on("a").asks("gpu", 5);
  c.pod("elsewhere").on("b").asks("gpu", 8).ends(k_now + k_hour);
  c.group("train").min_member(1);
  members(c, "train", 1, 8);
  const Foresight foresight = look_ahead(c).foresight;
  CHECK_FALSE(foresight.starts);
  CHECK(foresight.known_ends == 2);
  CHECK(foresight.resource == "gpu");
  CHECK(foresight.ending_amount == 3);
}

TEST_CASE("a pod that takes freed capacity blocks the group later") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.pod("first").on("a").asks("gpu", 4).ends(k_now + 60);
  c.pod("second").on("b").asks("gpu", 4).ends(k_now + k_hour);
  c.group("train").min_member(2);
  members(c, "train", 2, 4);
  c.pod("small").asks("gpu", 1); // later in the queue, and fits on a at once
  const Foresight foresight = look_ahead(c).foresight;
  CHECK(foresight.known_ends == 2);
  CHECK(foresight.ending_amount == 8);
  CHECK_FALSE(foresight.starts);
  CHECK(foresight.endings.empty());
}

TEST_CASE("an end time in the past counts as now, and a pod without an end time does not count") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("overdue").on("a").asks("gpu", 4).ends(k_now - k_hour).terminating();
  c.group("train").min_member(1);
  members(c, "train", 1, 4);
  CHECK(starts_in(look_ahead(c).foresight) == 0);

  ClusterBuilder without;
  without.node("a").has("gpu", 4);
  without.pod("stays").on("a").asks("gpu", 4);
  without.group("train").min_member(1);
  members(without, "train", 1, 4);
  const Foresight none = look_ahead(without).foresight;
  CHECK_FALSE(none.starts);
  CHECK(none.known_ends == 0);
}

TEST_CASE("two groups with half of their members bound form a deadlock, without a third that runs whole") {
  ClusterBuilder c;
  for (const std::string node : {"a", "b", "c"}) { c.node(node).has("gpu", 4); }
  c.group("train").min_member(2);
  c.group("other").min_member(2);
  c.group("whole").min_member(1);
  c.pod("train-0").in("train").asks("gpu", 4).on("a");
  c.pod("other-0").in("other").asks("gpu", 4).on("b");
  c.pod("whole-0").in("whole").asks("gpu", 4).on("c");
  c.pod("train-1").in("train").asks("gpu", 4);
  c.pod("other-1").in("other").asks("gpu", 4);
  const Foresight foresight = look_ahead(c).foresight;
  REQUIRE(foresight.holders.size() == 1);
  CHECK(foresight.holders[0].group.name == "other");
  CHECK(foresight.holders[0].running == 1);
  CHECK(foresight.holders[0].amount == 4);
  CHECK_FALSE(foresight.holders[0].until);
  CHECK(names(foresight.cycle) == Names{"train", "other"});
}

TEST_CASE("native groups form wait cycles like other groups") {
  ClusterBuilder c;
  for (const std::string node : {"a", "b"}) { c.node(node).has("gpu", 4); }
  c.group("train").native().min_member(2);
  c.group("other").native().min_member(2);
  c.pod("train-0").in("train").asks("gpu", 4).on("a");
  c.pod("other-0").in("other").asks("gpu", 4).on("b");
  c.pod("train-1").in("train").asks("gpu", 4);
  c.pod("other-1").in("other").asks("gpu", 4);
  const Foresight foresight = look_ahead(c).foresight;
  CHECK(names(foresight.cycle) == Names{"train", "other"});
  REQUIRE(foresight.holders.size() == 1);
  CHECK(foresight.holders[0].running == 1);
  CHECK_FALSE(foresight.holders[0].until); // its members run, and no end time is known
}

TEST_CASE("three groups, each of which needs the node of the next, form a wait cycle") {
  ClusterBuilder c;
  const Names groups = {"train", "blue", "green"};
  for (const std::string& group : groups) {
    c.node("of-" + group).has("gpu", 4).label("for", group);
    c.group(group).min_member(2);
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    c.pod(groups[i] + "-0").in(groups[i]).asks("gpu", 4).on("of-" + groups[i]);
    c.pod(groups[i] + "-1").in(groups[i]).asks("gpu", 4).selects("for", groups[(i + 1) % groups.size()]);
  }
  CHECK(names(look_ahead(c).foresight.cycle) == groups);
  CHECK(names(look_ahead(c, "green").foresight.cycle) == Names{"green", "train", "blue"});
}

TEST_CASE("a group without a bound member holds nothing, and is in no cycle") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.group("holder").min_member(2);
  c.pod("holder-0").in("holder").asks("gpu", 4).on("a");
  c.pod("holder-1").in("holder").asks("gpu", 4);
  c.group("train").min_member(1);
  members(c, "train", 1, 4);
  const Foresight foresight = look_ahead(c).foresight;
  REQUIRE(foresight.holders.size() == 1);
  CHECK(foresight.cycle.empty());
}

TEST_CASE("a group that waits at Permit in vain delays the start of the next group") {
  ClusterBuilder c;
  for (const std::string node : {"a", "b", "c"}) { c.node(node).has("gpu", 4); }
  c.group("too-big").min_member(4);
  members(c, "too-big", 4, 4);
  c.group("train").min_member(2);
  members(c, "train", 2, 4);
  const model::GroupReport report = look_ahead(c, "train", "lightweight");
  CHECK(report.verdict == model::GroupVerdict::Fits);
  CHECK(starts_in(report.foresight) >= 10);
  REQUIRE(report.foresight.holders.size() == 1);
  CHECK(report.foresight.holders[0].group.name == "too-big");
  CHECK(report.foresight.holders[0].waiting == 3);
  CHECK(report.foresight.holders[0].until);
}

TEST_CASE("it delays a pod without a group just as much, and not a pod that fits beside it") {
  ClusterBuilder c;
  for (const std::string node : {"a", "b", "c"}) { c.node(node).has("gpu", 4).has("cpu", 64'000); }
  c.group("too-big").min_member(4);
  members(c, "too-big", 4, 4);
  c.pod("single").asks("gpu", 4);
  c.pod("beside").asks("cpu", 1000);
  const model::Report report = explain(c.build(), options("lightweight"));
  const auto& foresight = pod(report, "single").foresight;
  REQUIRE(foresight != nullptr);
  CHECK(starts_in(*foresight) >= 10);
  REQUIRE(foresight->holders.size() == 1);
  CHECK(foresight->holders[0].group.name == "too-big");
  CHECK(foresight->holders[0].waiting == 3);
  CHECK(pod(report, "beside").foresight == nullptr);
}

TEST_CASE("overtakers are younger running pods that use the resource, unless they have a higher priority") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8).has("cpu", 64'000);
  c.pod("before").on("a").asks("gpu", 1);
  c.group("train").min_member(1);
  members(c, "train", 1, 4);
  c.pod("after").on("a").asks("gpu", 3);
  c.pod("after-too").on("a").asks("gpu", 2);
  c.pod("urgent").on("a").asks("gpu", 1).priority(10);
  c.pod("small").on("a").asks("cpu", 100);
  const Foresight foresight = look_ahead(c).foresight;
  CHECK(foresight.resource == "gpu");
  CHECK(foresight.overtakers == 2);
  CHECK(foresight.overtaken_amount == 5);
}

TEST_CASE("culprit is the member that fails and victims are the siblings rejected with it") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.group("train").min_member(2);
  c.pod("fits").in("train").asks("gpu", 4);
  c.pod("is-left").in("train").asks("gpu", 8);
  const Foresight foresight = look_ahead(c).foresight;
  CHECK(foresight.culprit == "is-left");
  CHECK(foresight.victims == Names{"fits"});
}

// Recorded with kube-scheduler 1.34.2 and Coscheduling 0.34.7: in three of three runs the small group started.
TEST_CASE("a group that the scheduler retries forever leaves turns to those behind it") {
  ClusterBuilder c;
  for (const char* const node : {"a", "b"}) { c.node(node).has("gpu", 8).has("cpu", 8000); }
  c.group("retried").min_member(40); // so many that one member is always ready
  for (int i = 0; i < 40; ++i) { c.pod("retried-" + std::to_string(i)).in("retried").asks("gpu", 1).priority(10); }
  c.group("train").min_member(2);
  for (int i = 0; i < 2; ++i) { c.pod("train-" + std::to_string(i)).in("train").asks("cpu", 1000).priority(5); }
  CHECK(look_ahead(c).verdict == model::GroupVerdict::Fits);
}

// Recorded as well: node of 3 cpu, a gang of six with minMember 4 and priority, and behind it a pod, or a gang of two.
TEST_CASE("pods behind a retry loop start when the loop holds no node") {
  const auto behind = [](int min_member, int pods) {
    ClusterBuilder c;
    c.node("a").has("cpu", 3000);
    c.group("retried").min_member(4);
    for (int i = 0; i < 6; ++i) {
      auto& pod = c.pod("retried-" + std::to_string(i)).in("retried").asks("cpu", 1000).priority(10);
      pod.spec.never_preempts = true;
    }
    c.group("train").min_member(min_member);
    for (int i = 0; i < pods; ++i) { c.pod("train-" + std::to_string(i)).in("train").asks("cpu", 1000); }
    return look_ahead(c).verdict;
  };
  CHECK(behind(1, 1) == model::GroupVerdict::Fits);
  CHECK(behind(2, 2) == model::GroupVerdict::Fits);
  CHECK(behind(4, 4) == model::GroupVerdict::DoesNotFit);
}

TEST_CASE("the predicted start is the first time at which the group fits without the pods that have ended") {
  int told = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    const auto upto = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    struct Running {
      int node, gpu;
      std::int64_t ends;
    };
    const int nodes = 1 + upto(3), count = 1 + upto(3), gpu = 1 + upto(4);
    std::vector<Running> running;
    for (int node = 0; node < nodes; ++node) {
      for (int free = 4; free > 0;) {
        const int taken = 1 + upto(free);
        free -= taken;
        running.push_back({node, taken, upto(4) == 0 ? 0 : k_now + 100 * (1 + upto(5))});
      }
    }
    const auto at = [&](std::int64_t time) { // the cluster at that time
      ClusterBuilder c;
      for (int node = 0; node < nodes; ++node) { c.node("node-" + std::to_string(node)).has("gpu", 4); }
      for (std::size_t i = 0; i < running.size(); ++i) {
        const Running& pod = running[i];
        if (pod.ends != 0 && pod.ends <= time) { continue; }
        auto& row = c.pod("run-" + std::to_string(i)).on("node-" + std::to_string(pod.node)).asks("gpu", pod.gpu);
        if (pod.ends != 0) { row.ends(pod.ends); }
      }
      auto& group = c.group("train").min_member(count);
      if (seed % 3 == 0) { group.native(); } // the scheduler tries the whole group in one cycle
      members(c, "train", count, gpu);
      return c;
    };
    std::int64_t expected = -1;
    for (std::int64_t time = 0; time <= 500 && expected < 0; time += 100) {
      if (look_ahead(at(k_now + time)).verdict == model::GroupVerdict::Fits) { expected = time; }
    }
    INFO("seed " << seed);
    CHECK(starts_in(look_ahead(at(k_now)).foresight) == expected);
    told += expected > 0 ? 1 : 0;
  }
  CHECK(told > 50);
}

TEST_CASE("pod-by-pod preemption evicts more pods than the gang as a whole needs") {
  // For each member alone, the best victim is the pod that has run the shortest time. Evicting one older pod makes all
  // members fit together.
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  c.node("c").has("gpu", 8);
  c.pod("big").on("c").asks("gpu", 8).priority(1);
  c.pod("low-a").on("a").asks("gpu", 4).priority(1);
  c.pod("low-b").on("b").asks("gpu", 4).priority(1);
  c.group("train").min_member(2);
  for (const std::string name : {"train-0", "train-1"}) { c.pod(name).in("train").asks("gpu", 4).priority(10); }
  const model::GroupReport report = look_ahead(c);
  REQUIRE(report.foresight.preemption);
  CHECK(report.foresight.preemption->starts == (report.verdict == model::GroupVerdict::Fits));
  CHECK(report.foresight.preemption->pod_by_pod.size() == 2);
  CHECK(report.foresight.preemption->as_a_whole == Names{"default/big"});
  CHECK(report.foresight.preemption->minimal);
}

TEST_CASE("foresight has no preemption to compare without victims") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.pod("equal").on("a").asks("gpu", 4).priority(10);
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("gpu", 4).priority(10);
  CHECK_FALSE(look_ahead(c).foresight.preemption);
}
