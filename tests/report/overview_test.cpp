// SPDX-License-Identifier: Apache-2.0
#include "report/samples.hpp"
#include "support/catch.hpp"

using model::Code;
using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using report::Format;
using namespace samples;

namespace {

report::Style many(bool headers = true) {
  report::Style style;
  style.many = true;
  style.headers = headers;
  return style;
}

GroupReport speech() {
  GroupReport group = gang("speech", 3);
  group.verdict = GroupVerdict::Satisfied;
  group.members = {3, 3, 0, 0, 0, 0, 0};
  group.bound_at_end = 3;
  group.phase = {"Running", "", 3, 0, 0};
  return group;
}

GroupReport eval() {
  GroupReport group = gang("eval", 4, Code::NotEnoughMembers);
  group.members = {3, 0, 3, 0, 0, 0, 0};
  group.evidence.have = 3;
  group.ahead = {{model::QueueKind::PodGroup, "ml", "train", 0}};
  group.phase = {"Pending", "", 0, 0, 0};
  return group;
}

// As the engine sums up these groups and pods.
model::Report summarized(std::vector<GroupReport> groups, std::vector<model::PodReport> pods = {}) {
  model::Report report = explanation(std::move(groups), std::move(pods));
  model::ClusterSummary& summary = report.summary.emplace();
  for (const GroupReport& group : report.groups) {
    summary.blocked_groups += group.verdict == GroupVerdict::DoesNotFit ? 1 : 0;
    summary.unknown_groups += group.verdict == GroupVerdict::Unknown ? 1 : 0;
    summary.starting_groups += group.verdict == GroupVerdict::Fits ? 1 : 0;
    summary.running_groups += group.verdict == GroupVerdict::Satisfied ? 1 : 0;
  }
  for (const model::PodReport& one : report.pods) {
    ++(one.outcome == Outcome::Bound ? summary.starting_pods : summary.blocked_pods);
  }
  return report;
}

model::QueueRef ref(const char* name) { return {model::QueueKind::PodGroup, "ml", name, 0}; }

} // namespace

TEST_CASE("many groups: a verdict, a summary, and a table") {
  model::Report report = summarized({eval(), speech()});
  report.captured_at = model::Time::from_seconds(3'600);
  model::ClusterSummary& summary = *report.summary;
  summary.causes = {{Code::NotEnoughMembers, 1}};
  summary.scarce = {"nvidia.com/gpu", 12, 28, 7, {{6, 1}, {2, 3}}};
  summary.waits_longest = ref("eval");
  summary.waits_since = model::Time::from_seconds(1'200);
  summary.next = {ref("tune"), ref("more")};
  summary.in_the_way = ref("tune");
  summary.kept_out = 1;
  summary.starting_groups = 5;
  CHECK(text(report, Format::Text, many()) == R"(No: 1 of 7 groups is blocked, 5 would start, 1 runs
  Causes: 1 NotEnoughMembers.
  nvidia.com/gpu: 7 blocked pods request 28; 12 free, by node: 6 (1 node), 2 (3
  nodes).
  Longest blocked: ml/eval, 40m.
  Most often in the way: ml/tune, which uses capacity that 1 blocked group
  needs.
  Next to start: ml/tune, ml/more and 3 more.

NAMESPACE   NAME     VERDICT      BOUND/MIN   CODE
ml          eval     DoesNotFit   0/4         NotEnoughMembers
ml          speech   Satisfied    3/3

Name a group to see why it is blocked, or use -o wide.
)");
}

TEST_CASE("a summary without scarce resources, waits and starts") {
  const std::string said = text(summarized({eval()}), Format::Text, many());
  CHECK(said.starts_with("No: the only group is blocked\n  Next to start: nothing that waits fits now.\n\n"));
}

TEST_CASE("by default a list has blocked groups and pods only, and says what it leaves out") {
  report::Style style = many();
  style.only_blocked = true;
  model::PodReport etl = pod("etl-7", Outcome::Unschedulable);
  etl.reasons = {reason("NodeResourcesFit", "Insufficient cpu", 3)};
  const std::string said =
      text(summarized({eval(), speech()}, {pod("a-1", Outcome::Bound, "node-1"), etl}), Format::Text, style);
  CHECK(said.ends_with(R"(NAMESPACE   NAME   VERDICT      BOUND/MIN   CODE
ml          eval   DoesNotFit   0/4         NotEnoughMembers

NAMESPACE   NAME        STATUS          REASON
ml          pod/etl-7   Unschedulable   3 nodes have too little cpu

Not listed: 1 group and 1 pod that are not blocked (--blocked=false).
Name a group to see why it is blocked, or use -o wide.
)"));
}

TEST_CASE("a pod that something else than capacity refuses is listed as blocked, with the reason") {
  report::Style style = many();
  style.only_blocked = true;
  model::PodReport etl = pod("etl-7", Outcome::Bound, "node-1");
  etl.taken_back = GroupVerdict::DoesNotFit;
  etl.because = "Job ml/etl is suspended";
  const std::string said = text(summarized({eval()}, {etl, pod("a-1", Outcome::Bound, "node-1")}), Format::Text, style);
  CHECK(said.find("STATUS       REASON\nml          pod/etl-7   DoesNotFit   Job ml/etl is suspended") !=
        std::string::npos);
  CHECK(said.find("Not listed: 1 pod that is not blocked") != std::string::npos);
}

TEST_CASE("groups and pods that differ only in their names share a row") {
  std::vector<GroupReport> groups;
  std::vector<model::PodReport> pods;
  for (const char* const name : {"train-1", "train-2", "train-3"}) {
    groups.push_back(eval());
    groups.back().name = name;
    pods.push_back(pod(name, Outcome::Unschedulable));
    pods.back().reasons = {reason("NodeResourcesFit", "Insufficient cpu", 3)};
  }
  const std::string said = text(summarized(groups, pods), Format::Text, many());
  CHECK(said.find("\nml          train-1 ... train-3 (3 groups)   DoesNotFit   0/4         NotEnoughMembers\n\n") !=
        std::string::npos);
  CHECK(
      said.find("\nml          pod/train-1 ... pod/train-3 (3 pods)   Unschedulable   3 nodes have too little cpu\n") !=
      std::string::npos);
}

TEST_CASE("in a long list groups with different quorums share a row, too") {
  std::vector<GroupReport> groups;
  for (int i = 0; i < 25; ++i) {
    groups.push_back(eval());
    groups.back().name = "job-" + std::to_string(i);
    groups.back().min_member = 4 + i;
    groups.back().members.bound = i % 3;
  }
  const std::string said = text(summarized(groups), Format::Text, many());
  CHECK(said.find("\nml          job-0 ... job-24 (25 groups)   DoesNotFit   0-2/4-28    NotEnoughMembers\n") !=
        std::string::npos);
}

TEST_CASE("pods without a group follow in a table of their own") {
  model::PodReport etl = pod("etl-7", Outcome::Unschedulable);
  etl.reasons = {reason("NodeResourcesFit", "Insufficient cpu", 3)};
  const std::string said =
      text(summarized({speech()}, {pod("a-1", Outcome::Bound, "node-1"), etl}), Format::Text, many());
  CHECK(said.starts_with("Yes: no group is blocked, 1 runs; 1 of 2 pods without a group is blocked\n"));
  CHECK(said.ends_with(R"(
NAMESPACE   NAME     VERDICT     BOUND/MIN   CODE
ml          speech   Satisfied   3/3

NAMESPACE   NAME        STATUS          NODE     REASON
ml          pod/a-1     WouldBind       node-1
ml          pod/etl-7   Unschedulable            3 nodes have too little cpu
)"));
}

TEST_CASE("wide adds the scheduler's view of each group, a row each") {
  GroupReport label_only = eval();
  label_only.dialect = model::Dialect::Lightweight;
  label_only.policy = "lightweight";
  label_only.min_member = 0;
  label_only.code = Code::NoNodes;
  CHECK(text(summarized({label_only, speech()}), Format::Wide, many())
            .ends_with(
                R"(
NAMESPACE   NAME     VERDICT      BOUND/MIN   CODE      DIALECT        PRIORITY   MEMBERS   PENDING   AHEAD   PHASE     MESSAGE
ml          eval     DoesNotFit   0/-         NoNodes   lightweight    0          3         3         1       Pending   There are no nodes
ml          speech   Satisfied    3/3                   coscheduling   0          3         0         0       Running   3 of its 3 members are bound (minMember 3)
)"));
}

TEST_CASE("without headers only rows for a script remain") {
  model::Report report = summarized({speech()});
  report.assumptions = {"something"};
  CHECK(text(report, Format::Text, many(false)) == "ml    speech   Satisfied   3/3\n");
}

TEST_CASE("the first line counts all kinds of verdicts, blocked ones first") {
  std::vector<GroupReport> groups;
  for (const auto verdict :
       {GroupVerdict::Idle, GroupVerdict::Fits, GroupVerdict::Unknown, GroupVerdict::DoesNotFit, GroupVerdict::Fits}) {
    groups.push_back(gang("g", 2));
    groups.back().verdict = verdict;
  }
  CHECK(text(summarized(groups), Format::Text, many())
            .starts_with("No: 1 of 5 groups is blocked, 1 is unknown, 2 would start, 1 is idle\n"));
}
