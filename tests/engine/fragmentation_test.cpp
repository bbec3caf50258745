// SPDX-License-Identifier: Apache-2.0
// Free capacity that pods like those of the cluster cannot use.
#include "engine/ask_sizing.hpp"
#include "support/catch.hpp"

using namespace tests;

TEST_CASE("fragmentation is the free capacity that pods like those of the cluster cannot use") {
  // The mix: 1 pod of 4 GPUs (of the job), 2 of 2, 1 of 1. The pod without a GPU request does not count.
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 7);                    // 7 free, enough for any; after the job 3, too few for 1 of the 4 pods
  c.node("n1").has(k_gpu, 4).has("cpu", 10'000); // 1 free: too few for 3 of them
  c.node("n2").has(k_gpu, 6).has("cpu", 9'000);  // 4 free, but no cpu for a pod that requests some
  c.node("n3").has(k_gpu, 8).cordoned();         // does not count
  c.pod("two-0").asks(k_gpu, 2).asks("cpu", 1'000).on("n1");
  c.pod("two-1").asks(k_gpu, 2).asks("cpu", 1'000).on("n2");
  c.pod("one").asks(k_gpu, 1).asks("cpu", 1'000).on("n1");
  c.pod("hog").asks("cpu", 8'000).on("n2");
  c.pod("job-worker-0").asks(k_gpu, 4).asks("cpu", 1'000);
  const model::Report report = ask_sizing(c, {.how_many = true, .largest = false, .limit = 100});
  CHECK(report.copies->fit == 1);
  REQUIRE(report.fragmentation.size() == 1);
  const model::FragmentationReport& told = report.fragmentation.front();
  CHECK(told.resource == k_gpu);
  CHECK(told.pods == 4);
  CHECK(told.free_before_milli == 12'000);
  CHECK(told.free_after_milli == 8'000);
  CHECK(told.unusable_before_milli == 4'750); // 3/4 of 1, and 4
  CHECK(told.unusable_after_milli == 5'500);  // and 1/4 of 3
  REQUIRE(told.stranded.size() == 1);
  CHECK(told.stranded.front().name == "n2");
  CHECK(told.stranded.front().free_milli == 4'000);
  CHECK(told.stranded.front().lacks == "cpu");
  CHECK(!told.stranded.front().is_new);
}

TEST_CASE("a job strands nodes where it uses up another resource") {
  ClusterBuilder c;
  c.node("n0").has(k_gpu, 8).has("cpu", 10'000);
  c.pod("gpu-user").asks(k_gpu, 1).asks("cpu", 2'000).on("n0");
  c.pod("job-worker-0").asks("cpu", 7'000);
  const model::FragmentationReport told =
      ask_sizing(c, {.how_many = true, .largest = false, .limit = 1}).fragmentation.at(0);
  CHECK(told.unusable_before_milli == 0);
  CHECK(told.unusable_after_milli == 7'000);
  REQUIRE(told.stranded.size() == 1);
  CHECK(told.stranded.front().is_new);
}

TEST_CASE("fragmentation counts cpu, if no pod requests a device") {
  ClusterBuilder c;
  c.node("n0").has("cpu", 3'000);
  c.node("n1").has("cpu", 1'500);
  c.pod("job-worker-0").asks("cpu", 2'000);
  const model::FragmentationReport told =
      ask_sizing(c, {.how_many = true, .largest = false, .limit = 1}).fragmentation.at(0);
  CHECK(told.resource == "cpu");
  CHECK(told.free_before_milli == 4'500);
  CHECK(told.unusable_before_milli == 1'500);
  CHECK(told.unusable_after_milli == 2'500);
  CHECK(told.stranded.empty()); // a shortage of the same resource does not strand a node
}
