// SPDX-License-Identifier: Apache-2.0
// Text of bind: verdicts of the plan and of the result, and the node of each pod.
#include "report/samples.hpp"
#include "support/catch.hpp"

using model::BindingResult;
using model::BindMode;
using model::Code;
using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using namespace samples;

namespace {

model::Report bind_report(std::vector<GroupReport> groups, BindMode mode) {
  model::Report report = explanation(std::move(groups));
  report.kind = model::ReportKind::BindReport;
  report.bind_mode = mode;
  report.assumptions.clear();
  return report;
}

void add(model::Report& report, std::string_view group, std::string_view pod, std::string_view node,
         BindingResult result, std::string_view message = "") {
  report.bindings.push_back(
      {"ml", std::string(pod), std::string(node), std::string(group), result, std::string(message)});
}

GroupReport group_of_three(GroupVerdict verdict, std::int32_t bound) {
  GroupReport group = gang("train", 3);
  group.verdict = verdict;
  group.members.bound = bound;
  group.members.pending = 3 - bound;
  group.bound_at_end = verdict == GroupVerdict::DoesNotFit ? bound : 3;
  return group;
}

} // namespace

TEST_CASE("a preview prints the plan") {
  model::Report report = bind_report({group_of_three(GroupVerdict::Fits, 0)}, BindMode::Preview);
  add(report, "train", "train-0", "gpu-a", BindingResult::WouldBind);
  add(report, "train", "train-1", "gpu-b", BindingResult::WouldBind);
  add(report, "train", "train-2", "gpu-a", BindingResult::WouldBind);
  CHECK(text(report) == R"(ml/train would be bound: 3 of 3 members (minMember 3)

NODE    RESULT      COUNT   PODS
gpu-a   WouldBind   2       train-0 and train-2
gpu-b   WouldBind   1       train-1

Nothing has been bound. On the live cluster, --yes carries out this plan.
)");
}

TEST_CASE("a server dry-run prints what the API server would reject") {
  model::Report report = bind_report({group_of_three(GroupVerdict::Fits, 0)}, BindMode::ServerDryRun);
  add(report, "train", "train-0", "gpu-a", BindingResult::WouldBind);
  add(report, "train", "train-1", "gpu-b", BindingResult::Failed, "admission says no");
  CHECK(text(report) == R"(ml/train would not be bound: the API server refuses it, see below

NODE    RESULT      COUNT   PODS      MESSAGE
gpu-a   WouldBind   1       train-0
gpu-b   Failed      1       train-1   admission says no

Nothing has been bound: the API server was asked whether it would take each
binding.
)");
}

TEST_CASE("a finished run prints the bound members") {
  model::Report report = bind_report({group_of_three(GroupVerdict::Satisfied, 3)}, BindMode::Act);
  for (const char* const pod : {"train-0", "train-1", "train-2"}) {
    add(report, "train", pod, "gpu-a", BindingResult::Bound);
  }
  CHECK(text(report) == R"(ml/train is bound: 3 of 3 members (minMember 3)

NODE    RESULT   COUNT   PODS
gpu-a   Bound    3       train-0 ... train-2 (3 pods)
)");
}

TEST_CASE("a half-finished run prints every member, and why the run ended") {
  GroupReport group = group_of_three(GroupVerdict::DoesNotFit, 2);
  group.code = Code::NotEnoughRoom;
  group.pods = {pod("train-0", Outcome::AlreadyBound, "gpu-a"), pod("train-1", Outcome::AlreadyBound, "gpu-b"),
                pod("train-2", Outcome::Unschedulable)};
  model::Report report = bind_report({group}, BindMode::Act);
  add(report, "train", "train-1", "gpu-b", BindingResult::Bound);
  add(report, "train", "train-2", "gpu-b", BindingResult::Failed, "the pod is gone");
  report.refusals = {"bind stopped: ml/train cannot be finished"};
  const std::string said = text(report);
  CHECK(said.starts_with("ml/train is bound in part: 2 of 3 members (minMember 3), below its quorum\n"));
  for (const char* const part :
       {"train-0", "Bound", "the pod is gone", "  * bind stopped: ml/train cannot be finished"}) {
    INFO(said);
    CHECK(said.find(part) != std::string::npos);
  }
}

TEST_CASE("the verdict gives the reason for skipping, and no other place does") {
  model::Report report = bind_report({group_of_three(GroupVerdict::Fits, 0)}, BindMode::Preview);
  const std::string why = "pod ml/train-0 uses the claim data";
  add(report, "train", "train-0", "gpu-a", BindingResult::Skipped, why);
  report.refusals = {"ml/train: " + why};
  CHECK(text(report) == "ml/train would not be bound: pod ml/train-0 uses the claim data\n");
}

TEST_CASE("pods of another scheduler: the verdict names it, and the option to change it") {
  GroupReport group = group_of_three(GroupVerdict::DoesNotFit, 0);
  group.code = Code::WrongScheduler;
  group.evidence.scheduler = "default-scheduler";
  group.evidence.hints = {"kubectl-gang"};
  CHECK(text(bind_report({group}, BindMode::Preview))
            .starts_with(R"(ml/train would not be bound: its pods ask for the scheduler default-scheduler,
    and this command binds those of kubectl-gang (--scheduler-name)
)"));
}

TEST_CASE("bound pods without a group have a count") {
  model::Report report = bind_report({}, BindMode::Act);
  report.pods = {pod("a", Outcome::AlreadyBound, "n"), pod("b", Outcome::Unschedulable)};
  add(report, "", "a", "n", BindingResult::Bound);
  CHECK(text(report).starts_with("1 of 2 pods without a group is bound\n"));
}
