// SPDX-License-Identifier: Apache-2.0
// custom-columns, jsonpath and --sort-by over a report.
#include "report/samples.hpp"
#include "report/text/custom_columns.hpp"
#include "support/catch.hpp"
#include "util/error.hpp"

using model::Outcome;
using report::Format;
using namespace samples;

namespace {

report::Style with(std::string_view expression) {
  report::Style style;
  style.expression = expression;
  return style;
}

model::Report three() {
  model::Report report =
      explanation({gang("n10", 2), gang("n9", 4), gang("n1", 3)}, {pod("etl", Outcome::Bound, "n1")});
  report.groups[0].priority = 5;
  report.groups[2].priority = 100;
  return report;
}

std::vector<std::string> names(const model::Report& report) {
  std::vector<std::string> names;
  for (const model::GroupReport& group : report.groups) { names.push_back(group.name); }
  return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("each path gives a column, each group and pod a row") {
  CHECK(text(three(), Format::CustomColumns, with("Name:.name,NODE:.node,ALL:members")) ==
        R"(Name   NODE     ALL
n10    <none>   {"bound":0,"failed":0,"gated":0,"pending":2,"succeeded":0,"terminating":0,"total":2}
n9     <none>   {"bound":0,"failed":0,"gated":0,"pending":4,"succeeded":0,"terminating":0,"total":4}
n1     <none>   {"bound":0,"failed":0,"gated":0,"pending":3,"succeeded":0,"terminating":0,"total":3}
etl    n1       <none>
)");
  report::Style bare = with("NAME:.name");
  bare.headers = false;
  CHECK(text(three(), Format::CustomColumns, bare) == "n10\nn9\nn1\netl\n");
}

TEST_CASE("invalid columns give kubectl's errors") {
  CHECK_THROWS_WITH(report::parse_columns(""), "custom-columns format specified but no custom columns given");
  CHECK_THROWS_WITH(report::parse_columns("A:.a,B"),
                    "unexpected custom-columns spec: B, expected <header>:<json-path-expr>");
  CHECK_THROWS_WITH(report::parse_columns("A:"),
                    "unexpected custom-columns spec: A:, expected <header>:<json-path-expr>");
  CHECK_THROWS_WITH(report::parse_columns("A:.a[x]"), "error parsing jsonpath {.a[x]}, invalid array index x");
}

TEST_CASE("a template can read all of the structured output") {
  CHECK(text(three(), Format::JsonPath, with(R"({.kind} {range .status.groups[*]}{.name} {end})")) ==
        "Explanation n10 n9 n1 ");
  CHECK(text(three(), Format::JsonPathAsJson, with("{.status.groups[0].name}")) == "[\n    \"n10\"\n]\n");
}

TEST_CASE("sort_by compares by number, quantity or natural order, missing values first") {
  model::Report report = three();
  report::sort_by(report, ".priority");
  CHECK(names(report) == Names{"n9", "n10", "n1"});
  report::sort_by(report, "{.name}");
  CHECK(names(report) == Names{"n1", "n9", "n10"});
  report::sort_by(report, "policy"); // all equal: keeps the order
  CHECK(names(report) == Names{"n1", "n9", "n10"});
  report.groups[2].scheduler_name = "";
  report.groups[0].scheduler_name = "b";
  report.groups[1].scheduler_name = "a";
  report::sort_by(report, ".schedulerName");
  CHECK(names(report) == Names{"n10", "n9", "n1"});
  CHECK_THROWS_WITH(report::sort_by(report, ".nope"),
                    "couldn't find any field with path \"{.nope}\" in the list of objects");
  model::Report empty;
  CHECK_NOTHROW(report::sort_by(empty, ".nope"));
  CHECK_THROWS_AS(report::check_sort_path(".a[x]"), util::Error);
}
