// SPDX-License-Identifier: Apache-2.0
// Volcano's enqueue action, with figures small enough to check by hand. All nodes offer 64 cpu.
#include "engine/ask.hpp"
#include "engine/volcano_objects.hpp"
#include "model/values/time.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::Code;
using model::GateAmount;
using model::GroupVerdict;

namespace {

ClusterBuilder::GroupSpec& job(ClusterBuilder& builder, const std::string& name, std::string_view queue,
                               std::string_view gpus, std::string_view phase = "Pending") {
  auto& group = builder.group(name).dialect(model::Dialect::Volcano).phase(phase).min_member(1);
  group.group.queue = queue;
  if (!gpus.empty()) { group.min_resources(k_volcano_gpu, gpus); }
  return group;
}

const GateAmount& amount(const model::GateReport& gate, std::string_view rule) {
  for (const GateAmount& row : gate.amounts) {
    if (row.rule == rule) { return row; }
  }
  throw std::runtime_error("no such rule");
}

} // namespace

TEST_CASE("a queue enqueues a group that fits into its capability beside allocated and promised amounts") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 100);
  job(builder, "runs", "q", "3", "Running");
  builder.pod("r-0").in("runs").asks(k_volcano_gpu, 5).on("n"); // 3 of minResources and 2 elastic
  job(builder, "promised", "q", "2", "Inqueue");
  job(builder, "waits", "q", "6");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 10)};
  const auto report = explain(cluster);
  const auto& gate = group(report, "waits").gates.at(0);
  const GateAmount& row = amount(gate, "proportion");
  CHECK(row.asked == units(6));
  CHECK(row.limit == units(10));
  CHECK(row.used == units(5)); // 5 allocated + 2 promised - 2 elastic
  CHECK(row.left == units(5));
  CHECK_FALSE(gate.open);
  CHECK(group(report, "waits").verdict == GroupVerdict::DoesNotFit);
  CHECK(group(report, "waits").code == Code::QueueGate);
  CHECK(group(report, "runs").gates.empty()); // only Pending groups ask to be let in
}

TEST_CASE("overcommit enqueues up to 1.2 times the cluster's capacity, less allocated and promised amounts") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  builder.pod("other").asks(k_volcano_gpu, 4).on("n"); // in no queue
  job(builder, "promised", "q", "3", "Inqueue");
  job(builder, "waits", "q", "6");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", std::nullopt)};
  const auto report = explain(cluster);
  const auto& gate = group(report, "waits").gates.at(0);
  CHECK(amount(gate, "overcommit").limit == units(12));
  CHECK(amount(gate, "overcommit").used == units(7));
  CHECK_FALSE(gate.open);                               // 6 > 5
  CHECK(amount(gate, "proportion").limit == units(10)); // no capability: the whole cluster
  CHECK(amount(gate, "proportion").is_of_nodes);
  cluster.volcano_queues = {queue_with("q", 9)};
  CHECK_FALSE(amount(group(explain(cluster), "waits").gates.at(0), "proportion").is_of_nodes);
}

TEST_CASE("Volcano enqueues every group without minResources") {
  ClusterBuilder builder;
  builder.node("n");
  job(builder, "waits", "q", "");
  builder.pod("p").in("waits").scheduler("volcano");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 0)};
  CHECK(group(explain(cluster), "waits").starts); // its pod asks for nothing
}

TEST_CASE("a closed or missing queue enqueues no group") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "closed", "q", "1");
  job(builder, "lost", "nowhere", "1");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", std::nullopt)};
  cluster.volcano_queues[0].state = "Closing";
  const auto report = explain(cluster);
  CHECK(group(report, "closed").gates.at(0).note == "Queue q is Closing");
  CHECK(group(report, "lost").gates.at(0).note == "there is no Queue nowhere, so Volcano passes over it");
  CHECK(group(report, "lost").code == Code::QueueGate);
  ClusterBuilder other;
  other.node("n").has(k_volcano_gpu, 10);
  job(other, "early", "", "1");
  model::ClusterSnapshot young = other.build();
  young.volcano_queues = {queue_with("q", std::nullopt)};
  const auto early = group(explain(young), "early");
  CHECK(early.verdict == GroupVerdict::Unknown);
  CHECK(early.gates.at(0).undecided == "Queue default is not in the input; Volcano makes it");
}

TEST_CASE("of two queues with equal shares, the older one comes first") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "of-young", "a", "6");
  job(builder, "of-old", "b", "7");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("a", std::nullopt), queue_with("b", std::nullopt)};
  cluster.volcano_queues[0].created = model::parse_time("2026-01-02T00:00:00Z");
  cluster.volcano_queues[1].created = model::parse_time("2026-01-01T00:00:00Z");
  const auto report = explain(cluster);
  CHECK(group(report, "of-old").gates.at(0).open);
  CHECK_FALSE(group(report, "of-young").gates.at(0).open);
  CHECK(group(report, "of-young").verdict == GroupVerdict::DoesNotFit);
}

TEST_CASE("if the shares of queues differ and their order decides, the answer is open") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "runs", "b", "1", "Running");
  builder.pod("r-0").in("runs").asks(k_volcano_gpu, 1).on("n");
  job(builder, "first", "a", "6");
  job(builder, "second", "b", "6");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("a", std::nullopt), queue_with("b", std::nullopt)};
  const auto second = group(explain(cluster), "second");
  CHECK(second.verdict == GroupVerdict::Unknown);
  CHECK(second.gates.at(0).undecided == "Volcano takes its queues by their shares, which are not simulated");
}

TEST_CASE("another configuration of enqueue makes a refusal open") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "waits", "q", "40");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", std::nullopt)};
  CHECK(group(explain(cluster), "waits").verdict == GroupVerdict::DoesNotFit);
  cluster.volcano_configurations = {{"c", true, true, false, false}};
  CHECK(group(explain(cluster), "waits").verdict == GroupVerdict::DoesNotFit);
  cluster.volcano_configurations[0].enqueues_as_known = false;
  CHECK(group(explain(cluster), "waits").verdict == GroupVerdict::Unknown);
}

TEST_CASE("a group that names no queue belongs to the queue default") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "waits", "", "4");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("default", 3)};
  CHECK(group(explain(cluster), "waits").gates.at(0).name == "default");
}

TEST_CASE("priority goes before age, and an enqueued group counts for later groups") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "old", "q", "3");
  job(builder, "urgent", "q", "3").group.priority_class = "high";
  model::ClusterSnapshot cluster = builder.build();
  cluster.priority_classes = {{"high", 100, false, false}};
  cluster.volcano_queues = {queue_with("q", 5)};
  const auto report = explain(cluster);
  CHECK(group(report, "urgent").gates.at(0).open);
  CHECK_FALSE(group(report, "old").gates.at(0).open);
  CHECK(amount(group(report, "old").gates.at(0), "proportion").used == units(3));
}

TEST_CASE("gated members do not count toward a group's promised amount") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "promised", "q", "4", "Inqueue");
  builder.pod("p").in("promised").asks(k_volcano_gpu, 3).gate("x");
  job(builder, "waits", "q", "4");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 5)};
  CHECK(amount(group(explain(cluster), "waits").gates.at(0), "proportion").used == units(1));
}

TEST_CASE("a queue's guarantee is not available to other queues") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "waits", "b", "4");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("a", std::nullopt), queue_with("b", std::nullopt)};
  cluster.volcano_queues[0].guarantee = {{k_volcano_gpu, units(7)}};
  cluster.volcano_queues[1].guarantee = {{k_volcano_gpu, units(1)}};
  CHECK(amount(group(explain(cluster), "waits").gates.at(0), "proportion").limit == units(3)); // 10 - 8 + 1
}

TEST_CASE("a group must fit into its queue and into the parent queue") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 20);
  job(builder, "sister", "b", "5", "Inqueue");
  job(builder, "waits", "a", "4");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("a", 10, "top"), queue_with("b", 10, "top"), queue_with("top", 8, "root")};
  const auto open = group(explain(cluster), "waits").gates; // without a configuration
  REQUIRE(open.size() == 2);
  CHECK(open[1].open);
  CHECK(open[1].undecided ==
        "Queue top limits Queue a only with the plugin capacity and enableHierarchy, and Volcano's "
        "configuration is not in the input");
  CHECK(amount(open[0], "proportion").limit == units(10));
  cluster.volcano_configurations = {{"c", true, true, false, false}};
  CHECK(group(explain(cluster), "waits").gates.size() == 1);
  cluster.volcano_configurations[0].has_hierarchy = true;
  const auto gates = group(explain(cluster), "waits").gates;
  REQUIRE(gates.size() == 2);
  CHECK(gates[0].open);
  CHECK_FALSE(gates[1].open);
  CHECK(gates[1].name == "top");
  CHECK(amount(gates[1], "capacity").left == units(3));
  CHECK(amount(gates[0], "capacity").limit == units(8)); // no more than the parent has
  cluster.volcano_queues[2].parent = "a";                // a cycle
  CHECK_FALSE(group(explain(cluster), "waits").gates.empty());
}

TEST_CASE("only pods of enqueued groups start") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "held", "q", "4");
  builder.pod("h").in("held").asks(k_volcano_gpu, 4).scheduler("volcano");
  job(builder, "free", "q", "2");
  builder.pod("f").in("free").asks(k_volcano_gpu, 2).scheduler("volcano");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 3)};
  const auto report = explain(cluster);
  CHECK(group(report, "held").code == Code::QueueGate);
  CHECK(pod(report, "h").outcome == model::Outcome::NotAttempted);
  CHECK(pod(report, "h").reasons.at(0).plugin == "VolcanoEnqueue");
  CHECK(group(report, "free").starts);
}

TEST_CASE("an enqueued group without pods makes the answer Unknown") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "waits", "q", "2");
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 3)};
  CHECK(group(explain(cluster), "waits").verdict == GroupVerdict::Unknown);
  CHECK(group(explain(cluster), "waits").code == Code::InputIncomplete);
  cluster.volcano_queues.clear(); // the input has no queues
  CHECK(group(explain(cluster), "waits").verdict == GroupVerdict::Idle);
}

TEST_CASE("another scheduler ignores Volcano's queues") {
  ClusterBuilder builder;
  builder.node("n").has(k_volcano_gpu, 10);
  job(builder, "g", "q", "4");
  builder.pod("p").in("g").asks(k_volcano_gpu, 4);
  model::ClusterSnapshot cluster = builder.build();
  cluster.volcano_queues = {queue_with("q", 3)};
  CHECK(group(explain(cluster), "g").starts);
  CHECK(group(explain(cluster), "g").gates.empty());
}
