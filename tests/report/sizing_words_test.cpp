// SPDX-License-Identifier: Apache-2.0
// Text of the answers to how many and how large.
#include "report/samples.hpp"
#include "support/catch.hpp"

#include <string>

using model::GroupReport;
using model::GroupVerdict;
using namespace samples;

namespace {

model::Report sized() {
  GroupReport group = gang("train", 3);
  group.verdict = GroupVerdict::Fits;
  group.bound_at_end = 3;
  model::Report report = dry_run({group}, {});
  report.copies = sized_copies();
  return report;
}

bool says(const model::Report& report, std::string_view words) {
  std::string flat = text(report);
  for (std::size_t at = flat.find("\n  "); at != std::string::npos; at = flat.find("\n  ", at)) {
    flat.replace(at, flat[at + 3] == ' ' ? 5 : 3, " ");
  }
  return flat.find(words) != std::string::npos;
}

} // namespace

TEST_CASE("the number of copies follows the verdict, with the next one's cause and the upper limit") {
  CHECK(text(sized()).starts_with(R"(Yes: group ml/train would start: 3 of 3 members placed (minMember 3)
  7 such jobs fit, including this one. The 8th would not start: 1 of its 3
  members can be placed (minMember 3).
  The best placement holds 8 at once.
  The other copies evict 2 pods.
)"));
}

TEST_CASE("how many fit, with one copy or none or without a limit") {
  model::Report report = sized();
  report.copies->at_most = 7;
  CHECK(says(report, "No placement holds more than 7 at once."));
  report.copies->at_most.reset();
  CHECK(!says(report, "placement holds"));
  report.copies->fit = report.copies->limit;
  CHECK(says(report, "1000 such jobs fit; more are not counted (--count-up-to)."));
  report.copies->fit = 1;
  CHECK(says(report, "One such job fits, this one. The 2nd would not start:"));
  report.copies->fit = 0;
  CHECK(says(report, "Not even one such job fits."));
}

TEST_CASE("the number of copies is no certainty if something is not counted") {
  model::Report report = sized();
  report.copies->at_most.reset();
  report.copies->not_counted = {"count/jobs.batch of ResourceQuota ml/q", "the claims of StatefulSet ml/db"};
  CHECK(says(report, "Perhaps 7 such jobs fit, including this one. The 8th would not start:"));
  CHECK(says(report, "Not counted for the other jobs: count/jobs.batch of ResourceQuota ml/q and the claims of "
                     "StatefulSet ml/db."));
  report.copies->fit = 1;
  CHECK(says(report, "One such job fits, this one. Perhaps the 2nd would not start:"));
}

TEST_CASE("a pod that a queue or a quota keeps out stops the next copy with their reason") {
  model::Report report = sized();
  report.copies->next_group.clear();
  report.copies->next_pod = {pod("train-1", model::Outcome::NotAttempted)};
  model::PodReport& next = report.copies->next_pod.front();
  next.reasons = {reason("Kueue", "its Workload job-train is not admitted to ClusterQueue cq", 0)};
  CHECK(says(report,
             "The 8th would not start: train-1 is kept out of the queue: its Workload job-train is not admitted to "
             "ClusterQueue cq."));
}

TEST_CASE("a pod without a group stops the next copy with its own reasons") {
  model::Report report = sized();
  report.copies->next_group.clear();
  report.copies->next_pod = {pod("train-1", model::Outcome::Unschedulable)};
  report.copies->next_pod.front().reasons = {reason("NodeResourcesFit", "Insufficient cpu", 5)};
  CHECK(says(report, "The 8th would not start: train-1 fits no node: 5 nodes have too little cpu."));
}

TEST_CASE("the largest sizes say whether they are proven") {
  model::Report report = sized();
  report.largest = sized_roles();
  CHECK(text(report).find(R"(
Largest version of this job that fits
  * worker: at most 12 replicas (3 asked for; minMember goes with them)
  * worker: no amount of nvidia.com/gpu fits (4 asked for)
  * driver: at least 1000 replicas (1 asked for; more are not counted
    (--count-up-to))
  * driver: at least 11.75 cpu each (2.5 asked for)
)") != std::string::npos);
}

TEST_CASE("fragmentation with and without the job, and the stranded nodes") {
  model::Report report = sized();
  report.fragmentation = {fragments()};
  CHECK(text(report).find(R"(
Fragmentation
  * nvidia.com/gpu: 7.2 of 20 free are unusable, on average over the 8 pods that
    ask for it; without this job 5.13 of 26.
    Stranded by this job: gpu-a (8 free, too little cpu).
    Stranded already: gpu-d (4 free, no slot for one more pod).
)") != std::string::npos);
}

TEST_CASE("fragmentation that the job ends, and none at all") {
  model::Report report = sized();
  report.fragmentation = {fragments()};
  model::FragmentationReport& row = report.fragmentation.front();
  row.stranded.clear();
  row.unusable_after_milli = 0;
  CHECK(text(report).find(R"(
  * nvidia.com/gpu: all 20 free are usable by the 8 pods that ask for it;
    without this job 5.13 of 26 are unusable.
)") != std::string::npos);
  row.free_after_milli = 0;
  CHECK(text(report).find(R"(
  * nvidia.com/gpu: none stays free; without this job 5.13 of 26 free are
    unusable, on average over the 8 pods that ask for it.
)") != std::string::npos);
  row.unusable_before_milli = 0;
  CHECK(text(report).find("Fragmentation") == std::string::npos);
}

TEST_CASE("text folds many stranded nodes, -o wide lists all") {
  model::Report report = sized();
  report.fragmentation = {fragments()};
  report.fragmentation.front().stranded.clear();
  for (int i = 0; i < 9; ++i) {
    report.fragmentation.front().stranded.push_back({"gpu-" + std::to_string(i), 1'000, "memory", true});
  }
  CHECK(says(report, "gpu-3 (1 free, too little memory) and 5 more."));
  CHECK(text(report, report::Format::Wide).find("gpu-8 (1 free") != std::string::npos);
}
