// SPDX-License-Identifier: Apache-2.0
// Text of lint.
#include "report/samples.hpp"
#include "report/words/lint_words.hpp"
#include "support/catch.hpp"

#include <stdexcept>

using namespace samples;

namespace {

model::Finding with_facts(std::vector<model::Fact> facts) {
  model::Finding finding;
  finding.rule = "G01";
  finding.facts = std::move(facts);
  return finding;
}

} // namespace

TEST_CASE("a finding has its rule, its object, its figures and its remedy") {
  CHECK(text(lint_report({too_large()})) == R"(Not in order: 1 warning in 3 groups

warning G11: PodGroup ml/train: a member is larger than any node that admits it
  2 members like train-0 request 96 cpu in one pod; the largest of the 1 node
  that admits it has 64 cpu in all.
  Request at most 64 cpu in one pod, or add larger nodes.
)");
}

TEST_CASE("explain shows findings once that differ in their messages alone") {
  model::GroupReport group = gang("train", 2, model::Code::NoNodes);
  group.findings = {too_large(), too_large()};
  group.findings[1].facts[0] = {"pod", "train-1"};
  const std::string said = text(explanation({group}));
  const std::size_t first = said.find("  * lint G11 (warning): ");
  REQUIRE(first != std::string::npos);
  CHECK(said.find("lint G11", first + 10) == std::string::npos);
}

TEST_CASE("lint calls the quorum as the dialect does") {
  model::Finding finding;
  finding.rule = "G32";
  finding.facts = {{"minMember", 4}, {"needed", 4}, {"pod", "train-0"}, {"nodes", 3}, {"places", 3}};
  finding.group_dialect = model::Dialect::Native;
  CHECK(report::text_of(finding).message.starts_with("minCount 4 needs 4 members like train-0 at once"));
  CHECK(report::text_of(finding).remedy == "Lower minCount, request less in one pod, or add nodes.");
  finding.group_dialect.reset();
  CHECK(report::text_of(finding).remedy == "Lower minMember, request less in one pod, or add nodes.");
}

TEST_CASE("a lint without findings is in order") {
  CHECK(text(lint_report({})) == "In order: nothing found in 3 groups\n");
}

TEST_CASE("a rejected manifest is not in order, even without findings") {
  model::Report report = lint_report({});
  report.verdict = model::Verdict::No;
  report.refusals = {"Pod ml/x: no PriorityClass with name deadline was found"};
  CHECK(text(report).find("\nNot in order: nothing found in 3 groups\n") != std::string::npos);
}

TEST_CASE("without the list of nodes, findings for information leave the rest in order") {
  model::Finding info = too_large();
  info.level = model::FindingLevel::Info;
  model::Report report = lint_report({info});
  report.verdict = model::Verdict::Unknown;
  CHECK(text(report).starts_with("Otherwise in order: "));
}

TEST_CASE("findings for information have their own count") {
  model::Finding info = too_large();
  info.level = model::FindingLevel::Info;
  CHECK(text(lint_report({too_large(), info})).starts_with("Not in order: 1 warning and 1 remark in 3 groups\n"));
}

TEST_CASE("-o wide has a row, -o name a line for each object") {
  CHECK(text(lint_report({too_large(), too_large()}), report::Format::Name) == "podgroup.scheduling.x-k8s.io/train\n");
  CHECK(text(lint_report({too_large()}), report::Format::Wide).find("\nLEVEL     RULE   OBJECT") != std::string::npos);
  model::Finding elsewhere = too_large();
  elsewhere.namespace_name = "staging";
  CHECK(text(lint_report({too_large(), elsewhere}), report::Format::Name) ==
        "podgroup.scheduling.x-k8s.io/train\npodgroup.scheduling.x-k8s.io/train\n");
}

TEST_CASE("facts have counts, agree, and round so that needs never look smaller") {
  const model::Finding one = with_facts({{"n", 1}}), many = with_facts({{"n", 2}});
  CHECK(report::filled_in("{n|pod} {n?waits|wait}", one) == "1 pod waits");
  CHECK(report::filled_in("{n|pod} {n?waits|wait}", many) == "2 pods wait");
  const model::Finding amount = with_facts({{"m", model::FactAmount{"memory", (std::int64_t{1} << 30) + 1}}});
  CHECK(report::filled_in("{m}", amount) == "1Gi memory");
  CHECK(report::filled_in("{m^}", amount) == "1.01Gi memory");
  const model::Finding names = with_facts({{"a", std::vector<std::string>{"x", "y", "z"}}});
  CHECK(report::filled_in("of {a}.", names) == "of x, y and z.");
  // Text from a cluster is no template.
  CHECK(report::filled_in("{a}", with_facts({{"a", std::string("{b}")}})) == "{b}");
}

TEST_CASE("a sentence without its fact is an internal error") {
  CHECK_THROWS_AS(report::filled_in("{a}", with_facts({})), std::logic_error);
  CHECK_THROWS_AS(report::filled_in("{a|pod}", with_facts({{"a", std::string("x")}})), std::logic_error);
}
