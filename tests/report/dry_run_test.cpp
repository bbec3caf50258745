// SPDX-License-Identifier: Apache-2.0
#include "report/samples.hpp"
#include "support/catch.hpp"

using model::Code;
using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using model::QueueKind;
using namespace samples;

namespace {

GroupReport starting(std::string_view name, std::int32_t members) {
  GroupReport group = gang(name, members);
  group.verdict = GroupVerdict::Fits;
  group.bound_at_end = members;
  group.alone = {GroupVerdict::Fits, members};
  return group;
}

} // namespace

TEST_CASE("yes: the node of every pod") {
  GroupReport group = starting("train", 8);
  group.pods = pods("train", 0, 3, Outcome::Bound, "gpu-a");
  for (const auto& pod : pods("train", 4, 7, Outcome::Bound, "gpu-b")) { group.pods.push_back(pod); }
  CHECK(text(dry_run({group}, {job("train", 8)})) ==
        R"(Yes: job ml/train would start: 8 of 8 members placed (minMember 8)
  It is first in the queue.

NODE    COUNT   PODS
gpu-a   4       train-0 ... train-3 (4 pods)
gpu-b   4       train-4 ... train-7 (4 pods)

job ml/train makes 8 pods of 8 cpu, 32Gi memory and 2 nvidia.com/gpu in group
train (minMember 8).
)");
}

TEST_CASE("many nodes fold by the number of their members") {
  GroupReport group = starting("train", 96);
  for (int i = 0; i < 96; ++i) {
    group.pods.push_back(pod("train-" + std::to_string(i), Outcome::Bound, "n-" + std::to_string(i % 40)));
  }
  const std::string said = text(dry_run({group}, {}));
  CHECK(said.find(R"(NODE                       COUNT    PODS
n-0 ... n-15 (16 nodes)    3 each
n-16 ... n-39 (24 nodes)   2 each
)") != std::string::npos);
}

TEST_CASE("no: it fits now, but not at its turn") {
  GroupReport group = gang("sim", 4, Code::TakenByOthersAhead);
  group.alone = {GroupVerdict::Fits, 4};
  group.evidence.placeable_alone = 4;
  group.evidence.have = 3;
  group.evidence.pod = "sim-3";
  group.evidence.pods = {"sim-3"};
  group.evidence.takers = {{QueueKind::PodGroup, "ml", "tune", 0}};
  group.evidence.shortages = {shortage("nvidia.com/gpu", 2, 1, {{"gpu-a", 1}, {"gpu-b", 0}})};
  group.ahead = {{QueueKind::PodGroup, "ml", "train", 0}, {QueueKind::PodGroup, "ml", "tune", 0}};
  group.pods = pods("sim", 0, 2, Outcome::Rejected);
  group.pods.push_back(pod("sim-3", Outcome::Unschedulable));
  group.pods.back().reasons = {reason("NodeResourcesFit", "Insufficient nvidia.com/gpu", 2)};
  CHECK(text(dry_run({group}, {job("sim", 4)})) ==
        R"(No: job ml/sim would not start: it fits now, but others earlier in the queue use
    the capacity first (minMember 4)
  ml/tune (priority 0) uses capacity first. Its position in the queue is 3.
  Alone in the queue, 4 of its 4 members can be placed; at its turn, 3. sim-3
  needs 2 nvidia.com/gpu on one node. Only 1 is free, on gpu-a.

NAME                          STATUS          REASON
sim-0 ... sim-2 (3 members)   Rejected        released: its group did not reach its quorum
sim-3                         Unschedulable   2 nodes have too little nvidia.com/gpu

job ml/sim makes 4 pods of 8 cpu, 32Gi memory and 2 nvidia.com/gpu in group sim
(minMember 4).
)");
}

TEST_CASE("yes, with earlier groups in the queue that do not take its capacity") {
  GroupReport group = starting("sim", 2);
  group.ahead = {{QueueKind::PodGroup, "ml", "tune", 0}, {QueueKind::Pod, "ml", "etl-7", 0}};
  CHECK(text(dry_run({group}, {})) == R"(Yes: group ml/sim would start: 2 of 2 members placed (minMember 2)

Earlier in the queue, but without effect on this group: ml/tune (priority 0) and
pod ml/etl-7 (priority 0).
)");
}

TEST_CASE("pods without a group have their own verdict") {
  model::Expansion sweep = job("sweep", 4);
  sweep.groups.clear();
  sweep.roles[0].requests = {{"cpu", "2"}};
  model::Report report = dry_run({}, {sweep});
  report.verdict = model::Verdict::No;
  report.pods = pods("sweep", 0, 2, Outcome::Bound, "node-1");
  report.pods.push_back(pod("sweep-3", Outcome::Unschedulable));
  report.pods.back().reasons = {reason("NodeResourcesFit", "Insufficient cpu", 3)};
  CHECK(text(report) == R"(No: job ml/sweep would not start completely: 3 of 4 pods placed

NAME                           STATUS          NODE     REASON
sweep-0 ... sweep-2 (3 pods)   WouldBind       node-1
sweep-3                        Unschedulable            3 nodes have too little cpu

job ml/sweep makes 4 pods of 2 cpu without a group.
)");
}

TEST_CASE("rejections by admission come first") {
  model::Report report = dry_run({}, {});
  report.verdict = model::Verdict::No;
  report.refusals = {"Pod ml/sim-0: no PriorityClass with name deadline was found"};
  CHECK(text(report) == R"(No: the API server would refuse objects of the file
  * Pod ml/sim-0: no PriorityClass with name deadline was found
)");
}

TEST_CASE("several groups: the count, then each") {
  CHECK(text(dry_run({starting("a", 2), gang("b", 2, Code::NoNodes)}, {})) ==
        R"(No: 1 of 2 groups would start; ml/b: there are no nodes

ml/a fits: 2 of its 2 members can be placed (minMember 2)

ml/b does not fit: there are no nodes
)");
}

TEST_CASE("roles, their dependencies, and groups that depend on an option") {
  model::Expansion mpi = job("mpi", 8);
  mpi.kind = "MPIJob";
  mpi.roles[0].name = "worker";
  model::Expansion::Role launcher;
  launcher.name = "launcher";
  launcher.count = 1;
  launcher.waits_for = "worker";
  mpi.roles.push_back(launcher);
  mpi.groups[0].condition = "the operator runs with --gang-scheduling";
  const std::string said = text(dry_run({starting("mpi", 9)}, {mpi}));
  CHECK(said.starts_with("Yes: mpijob ml/mpi would start: 9 of 9 members placed (minMember 9)\n"));
  CHECK(said.ends_with(R"(
mpijob ml/mpi makes 8 worker pods of 8 cpu, 32Gi memory and 2 nvidia.com/gpu and
1 launcher pod waiting for worker in group mpi (minMember 8, if the operator
runs with --gang-scheduling).
)"));
}

TEST_CASE("a long list of objects ends with a count") {
  std::vector<model::Expansion> jobs;
  for (int i = 0; i < 12; ++i) { jobs.push_back(job("job-" + std::to_string(i), 1)); }
  const std::string said = text(dry_run({starting("x", 2)}, jobs));
  CHECK(said.find("job ml/job-6 makes 1 pod of") != std::string::npos);
  CHECK(said.find("job ml/job-7 makes") == std::string::npos);
  CHECK(said.ends_with("5 more objects also create pods.\n"));
}

TEST_CASE("a file without pods is a yes") { CHECK(text(dry_run({}, {})) == "Yes: the file creates no pods\n"); }

TEST_CASE("a refusal of an object without pods is the whole verdict") {
  model::Report report = dry_run({}, {});
  report.verdict = model::Verdict::No;
  report.asked = {
      {model::Authority::Admission, model::Reply::Refuses, "Pod ml/a is invalid: x", "Pod ml/a", "Pod ml/a"}};
  CHECK(text(report) == "No: Pod ml/a is invalid: x\n");
}

TEST_CASE("pods that name a missing group are not without a group") {
  model::Expansion sim = job("sim", 1);
  sim.groups.clear();
  sim.roles[0].pods = {"sim-0"};
  GroupReport group = gang("nogroup", 1, Code::GroupNotFound);
  group.pods = pods("sim", 0, 0, Outcome::Unschedulable);
  CHECK(text(dry_run({group}, {sim})).find("in group\nnogroup, which does not exist.\n") != std::string::npos);
  sim.roles[0].count = 0;
  CHECK(text(dry_run({group}, {sim})).find("job ml/sim makes no pods.\n") != std::string::npos);
}

TEST_CASE("groups with nothing to start") {
  GroupReport group = gang("train", 3);
  group.verdict = GroupVerdict::Satisfied;
  group.members = {3, 3, 0, 0, 0, 0, 0};
  group.bound_at_end = 3;
  CHECK(text(dry_run({group}, {})) ==
        "Yes: group ml/train already has its quorum: 3 of its 3 members are bound\n    (minMember 3)\n");
}
