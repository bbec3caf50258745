// SPDX-License-Identifier: Apache-2.0
#include "report/samples.hpp"
#include "support/catch.hpp"

using model::AttemptResult;
using model::Code;
using model::GroupVerdict;
using model::QueueKind;
using model::Time;
using report::Format;
using namespace samples;

namespace {

constexpr std::int64_t k_nine = 1'772'442'000; // 2026-03-02T09:00:00Z

model::Report queue() {
  model::Report report = explanation({});
  report.kind = model::ReportKind::QueueReport;
  report.queue = {
      {1,
       {QueueKind::PodGroup, "shop", "urgent", 1000},
       Time::from_seconds(k_nine),
       "creation",
       GroupVerdict::Fits,
       Code::None},
      {2,
       {QueueKind::Pod, "shop", "early", 0},
       Time::from_seconds(k_nine - 60),
       "event",
       GroupVerdict::Fits,
       std::nullopt},
      {3, {QueueKind::PodGroup, "shop", "held", 0}, std::nullopt, "", GroupVerdict::DoesNotFit, Code::MembersGated},
  };
  report.queue[2].what.dialect = model::Dialect::Lightweight;
  model::AttemptReport waiting;
  waiting.pod = "shop/urgent-0";
  waiting.group = "urgent";
  waiting.at = Time::from_seconds(k_nine);
  waiting.result = AttemptResult::Waiting;
  waiting.node = "node-1";
  waiting.then = "Bound";
  model::AttemptReport refused;
  refused.pod = "shop/early";
  refused.at = Time{k_nine * 1'000'000 + 5000};
  refused.message = "0/1 nodes are available: 1 Insufficient cpu.";
  refused.nominated_node = "node-1";
  refused.victims = {"shop/a", "shop/b"};
  report.attempts = {waiting, refused};
  return report;
}

} // namespace

TEST_CASE("the queue prints in its order") {
  CHECK(text(queue()) ==
        R"(POSITION   NAMESPACE   NAME        PRIORITY   AGE         VERDICT      CODE
1          shop        urgent      1000       0s          Fits
2          shop        pod/early   0          60s         Fits
3          shop        held        0          <unknown>   DoesNotFit   MembersGated
)");
}

TEST_CASE("wide adds every attempt in the scheduler's own words") {
  CHECK(text(queue(), Format::Wide) ==
        R"(POSITION   KIND       NAMESPACE   NAME     PRIORITY   SINCE                  SOURCE     VERDICT      CODE
1          PodGroup   shop        urgent   1000       2026-03-02T09:00:00Z   creation   Fits
2          Pod        shop        early    0          2026-03-02T08:59:00Z   event      Fits
3          PodGroup   shop        held     0          <unknown>                         DoesNotFit   MembersGated

AT                         POD             GROUP    RESULT          NODE     NOMINATED   VICTIMS         MESSAGE
2026-03-02T09:00:00.000Z   shop/urgent-0   urgent   Waiting         node-1                               later Bound
2026-03-02T09:00:00.005Z   shop/early               Unschedulable            node-1      shop/a,shop/b   0/1 nodes are available: 1 Insufficient cpu.
)");
}

TEST_CASE("without headers the queue is rows for a script") {
  report::Style style;
  style.headers = false;
  model::Report report = queue();
  report.assumptions = {"something"};
  report.queue.resize(1);
  CHECK(text(report, Format::Text, style) == "1     shop   urgent   1000   0s    Fits\n");
}

TEST_CASE("-o name prints the queue's order") {
  CHECK(text(queue(), Format::Name) == R"(podgroup.scheduling.x-k8s.io/urgent
pod/early
pod-group.scheduling.sigs.k8s.io/held
)");
}

TEST_CASE("-o name prints the selected groups and pods") {
  model::GroupReport older = gang("bert", 2);
  older.dialect = model::Dialect::CoschedulingSigs;
  CHECK(text(explanation({fragmented(), older}, {pod("etl-7", model::Outcome::Bound)}), Format::Name) ==
        R"(podgroup.scheduling.x-k8s.io/train
podgroup.scheduling.sigs.k8s.io/bert
pod/etl-7
)");
}

TEST_CASE("an empty queue prints nothing") {
  model::Report report = queue();
  report.queue.clear();
  CHECK(text(report).empty());
}

TEST_CASE("parse_format ignores case") {
  using model::ReportKind;
  CHECK(report::parse_format("JSON", ReportKind::QueueReport) == Format::Json);
  CHECK(report::parse_format("wide", ReportKind::Explanation) == Format::Wide);
  CHECK(report::parse_format("sarif", ReportKind::LintReport) == Format::Sarif);
  CHECK(report::parse_format("sarif", ReportKind::Explanation) == std::nullopt);
  CHECK(report::parse_format("", ReportKind::Explanation) == std::nullopt);
  CHECK(report::parse_format("text", ReportKind::Explanation) == std::nullopt);
  CHECK(report::known_formats(ReportKind::QueueReport) ==
        std::vector<std::string_view>{"custom-columns", "github", "html", "json", "jsonpath", "jsonpath-as-json",
                                      "junit", "name", "wide", "yaml"});
}
