// SPDX-License-Identifier: Apache-2.0
// Kueue's quota and queues, with figures small enough to check by hand.
#include "engine/ask.hpp"
#include "engine/kueue_objects.hpp"
#include "engine/rules/gates/kueue_queues.hpp"
#include "engine/verify/verify.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

using namespace tests;
using engine::QuotaTree;

namespace {

const engine::FlavorResource k_gpu_of_f{"f", "gpu"};

Kueue empty_kueue() { return Kueue(ClusterBuilder().build()); }

const model::GateReport& decision(const std::vector<engine::KueueDecision>& decisions, const Kueue& kueue,
                                  std::string_view workload) {
  for (const engine::KueueDecision& made : decisions) {
    if (kueue.cluster.kueue_workloads[made.workload].name == workload) { return made.report; }
  }
  throw std::runtime_error("nothing was decided of it");
}

std::vector<engine::KueueDecision> run(const Kueue& kueue) {
  return engine::run_kueue_queues(kueue.cluster, model::Time::from_seconds(5000));
}

} // namespace

TEST_CASE("a ClusterQueue without a cohort has its nominal quota") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 10}});
  kueue.admitted("w", "a", 4);
  const QuotaTree quota(kueue.cluster);
  CHECK(quota.available(0, k_gpu_of_f) == units(6));
  CHECK(quota.potential(0, k_gpu_of_f) == units(10));
  CHECK(quota.used(0, k_gpu_of_f) == units(4));
}

TEST_CASE("queues of a cohort may use each other's unused quota") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "c", {{.nominal = 10}});
  kueue.queue("b", "c", {{.nominal = 10}});
  kueue.admitted("w", "a", 14); // 4 of them borrowed
  const QuotaTree quota(kueue.cluster);
  CHECK(quota.available(0, k_gpu_of_f) == units(6)); // 20 - 14
  CHECK(quota.available(1, k_gpu_of_f) == units(6));
  CHECK(quota.potential(1, k_gpu_of_f) == units(20));
}

TEST_CASE("lendingLimit keeps the rest of the quota for the queue itself") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "c", {{.nominal = 10, .lending = 3}}); // 7 are its own
  kueue.queue("b", "c", {{.nominal = 10}});
  QuotaTree quota(kueue.cluster);
  CHECK(quota.available(1, k_gpu_of_f) == units(13)); // 3 + 10
  CHECK(quota.available(0, k_gpu_of_f) == units(20)); // 7 + 13
  quota.use(0, k_gpu_of_f, units(5));                 // of its own
  CHECK(quota.available(1, k_gpu_of_f) == units(13));
  quota.use(0, k_gpu_of_f, units(3)); // 2 of its own, 1 of the cohort
  CHECK(quota.available(1, k_gpu_of_f) == units(12));
  CHECK(quota.available(0, k_gpu_of_f) == units(12));
}

TEST_CASE("borrowingLimit caps the quota that a queue takes from the cohort") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "c", {{.nominal = 10, .borrowing = 2}});
  kueue.queue("b", "c", {{.nominal = 10}});
  QuotaTree quota(kueue.cluster);
  CHECK(quota.available(0, k_gpu_of_f) == units(12));
  CHECK(quota.potential(0, k_gpu_of_f) == units(12));
  quota.use(0, k_gpu_of_f, units(5));
  CHECK(quota.available(0, k_gpu_of_f) == units(7)); // 10 - 5 + 2
  quota.use(1, k_gpu_of_f, units(10));
  CHECK(quota.available(0, k_gpu_of_f) == units(5)); // 20 - 15, less than its limit allows
}

TEST_CASE("a parent cohort lends its own quota, up to the borrowingLimit of the child") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "team", {{.nominal = 1}});
  kueue.cluster.cohorts = {{"all", "", quota_of({{.nominal = 100}})},
                           {"team", "all", quota_of({{.nominal = 5, .borrowing = 10}})}};
  const QuotaTree quota(kueue.cluster);
  CHECK(quota.available(0, k_gpu_of_f) == units(16)); // 1 + 5 of the team, and 10 that the team may borrow
}

TEST_CASE("QuotaTree ignores a cycle of cohorts") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "x", {{.nominal = 1}});
  kueue.cluster.cohorts = {{"x", "y", {}}, {"y", "x", quota_of({{.nominal = 5}})}};
  const QuotaTree quota(kueue.cluster);
  CHECK(quota.potential(0, k_gpu_of_f) <= units(6));
}

TEST_CASE("priority goes before age, and the queue skips a workload that does not fit") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 4}});
  kueue.workload("big", "a", 3, 2);
  kueue.workload("old", "a", 2, 1);
  kueue.workload("urgent", "a", 1, 3).priority = 10;
  const auto decisions = run(kueue);
  CHECK(decision(decisions, kueue, "urgent").open);
  const model::GateReport& big = decision(decisions, kueue, "big");
  CHECK_FALSE(big.open);
  REQUIRE(big.amounts.size() == 1);
  CHECK(big.amounts[0].asked == units(6));
  CHECK(big.amounts[0].limit == units(4));
  CHECK(big.amounts[0].left == units(1)); // urgent uses 3 by then
  CHECK(big.amounts[0].never());
  CHECK_FALSE(decision(decisions, kueue, "old").open); // needs 2 of the 1 left
}

TEST_CASE("the head of a StrictFIFO queue blocks the others") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 4}}).strict_fifo = true;
  kueue.workload("big", "a", 3, 2);
  kueue.workload("small", "a", 1, 1);
  const auto decisions = run(kueue);
  CHECK_FALSE(decision(decisions, kueue, "small").open);
  CHECK(decision(decisions, kueue, "small").note ==
        "Workload ml/big is earlier in the StrictFIFO queue and does not fit");
  CHECK(decision(decisions, kueue, "big").note.empty());
}

TEST_CASE("a workload that borrows nothing goes first") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "c", {{.nominal = 2}});
  kueue.queue("b", "c", {{.nominal = 4}});
  kueue.workload("borrower", "a", 1, 4).priority = 100; // borrows 2 from b
  kueue.workload("owner", "b", 1, 4);
  const auto decisions = run(kueue);
  CHECK(decision(decisions, kueue, "owner").open);
  CHECK_FALSE(decision(decisions, kueue, "borrower").open);
}

TEST_CASE("flavors count in their order; taints and labels rule them out") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.flavor = "f", .nominal = 1}, {.flavor = "spot", .nominal = 8}});
  kueue.cluster.resource_flavors = {
      {"f", {{"pool", "f"}}, {}, {}, ""},
      {"spot", {{"pool", "spot"}}, {{"spot", "yes", model::TaintEffect::NoSchedule}}, {}, ""}};
  kueue.workload("any", "a", 2, 1);
  auto decisions = run(kueue);
  CHECK_FALSE(decision(decisions, kueue, "any").open);
  CHECK(decision(decisions, kueue, "any").note == "flavor spot has the taint spot=yes, which its pods do not tolerate");
  REQUIRE(decision(decisions, kueue, "any").amounts.size() == 1);
  CHECK(decision(decisions, kueue, "any").amounts[0].rule == "f");

  kueue.cluster.pod_specs.back().tolerations = {{"spot", "", true, std::nullopt}};
  decisions = run(kueue);
  CHECK(decision(decisions, kueue, "any").open);
  CHECK(decision(decisions, kueue, "any").amounts.at(0).rule == "spot");

  kueue.cluster.pod_specs.back().node_selector = {{"pool", "f"}, {"zone", "z"}}; // no flavor has a zone label
  decisions = run(kueue);
  CHECK_FALSE(decision(decisions, kueue, "any").open);
  CHECK(decision(decisions, kueue, "any").note == "flavor spot has other labels than its pods select");
}

TEST_CASE("the queue borrows before it tries the next flavor, or after it") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "c", {{.flavor = "f", .nominal = 1}, {.flavor = "g", .nominal = 4}});
  kueue.queue("b", "c", {{.flavor = "f", .nominal = 4}});
  kueue.cluster.resource_flavors.push_back({"g", {}, {}, {}, ""});
  kueue.workload("w", "a", 1, 2);
  CHECK(decision(run(kueue), kueue, "w").amounts.at(0).rule == "f"); // 1 of its own, 1 borrowed
  kueue.cluster.cluster_queues[0].borrows_before_next_flavor = false;
  CHECK(decision(run(kueue), kueue, "w").amounts.at(0).rule == "g");
}

TEST_CASE("pod sets of one workload share the remaining quota") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 5}});
  model::KueueWorkload& made = kueue.workload("w", "a", 1, 3);
  made.pod_sets.push_back({"worker", 3, {}, made.pod_sets[0].spec, false});
  made.pod_sets[1].count = 1;
  const model::GateReport report = decision(run(kueue), kueue, "w");
  CHECK_FALSE(report.open); // 3 + 3 > 5, though each set fits alone
  CHECK(report.amounts.back().asked == units(6));
}

TEST_CASE("Kueue admits as many pods of a workload with minCount as fit") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 7}});
  kueue.workload("w", "a", 8, 2).pod_sets[0].min_count = 2;
  const model::GateReport report = decision(run(kueue), kueue, "w");
  CHECK(report.open);
  CHECK(report.note == "with 3 of its 8 pods (minCount)"); // 3 * 2 <= 7 < 4 * 2
  kueue.cluster.kueue_workloads[0].pod_sets[0].min_count = 4;
  CHECK_FALSE(decision(run(kueue), kueue, "w").open);
}

TEST_CASE("a Workload that Kueue may not make leaves the answer open where it matters") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 8}});
  kueue.workload("p", "a", 1, 6).perhaps = "Kueue may manage pods";
  CHECK(decision(run(kueue), kueue, "p").undecided.empty());
  kueue.cluster.resource_flavors[0].node_labels = {{"pool", "x"}}; // its pods may go elsewhere
  CHECK(decision(run(kueue), kueue, "p").undecided == "Kueue may manage pods");
  kueue.cluster.resource_flavors[0].node_labels.clear();
  kueue.workload("w", "a", 1, 4);
  CHECK(decision(run(kueue), kueue, "w").undecided == "Kueue may manage pods"); // 2 are left beside it
  kueue.workload("x", "a", 1, 9);
  CHECK(decision(run(kueue), kueue, "x").undecided.empty());
  kueue.cluster.kueue_workloads[0].pod_sets[0].count = 2;
  CHECK(decision(run(kueue), kueue, "p").undecided == "Kueue may manage pods: 12 gpu are more than the 8 of flavor f");
  CHECK(decision(run(kueue), kueue, "w").open);
}

TEST_CASE("a Workload of a manifest comes after those that exist, whatever its name") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 8}});
  model::KueueWorkload& made = kueue.workload("job-new", "a", 1, 4);
  made.from_manifest = true;
  const auto created = made.created; // `made` moves when another Workload is added
  kueue.workload("old", "a", 1, 6).created = created;
  CHECK(decision(run(kueue), kueue, "old").open);
  CHECK_FALSE(decision(run(kueue), kueue, "job-new").open);
  kueue.cluster.kueue_workloads[0].priority = 1;
  CHECK(decision(run(kueue), kueue, "job-new").open);
}

// kueue issue 4809: 100 of 200 are used, and the next Workload of the strict queue needs 200.
TEST_CASE("the head of a StrictFIFO queue keeps the free nominal quota from queues that would borrow it") {
  const auto note_of = [](auto change) {
    Kueue kueue = empty_kueue();
    kueue.queue("best-effort", "c", {{.nominal = 0}});
    kueue.queue("strict", "c", {{.nominal = 200}}).strict_fifo = true;
    kueue.admitted("runs", "strict", 100);
    kueue.workload("head", "strict", 1, 200);
    kueue.workload("other", "best-effort", 1, 50);
    kueue.workload("behind", "best-effort", 1, 1);
    change(kueue);
    const auto decisions = run(kueue);
    const model::GateReport report = decision(decisions, kueue, "other");
    CHECK(report.open == report.note.empty());
    if (!report.open) {
      CHECK(decision(decisions, kueue, "behind").note ==
            "Workload ml/other is earlier in the queue, and others keep the quota that it needs");
    }
    return report.note;
  };
  const std::string kept =
      "ClusterQueue strict (StrictFIFO) keeps its quota for ml/head, which needs more than is free";
  CHECK(note_of([](Kueue&) {}) == kept);
  CHECK(note_of([](Kueue& k) { k.cluster.cluster_queues[1].strict_fifo = false; }).empty());
  CHECK(note_of([](Kueue& k) { k.cluster.cluster_queues[1].reclaims_always = true; }).empty());
  // More than the nominal quota: preemption could not make room for it, so Kueue keeps nothing.
  CHECK(note_of([](Kueue& k) { k.cluster.cluster_queues[1].groups = quota_of({{.nominal = 150}}); }).empty());
}

TEST_CASE("a StrictFIFO queue keeps no more than its nominal quota") {
  Kueue kueue = empty_kueue();
  kueue.queue("other", "c", {{.nominal = 50}});
  kueue.queue("strict", "c", {{.nominal = 100}}).strict_fifo = true;
  kueue.admitted("runs", "strict", 60);
  kueue.workload("head", "strict", 1, 100); // 40 are kept for it
  kueue.workload("own", "other", 1, 50);
  CHECK(decision(run(kueue), kueue, "own").open);
}

TEST_CASE("notes name flavors of the cohort that the queue cannot borrow, because it does not list them") {
  const auto note_of = [](std::int64_t gpus, std::string_view cohort, const std::vector<model::Taint>& taints) {
    Kueue kueue = empty_kueue();
    kueue.cluster.resource_flavors.push_back({"other", {}, taints, {}, ""});
    kueue.queue("a", cohort, {{.nominal = 4}});
    kueue.queue("b", "c", {{.flavor = "other", .nominal = 3}});
    kueue.workload("large", "a", 1, gpus);
    kueue.admitted("runs", "a", 4);
    return decision(run(kueue), kueue, "large").note;
  };
  const std::string note = "its cohort has enough left in flavor other, which ClusterQueue a does not list";
  CHECK(note_of(3, "c", {}) == note);
  CHECK(note_of(4, "c", {}).empty());
  CHECK(note_of(3, "", {}).empty());
  CHECK(note_of(3, "c", {{"t", "", model::TaintEffect::NoSchedule}}).empty());
}

TEST_CASE("notes report what Kueue does beyond the simulation") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 4}}).preempts_lower = true;
  kueue.admitted("runs", "a", 3);
  kueue.workload("fits", "a", 1, 1);
  kueue.workload("waits", "a", 1, 2);
  kueue.cluster.kueue_workloads.back().priority = 1;
  kueue.workload("whale", "a", 1, 5);
  const auto decisions = run(kueue);
  CHECK(decision(decisions, kueue, "fits").note.empty());
  CHECK(decision(decisions, kueue, "waits").note == "Kueue may preempt others for it, which is not simulated");
  CHECK(decision(decisions, kueue, "whale").note.empty()); // preemption cannot help it
}

// kueue pkg/scheduler/preemption: candidates of the same queue have a lower priority
TEST_CASE("whether a workload gets quota is open if its queue may preempt another one for it") {
  const auto undecided = [](std::int32_t priority, bool preempts) {
    Kueue kueue = empty_kueue();
    model::ClusterQueue& queue = kueue.queue("a", "", {{.nominal = 4}});
    queue.may_preempt = queue.preempts_lower = preempts;
    kueue.admitted("runs", "a", 3);
    kueue.workload("waits", "a", 1, 2).priority = priority;
    return !decision(run(kueue), kueue, "waits").undecided.empty();
  };
  CHECK(undecided(9, true));
  CHECK_FALSE(undecided(0, true));
  CHECK_FALSE(undecided(9, false));
}

TEST_CASE("preemption cannot help a workload if one of its pod sets exceeds every flavor") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 4}}).may_preempt = true;
  model::KueueWorkload& made = kueue.workload("w", "a", 1, 3);
  made.pod_sets.push_back({"worker", 1, {}, made.pod_sets[0].spec, false}); // 3 + 3 > 4
  CHECK(decision(run(kueue), kueue, "w").note.empty());
}

TEST_CASE("a report sums up the pod sets, also after the first one that does not fit") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 8}});
  kueue.admitted("runs", "a", 6);
  model::KueueWorkload& made = kueue.workload("w", "a", 1, 3);
  kueue.cluster.pod_specs.push_back(kueue.cluster.pod_specs.back());
  kueue.cluster.pod_specs.back().requests[0].amount = 9;
  made.pod_sets.push_back({"worker", 1, {}, &kueue.cluster.pod_specs.back(), false});
  const model::GateReport report = decision(run(kueue), kueue, "w");
  REQUIRE(report.amounts.size() == 1);
  CHECK(report.amounts[0].asked == units(12));
  CHECK(report.note == "pod set main alone asks for 3 gpu"); // 2 are left
}

TEST_CASE("a report names what earlier pod sets take of the flavor that a later one needs") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 16}});
  kueue.cluster.cluster_queues[0].groups = quota_of({{.flavor = "f", .nominal = 16}, {.flavor = "g", .nominal = 8}});
  kueue.cluster.resource_flavors.push_back({"g", {}, {}, {}, ""});
  model::KueueWorkload& made = kueue.workload("w", "a", 1, 8);
  made.pod_sets.push_back({"worker", 2, {}, made.pod_sets[0].spec, false});
  CHECK(decision(run(kueue), kueue, "w").note ==
        "pod set worker asks for 16 gpu, and earlier pod sets take 8 of flavor f first");
}

TEST_CASE("a report of three pod sets shows all that they ask for, if the middle one does not fit") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 30}});
  const auto set_of = [&](std::string_view name, std::int64_t gpus) {
    kueue.cluster.pod_specs.push_back(kueue.cluster.pod_specs.back());
    kueue.cluster.pod_specs.back().requests[0].amount = gpus;
    return model::KueuePodSet{name, 1, {}, &kueue.cluster.pod_specs.back(), false};
  };
  kueue.workload("w", "a", 1, 20);
  std::vector<model::KueuePodSet>& sets = kueue.cluster.kueue_workloads[0].pod_sets;
  sets.push_back(set_of("b", 40));
  sets.push_back(set_of("c", 5));
  const model::GateReport report = decision(run(kueue), kueue, "w");
  REQUIRE(report.amounts.size() == 1);
  CHECK(report.amounts[0].asked == units(65));
  CHECK(report.amounts[0].left == units(30));
  CHECK(report.note == "pod set b alone asks for 40 gpu");
  // With a choice of flavors, a pod set that does not fit counts in none of them.
  kueue.cluster.cluster_queues[0].groups = quota_of({{.flavor = "f", .nominal = 30}, {.flavor = "g", .nominal = 10}});
  kueue.cluster.resource_flavors.push_back({"g", {}, {}, {}, ""});
  const model::GateReport choice = decision(run(kueue), kueue, "w");
  REQUIRE(choice.amounts.size() == 2);
  CHECK(choice.amounts[0].asked == units(60)); // 20 and 40
  CHECK(choice.amounts[1].asked == units(40));
}

// kueue tas_flavorassigner.go: checkPodSetAndFlavorMatchForTAS, isTASImplied; tas_flavor.go: levels of nodes
TEST_CASE("flavors with a Topology are for pod sets that request one, and for queues without other flavors") {
  const auto decide = [](bool requests, const std::vector<QuotaOf>& flavors, std::vector<std::string_view> levels) {
    ClusterBuilder builder;
    builder.node("n").label("rack", "r1");
    builder.node("other");
    Kueue kueue(builder.build());
    kueue.cluster.resource_flavors.push_back({"tas", {}, {}, {}, "racks"});
    kueue.cluster.kueue_topologies = {{"racks", std::move(levels)}};
    kueue.queue("a", "", flavors);
    kueue.workload("w", "a", 1, 1).pod_sets[0].wants_topology = requests;
    return decision(run(kueue), kueue, "w");
  };
  const std::vector<QuotaOf> both = {{.flavor = "tas", .nominal = 4}, {.flavor = "f", .nominal = 4}};
  const std::vector<QuotaOf> only = {{.flavor = "tas", .nominal = 4}};
  const std::string unknown =
      "Kueue chooses the nodes by Topology racks, which is not simulated; node other lacks rack";
  CHECK(decide(true, both, {"rack"}).undecided == unknown);
  CHECK(decide(false, both, {"rack"}).undecided.empty());
  CHECK(decide(false, both, {"rack"}).open);
  CHECK(decide(false, only, {"rack"}).undecided == unknown); // implied
  CHECK(decide(false, only, {"block", "rack"}).note ==
        "no node has all labels of Topology racks (block, rack); node n lacks block, node other lacks block");
  CHECK(decide(true, {{.nominal = 4}}, {"rack"}).note == "Flavor \"f\" does not support TopologyAwareScheduling");
  CHECK(decide(false, {{.flavor = "tas", .nominal = 4}, {.nominal = 0}}, {"rack"}).note ==
        "Flavor \"tas\" supports only TopologyAwareScheduling");
}

TEST_CASE("pods that Kueue admits select and tolerate what their flavor says") {
  ClusterBuilder builder;
  builder.node("n").label("pool", "spot").taint("spot", model::TaintEffect::NoSchedule, "yes").has("gpu", 8);
  builder.node("free").has("gpu", 8);
  builder.group("g", "ml").min_member(2);
  for (const char* name : {"p-0", "p-1"}) {
    builder.pod(name, "ml").in("g").asks("gpu", 2).gate("kueue.x-k8s.io/admission");
  }
  Kueue kueue(builder.build());
  kueue.cluster.resource_flavors = {
      {"f", {{"pool", "spot"}}, {}, {{"spot", "yes", false, model::TaintEffect::NoSchedule}}, ""}};
  kueue.queue("a", "", {{.nominal = 4}});
  kueue.workload("w", "a", 2, 2).pods = {0_pod, 1_pod};
  const auto report = explain(kueue.cluster);
  CHECK(pod(report, "p-0").node == "n");
  CHECK(pod(report, "p-1").node == "n");
}

TEST_CASE("pods of reserved quota select what their flavor says once all checks are Ready") {
  ClusterBuilder builder;
  builder.node("n").has("gpu", 8);
  builder.group("g", "ml").min_member(1);
  builder.pod("p-0", "ml").in("g").asks("gpu", 2).gate("kueue.x-k8s.io/admission");
  Kueue kueue(builder.build());
  kueue.cluster.resource_flavors = {{"f", {{"pool", "spot"}}, {}, {}, ""}};
  kueue.queue("a", "", {{.nominal = 4}});
  model::KueueWorkload& workload = kueue.workload("w", "a", 1, 2);
  workload.pods = {0_pod};
  workload.admitted_to = "a";
  workload.usage = {{"f", "gpu", units(2)}};
  workload.checks = {{"budget", "Ready"}};
  CHECK(group(explain(kueue.cluster), "g").verdict == model::GroupVerdict::DoesNotFit);
  kueue.cluster.resource_flavors[0].node_labels.clear();
  CHECK(group(explain(kueue.cluster), "g").verdict == model::GroupVerdict::Fits);
  kueue.cluster.kueue_workloads[0].checks[0].places_pods = true;
  CHECK(decision(run(kueue), kueue, "w").undecided ==
        "admission check budget chooses nodes for its pods (podSetUpdates), which is not simulated");
}

TEST_CASE("verify judges the pods as Kueue changes them") {
  ClusterBuilder builder;
  builder.node("n").label("pool", "spot").has("gpu", 8);
  builder.node("other").has("gpu", 8); // the flavor does not select it
  builder.group("g", "ml").min_member(3);
  for (const char* name : {"p-0", "p-1", "p-2"}) {
    builder.pod(name, "ml").in("g").asks("gpu", 4).gate("kueue.x-k8s.io/admission");
  }
  Kueue kueue(builder.build());
  kueue.cluster.resource_flavors = {{"f", {{"pool", "spot"}}, {}, {}, ""}};
  kueue.queue("a", "", {{.nominal = 12}});
  kueue.workload("w", "a", 3, 4).pods = {0_pod, 1_pod, 2_pod};
  const auto report = explain(kueue.cluster);
  CHECK(group(report, "g").members.total == 3);
  CHECK(group(report, "g").verdict == model::GroupVerdict::DoesNotFit);
  CHECK(engine::verify(kueue.cluster, options(), report).verdict == model::Verdict::Yes);
}

// kueue scheduler.go: with blockAdmission it waits for PodsReadyForAllAdmittedWorkloads
TEST_CASE("with blockAdmission, Kueue admits nothing while pods of an admitted workload are not ready") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 8}});
  kueue.admitted("runs", "a", 1);
  kueue.workload("w", "a", 1, 1);
  CHECK(decision(run(kueue), kueue, "w").open);
  CHECK(decision(run(kueue), kueue, "w").undecided.empty()); // no condition shows that Kueue waits
  kueue.cluster.kueue_workloads[0].pods_ready = false;
  CHECK_FALSE(decision(run(kueue), kueue, "w").undecided.empty()); // its configuration decides
  kueue.cluster.kueue_configurations = {{"c", false, {}, {}, true, {}, {}}};
  CHECK_FALSE(decision(run(kueue), kueue, "w").open);
  CHECK(decision(run(kueue), kueue, "w").note == "Kueue admits nothing until runs's pods are ready (blockAdmission)");
  CHECK(decision(run(kueue), kueue, "w").undecided.empty());
  kueue.cluster.kueue_workloads[0].pods_ready = true; // the next one without pods has to become ready, too
  kueue.workload("later", "a", 1, 1);
  CHECK(decision(run(kueue), kueue, "w").undecided.empty());
  CHECK(decision(run(kueue), kueue, "later").undecided ==
        "Kueue admits it only when the pods of ml/w are ready (blockAdmission)");
  kueue.cluster.kueue_workloads.pop_back();
  kueue.cluster.kueue_workloads[0].pods_ready = false;
  kueue.cluster.kueue_configurations[0].blocks_admission = false;
  CHECK(decision(run(kueue), kueue, "w").open);
  kueue.cluster.kueue_configurations[0].blocks_admission = true;
  kueue.cluster.kueue_workloads[0].pods_ready = true;
  CHECK(decision(run(kueue), kueue, "w").open);
}

TEST_CASE("reasons that keep a workload out before Kueue checks its quota") {
  const auto note_of = [](auto change) {
    Kueue kueue = empty_kueue();
    kueue.queue("a", "", {{.nominal = 8}});
    kueue.workload("w", "a", 1, 1);
    change(kueue);
    const model::GateReport report = decision(run(kueue), kueue, "w");
    CHECK_FALSE(report.open);
    CHECK(report.amounts.empty());
    return report.note;
  };
  CHECK(note_of([](Kueue& k) { k.cluster.local_queues.clear(); }) == "there is no LocalQueue a in namespace ml");
  CHECK(note_of([](Kueue& k) { k.cluster.kueue_workloads[0].local_queue = ""; }) ==
        "its Workload names no queue, and namespace ml has no LocalQueue named default; set label "
        "kueue.x-k8s.io/queue-name");
  CHECK(note_of([](Kueue& k) { k.cluster.local_queues[0].stop_policy = "Hold"; }) ==
        "LocalQueue a is stopped (stopPolicy Hold)");
  CHECK(note_of([](Kueue& k) { k.cluster.local_queues[0].terminating = true; }) == "LocalQueue a is being deleted");
  CHECK(note_of([](Kueue& k) { k.cluster.local_queues[0].cluster_queue = "b"; }) == "there is no ClusterQueue b");
  CHECK(note_of([](Kueue& k) { k.cluster.cluster_queues[0].stop_policy = "HoldAndDrain"; }) ==
        "ClusterQueue a is stopped (stopPolicy HoldAndDrain)");
  CHECK(note_of([](Kueue& k) { k.cluster.cluster_queues[0].inactive = true; }) == "ClusterQueue a is inactive");
  CHECK(note_of([](Kueue& k) {
          k.cluster.cluster_queues[0].inactive = true;
          k.cluster.cluster_queues[0].inactive_because = "references missing ResourceFlavor(s): g.";
        }) == "ClusterQueue a is inactive: references missing ResourceFlavor(s): g");
  CHECK(note_of([](Kueue& k) {
          k.cluster.cluster_queues[0].inactive = true;
          k.cluster.cluster_queues[0].groups = quota_of({{.flavor = "g", .nominal = 1}});
        }) == "ClusterQueue a is inactive: there is no ResourceFlavor g");
  CHECK(note_of([](Kueue& k) { k.cluster.cluster_queues[0].namespace_selector.reset(); }) ==
        "ClusterQueue a does not admit namespace ml (namespaceSelector)");
  CHECK(note_of([](Kueue& k) { k.cluster.kueue_workloads[0].active = false; }) ==
        "the Workload is not active (spec.active)");
  CHECK(note_of([](Kueue& k) {
          k.cluster.kueue_workloads[0].checks = {{"budget", "Rejected", "no nodes."}};
        }) == "admission check budget is Rejected: no nodes");
  CHECK(note_of([](Kueue& k) { k.cluster.kueue_workloads[0].requeue_at = model::Time::from_seconds(5001); }) ==
        "it was evicted and waits until 1970-01-01T01:23:21Z");
  CHECK(note_of([](Kueue& k) { k.cluster.kueue_workloads[0].not_requeued = "deactivated."; }) ==
        "it was evicted and is not back in the queue (condition Requeued is False): deactivated");
  CHECK(note_of([](Kueue& k) { // hierarchy.HasCycle
          k.cluster.cluster_queues[0].cohort = "c";
          k.cluster.cohorts = {{"c", "d", {}}, {"d", "c", {}}};
        }) == "cohort c of ClusterQueue a is in a circle of parents, so Kueue leaves the queue out");
}

TEST_CASE("labels of a namespace that the input does not hold leave open whether a ClusterQueue takes it") {
  const auto undecided = [](model::Selector selector, std::int64_t quota) {
    Kueue kueue = empty_kueue();
    kueue.queue("a", "", {{.nominal = quota}}).namespace_selector = std::move(selector);
    kueue.workload("w", "a", 1, 1);
    return decision(run(kueue), kueue, "w").undecided;
  };
  const model::Requirement team{"team", model::SelectorOperator::In, {"x"}},
      own{"kubernetes.io/metadata.name", model::SelectorOperator::In, {"ml"}},
      other{"kubernetes.io/metadata.name", model::SelectorOperator::In, {"web"}};
  CHECK(undecided({team}, 8) == "ClusterQueue a selects namespaces by labels, and those of ml are not in the input");
  CHECK(undecided({team}, 0).empty()); // the quota decides
  CHECK(undecided({own}, 8).empty());
  CHECK(undecided({other, team}, 8).empty());
}

TEST_CASE("a workload waits for its admission checks, even if its quota is free or reserved") {
  Kueue kueue = empty_kueue();
  kueue.queue("a", "", {{.nominal = 8}}).admission_checks = {"budget"};
  kueue.workload("w", "a", 1, 1);
  CHECK_FALSE(decision(run(kueue), kueue, "w").open);
  CHECK(decision(run(kueue), kueue, "w").undecided == "its quota is free; then admission check budget has to be ready");
  kueue.admitted("x", "a", 4);
  kueue.cluster.kueue_workloads[1].admitted = false; // quota reserved
  kueue.cluster.kueue_workloads[1].checks = {{"budget", "Pending", "waiting for nodes"}};
  CHECK(decision(run(kueue), kueue, "x").note ==
        "its quota is reserved, and admission check budget is Pending: waiting for nodes");
  kueue.cluster.kueue_workloads[1].checks = {{"budget", "Ready"}};
  CHECK(decision(run(kueue), kueue, "x").open);
}

TEST_CASE("pods behind Kueue's gate enter the queue if Kueue admits their workload, and stay gated otherwise") {
  ClusterBuilder builder;
  builder.node("n").has("gpu", 8);
  builder.group("g", "ml").min_member(2);
  for (const char* name : {"p-0", "p-1"}) {
    builder.pod(name, "ml").in("g").asks("gpu", 2).gate("kueue.x-k8s.io/admission");
  }
  Kueue kueue(builder.build());
  kueue.queue("a", "", {{.nominal = 4}});
  kueue.workload("w", "a", 2, 2).pods = {0_pod, 1_pod};
  auto report = explain(kueue.cluster);
  CHECK(group(report, "g").verdict == model::GroupVerdict::Fits);
  CHECK(group(report, "g").gates.at(0).pods == 2);
  CHECK(group(report, "g").gates.at(0).held == 0);

  engine::Question binding; // bind does not wait for Kueue
  binding.kind = model::ReportKind::BindReport;
  binding.groups = {0_group};
  report = engine::answer(kueue.cluster, options(), binding);
  CHECK(group(report, "g").code == model::Code::QueueGate);
  CHECK(group(report, "g").bound_at_end == 0);

  kueue.cluster.cluster_queues[0].groups = quota_of({{.nominal = 3}});
  report = explain(kueue.cluster);
  CHECK(group(report, "g").verdict == model::GroupVerdict::DoesNotFit);
  CHECK(group(report, "g").code == model::Code::QueueGate);
  CHECK(group(report, "g").stage == model::Stage::PreEnqueue);
  CHECK(group(report, "g").gates.at(0).held == 2);
  CHECK(pod(report, "p-0").outcome == model::Outcome::Gated);
  CHECK(queue(kueue.cluster).queue.at(0).code == model::Code::QueueGate);

  for (model::PodSpec& spec : kueue.cluster.pod_specs) { // a second gate beside Kueue's stays closed
    if (!spec.scheduling_gates.empty()) { spec.scheduling_gates.push_back("example.com/other"); }
  }
  kueue.cluster.cluster_queues[0].groups = quota_of({{.nominal = 4}});
  CHECK(group(explain(kueue.cluster), "g").code == model::Code::MembersGated);
}
