// SPDX-License-Identifier: Apache-2.0
// How many copies of a job fit. The tests compare the figure with repeated dry-runs, and with sums where sums suffice.
#include "engine/ask_sizing.hpp"
#include "engine/kueue_objects.hpp"
#include "engine/sizing/job.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"
#include "support/rounds.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace tests;

namespace {

constexpr int k_limit = 40;

model::CopiesReport copies(const Sketch& sketch, int limit = k_limit) {
  return *ask_sizing(sketch, {.how_many = true, .limit = limit}).copies;
}

// Submits the same job again and again. After each run it keeps bound pods, and removes victims and pods without a
// node.
int fit_by_hand(Sketch sketch) {
  const Sketch first = sketch;
  for (int fit = 0; fit < k_limit; ++fit) {
    const model::Report report = explain(sketch.build());
    const model::GroupVerdict verdict = group(report, "want").verdict;
    if (verdict != model::GroupVerdict::Fits && verdict != model::GroupVerdict::Satisfied) { return fit; }
    std::vector<model::PodReport> all = report.pods;
    for (const model::GroupReport& one : report.groups) { all.insert(all.end(), one.pods.begin(), one.pods.end()); }
    for (const model::PodReport& one : all) {
      if (one.outcome == model::Outcome::Bound) { sketch.pod(one.name).node = one.node; }
      for (const std::string& victim : one.victims) { sketch.remove_pod(victim.substr(victim.find('/') + 1)); }
    }
    std::erase_if(sketch.pods, [](const Sketch::Pod& pod) { return pod.node.empty(); });
    const std::string done = "done-" + std::to_string(fit);
    sketch.group("want").name = done;
    for (Sketch::Pod& pod : sketch.pods) {
      if (pod.group != "want") { continue; }
      pod.group = done;
      pod.name += "-" + done;
    }
    for (const Sketch::Group& again : first.groups) {
      if (again.name == "want") { sketch.groups.push_back(again); }
    }
    for (Sketch::Pod pod : first.pods) {
      if (pod.group != "want") { continue; }
      pod.node.clear();
      sketch.pods.push_back(pod);
    }
  }
  return k_limit;
}

} // namespace

TEST_CASE("the number of copies is the number of dry-runs in a row that fit") {
  std::mt19937 random(17);
  int some = 0, several = 0, evicting = 0;
  for (int round = 0; round < tests::rounds(600); ++round) {
    const Sketch sketch = round % 3 == 0 ? random_fragments(random) : random_sketch(random);
    INFO("round " << round);
    const model::CopiesReport told = copies(sketch);
    const int by_hand = fit_by_hand(sketch);
    CHECK(told.fit == by_hand);
    if (told.at_most) { CHECK(*told.at_most >= told.fit); }
    CHECK((told.fit == k_limit) == (told.next_group.empty() && told.next_pod.empty()));
    some += by_hand > 0 ? 1 : 0;
    several += by_hand > 2 ? 1 : 0;
    evicting += told.victims > 0 ? 1 : 0;
  }
  CHECK(some >= tests::rounds(100)); // otherwise the test shows nothing
  CHECK(several >= tests::rounds(20));
  CHECK(evicting >= tests::rounds(5));
}

TEST_CASE("for identical members, copies fill every place on the nodes") {
  std::mt19937 random(19);
  for (int round = 0; round < 100; ++round) {
    const int members = 1 + static_cast<int>(random() % 4);
    const auto gpu = 1 + static_cast<std::int64_t>(random() % 4);
    const Sketch sketch = one_shape(random, members, gpu);
    INFO("round " << round);
    const model::CopiesReport told = copies(sketch);
    CHECK(told.fit == std::min<std::int64_t>(k_limit, places(sketch, gpu) / members));
    if (told.fit < k_limit) { CHECK(told.at_most == told.fit); }
  }
}

TEST_CASE("counting stops at the limit") {
  std::mt19937 random(23);
  Sketch sketch = one_shape(random, 1, 1);
  sketch.nodes = {node_with("n0", 20)};
  const model::CopiesReport told = copies(sketch, 13);
  CHECK(told.fit == 13);
  CHECK(told.limit == 13);
  CHECK(!told.at_most);
  CHECK(told.next_group.empty());
}

TEST_CASE("next_group describes the next copy by the manifest's own names") {
  std::mt19937 random(23);
  Sketch sketch = one_shape(random, 2, 4);
  sketch.nodes = {node_with("n0", 8), node_with("n1", 7)};
  const model::CopiesReport told = copies(sketch);
  CHECK(told.fit == 1);
  REQUIRE(told.next_group.size() == 1);
  CHECK(told.next_group.front().name == "want");
  CHECK(told.next_group.front().code == model::Code::NotEnoughRoom);
  CHECK(told.next_group.front().evidence.pods == std::vector<std::string>{"want-1"});
}

TEST_CASE("workers that wait for their launcher belong to its copy") {
  // Adding several copies at once would place all launchers before any worker.
  std::mt19937 random(31);
  const auto pick = [&](int n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
  int several = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<std::int64_t> offered;
    for (int i = 0; i < 4; ++i) { offered.push_back(4 + pick(9)); }
    const std::int64_t launcher = 1 + pick(3), worker = 1 + pick(4);
    std::vector<std::pair<std::int64_t, std::string>> running; // GPUs, node
    const auto cluster = [&] {
      ClusterBuilder c;
      for (std::size_t i = 0; i < offered.size(); ++i) { c.node("n" + std::to_string(i)).has(k_gpu, offered[i]); }
      for (std::size_t i = 0; i < running.size(); ++i) {
        c.pod("ran-" + std::to_string(i)).asks(k_gpu, running[i].first).on(running[i].second);
      }
      c.pod("job-launcher-0").asks(k_gpu, launcher);
      for (const char* const name : {"job-worker-0", "job-worker-1"}) {
        c.pod(name).asks(k_gpu, worker).after("job-launcher-0");
      }
      return c;
    };
    const model::CopiesReport told = *ask_sizing(cluster(), {.how_many = true, .largest = false, .limit = 100}).copies;
    std::int64_t by_hand = 0;
    for (;; ++by_hand) {
      const std::vector<model::PodReport> pods = explain(cluster().build()).pods;
      if (!std::ranges::all_of(pods, [](const auto& one) { return one.outcome == model::Outcome::Bound; })) { break; }
      for (const model::PodReport& one : pods) {
        running.emplace_back(one.name == "job-launcher-0" ? launcher : worker, one.node);
      }
    }
    INFO("round " << round);
    CHECK(told.fit == by_hand);
    CHECK((!told.at_most || *told.at_most >= by_hand));
    REQUIRE(told.next_pod.size() == 1);
    CHECK(told.next_pod.front().name.starts_with("job-"));
    several += by_hand > 2 ? 1 : 0;
  }
  CHECK(several >= 50);
}

TEST_CASE("a copy of a job includes both of its groups and its loose pod") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 8);
  c.node("n1").has(k_gpu, 8);
  c.group("job-a").min_member(2);
  c.group("job-b").min_member(1);
  c.pod("job-a-0").in("job-a").asks(k_gpu, 1);
  c.pod("job-a-1").in("job-a").asks(k_gpu, 1);
  c.pod("job-b-0").in("job-b").asks(k_gpu, 2);
  c.pod("job-c-0").asks(k_gpu, 1);
  const model::CopiesReport told = *ask_sizing(c, {.how_many = true, .largest = false, .limit = 100}).copies;
  CHECK(told.fit == 3); // 5 GPUs each, 16 in all
  CHECK(told.at_most == 3);
}

TEST_CASE("anti-affinity to the job's own label keeps siblings apart, and not members of different copies") {
  // One member per node, by a term on the job's own name: each copy takes one GPU of each of three nodes.
  const auto cluster = [&](const std::string& app) {
    ClusterBuilder c;
    for (const char* const name : {"n0", "n1", "n2"}) {
      c.node(name).has(k_gpu, 4).label("kubernetes.io/hostname", name);
    }
    c.group("job").min_member(3);
    for (int i = 0; i < 3; ++i) {
      auto& pod = c.pod("job-worker-" + std::to_string(i)).in("job").asks(k_gpu, 1).label("app", app);
      model::PodAffinityTerm& term = pod.spec.required_anti_affinity.emplace_back();
      term.selector = model::Selector{{"app", model::SelectorOperator::In, {app == "job" ? "job" : "other"}}};
      term.namespaces = {"default"};
      term.topology_key = "kubernetes.io/hostname";
    }
    return c;
  };
  CHECK(ask_sizing(cluster("job"), {.how_many = true, .largest = false, .limit = 100}).copies->fit == 4);
  CHECK(ask_sizing(cluster("other"), {.how_many = true, .largest = false, .limit = 100}).copies->fit == 1);
}

TEST_CASE("copies of native groups, label-only groups and others count alike") {
  for (const auto dialect : {model::Dialect::Native, model::Dialect::Lightweight, model::Dialect::Coscheduling}) {
    ClusterBuilder c;
    c.node("n0").has(k_gpu, 5);
    c.node("n1").has(k_gpu, 7);
    c.group("job").min_member(2).dialect(dialect);
    for (int i = 0; i < 2; ++i) {
      auto& pod = c.pod("job-worker-" + std::to_string(i)).in("job").asks(k_gpu, 1);
      pod.pod.group_min_available = dialect == model::Dialect::Lightweight ? 2 : 0;
    }
    INFO("dialect " << static_cast<int>(dialect));
    const model::CopiesReport told = *ask_sizing(c, {.how_many = true, .largest = false, .limit = 100}).copies;
    CHECK(told.fit == 6);
    CHECK(told.at_most == 6);
  }
}

TEST_CASE("the number of copies names what is counted for the first one alone") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 4);
  c.pod("job-worker-0")
      .asks(k_gpu, 1)
      .owned_by("StatefulSet", "job")
      .spec.volumes.push_back({"persistentVolumeClaim", "d", "d-job-worker-0"});
  model::ClusterSnapshot cluster = c.build();
  const auto units = [](std::int64_t amount) { return model::Quantity::from_units(amount); };
  cluster.object_charges.push_back({"default", "q", "count/statefulsets.apps", units(1), units(2)});
  engine::Job job;
  job.pods = {0_pod};
  const std::string claims = "the claims of StatefulSet default/job";
  const std::string objects = "count/statefulsets.apps of ResourceQuota default/q";
  CHECK(engine::not_counted(cluster, job, 3) == std::vector<std::string>{claims});
  CHECK(engine::not_counted(cluster, job, 4) == std::vector<std::string>{objects, claims});

  cluster.object_charges.clear();
  model::PodSpec spec = *cluster.pods[0].spec;
  spec.volumes = {{"ephemeral", "scratch", ""}};
  cluster.pods[0].spec = &cluster.pod_specs.emplace_back(spec);
  CHECK(engine::not_counted(cluster, job, 4) ==
        std::vector<std::string>{"the ephemeral volumes of pod default/job-worker-0"});
}

TEST_CASE("a choice of flavors of Kueue is counted for the first copy alone") {
  ClusterBuilder c;
  c.node("n0").has("gpu", 4);
  c.pod("job-worker-0").asks("gpu", 1);
  Kueue kueue(c.build());
  kueue.queue("q", "", {{.flavor = "f", .nominal = 5}, {.flavor = "g", .nominal = 5}});
  kueue.workload("job", "q", 1, 1).pods = {0_pod};
  engine::Job job;
  job.pods = {0_pod};
  CHECK(engine::is_queued(kueue.cluster, job));
  CHECK(engine::not_counted(kueue.cluster, job, 4).empty());
  kueue.cluster.resource_flavors.push_back({"g", {{"pool", "b"}}, {}, {}, ""});
  CHECK(engine::not_counted(kueue.cluster, job, 4) == std::vector<std::string>{"the flavors of ClusterQueue q"});
  job.pods.clear();
  CHECK_FALSE(engine::is_queued(kueue.cluster, job));
}

TEST_CASE("a copy without a group for which Kueue has no quota says so") {
  ClusterBuilder c;
  c.node("n0").has("gpu", 8);
  for (int i = 0; i < 2; ++i) { c.pod("job-worker-" + std::to_string(i)).asks("gpu", 1); }
  Kueue kueue(c.build());
  kueue.queue("q", "", {{.nominal = 5}});
  model::KueueWorkload& workload = kueue.workload("job", "q", 2, 1);
  workload.pods = {0_pod, 1_pod};
  workload.pod_sets.front().spec = kueue.cluster.pods[0].spec;
  workload.pod_sets.front().pods = {0_pod, 1_pod};
  const model::CopiesReport told = *ask_sizing(std::move(kueue.cluster), {.how_many = true, .limit = 100}).copies;
  CHECK(told.fit == 2);
  REQUIRE(told.next_pod.size() == 1);
  CHECK(told.next_pod[0].message == "its Workload job is not admitted to ClusterQueue q");
}

TEST_CASE("larger requests need quota also where the flavor of Kueue has node labels") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 8).label("pool", "a");
  for (int i = 0; i < 2; ++i) { c.pod("job-worker-" + std::to_string(i)).asks(k_gpu, 1); }
  Kueue kueue(c.build());
  kueue.cluster.resource_flavors.front().node_labels = {{"pool", "a"}};
  model::KueueResourceGroup& group = kueue.queue("q", "", {{.nominal = 5}}).groups.front();
  group.covered = {k_gpu};
  group.flavors.front().quotas.front().resource = k_gpu;
  model::KueueWorkload& workload = kueue.workload("job", "q", 2, 1);
  workload.pods = {0_pod, 1_pod};
  workload.pod_sets.front().spec = kueue.cluster.pods[0].spec;
  workload.pod_sets.front().pods = {0_pod, 1_pod};
  const auto largest =
      ask_sizing(model::ClusterSnapshot::copy_of(kueue.cluster), {.largest = true, .limit = 100}).largest;
  REQUIRE(largest.size() == 2);
  CHECK(largest[0].greatest == 5);
  CHECK(largest[1].resource == k_gpu); // of each pod
  CHECK(largest[1].greatest == 2);

  kueue.cluster.kueue_workloads.front().admitted = true;
  kueue.cluster.kueue_workloads.front().admitted_to = "q";
  CHECK(ask_sizing(std::move(kueue.cluster), {.largest = true, .limit = 100}).largest.empty());
}

TEST_CASE("copies and larger sizes need quota of the job's queue of Kueue") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 100);
  c.group("job").min_member(2);
  for (const char* const name : {"job-worker-0", "job-worker-1"}) { c.pod(name).in("job").asks(k_gpu, 1); }
  const auto queued = [&](bool one_by_one) {
    model::ClusterSnapshot cluster = c.build();
    model::KueueResourceGroup group;
    group.covered = {k_gpu};
    group.flavors = {{"f", {{k_gpu, model::Quantity::from_units(5), {}, {}}}}};
    model::ClusterQueue queue;
    queue.name = "cq";
    queue.groups = {group};
    queue.namespace_selector = model::Selector{};
    cluster.resource_flavors.push_back({"f", {}, {}, {}, ""});
    cluster.cluster_queues.push_back(queue);
    cluster.local_queues.push_back({"default", "lq", "cq", ""});
    const auto add = [&](std::string_view name, const std::vector<model::PodIndex>& pods) {
      model::KueueWorkload workload;
      workload.namespace_name = "default";
      workload.name = name;
      workload.local_queue = "lq";
      workload.from_manifest = true;
      workload.pods = pods;
      model::KueuePodSet& set = workload.pod_sets.emplace_back();
      set.count = static_cast<std::int32_t>(pods.size());
      set.spec = cluster.pods[0].spec;
      set.pods = pods;
      cluster.kueue_workloads.push_back(workload);
    };
    if (one_by_one) {
      add("pod-0", {0_pod});
      add("pod-1", {1_pod});
    } else {
      add("job", {0_pod, 1_pod});
    }
    return cluster;
  };
  for (const bool one_by_one : {false, true}) {
    INFO("one by one " << one_by_one);
    const model::CopiesReport told = *ask_sizing(queued(one_by_one), {.how_many = true, .limit = 100}).copies;
    CHECK(told.fit == 2);      // 2 of 5 each
    CHECK_FALSE(told.at_most); // the nodes hold 50
    CHECK(told.not_counted.empty());
    const auto largest = ask_sizing(queued(one_by_one), {.largest = true, .limit = 100}).largest;
    REQUIRE(largest.size() == 2);
    CHECK(largest[0].greatest == 5);
    CHECK(largest[1].resource == k_gpu);
    CHECK(largest[1].greatest == 2);
  }
}

TEST_CASE("copies of a pod that names its node count on that node alone") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 5);
  c.node("n1").has(k_gpu, 7);
  c.pod("job-0").asks(k_gpu, 1).on("n0");
  model::ClusterSnapshot cluster = c.build();
  cluster.pods[0].from_manifest = true;
  cluster.quota_charges.emplace_back();
  cluster.new_pods = {{0_pod, 0}};
  engine::Question question;
  question.kind = model::ReportKind::DryRun;
  question.pods = {0_pod};
  question.sizing = {.how_many = true, .largest = false, .limit = 100};
  const model::CopiesReport told = *engine::answer(cluster, options(), question).copies;
  CHECK(told.fit == 5);
  CHECK_FALSE(told.at_most);
}
