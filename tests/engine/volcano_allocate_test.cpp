// SPDX-License-Identifier: Apache-2.0
// What a queue of Volcano allows to groups that are Inqueue, and what these hold. Figures small enough to check by
// hand.
#include "engine/ask.hpp"
#include "engine/rules/sub_groups.hpp"
#include "engine/volcano_objects.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::Code;
using model::GateKind;
using model::GroupVerdict;

namespace {

ClusterBuilder::GroupSpec& job(ClusterBuilder& builder, const std::string& name, std::int32_t min_member,
                               std::string_view phase = "Inqueue") {
  auto& group = builder.group(name).dialect(model::Dialect::Volcano).phase(phase).min_member(min_member);
  group.group.queue = "q";
  return group;
}

ClusterBuilder::PodSpecRow& task(ClusterBuilder& builder, const std::string& name, const std::string& group,
                                 std::int64_t gpus) {
  return builder.pod(name).in(group).asks(k_volcano_gpu, gpus).scheduler("volcano");
}

} // namespace

TEST_CASE("a queue allocates to an Inqueue group only what fits beside its running pods") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 8);
  job(builder, "low", 1, "Running");
  task(builder, "l", "low", 2).on("n");
  job(builder, "high", 1);
  task(builder, "h", "high", 2);
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 3)};
  const auto refused = explain(cluster);
  CHECK(group(refused, "high").verdict == GroupVerdict::DoesNotFit);
  CHECK(group(refused, "high").code == Code::QueueGate);
  const model::GateReport& gate = group(refused, "high").gates.at(0);
  CHECK(gate.gate == GateKind::VolcanoAllocate);
  CHECK(gate.amounts.at(0).asked == units(2));
  CHECK(gate.amounts.at(0).left == units(1));
  CHECK(gate.pods == 1);
  CHECK(pod(refused, "h").outcome == model::Outcome::NotAttempted);
  cluster.volcano_configurations = {{"c", true, true, false, true}}; // action preempt
  const auto open = group(explain(cluster), "high");
  CHECK(open.verdict == GroupVerdict::Unknown);
  CHECK(open.gates.at(0).undecided ==
        "Queue q is full, and Volcano may preempt default/low (priority 0) for it, which is not simulated");
  cluster.volcano_queues = {queue_with("q", 1)};
  CHECK(group(explain(cluster), "high").verdict == GroupVerdict::DoesNotFit); // never enough
  cluster.volcano_queues = {queue_with("q", 4)};
  CHECK(group(explain(cluster), "high").starts);
  CHECK(group(explain(cluster), "high").gates.empty());
}

TEST_CASE("a queue compares the least that the quorum can ask for") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 20);
  job(builder, "g", 2);
  task(builder, "a", "g", 2);
  task(builder, "b", "g", 1);
  task(builder, "c", "g", 7); // beyond the quorum
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 3)};
  CHECK(group(explain(cluster), "g").gates.empty());
  cluster.volcano_queues = {queue_with("q", 2)};
  const auto report = explain(cluster);
  CHECK(group(report, "g").gates.at(0).amounts.at(0).asked == units(3));
  CHECK(group(report, "g").gates.at(0).held == 3);
}

TEST_CASE("members beyond a running quorum wait for what the queue has left") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 20);
  job(builder, "g", 1, "Running");
  task(builder, "a", "g", 2).on("n");
  task(builder, "b", "g", 2);
  task(builder, "c", "g", 2);
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 5)};
  const auto report = explain(cluster);
  CHECK(group(report, "g").verdict == GroupVerdict::Satisfied);
  CHECK(group(report, "g").gates.empty());
  CHECK(pod(report, "b").outcome == model::Outcome::NotAttempted); // the queue takes it; Volcano decides
  CHECK(pod(report, "b").reasons.empty());
  CHECK(first_with(group(report, "g").asked, model::Reply::NotAsked) != nullptr);
  CHECK(pod(report, "c").outcome == model::Outcome::NotAttempted);
  CHECK(pod(report, "c").reasons.at(0).reason == "Queue q has 1 of 5 gpu.example.com/v left");
  cluster.volcano_queues[0].state = "Closed";
  CHECK(pod(explain(cluster), "b").outcome == model::Outcome::NotAttempted);
}

TEST_CASE("members beyond the quorum of a group that starts wait for what the queue has left") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 20);
  job(builder, "g", 2);
  for (const char* const name : {"a", "b", "c"}) { task(builder, name, "g", 2); }
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 5)};
  const auto report = explain(cluster);
  CHECK(group(report, "g").starts);
  CHECK(pod(report, "c").outcome == model::Outcome::NotAttempted);
}

TEST_CASE("each queue above the group's own has to allow the quorum too") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 20);
  job(builder, "sister", 1, "Running").group.queue = "sister";
  task(builder, "s", "sister", 2).on("n");
  job(builder, "g", 1);
  task(builder, "a", "g", 2);
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", std::nullopt, "top"), queue_with("sister", std::nullopt, "top"),
                            queue_with("top", 3, "root")};
  CHECK(group(explain(cluster), "g").verdict == GroupVerdict::Unknown); // whether they do is not known
  cluster.volcano_configurations = {{"c", true, true, true, false}};
  const auto report = explain(cluster);
  CHECK(group(report, "g").code == Code::QueueGate);
  CHECK(group(report, "g").gates.at(0).name == "top");
}

TEST_CASE("a queue allocates nothing until it is Open") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 20);
  job(builder, "g", 1);
  task(builder, "a", "g", 2);
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", std::nullopt)};
  cluster.volcano_queues[0].state = "Closed";
  CHECK(group(explain(cluster), "g").gates.at(0).note == "Queue q is Closed");
  cluster.volcano_queues[0].state = "";
  CHECK(group(explain(cluster), "g").starts); // a queue as in a manifest
  cluster.volcano_queues[0].unopened = true;
  CHECK(group(explain(cluster), "g").gates.at(0).note ==
        "Queue q has no state: Volcano's controller has not opened it");
}

TEST_CASE("an Inqueue group whose pods do not exist is Unknown, and its promise is named") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 4);
  job(builder, "empty", 2).min_resources(k_volcano_gpu, "3");
  job(builder, "waits", 1, "Pending").min_resources(k_volcano_gpu, "2");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", std::nullopt)};
  const auto report = explain(cluster);
  CHECK(group(report, "empty").verdict == GroupVerdict::Unknown);
  CHECK(group(report, "empty").code == Code::InputIncomplete);
  const model::GateReport& gate = group(report, "waits").gates.at(0);
  CHECK_FALSE(gate.open);
  for (const model::GateAmount& row : gate.amounts) {
    REQUIRE(row.promised.size() == 1);
    CHECK(row.promised[0].name == "empty");
    CHECK(row.promised[0].amount == units(3));
  }
}

TEST_CASE("Volcano counts the pods of each task, unless minMember is below the sum of the tasks") {
  model::PodGroup group;
  group.dialect = model::Dialect::Volcano;
  group.sub_groups = {{"ps", {}, 2}, {"worker", {}, 2}};
  group.min_member = 4;
  CHECK(engine::part_that_falls_short(group, {0, 0}) == 0U); // no pod names its task
  CHECK(engine::part_that_falls_short(group, {2, 1}) == 1U);
  group.min_member = 3;
  CHECK_FALSE(engine::part_that_falls_short(group, {2, 1}));
  group.dialect = model::Dialect::Kai;
  CHECK_FALSE(engine::part_that_falls_short(group, {0, 0}));
}
