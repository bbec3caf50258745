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

} // namespace

TEST_CASE("many groups form a table with totals") {
  CHECK(text(explanation({eval(), speech()}), Format::Text, many()) ==
        R"(NAMESPACE   NAME     VERDICT      BOUND/MIN   CODE
ml          eval     DoesNotFit   0/4         NotEnoughMembers
ml          speech   Satisfied    3/3

2 groups: 1 does not fit, 1 has its quorum.
Name one of them to read why, or see the reasons with -o wide.
)");
}

TEST_CASE("pods without a group follow in a table of their own") {
  model::PodReport etl = pod("etl-7", Outcome::Unschedulable);
  etl.reasons = {reason("NodeResourcesFit", "Insufficient cpu", 3)};
  CHECK(text(explanation({speech()}, {pod("a-1", Outcome::Bound, "node-1"), etl}), Format::Text, many()) ==
        R"(NAMESPACE   NAME     VERDICT     BOUND/MIN   CODE
ml          speech   Satisfied   3/3

NAMESPACE   NAME        OUTCOME         NODE     REASON
ml          pod/a-1     Bound           node-1
ml          pod/etl-7   Unschedulable            3 nodes have too little cpu

1 group: 1 has its quorum.
2 pods without a group: 1 fits, 1 does not.
)");
}

TEST_CASE("wide adds the scheduler's view of each group") {
  GroupReport label_only = eval();
  label_only.dialect = model::Dialect::Lightweight;
  label_only.policy = "lightweight";
  label_only.min_member = 0;
  label_only.code = Code::NoNodes;
  CHECK(
      text(explanation({label_only, speech()}), Format::Wide, many()) ==
      R"(NAMESPACE   NAME     VERDICT      BOUND/MIN   CODE      DIALECT        POLICY         SCHEDULER           PRIORITY   MEMBERS   PENDING   GATED   AHEAD   PHASE     MESSAGE
ml          eval     DoesNotFit   0/-         NoNodes   lightweight    lightweight    default-scheduler   0          3         3         0       1       Pending   There are no nodes
ml          speech   Satisfied    3/3                   coscheduling   coscheduling   default-scheduler   0          3         0         0       0       Running   3 of its 3 members are bound (minMember 3)

2 groups: 1 does not fit, 1 has its quorum.
)");
}

TEST_CASE("without headers only rows for a script remain") {
  model::Report report = explanation({speech()});
  report.assumptions = {"something"};
  CHECK(text(report, Format::Text, many(false)) == "ml    speech   Satisfied   3/3\n");
}

TEST_CASE("the totals count all kinds of verdicts, the worst first") {
  std::vector<GroupReport> groups;
  for (const auto verdict :
       {GroupVerdict::Idle, GroupVerdict::Fits, GroupVerdict::Unknown, GroupVerdict::DoesNotFit, GroupVerdict::Fits}) {
    groups.push_back(gang("g", 2));
    groups.back().verdict = verdict;
  }
  const std::string said = text(explanation(groups), Format::Text, many());
  CHECK(said.ends_with("\n5 groups: 1 does not fit, 1 cannot be decided, 2 fit, 1 is idle.\n"
                       "Name one of them to read why, or see the reasons with -o wide.\n"));
}
