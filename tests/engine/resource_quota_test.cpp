// SPDX-License-Identifier: Apache-2.0
// ResourceQuotas and pods that do not exist yet.
#include "engine/ask.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

using namespace tests;
using model::Code;
using model::GroupVerdict;

namespace {

model::ResourceQuota quota(std::string_view name, std::string_view resource, std::int64_t hard, std::int64_t used) {
  model::ResourceQuota made;
  made.namespace_name = "default";
  made.name = name;
  made.hard = made.enforced_hard = {{resource, units(hard)}};
  made.used = {{resource, units(used)}};
  return made;
}

// Dry-run of a group "g" with `pods` pods of 2 GPUs each.
model::ClusterSnapshot dry_run(int pods, std::int32_t min_member) {
  ClusterBuilder builder;
  builder.node("n").has("gpu", 100);
  builder.group("g").min_member(min_member);
  for (int i = 0; i < pods; ++i) { builder.pod("p-" + std::to_string(i)).in("g").asks("gpu", 2); }
  model::ClusterSnapshot cluster = builder.build();
  model::QuotaCharge charge;
  charge.amounts = {{"pods", units(1)}, {"requests.gpu", units(2)}};
  cluster.quota_charges = {charge};
  for (int i = 0; i < pods; ++i) { cluster.new_pods.push_back({model::PodIndex(i), 0}); }
  for (model::Pod& pod : cluster.pods) { pod.from_manifest = true; }
  for (model::PodGroup& group : cluster.groups) { group.from_manifest = true; }
  return cluster;
}

} // namespace

TEST_CASE("a quota refuses the pods beyond it, in the order of their creation") {
  model::ClusterSnapshot cluster = dry_run(4, 4);
  cluster.resource_quotas = {quota("q", "requests.gpu", 10, 3)}; // 7 left: three pods of 2
  const auto report = explain(cluster);
  const auto& g = group(report, "g");
  CHECK(g.code == Code::QueueGate);
  CHECK(g.evidence.have == 3);
  CHECK(g.evidence.pods == std::vector<std::string>{"p-3"});
  CHECK(pod(report, "p-3").outcome == model::Outcome::NotAttempted);
  CHECK(pod(report, "p-3").reasons.at(0).reason ==
        "exceeded quota: q, requested: requests.gpu=2, used: requests.gpu=9, limited: requests.gpu=10");
  REQUIRE(g.gates.size() == 1);
  const model::GateReport& gate = g.gates[0];
  CHECK(gate.pods == 4);
  CHECK(gate.held == 1);
  REQUIRE(gate.amounts.size() == 1);
  CHECK(gate.amounts[0].asked == units(8));
  CHECK(gate.amounts[0].limit == units(10));
  CHECK(gate.amounts[0].used == units(3));
  CHECK(gate.amounts[0].left == units(7));
  CHECK(gate.amounts[0].short_of());
  CHECK_FALSE(gate.amounts[0].never());
}

TEST_CASE("a refused pod is no sibling, and refused surplus pods do not hold up the group") {
  model::ClusterSnapshot cluster = dry_run(4, 3);
  cluster.resource_quotas = {quota("q", "requests.gpu", 6, 0)};
  CHECK(group(explain(cluster), "g").verdict == GroupVerdict::Fits);
  CHECK(group(explain(cluster), "g").bound_at_end == 3);
  cluster.resource_quotas = {quota("q", "requests.gpu", 4, 0)};
  const auto report = explain(cluster);
  CHECK(group(report, "g").verdict == GroupVerdict::DoesNotFit);
  CHECK(pod(report, "p-0").message.find("current pods number: 2, minMember of group: 3") != std::string::npos);
}

TEST_CASE("several quotas count together; a pod that one refuses does not use up the others") {
  model::ClusterSnapshot cluster = dry_run(3, 1);
  cluster.resource_quotas = {quota("few", "pods", 1, 0), quota("many", "requests.gpu", 100, 0)};
  const auto report = explain(cluster);
  const auto& gates = group(report, "g").gates;
  REQUIRE(gates.size() == 2);
  CHECK(gates[0].held == 2);
  CHECK(gates[1].held == 0);
  CHECK(gates[1].open);
  CHECK(gates[1].amounts[0].asked == units(6));
}

TEST_CASE("a quota of another namespace, or for other resources, does not count") {
  model::ClusterSnapshot cluster = dry_run(3, 3);
  cluster.resource_quotas = {quota("q", "requests.fpga", 0, 0), quota("r", "pods", 0, 0)};
  cluster.resource_quotas[1].namespace_name = "elsewhere";
  CHECK(group(explain(cluster), "g").verdict == GroupVerdict::Fits);
  CHECK(group(explain(cluster), "g").gates.empty());
}

TEST_CASE("status.hard is the limit; without it spec.hard") {
  model::ClusterSnapshot cluster = dry_run(2, 2);
  cluster.resource_quotas = {quota("q", "pods", 5, 0)};
  cluster.resource_quotas[0].enforced_hard = {{"pods", units(1)}};
  CHECK(group(explain(cluster), "g").code == Code::QueueGate);
  cluster.resource_quotas[0].enforced_hard.clear();
  CHECK(group(explain(cluster), "g").verdict == GroupVerdict::Fits);
}

TEST_CASE("scopes select the pods that a quota counts") {
  const auto counts = [](const std::vector<std::string_view>& scopes, const model::Selector& selector, auto change) {
    model::ClusterSnapshot cluster = dry_run(1, 1);
    cluster.resource_quotas = {quota("q", "pods", 0, 0)};
    cluster.resource_quotas[0].scopes = scopes;
    cluster.resource_quotas[0].scope_selector = selector;
    change(cluster.quota_charges[0]);
    return group(explain(cluster), "g").code == Code::QueueGate;
  };
  using model::SelectorOperator;
  const auto plain = [](model::QuotaCharge&) {};
  const auto ends = [](model::QuotaCharge& charge) { charge.terminating = true; };
  const auto cheap = [](model::QuotaCharge& charge) { charge.best_effort = true; };
  const auto far = [](model::QuotaCharge& charge) { charge.crosses_namespaces = true; };
  const auto high = [](model::QuotaCharge& charge) { charge.priority_class = "high"; };
  CHECK(counts({}, {}, plain));
  CHECK_FALSE(counts({"Terminating"}, {}, plain));
  CHECK(counts({"Terminating"}, {}, ends));
  CHECK(counts({"NotTerminating"}, {}, plain));
  CHECK_FALSE(counts({"NotTerminating"}, {}, ends));
  CHECK_FALSE(counts({"BestEffort"}, {}, plain));
  CHECK(counts({"BestEffort"}, {}, cheap));
  CHECK_FALSE(counts({"NotBestEffort"}, {}, cheap));
  CHECK_FALSE(counts({"BestEffort", "NotTerminating"}, {}, plain)); // all scopes must match
  CHECK_FALSE(counts({"CrossNamespacePodAffinity"}, {}, plain));
  CHECK(counts({"CrossNamespacePodAffinity"}, {}, far));
  const model::Selector in_high = {{"PriorityClass", SelectorOperator::In, {"high"}}};
  const model::Selector not_high = {{"PriorityClass", SelectorOperator::NotIn, {"high"}}};
  const model::Selector some_class = {{"PriorityClass", SelectorOperator::Exists, {}}};
  CHECK_FALSE(counts({}, in_high, plain));
  CHECK(counts({}, in_high, high));
  CHECK(counts({}, not_high, plain));
  CHECK_FALSE(counts({}, not_high, high));
  CHECK_FALSE(counts({}, some_class, plain));
  CHECK(counts({}, some_class, high));
  CHECK_FALSE(counts({"VolumeAttributesClass"}, {}, plain)); // not a scope for pods
}

TEST_CASE("a quota for cpu or memory requires every container to specify it") {
  model::ClusterSnapshot cluster = dry_run(1, 1);
  cluster.resource_quotas = {quota("q", "limits.cpu", 10, 0)};
  cluster.quota_charges[0].unsaid = {{"limits.cpu", "main,log"}, {"limits.memory", "main"}};
  const auto report = explain(cluster);
  CHECK(group(report, "g").code == Code::QueueGate);
  CHECK(group(report, "g").gates.at(0).note == "failed quota: q: must specify limits.cpu for: main,log");
}

TEST_CASE("a quota does not charge existing pods again") {
  model::ClusterSnapshot cluster = dry_run(3, 3);
  cluster.new_pods.clear();
  cluster.resource_quotas = {quota("q", "requests.gpu", 6, 6)};
  CHECK(group(explain(cluster), "g").verdict == GroupVerdict::Fits);
}

TEST_CASE("a refused pod without a group has the reason ResourceQuota") {
  ClusterBuilder builder;
  builder.node("n");
  builder.pod("loose");
  model::ClusterSnapshot cluster = builder.build();
  cluster.quota_charges.emplace_back().amounts = {{"pods", units(1)}};
  cluster.new_pods = {{0_pod, 0}};
  cluster.resource_quotas = {quota("q", "pods", 4, 4)};
  const auto report = explain(cluster);
  CHECK(report.verdict == model::Verdict::No);
  CHECK(pod(report, "loose").reasons.at(0).plugin == "ResourceQuota");
}

TEST_CASE("a pod that waits for a refused pod never appears") {
  model::ClusterSnapshot cluster = dry_run(2, 1);
  cluster.pods[0].waits_for = 0; // p-0 appears once p-1 is bound
  cluster.wait_sets = {{1_pod}};
  cluster.quota_charges.emplace_back().amounts = {{"pods", units(1)}}; // for p-0, if it appears
  cluster.new_pods = {{1_pod, 0}, {0_pod, 1}};
  cluster.resource_quotas = {quota("q", "requests.gpu", 1, 0)};
  CHECK(group(explain(cluster), "g").bound_at_end == 0);
}

TEST_CASE("a gate counts members that the controller cannot create within the quota") {
  ClusterBuilder builder;
  builder.node("n").has("gpu", 100);
  builder.group("g").min_member(3);
  builder.pod("p-0").in("g").asks("gpu", 2).owned_by("ReplicaSet", "rs");
  builder.controller("ReplicaSet", "rs", {});
  model::ClusterSnapshot cluster = builder.build();
  cluster.workloads.at(0).wants = 4;
  cluster.resource_quotas = {quota("q", "requests.gpu", 7, 2)}; // 5 left: two of the three
  auto report = explain(cluster);
  CHECK(group(report, "g").code == Code::NotEnoughMembers); // this cause comes first
  REQUIRE(group(report, "g").gates.size() == 1);
  CHECK(group(report, "g").gates[0].pods == 3);
  CHECK(group(report, "g").gates[0].held == 1);
  CHECK(group(report, "g").gates[0].amounts.at(0).asked == units(6));

  cluster.resource_quotas[0].scopes = {"NotTerminating"}; // the sibling does not show if it matches
  CHECK(group(explain(cluster), "g").gates.empty());
  cluster.resource_quotas[0].scopes.clear();
  cluster.workloads[0].wants = 1;
  CHECK(group(explain(cluster), "g").gates.empty());
  cluster.workloads[0].wants = INT32_MAX; // ends in time
  CHECK(group(explain(cluster), "g").gates.at(0).held > 0);
}

TEST_CASE("a quota of pods counts members of a job that does not declare how many it wants") {
  ClusterBuilder builder;
  builder.node("n");
  builder.group("g").min_member(2);
  builder.pod("master").in("g").asks("gpu", 2).owned_by("PyTorchJob", "g");
  model::ClusterSnapshot cluster = builder.build();
  cluster.resource_quotas = {quota("q", "pods", 3, 3)};
  auto report = explain(cluster);
  CHECK(group(report, "g").code == Code::NotEnoughMembers);
  REQUIRE(group(report, "g").gates.size() == 1);
  CHECK(group(report, "g").gates[0].held == 1);
  cluster.resource_quotas = {quota("q", "pods", 3, 2)};
  CHECK(group(explain(cluster), "g").gates.at(0).open);
  cluster.resource_quotas = {quota("q", "requests.gpu", 3, 3)}; // its workers may request no GPU
  CHECK(group(explain(cluster), "g").gates.empty());
  cluster.resource_quotas = {quota("q", "pods", 3, 3)};
  cluster.groups[0].min_member = 1;
  CHECK(group(explain(cluster), "g").gates.empty());
}

namespace {

// Two pending pods of a ReplicaSet that wants four.
model::ClusterSnapshot short_of_pods() {
  ClusterBuilder builder;
  builder.node("n").has("gpu", 100);
  for (const char* const name : {"p-0", "p-1"}) { builder.pod(name).owned_by("ReplicaSet", "r").asks("gpu", 2); }
  model::ClusterSnapshot cluster = builder.build();
  model::WorkloadObject object;
  object.kind = "ReplicaSet";
  object.namespace_name = "default";
  object.name = "r";
  object.wants = 4;
  cluster.workloads = {object};
  return cluster;
}

model::Report explain_owner(const model::ClusterSnapshot& cluster, bool by_owner = true) {
  engine::Question question;
  question.pods = {0_pod, 1_pod};
  question.looks_ahead = true;
  question.by_owner = by_owner;
  return engine::answer(cluster, options(), question);
}

std::string refusal(const model::Report& report) {
  const model::Asked* const entry = model::first_with(report.asked, model::Reply::Refuses);
  return entry == nullptr ? "" : entry->because;
}

} // namespace

TEST_CASE("explain of a workload names the pods that a quota keeps away") {
  model::ClusterSnapshot cluster = short_of_pods();
  CHECK(explain_owner(cluster).verdict == model::Verdict::Unknown); // nothing was asked about the missing pods
  cluster.resource_quotas = {quota("q", "pods", 3, 2)};
  const model::Report report = explain_owner(cluster);
  CHECK(report.verdict == model::Verdict::No);
  CHECK(refusal(report) == "1 of the 4 pods that ReplicaSet default/r wants cannot be created: exceeded quota: q, "
                           "requested: pods=1, used: pods=3, limited: pods=3");
  CHECK(explain_owner(cluster, false).verdict == model::Verdict::Yes); // its pods are asked about, one by one
  cluster.resource_quotas = {quota("q", "pods", 4, 2)};
  CHECK(explain_owner(cluster).verdict == model::Verdict::Unknown);
}

TEST_CASE("explain of a workload names the pods that its controller could not create") {
  model::ClusterSnapshot cluster = short_of_pods();
  cluster.workloads[0].creation_failure = "denied by a webhook";
  CHECK(explain_owner(cluster).verdict == model::Verdict::Unknown);
  cluster.workloads[0].wants = 2; // the failure is over
  CHECK(explain_owner(cluster).verdict == model::Verdict::Yes);
}

TEST_CASE("the pods of a suspended Job, or of one that is out of time, do not start") {
  model::ClusterSnapshot cluster = short_of_pods();
  cluster.workloads[0].suspended = true;
  CHECK(refusal(explain_owner(cluster, false)) ==
        "ReplicaSet default/r is suspended, so its controller deletes its pods");
  cluster.workloads[0].suspended = false;
  cluster.workloads[0].deadline = model::Time::from_seconds(ClusterBuilder::k_start + 9'999);
  CHECK(explain_owner(cluster, false).verdict == model::Verdict::No);
  cluster.workloads[0].deadline = model::Time::from_seconds(ClusterBuilder::k_start + 10'001);
  CHECK(explain_owner(cluster, false).verdict == model::Verdict::Yes);
}

TEST_CASE("explain of a pod whose node is not among the nodes is open") {
  model::ClusterSnapshot cluster = short_of_pods();
  for (model::Pod& pod : cluster.pods) { pod.node_name = "gone"; }
  const model::Report report = explain_owner(cluster);
  CHECK(report.verdict == model::Verdict::Unknown);
  CHECK(model::first_with(report.asked, model::Reply::NotAsked)->because ==
        "pod default/p-0 is bound to node gone, which is not among the nodes: pods of a node that is gone do not run");
}
