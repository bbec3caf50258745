// SPDX-License-Identifier: Apache-2.0
// The scheduling queue: order, heaps, back-off, events, and the order of a whole run.
#include "engine/ask.hpp"
#include "engine/kube_scheduler/scheduling_queue.hpp"
#include "engine/run/experiment.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

using namespace tests;
using engine::ClusterEvent;
using engine::Place;
using engine::SchedulingQueue;

namespace {

const model::PodSpec k_spec;
const model::Labels k_no_labels;
const model::ClusterSnapshot k_nothing;
const engine::NodeTable k_no_nodes(k_nothing);
const model::SchedulerProfile k_profile;
const model::Pod k_pod = [] {
  model::Pod pod;
  pod.spec = &k_spec;
  pod.labels = &k_no_labels;
  return pod;
}();
const engine::UnschedulablePlugins k_rejected_by_coscheduling = engine::unschedulable_plugin("Coscheduling");
const engine::UnschedulablePlugins k_by_resources = engine::unschedulable_plugin("NodeResourcesFit");

// Queue policy that orders pods by their keys.
struct Fixture final : engine::QueuePolicy {
  explicit Fixture(std::vector<int> pod_keys, engine::SchedulerVersion of = {})
      : keys(std::move(pod_keys)), version(of),
        queue(engine::PagedColumn<std::int32_t>(keys.size(), 0), 1, *this, {}, of) {}

  bool less(model::PodIndex a, model::PodIndex b) const override {
    return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
  }
  bool is_worth_requeuing(const ClusterEvent& event, engine::UnschedulablePlugins rejectors,
                          model::PodIndex) const override {
    return engine::is_worth_requeuing(event, rejectors, k_pod, k_profile, k_no_nodes, version);
  }
  engine::UnschedulablePlugins heard_by(const ClusterEvent&) const override { return engine::k_all_plugins; }
  bool keeps_out(model::PodIndex) const override { return false; }

  std::vector<int> pop_all(model::Time now = {}) {
    std::vector<int> order;
    while (const auto pod = queue.pop(now)) { order.push_back(*pod); }
    return order;
  }

  std::vector<int> keys;
  engine::SchedulerVersion version;
  SchedulingQueue queue;
};

const model::Time k_now = model::Time::from_seconds(1000);

} // namespace

TEST_CASE("activeQ pops pods in order") {
  Fixture f({5, 1, 4, 2, 3});
  for (model::PodIndex pod(0); pod < 5; ++pod) { f.queue.add(pod); }
  CHECK(f.pop_all() == std::vector<int>{1, 3, 4, 2, 0});
}

TEST_CASE("activeQ does not sort its heap anew when a key changes") {
  // container/heap keeps 1,2,3,4, pushed in order, in that layout. When the key of the root's child becomes the
  // largest, nothing moves until the next pop.
  Fixture f({1, 2, 3, 4});
  for (model::PodIndex pod(0); pod < 4; ++pod) { f.queue.add(pod); }
  f.keys[1] = 9;
  // Pop 0: the last pod (3) moves to the root. Its children are 1 (key 9) and 2 (key 3), so 2 rises.
  CHECK(f.pop_all() == std::vector<int>{0, 2, 3, 1});
}

TEST_CASE("a refused pod stays unschedulable until an event that its plugin waits for") {
  Fixture f({1, 2});
  f.queue.add(0_pod);
  f.queue.add(1_pod);
  f.queue.pop(k_now);
  f.queue.put_back(0_pod, k_by_resources, k_now);
  CHECK(f.queue.place(0_pod) == Place::Unschedulable);
  f.queue.move_to_active_or_backoff({ClusterEvent::Kind::PodBound, &k_pod}, k_now);
  CHECK(f.queue.place(0_pod) == Place::Unschedulable);
  f.queue.move_to_active_or_backoff({ClusterEvent::Kind::PodDeleted, &k_pod}, k_now);
  CHECK(f.queue.place(0_pod) == Place::Backoff);
}

TEST_CASE("binding a pod wakes pods that Coscheduling refused, from 1.32 on") {
  for (const int minor : {31, 32}) {
    Fixture f({1}, {minor, 0});
    f.queue.add(0_pod);
    f.queue.pop(k_now);
    f.queue.put_back(0_pod, k_rejected_by_coscheduling, k_now);
    f.queue.move_to_active_or_backoff({ClusterEvent::Kind::PodDeleted, &k_pod}, k_now);
    CHECK(f.queue.place(0_pod) == Place::Unschedulable);
    f.queue.move_to_active_or_backoff({ClusterEvent::Kind::PodBound, &k_pod}, k_now);
    CHECK((f.queue.place(0_pod) == Place::Backoff) == (minor == 32));
  }
}

TEST_CASE("an event during a pod's attempt counts when the pod returns to the queue") {
  Fixture f({1});
  f.queue.add(0_pod);
  f.queue.pop(k_now);
  f.queue.move_to_active_or_backoff({ClusterEvent::Kind::PodDeleted, &k_pod}, k_now);
  f.queue.put_back(0_pod, k_by_resources, k_now);
  CHECK(f.queue.place(0_pod) == Place::Backoff);
}

TEST_CASE("an idle scheduler pops pods from backoffQ early, from 1.33 on") {
  for (const int minor : {32, 33}) {
    Fixture f({1}, {minor, 0});
    f.queue.add(0_pod);
    f.queue.pop(k_now);
    f.queue.move_to_active_or_backoff({ClusterEvent::Kind::PodDeleted, &k_pod}, k_now);
    f.queue.put_back(0_pod, k_by_resources, k_now);
    CHECK(f.queue.pop(k_now).has_value() == (minor == 33));
    if (minor == 32) {
      REQUIRE(f.queue.next_backoff_end());
      CHECK(f.queue.next_backoff_end()->seconds() == 1002); // 1 s, aligned to whole seconds
      CHECK(f.queue.pop(*f.queue.next_backoff_end()).has_value());
    }
  }
}

TEST_CASE("activation moves a pod whatever its back-off, and leaves gated pods") {
  Fixture f({1, 2});
  f.queue.add(0_pod);
  f.queue.add_gated(1_pod);
  f.queue.pop(k_now);
  f.queue.put_back(0_pod, k_rejected_by_coscheduling, k_now);
  f.queue.activate(0_pod);
  f.queue.activate(1_pod);
  CHECK(f.queue.place(0_pod) == Place::Active);
  CHECK(f.queue.place(1_pod) == Place::Gated);
}

TEST_CASE("order: priority, then the group's creation, then the pods' names") {
  ClusterBuilder c;
  c.node("a");
  const auto at = ClusterBuilder::k_start;
  c.group("late").min_member(1).at(at + 50);
  c.group("early").min_member(1).at(at + 10);
  c.pod("z").in("early").at(at + 90);
  c.pod("y").in("late").at(at + 60);
  c.pod("plain").at(at + 20);
  c.pod("urgent").priority(100).at(at + 99);
  const auto run = queue(c.build());
  std::vector<std::string> order;
  for (const auto& entry : run.queue) { order.push_back(entry.what.name); }
  CHECK(order == std::vector<std::string>{"urgent", "early", "plain", "late"});
  CHECK(run.queue[1].position == 2);
  CHECK(run.queue[1].timestamp_source == "creation");
}

TEST_CASE("a reversed run swaps pods of equal priority, except siblings and the last group") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  const auto at = ClusterBuilder::k_start;
  c.group("late").min_member(2).at(at + 50);
  c.group("early").min_member(1).at(at + 10);
  c.group("last").min_member(1).at(at + 5);
  c.pod("late-0").in("late");
  c.pod("late-1").in("late");
  c.pod("early-0").in("early");
  c.pod("last-0").in("last");
  c.pod("plain").at(at + 20);
  c.pod("urgent").priority(100).at(at + 99);
  const model::ClusterSnapshot cluster = c.build();
  const engine::Options asked = options();
  const engine::Experiment experiment(cluster, asked);
  engine::SimulationSetup setup;
  setup.pending = experiment.pending;
  setup.reversed = true;
  setup.last = 1_group;
  REQUIRE(cluster.groups[1].name == "last");
  std::vector<std::string_view> order;
  for (const model::PodIndex pod : experiment.run(setup).initial_order) {
    order.push_back(cluster.pods[static_cast<std::size_t>(pod)].name);
  }
  CHECK(order == std::vector<std::string_view>{"urgent", "late-0", "late-1", "plain", "early-0", "last-0"});
}

TEST_CASE("a run until a group starts ends there, unless a pending pod could evict a member") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000).has("pods", 10);
  c.group("first").min_member(2).at(ClusterBuilder::k_start);
  c.pod("first-0").in("first").asks("cpu", 500);
  c.pod("first-1").in("first").asks("cpu", 500);
  c.pod("later").asks("cpu", 500).at(ClusterBuilder::k_start + 10);
  const auto outcome_of_later = [](const model::ClusterSnapshot& cluster) {
    const engine::Options asked = options();
    const engine::Experiment experiment(cluster, asked);
    engine::SimulationSetup setup;
    setup.pending = experiment.pending;
    setup.until_start = 0_group;
    const engine::Timeline run = experiment.run(setup);
    REQUIRE(run.groups[0].bound == 2);
    const auto later = std::ranges::find(cluster.pods, "later", &model::Pod::name);
    return run.pods[static_cast<std::size_t>(later - cluster.pods.begin())].outcome;
  };
  CHECK(outcome_of_later(c.build()) == model::Outcome::NotAttempted);
  c.pod("urgent").priority(100).asks("cpu", 4000); // fits nowhere, so it may preempt at any later time
  CHECK(outcome_of_later(c.build()) == model::Outcome::Bound);
}

TEST_CASE("within one second a new group comes first, then plain pods, then a group that failed in that second") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  const auto at = ClusterBuilder::k_start;
  c.group("z-new").min_member(1).at(at);
  c.pod("z").in("z-new").asks("cpu", 2000).at(at);
  c.group("a-failed").min_member(1).at(at);
  c.pod("a").in("a-failed").asks("cpu", 2000).at(at).status.last_group_failure = model::Time::from_seconds(at);
  c.pod("m-plain").at(at);
  auto asked = options();
  asked.order = engine::Order::Events;
  std::vector<std::string> order;
  for (const auto& entry : queue(c.build(), asked).queue) { order.push_back(entry.what.name); }
  CHECK(order == std::vector<std::string>{"z-new", "m-plain", "a-failed"});
}

TEST_CASE("at equal times the bytes of namespace/name as one string decide") {
  ClusterBuilder c;
  c.node("a");
  c.pod("x", "ns").at(5);
  c.pod("x", "ns-a").at(5);
  const auto run = queue(c.build());
  CHECK(run.queue[0].what.namespace_name == "ns-a"); // '-' is less than '/'
}

TEST_CASE("after a restart plain pods come after all gangs of their priority, in list order") {
  ClusterBuilder c;
  c.node("a");
  c.pod("b-plain").at(1);
  c.pod("a-plain").at(2);
  c.group("g").min_member(1).at(ClusterBuilder::k_start + 99);
  c.pod("m").in("g");
  auto asked = options();
  asked.order = engine::Order::Restart;
  const auto run = queue(c.build(), asked);
  std::vector<std::string> order;
  for (const auto& entry : run.queue) { order.push_back(entry.what.name); }
  CHECK(order == std::vector<std::string>{"g", "a-plain", "b-plain"});
}

TEST_CASE("after a restart a failed group moves behind the plain pods, as far as the heap lets them pass") {
  // Order of the real scheduler (1.34.2 with Coscheduling v0.34.7) where no pod fits.
  ClusterBuilder c;
  c.node("a").has("cpu", 100);
  c.group("g").min_member(2);
  for (const char* member : {"m-0", "m-1", "m-2", "m-3"}) { c.pod(member).in("g").asks("cpu", 1000); }
  for (const char* plain : {"a-0", "a-3", "a-4", "lone-2", "z-1"}) { c.pod(plain).asks("cpu", 1000); }
  auto asked = options();
  asked.order = engine::Order::Restart;
  std::string order;
  for (const auto& attempt : queue(c.build(), asked).attempts) {
    order += attempt.pod.substr(std::string("default/").size()) + ' ';
  }
  CHECK(order == "m-0 m-1 lone-2 z-1 a-4 a-3 a-0 m-2 m-3 ");
}

TEST_CASE("a failed group goes behind pods created before its failure") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  const auto at = ClusterBuilder::k_start;
  c.group("old").min_member(1).at(at);
  c.pod("m").in("old").asks("cpu", 2000).status.last_group_failure = model::Time::from_seconds(at + 500);
  c.pod("plain").at(at + 100);
  auto asked = options();
  asked.order = engine::Order::Events;
  const auto run = queue(c.build(), asked);
  CHECK(run.queue[0].what.name == "plain");
  CHECK(run.queue[1].timestamp_source == "event");

  asked.policy = "coscheduling@v0.33.5"; // a release before lastFailed
  CHECK(queue(c.build(), asked).queue[0].what.name == "old");
}

TEST_CASE("two runs over the same cluster give the same attempts") {
  ClusterBuilder c;
  for (int i = 0; i < 4; ++i) { c.node("n" + std::to_string(i)).has("gpu", 4); }
  for (const char* name : {"x", "y", "z"}) {
    c.group(name).min_member(6).at(ClusterBuilder::k_start);
    for (int i = 0; i < 6; ++i) { c.pod(std::string(name) + std::to_string(i)).in(name).asks("gpu", 2); }
  }
  const auto cluster = c.build();
  const auto one = queue(cluster);
  const auto two = queue(cluster);
  REQUIRE(one.attempts.size() == two.attempts.size());
  for (std::size_t i = 0; i < one.attempts.size(); ++i) {
    CHECK(one.attempts[i].pod == two.attempts[i].pod);
    CHECK(one.attempts[i].message == two.attempts[i].message);
    CHECK(one.attempts[i].at == two.attempts[i].at);
  }
}
