// SPDX-License-Identifier: Apache-2.0
// The largest size of a role of a job.
#include "engine/ask_sizing.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

#include <string>
#include <vector>

using namespace tests;

TEST_CASE("the largest size fills the places on the nodes") {
  std::mt19937 random(29);
  int started = 0;
  for (int round = 0; round < 60; ++round) {
    const int members = 1 + static_cast<int>(random() % 6);
    const auto gpu = 1 + static_cast<std::int64_t>(random() % 6);
    const Sketch sketch = one_shape(random, members, gpu);
    ClusterBuilder c;
    for (const Sketch::Node& node : sketch.nodes) { c.node(node.name).has(k_gpu, node.gpu); }
    c.group("job").min_member(members);
    for (int i = 0; i < members; ++i) { c.pod("job-worker-" + std::to_string(i)).in("job").asks(k_gpu, gpu); }
    std::int64_t greatest = 0;
    for (std::int64_t each = 1; each <= 8; ++each) { greatest = places(sketch, each) >= members ? each : greatest; }
    INFO("round " << round);
    const std::vector<model::LargestReport> told =
        ask_sizing(c, {.how_many = false, .largest = true, .limit = 100}).largest;
    REQUIRE(told.size() == 2);
    CHECK(told[0].role == "worker");
    CHECK(told[0].resource.empty());
    CHECK(told[0].asked == members);
    CHECK(told[0].greatest == places(sketch, gpu));
    CHECK(told[0].exact);
    CHECK(told[0].moves_min_member);
    CHECK(told[1].resource == k_gpu);
    CHECK(told[1].asked == gpu);
    CHECK(told[1].greatest == greatest);
    CHECK(told[1].exact);
    started += places(sketch, gpu) >= members ? 1 : 0;
  }
  CHECK(started >= 20);
  CHECK(started <= 50); // some jobs have to shrink
}

TEST_CASE("one role grows while the others keep their size") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 8).has("cpu", 16'000);
  c.node("n1").has("cpu", 10'000);
  c.group("job").min_member(2); // of three: minMember does not follow the size
  c.pod("job-driver-0").in("job").asks("cpu", 4'000);
  c.pod("job-worker-0").in("job").asks(k_gpu, 2).asks("cpu", 1'000);
  c.pod("job-worker-1").in("job").asks(k_gpu, 2).asks("cpu", 1'000);
  const std::vector<model::LargestReport> told =
      ask_sizing(c, {.how_many = false, .largest = true, .limit = 100}).largest;
  REQUIRE(told.size() == 4);
  CHECK(told[0].role == "driver"); // next to the workers, drivers have 14 cpu on n0, and 10 on n1
  CHECK(told[0].greatest == 5);
  CHECK(!told[0].moves_min_member);
  CHECK(told[1].resource == "cpu"); // on n0, next to the workers
  CHECK(told[1].greatest == 14'000);
  CHECK(told[2].role == "worker");
  CHECK(told[2].greatest == 4);
  CHECK(told[3].resource == k_gpu);
  CHECK(told[3].greatest == 4);
}

TEST_CASE("the answer is never fewer replicas than the quorum") {
  // Two of four members fit. minMember stays 3, so three replicas are the least, and three do not fit.
  const auto cluster = [](std::int64_t gpus) {
    ClusterBuilder c;
    c.node("n0").has(k_gpu, gpus);
    c.group("job").min_member(3);
    for (int i = 0; i < 4; ++i) { c.pod("job-worker-" + std::to_string(i)).in("job").asks(k_gpu, 1); }
    return ask_sizing(c, {.how_many = false, .largest = true, .limit = 100}).largest;
  };
  CHECK(cluster(2)[0].greatest == 0);
  CHECK(cluster(2)[0].exact);
  CHECK(cluster(3)[0].greatest == 3);
  CHECK(cluster(3)[0].exact);
}

TEST_CASE("the answer may be more replicas than requested if only they let the group start") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 7);
  c.group("job").min_member(4);
  for (int i = 0; i < 2; ++i) { c.pod("job-worker-" + std::to_string(i)).in("job").asks(k_gpu, 1); }
  const model::LargestReport told = ask_sizing(c, {.how_many = false, .largest = true, .limit = 100}).largest[0];
  CHECK(told.asked == 2);
  CHECK(told.greatest == 7);
}

TEST_CASE("the answer is not exact if a larger job would evict pods") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 4);
  c.pod("low").asks(k_gpu, 2).on("n0");
  c.pod("fixed").asks(k_gpu, 1).on("n0").priority(100);
  c.pod("job-worker-0").asks(k_gpu, 1).priority(10);
  const std::vector<model::LargestReport> told =
      ask_sizing(c, {.how_many = false, .largest = true, .limit = 100}).largest;
  REQUIRE(told.size() == 2);
  CHECK(told[1].greatest == 3); // evicts low
  CHECK(!told[1].exact);
}

TEST_CASE("the search for replicas stops at the limit") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 40);
  c.pod("job-worker-0").asks(k_gpu, 1);
  const std::vector<model::LargestReport> told =
      ask_sizing(c, {.how_many = false, .largest = true, .limit = 9}).largest;
  CHECK(told[0].greatest == 9);
  CHECK(told[0].limit_reached);
  CHECK(!told[0].exact);
}

TEST_CASE("identical pods from manifests of their own form one role") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 7);
  c.group("job").min_member(3);
  for (const char* const name : {"job-a-0", "job-b-0", "job-c-0"}) {
    c.pod(name).in("job").asks(k_gpu, name[4] == 'c' ? 2 : 1);
  }
  const std::vector<model::LargestReport> told =
      ask_sizing(c, {.how_many = false, .largest = true, .limit = 9}, "Pod").largest;
  REQUIRE(told.size() == 4); // two kinds with two questions each
  CHECK(told[0].kind == "PodGroup");
  CHECK(told[0].object == "job");
  CHECK(told[0].role.empty());
  CHECK(told[0].asked == 2);
  CHECK(told[0].greatest == 5);
  CHECK(told[2].asked == 1);
  CHECK(told[2].greatest == 2);
}

TEST_CASE("a label-only quorum grows with the size, up to the capacity") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 6);
  c.group("job").min_member(2).dialect(model::Dialect::Lightweight);
  for (int i = 0; i < 2; ++i) {
    auto& pod = c.pod("job-worker-" + std::to_string(i)).in("job").asks(k_gpu, 1);
    pod.pod.group_min_available = 2;
  }
  const std::vector<model::LargestReport> told =
      ask_sizing(c, {.how_many = false, .largest = true, .limit = 9}).largest;
  REQUIRE(told.size() == 2);
  CHECK(told[0].greatest == 6);
  CHECK(told[0].moves_min_member);
}

TEST_CASE("the answer is not more replicas than the object allows") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 40);
  c.pod("job-worker-0").asks(k_gpu, 1);
  model::ClusterSnapshot cluster = c.build();
  cluster.pods[0].from_manifest = true;
  engine::Question question;
  question.kind = model::ReportKind::DryRun;
  question.pods = {0_pod};
  question.sizing = {.how_many = false, .largest = true, .limit = 100};
  model::Expansion& made = question.expansions.emplace_back();
  made.kind = "RayCluster";
  made.namespace_name = "default";
  made.name = "job";
  made.roles.resize(1);
  made.roles[0].name = "worker";
  made.roles[0].pods = {"job-worker-0"};
  made.roles[0].most = 4;
  const model::LargestReport told = engine::answer(cluster, options(), question).largest.at(0);
  CHECK(told.greatest == 4);
  CHECK(told.exact);
  CHECK_FALSE(told.limit_reached);
}
