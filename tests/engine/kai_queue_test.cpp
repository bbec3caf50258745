// SPDX-License-Identifier: Apache-2.0
// What queues of KAI keep from a group, by their existence and their limits.
#include "engine/ask.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <optional>

using namespace tests;
using model::Code;
using model::GateKind;

namespace {

// Two pending members of 2 GPUs on a node of 8, in the queue "team".
ClusterBuilder two_members() {
  ClusterBuilder builder;
  builder.node("n").has(k_gpu, 8);
  builder.group("g").dialect(model::Dialect::Kai).min_member(2).group.queue = "team";
  for (const char* const name : {"a", "b"}) { builder.pod(name).in("g").asks(k_gpu, 2).scheduler("kai-scheduler"); }
  return builder;
}

model::KaiQueue queue_of(std::string_view name, std::string_view parent = "", std::optional<std::int64_t> gpus = {}) {
  model::KaiQueue queue{name, parent, {}};
  if (gpus) { queue.limits = {{model::k_kai_gpu, units(*gpus)}}; }
  return queue;
}

} // namespace

TEST_CASE("KAI passes over a group whose queue or the queue above does not exist") {
  model::ClusterSnapshot cluster = two_members().build();
  CHECK(group(explain(cluster), "g").gates.empty()); // the input holds no queues
  cluster.kai_queues = {queue_of("other")};
  const auto missing = explain(cluster);
  CHECK(group(missing, "g").code == Code::QueueGate);
  CHECK(group(missing, "g").gates.at(0).name == "team");
  CHECK(group(missing, "g").gates.at(0).held == 2);
  cluster.kai_queues = {queue_of("team", "org")};
  CHECK(group(explain(cluster), "g").gates.at(0).note.find("no Queue org") != std::string::npos);
  cluster.kai_queues = {queue_of("org"), queue_of("team", "org")};
  CHECK(group(explain(cluster), "g").gates.empty());
}

TEST_CASE("the limits of a queue of KAI and of those above count its running pods") {
  ClusterBuilder builder = two_members();
  builder.group("running").dialect(model::Dialect::Kai).min_member(1).group.queue = "sister";
  builder.pod("r").in("running").asks(k_gpu, 1).scheduler("kai-scheduler").on("n");
  model::ClusterSnapshot cluster = builder.build();
  cluster.kai_queues = {queue_of("org", "", 4), queue_of("sister", "org"), queue_of("team", "org", 4)};
  const auto report = explain(cluster);
  REQUIRE(group(report, "g").gates.size() == 1);
  const model::GateReport& gate = group(report, "g").gates[0];
  CHECK(gate.gate == GateKind::KaiQueue);
  CHECK(gate.name == "org");
  CHECK(gate.amounts.at(0).asked == units(4));
  CHECK(gate.amounts.at(0).left == units(3));
  cluster.kai_queues[0] = queue_of("org", "", 5);
  CHECK(group(explain(cluster), "g").gates.empty());
}

TEST_CASE("members beyond the quorum wait for what a queue of KAI has left") {
  model::ClusterSnapshot cluster = two_members().build();
  cluster.groups[0].min_member = 1;
  cluster.kai_queues = {queue_of("org", "", 3), queue_of("team", "org")};
  const auto report = explain(cluster);
  CHECK(group(report, "g").starts);
  CHECK(pod(report, "a").outcome == model::Outcome::Bound);
  CHECK(pod(report, "b").outcome == model::Outcome::NotAttempted);
  cluster.kai_queues = {queue_of("org", "", 4), queue_of("team", "org")};
  CHECK(pod(explain(cluster), "b").outcome == model::Outcome::Bound);
}

TEST_CASE("queues of KAI that are each other's parents end the walk") {
  model::ClusterSnapshot cluster = two_members().build();
  cluster.kai_queues = {queue_of("org", "team"), queue_of("team", "org")};
  CHECK(group(explain(cluster), "g").gates.empty());
}

TEST_CASE("a full queue of KAI leaves the answer open if KAI may evict enough pods") {
  ClusterBuilder builder = two_members();
  builder.group("low").dialect(model::Dialect::Kai).min_member(1).group.queue = "team";
  for (const char* const name : {"r", "s"}) {
    builder.pod(name).in("low").asks(k_gpu, 2).scheduler("kai-scheduler").on("n");
  }
  model::ClusterSnapshot cluster = builder.build();
  cluster.priority_classes = {
      {"build", 100, false, false}, {"inference", 125, false, false}, {"train", 50, false, false}};
  cluster.kai_queues = {queue_of("org", "", 4), queue_of("sister", "org"), queue_of("team", "org", 4)};
  const auto of = [&](std::string_view name) -> model::PodGroup& {
    return *std::ranges::find(cluster.groups, name, &model::PodGroup::name);
  };
  const auto verdict = [&] { return group(explain(cluster), "g").verdict; };
  of("g").priority_class = "inference";
  of("low").priority_class = "train";
  const auto open = group(explain(cluster), "g");
  CHECK(open.verdict == model::GroupVerdict::Unknown);
  CHECK(open.gates.at(0).undecided ==
        "Queue team is full, and KAI may preempt default/low (priority 50) for it, which is not simulated");
  of("low").priority_class = "build"; // not preemptible
  CHECK(verdict() == model::GroupVerdict::DoesNotFit);
  of("low").preemptibility = "preemptible";
  CHECK(verdict() == model::GroupVerdict::Unknown);
  of("low").priority_class = "inference"; // not lower
  CHECK(verdict() == model::GroupVerdict::DoesNotFit);
  of("low").queue = "sister";
  cluster.kai_queues[2] = queue_of("team", "org");
  CHECK(group(explain(cluster), "g").gates.at(0).undecided ==
        "Queue org is full, and KAI may reclaim from default/low (priority 125) for it, which is not simulated");
  cluster.kai_queues[0] = queue_of("org", "", 3); // never enough
  CHECK(verdict() == model::GroupVerdict::DoesNotFit);
}
