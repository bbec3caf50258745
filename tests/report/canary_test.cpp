// SPDX-License-Identifier: Apache-2.0
// Names and messages that would drive a terminal or deceive a reader, in every text field of a report.
#include "report/html_check.hpp"
#include "report/samples.hpp"
#include "support/catch.hpp"

#include <string_view>

using model::Code;
using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using model::QueueKind;
using report::Format;
using namespace samples;
using tests::is_whole_html;

namespace {

// ESC, CSI as C1, BEL, CR, LF, tab, DEL, bidi override, zero-width space, line separator, broken UTF-8, markup.
const std::string k_evil = "x\x1b[2J\xc2\x9b"
                           "5n\a\r\n\t\x7f\xe2\x80\xae\xe2\x80\x8b\xe2\x80\xa8\xff"
                           "<script>y</script>\"'&";

model::QueueRef evil_ref() { return {QueueKind::Pod, k_evil, k_evil, 0}; }

model::PodReport evil_pod(Outcome outcome) {
  model::PodReport pod;
  pod.namespace_name = pod.name = pod.message = pod.nominated_node = k_evil;
  if (outcome == Outcome::Bound) { pod.node = k_evil; }
  pod.outcome = outcome;
  pod.victims = pod.gates = {k_evil};
  if (outcome == Outcome::NotAttempted) { pod.preemptor = k_evil; }
  pod.reasons = {reason(k_evil, k_evil, 2), reason(k_evil, "node(s) " + k_evil, 1),
                 reason(k_evil, "Insufficient " + k_evil, 1)};
  return pod;
}

GroupReport evil_group(Code code, GroupVerdict verdict) {
  GroupReport group = gang(k_evil, 3, code);
  group.namespace_name = group.policy = group.scheduler_name = k_evil;
  group.verdict = verdict;
  group.alone = {GroupVerdict::DoesNotFit, 0};
  group.spins = true;
  model::Evidence& evidence = group.evidence;
  evidence.pod = k_evil;
  evidence.pods = evidence.gates = evidence.hints = {k_evil, k_evil + "2"};
  evidence.have = 1;
  evidence.node_count = 4;
  evidence.shortages = {shortage(k_evil, 4, 2, {{k_evil, 2}, {k_evil, 1}})};
  evidence.reasons = evil_pod(Outcome::Unschedulable).reasons;
  evidence.taints = {k_evil};
  evidence.takers = evidence.takers_behind = evidence.holders = {evil_ref()};
  evidence.gap = {{k_evil, 1}};
  evidence.min_resources = {{k_evil, 3, 2, 1}};
  for (const Outcome outcome : {Outcome::AlreadyBound, Outcome::Bound, Outcome::Unschedulable, Outcome::Rejected,
                                Outcome::Gated, Outcome::NotAttempted}) {
    group.pods.push_back(evil_pod(outcome));
  }
  group.ahead = {evil_ref()};
  group.stored = {k_evil, k_evil, k_evil, true};
  group.mode = k_evil;
  group.implicit = true;
  group.layers = {{model::Dialect::Kueue, k_evil, model::LayerRole::Gate},
                  {model::Dialect::Native, k_evil, model::LayerRole::Parent},
                  {model::Dialect::Grove, k_evil, model::LayerRole::Origin},
                  {model::Dialect::Volcano, k_evil, model::LayerRole::Ignored}};
  group.sub_groups = {{k_evil, k_evil, 2, 1, 1, 0, 0}};
  evidence.sub_group = k_evil;
  group.phase = {k_evil + "2", k_evil, 0, 0, 0};
  return group;
}

model::Expansion evil_expansion() {
  model::Expansion expansion = job(k_evil, 2);
  expansion.kind = expansion.namespace_name = k_evil;
  expansion.roles[0].requests = {{k_evil, k_evil}};
  expansion.roles[0].now = 0;
  expansion.roles[0].waits_for = k_evil;
  expansion.roles.push_back(expansion.roles[0]);
  expansion.groups[0].condition = k_evil;
  return expansion;
}

model::Finding evil_finding() {
  model::Finding finding;
  finding.rule = "G12";
  finding.words = "anti-affinity";
  finding.title = "members keep away from each other";
  finding.kind = finding.namespace_name = finding.name = finding.field = k_evil;
  finding.group_dialect = model::Dialect::Coscheduling;
  finding.facts = {{"pod", k_evil}, {"topologyKey", k_evil}, {"needed", 3}, {"domains", 2}};
  return finding;
}

model::ClusterPicture evil_picture() {
  model::ClusterPicture picture = four_nodes();
  picture.resources.front() = k_evil;
  picture.answers[1] = {k_evil, "node(s) " + k_evil};
  for (model::MemberKind& kind : picture.kinds) {
    kind.namespace_name = kind.group = k_evil;
    kind.pods = {k_evil};
  }
  for (model::NodeClass& nodes : picture.classes) {
    nodes.type = k_evil;
    nodes.taints = {k_evil};
    for (model::PictureNode& node : nodes.nodes) { node.name = k_evil; }
  }
  return picture;
}

model::Fix evil_fix() {
  model::Fix fix;
  model::Change change;
  change.kind = change.namespace_name = change.name = change.node = change.to_node = change.owner = k_evil;
  fix.changes = {change};
  change.field = change.from = change.to = k_evil;
  fix.changes.push_back(change);
  fix.losers = {k_evil};
  fix.effects = {{k_evil, 8, 2, 4, 0}, {k_evil, 8, 0, 8, 2}};
  return fix;
}

model::Report evil_report(model::ReportKind kind, Code code, GroupVerdict verdict) {
  model::Report report =
      explanation({evil_group(code, verdict)}, {evil_pod(Outcome::Unschedulable), evil_pod(Outcome::Bound)});
  report.kind = kind;
  report.assumptions = report.what_ifs = report.sources = report.refusals = {k_evil};
  report.problems = {{k_evil, k_evil, k_evil}};
  report.expansions = {evil_expansion()};
  report.queue = {{1, evil_ref(), std::nullopt, k_evil, verdict, code}};
  model::AttemptReport attempt;
  attempt.pod = attempt.group = attempt.node = attempt.message = attempt.nominated_node = k_evil;
  attempt.victims = {k_evil};
  report.attempts = {attempt};
  report.findings = {evil_finding()};
  report.groups.front().findings = {evil_finding()};
  report.copies = sized_copies();
  report.copies->next_group = {evil_group(code, verdict)};
  if (verdict == GroupVerdict::Fits) {
    report.copies->next_group.clear();
    report.copies->next_pod = {evil_pod(Outcome::Unschedulable)};
  }
  report.largest = sized_roles();
  for (model::LargestReport& largest : report.largest) {
    largest.kind = largest.namespace_name = largest.object = largest.role = k_evil;
    if (!largest.resource.empty()) { largest.resource = k_evil; }
  }
  report.fragmentation = {fragments()};
  report.fragmentation.front().resource = k_evil;
  for (auto& node : report.fragmentation.front().stranded) { node.name = node.lacks = k_evil; }
  report.picture = evil_picture();
  if (verdict == GroupVerdict::DoesNotFit) { report.groups.front().fixes = {evil_fix()}; }
  return report;
}

bool is_harmless(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7f || byte == 0xff) { return false; }
    if (byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0) { return false; }
  }
  return text.find("\xe2\x80") == std::string_view::npos;
}

} // namespace

TEST_CASE("no text output contains characters that drive a terminal") {
  CHECK_FALSE(is_harmless(k_evil));
  report::Style many;
  many.many = true;
  for (const auto kind : {model::ReportKind::Explanation, model::ReportKind::DryRun, model::ReportKind::QueueReport,
                          model::ReportKind::LintReport}) {
    for (int code = 0; code <= static_cast<int>(Code::NotEnoughRoom); ++code) {
      for (const auto verdict : {GroupVerdict::DoesNotFit, GroupVerdict::Fits, GroupVerdict::Satisfied,
                                 GroupVerdict::Idle, GroupVerdict::Unknown}) {
        const model::Report report = evil_report(kind, static_cast<Code>(code), verdict);
        for (const Format format : {Format::Text, Format::Wide, Format::Name, Format::Junit, Format::Github,
                                    Format::JsonPath, Format::CustomColumns}) {
          INFO(code << " format " << static_cast<int>(format));
          many.expression = format == Format::JsonPath ? "{..name}{..message}" : "NAME:.name,ALL:.message";
          report::Style few = many;
          few.many = false;
          const std::string out = text(report, format, few);
          CHECK_FALSE(out.empty());
          CHECK(is_harmless(out));
          CHECK(is_harmless(text(report, format, many)));
        }
      }
    }
  }
}

TEST_CASE("no name becomes markup") {
  CHECK_FALSE(is_whole_html(k_evil));
  for (const auto kind : {model::ReportKind::Explanation, model::ReportKind::DryRun, model::ReportKind::QueueReport}) {
    for (const auto verdict : {GroupVerdict::DoesNotFit, GroupVerdict::Fits, GroupVerdict::Unknown}) {
      const std::string out = text(evil_report(kind, Code::Fragmented, verdict), Format::Html);
      CHECK(is_harmless(out));
      CHECK(is_whole_html(out));
      CHECK(out.find("<script") == std::string::npos);
      CHECK(out.find("&lt;script&gt;y") != std::string::npos);
    }
  }
}

TEST_CASE("a line feed in a name makes no new line") {
  const std::string names =
      text(evil_report(model::ReportKind::Explanation, Code::NoNodes, GroupVerdict::DoesNotFit), Format::Name);
  CHECK(std::count(names.begin(), names.end(), '\n') == 5); // queue entry, group, two pods, finding
}

TEST_CASE("output of templates cannot give commands to a CI runner either") {
  model::GroupReport group = gang("train", 2, Code::NoNodes);
  group.scheduler_name = "::error file=a,line=1::b";
  report::Style style;
  style.expression = "{.status.groups[0].schedulerName}";
  CHECK(text(explanation({group}), Format::JsonPath, style) == "\\x3a:error file=a,line=1::b");
  style.expression = "S:.schedulerName";
  CHECK(text(explanation({group}), Format::CustomColumns, style) == "S\n\\x3a:error file=a,line=1::b\n");
}

TEST_CASE("two texts of a template cannot form a command to a CI runner") {
  model::GroupReport group = gang("#[error]x", 2, Code::NoNodes);
  group.namespace_name = "#";
  report::Style style;
  style.expression = "{.status.groups[0].namespace}{.status.groups[0].name}";
  CHECK(text(explanation({group}), Format::JsonPath, style) == "\\x23#[error]x");
}

TEST_CASE("a name with a command in it is the same for readers of JUnit, and none for a runner") {
  const std::string out = text(explanation({gang("##vso[a.b]y", 2, Code::NoNodes)}), Format::Junit);
  CHECK(out.find("##vso[") == std::string::npos);
  CHECK(out.find("PodGroup &#35;#vso[a.b]y\"") != std::string::npos); // the name of the test case
}

TEST_CASE("a namespace cannot give commands to a CI runner") {
  GroupReport group = gang("x", 2, Code::NoNodes);
  group.namespace_name = "::error";
  CHECK(text(explanation({group})).starts_with("\\x3a:error/x does not fit"));
  report::Style many;
  many.many = true;
  many.headers = false;
  CHECK(text(explanation({group}), Format::Text, many).starts_with("\\x3a:error"));
}
