// SPDX-License-Identifier: Apache-2.0
// Formats for CI systems: test results, annotations, and findings at their lines.
#include "report/ci/cases.hpp"
#include "report/samples.hpp"
#include "report/words/places.hpp"
#include "support/catch.hpp"

#include <algorithm>

using model::GroupVerdict;
using model::Outcome;
using report::Format;
using namespace samples;

namespace {

model::Report of_each_verdict() {
  std::vector<model::GroupReport> groups;
  for (const auto& [name, verdict] : {std::pair{"fits", GroupVerdict::Fits},
                                      {"running", GroupVerdict::Satisfied},
                                      {"stuck", GroupVerdict::DoesNotFit},
                                      {"idle", GroupVerdict::Idle},
                                      {"unclear", GroupVerdict::Unknown}}) {
    groups.push_back(gang(name, 2, verdict == GroupVerdict::DoesNotFit ? model::Code::NoNodes : model::Code::None));
    groups.back().verdict = verdict;
  }
  model::Report report = explanation(std::move(groups), {pod("etl", Outcome::Bound, "n1")});
  report.verdict = model::Verdict::No;
  report.captured_at = model::Time::from_seconds(1'772'442'000);
  return report;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("JUnit has a case for each group and pod") {
  const std::string xml = text(of_each_verdict(), Format::Junit);
  CHECK(holds(xml, R"(<testsuite name="kubectl gang explain" package="kubectl-gang" id="0" hostname="localhost" )"
                   R"(timestamp="2026-03-02T09:00:00" tests="6" failures="1" errors="1" skipped="1" time="0">)"));
  CHECK(holds(xml, R"(<testcase classname="ml" name="PodGroup fits" time="0"/>)"));
  CHECK(holds(xml, R"(<testcase classname="ml" name="pod etl" time="0"/>)"));
  CHECK(holds(xml, R"(<failure type="NoNodes" message=")"));
  CHECK(holds(xml, R"(<skipped message=")"));
  CHECK(holds(xml, R"(<error type="Unknown" message=")"));
}

TEST_CASE("no name ends an XML attribute, an element or a line of a workflow") {
  model::GroupReport group = gang("a\"/><x>&\n::add-mask::y%0A", 2, model::Code::NoNodes);
  group.namespace_name = "]]>::error::";
  const std::string xml = text(explanation({group}), Format::Junit);
  CHECK(holds(xml, R"(name="PodGroup a&quot;/&gt;&lt;x&gt;&amp;\n::add-mask::y%0A")"));
  CHECK(std::ranges::count(xml, '<') == 12); // from our own markup
  const std::string commands = text(explanation({group}), Format::Github);
  CHECK(std::ranges::count(commands, '\n') == 2);
  CHECK(commands.starts_with("::error title="));
  CHECK(holds(commands, "%3A%3Aadd-mask%3A%3Ay%250A"));
}

TEST_CASE("annotations: No is an error, Unknown a warning, Idle a notice, and Yes nothing") {
  const std::string out = text(of_each_verdict(), Format::Github);
  CHECK(holds(out, "::error title=PodGroup stuck in ml%3A NoNodes::"));
  CHECK(holds(out, "\n::notice title=PodGroup idle in ml%3A Idle::"));
  CHECK(holds(out, "\n::warning title=PodGroup unclear in ml%3A Unknown::"));
  CHECK(out.ends_with("kubectl gang: No: 3 passed, 1 failed, 1 unknown, 1 skipped\n"));
  CHECK_FALSE(holds(out, "PodGroup fits"));
}

TEST_CASE("a pod that no scheduler tries is a failure if the answer is No") {
  model::Report report = explanation({}, {pod("etl", Outcome::NotAttempted)});
  report.pods.front().reasons = {{"DynamicResources", "could not find ResourceClaim \"ml/gpu\"", 0, false}};
  report.verdict = model::Verdict::No;
  const std::string xml = text(report, Format::Junit);
  CHECK(holds(xml, R"(tests="1" failures="1" errors="0")"));
  CHECK(holds(xml, "could not find ResourceClaim &quot;ml/gpu&quot;\""));
  CHECK(text(report, Format::Github).ends_with("kubectl gang: No: 0 passed, 1 failed, 0 unknown, 0 skipped\n"));
  report.verdict = model::Verdict::Unknown;
  CHECK(holds(text(report, Format::Junit), R"(failures="0" errors="1")"));
}

TEST_CASE("a finding points to the declaration of its object, or of the object's owner") {
  model::Report report = lint_report({too_large()});
  report.expansions = {job("train", 2)};
  report.declared = {{"ConfigMap", "ml", "other", {"a b/first.yaml", 1}},
                     {"Job", "ml", "train", {"a b/jobs.yaml", 12}}};
  report.expansions[0].groups[0].name = "train";
  CHECK(text(report, Format::Github).starts_with("::warning file=a b/jobs.yaml,line=12,title=G11 PodGroup ml/train::"));
  CHECK(holds(text(report, Format::Sarif), "\"uri\": \"a%20b/jobs.yaml\""));
  CHECK(holds(text(report, Format::Sarif), "\"startLine\": 12"));
  CHECK(holds(text(report, Format::Gitlab), "\"path\": \"a b/jobs.yaml\""));

  report.declared.push_back({"PodGroup", "ml", "train", {"groups.yaml", 3}});
  CHECK(report::place_of(report, report::Subject{"PodGroup", "ml", "train", model::Dialect::Coscheduling}) ==
        model::SourcePlace{"groups.yaml", 3});
  // For an undeclared object the place is a guess if there is only one file, else unknown.
  CHECK(report::place_of(report, report::Subject{"PodGroup", "ml", "elsewhere", model::Dialect::Coscheduling}) ==
        model::SourcePlace{});
  report.declared.resize(1);
  CHECK(report::place_of(report, report::Subject{"PodGroup", "ml", "elsewhere", model::Dialect::Coscheduling}) ==
        model::SourcePlace{"a b/first.yaml", 1});
}

TEST_CASE("a finding points to the line of its field: in its object, else in the template of its pods") {
  model::Report report = lint_report({too_large()}); // about requests of pod train-0
  model::Finding& finding = report.findings[0];
  const auto line = [&] { return report::place_of(report, finding).line; };
  model::Expansion maker = job("train", 2);
  maker.groups.clear();
  maker.roles.resize(2);
  maker.roles[0].name = "Master";
  maker.roles[0].pods = {"train-m"};
  maker.roles[1].name = "Worker";
  maker.roles[1].pods = {"train-0"};
  report.expansions = {maker};
  report.declared = {{"Job",
                      "ml",
                      "train",
                      {"jobs.yaml", 10},
                      {{"spec", 12},
                       {"spec.schedulerName", 13},
                       {"spec.specs.Master.template.spec.containers.resources.requests", 20},
                       {"spec.specs.Worker.template.spec.containers.resources.requests", 30}}},
                     {"PodGroup", "ml", "train", {"jobs.yaml", 40}, {{"spec.minMember", 44}}}};
  CHECK(line() == 30); // of the role that creates the pod
  CHECK(text(report, Format::Github).starts_with("::warning file=jobs.yaml,line=30,"));
  CHECK(holds(text(report, Format::Sarif), "\"startLine\": 30"));
  CHECK(holds(text(report, Format::Gitlab), "\"begin\": 30"));
  CHECK(holds(text(report, Format::Text), "a member is larger than any node that admits it\n  jobs.yaml:30\n"));
  report.expansions[0].roles[1].name = "Elsewhere"; // not in any field path: uses the first template
  CHECK(line() == 20);
  report.declared[0].fields = {{"spec.template.spec.containers.resources.limits", 25}}; // limits become requests
  CHECK(line() == 25);
  finding.field = "spec.minMember";
  CHECK(line() == 44);
  finding.field = "spec.schedulerName"; // the job has this field too, but not in a template
  CHECK(line() == 40);
  finding.field.clear();
  CHECK(line() == 40);

  // A pod that the manifest declares.
  finding.field = "spec.containers.resources.requests";
  report.declared.push_back({"Pod", "ml", "train-0", {"pod.yaml", 1}, {{"spec.containers.resources.requests", 9}}});
  CHECK(report::place_of(report, finding) == model::SourcePlace{"pod.yaml", 9});

  // Text output omits a place that is only a guess.
  report.declared = {{"Job", "ml", "other", {"jobs.yaml", 10}}};
  CHECK(line() == 1);
  CHECK_FALSE(holds(text(report, Format::Text), "jobs.yaml:1"));
}

TEST_CASE("a group belongs to its own API, even if another API has a group of this name") {
  model::Report report = lint_report({too_large()});
  report.declared = {{"PodGroup", "ml", "train", {"volcano.yaml", 1}}, {"PodGroup", "ml", "train", {"ours.yaml", 2}}};
  report.declared[0].api_version = "scheduling.volcano.sh/v1beta1";
  report.declared[1].api_version = "scheduling.x-k8s.io/v1alpha1";
  CHECK(report::place_of(report, report.findings[0]).file == "ours.yaml");
  report.declared = {{"Job", "ml", "bert", {"volcano.yaml", 3}}, {"TFJob", "ml", "bert", {"ours.yaml", 4}}};
  report.expansions = {job("bert", 1), job("bert", 1)};
  report.expansions[0].groups = {{"volcano", "train", 1, {}, ""}};
  report.expansions[1].groups = {{"coscheduling", "train", 1, {}, ""}};
  report.expansions[1].kind = "TFJob";
  CHECK(report::place_of(report, report.findings[0]).file == "ours.yaml");
}

TEST_CASE("fingerprints stay when a line moves, and differ between findings") {
  const auto fingerprint = [](const model::Report& report) {
    const std::string out = text(report, Format::Gitlab);
    const std::size_t at = out.find("\"fingerprint\": \"") + 16;
    return out.substr(at, 16);
  };
  model::Report report = lint_report({too_large()});
  report.declared = {{"PodGroup", "ml", "train", {"jobs.yaml", 12}}};
  const std::string first = fingerprint(report);
  report.declared[0].place.line = 40;
  CHECK(fingerprint(report) == first);
  report.findings[0].name = "train2";
  CHECK(fingerprint(report) != first);
}

TEST_CASE("a clean lint is one passed case, without findings") {
  CHECK(holds(text(lint_report({}, 2), Format::Junit), R"(<testcase classname="cluster" name="2 groups" time="0"/>)"));
  CHECK(text(lint_report({}, 2), Format::Github) == "kubectl gang: Yes: 1 passed, 0 failed, 0 unknown, 0 skipped\n");
  CHECK(text(lint_report({}, 2), Format::Gitlab) == "[]\n");
  CHECK(holds(text(lint_report({}, 2), Format::Sarif), "\"results\": []"));
}
