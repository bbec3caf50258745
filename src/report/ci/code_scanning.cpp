// SPDX-License-Identifier: Apache-2.0
// -o sarif and -o gitlab: lint's findings, for tools that show them in the source.
//   SARIF 2.1.0: OASIS, sarif-schema-2.1.0.json. Code quality: GitLab's subset of the Code Climate specification.
#include "model/report/report_words.hpp"
#include "report/layout/outlets.hpp"
#include "report/safe_text.hpp"
#include "report/words/lint_words.hpp"
#include "report/words/places.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace report {

namespace {

using document::Output;
using model::Finding;
using model::FindingLevel;

// FNV-1a, without the line number, so that tools recognise a finding across runs even if its line moves.
std::string fingerprint(const Finding& finding, const model::SourcePlace& place) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::string_view part :
       {std::string_view(finding.rule), std::string_view(finding.words), std::string_view(finding.kind),
        std::string_view(finding.namespace_name), std::string_view(finding.name), std::string_view(finding.field),
        std::string_view(place.file)}) {
    for (const char byte : part) { hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U; }
    hash = (hash ^ 0xffU) * 0x100000001b3U; // separator; not a byte of UTF-8
  }
  return fmt::format("{:016x}", hash);
}

// The path under which a tool finds the file in its repository. Removes "./" from the start, which is another file to
// GitLab. Keeps at most one slash at the start, because the text after two would be a host.
std::string_view plain_path(std::string_view path) {
  while (path.starts_with("./") && path.size() > 2) { path.remove_prefix(2); }
  while (path.starts_with("//")) { path.remove_prefix(1); }
  return path;
}

// A path as a URI reference: writes every byte that is not unreserved as %XX. (RFC 3986, 2.3)
std::string uri(std::string_view path) {
  std::string out;
  for (const char byte : path) {
    const auto code = static_cast<unsigned char>(byte);
    const bool is_plain = (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') ||
                          (code >= 'A' && code <= 'Z') ||
                          std::string_view("-._~/").find(byte) != std::string_view::npos;
    out += is_plain ? std::string(1, byte) : fmt::format("%{:02X}", code);
  }
  return out;
}

std::string sentences_of(const Finding& finding) {
  const FindingText words = text_of(finding);
  return fmt::format("{} {}", words.message, words.remedy);
}

std::string_view sarif_level(FindingLevel level) { return level == FindingLevel::Info ? "note" : model::word(level); }

Output text(std::string_view what) {
  Output out;
  out["text"] = Output(what);
  return out;
}

// The rules with findings, without duplicates, by their number.
Output sarif_rules(const std::vector<Finding>& findings, std::map<std::string_view, std::int64_t>& places) {
  std::map<std::string_view, const Finding*> rules;
  for (const Finding& finding : findings) { rules.try_emplace(finding.rule, &finding); }
  Output out = Output::array();
  for (const auto& [id, finding] : rules) {
    Output rule;
    rule["id"] = Output(id);
    rule["shortDescription"] = text(finding->title);
    rule["help"] = text(fmt::format("See {} in kubectl-gang-lint(7).", id));
    places[id] = static_cast<std::int64_t>(places.size());
    out.push(std::move(rule));
  }
  return out;
}

Output sarif_location(const Finding& finding, const model::SourcePlace& place) {
  Output logical;
  logical["kind"] = Output("resource");
  logical["name"] = Output(finding.name);
  logical["fullyQualifiedName"] =
      Output(finding.field.empty() ? object_text(finding) : fmt::format("{} {}", object_text(finding), finding.field));
  Output::Array all = {std::move(logical)};
  Output location;
  location["logicalLocations"] = Output(std::move(all));
  if (!place.file.empty()) {
    location["physicalLocation"]["artifactLocation"]["uri"] = Output(uri(place.file));
    location["physicalLocation"]["region"]["startLine"] = Output(std::max<std::int64_t>(1, place.line));
  }
  return location;
}

model::SourcePlace whereabouts(const model::Report& report, const Finding& finding) {
  model::SourcePlace place = place_of(report, finding);
  place.file = std::string(plain_path(place.file));
  return place;
}

} // namespace

std::string sarif(const model::Report& report) {
  std::map<std::string_view, std::int64_t> rule_places;
  Output driver;
  driver["name"] = Output("kubectl-gang");
  if (!report.tool_version.empty()) { driver["version"] = Output(report.tool_version); }
  driver["rules"] = sarif_rules(report.findings, rule_places);
  Output results = Output::array();
  for (const Finding& finding : report.findings) {
    const model::SourcePlace place = whereabouts(report, finding);
    Output result;
    result["ruleId"] = Output(finding.rule);
    result["ruleIndex"] = Output(rule_places.at(finding.rule));
    result["level"] = Output(sarif_level(finding.level));
    result["message"] = text(sentences_of(finding));
    result["locations"] = Output(Output::Array{sarif_location(finding, place)});
    result["partialFingerprints"]["finding/v1"] = Output(fingerprint(finding, place));
    results.push(std::move(result));
  }
  Output run;
  run["tool"]["driver"] = std::move(driver);
  run["columnKind"] = Output("utf16CodeUnits");
  run["results"] = std::move(results);
  Output out;
  out["$schema"] = Output("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
  out["version"] = Output("2.1.0");
  out["runs"] = Output(Output::Array{std::move(run)});
  return document::to_json(out);
}

std::string gitlab(const model::Report& report) {
  Output out = Output::array();
  std::set<std::string> seen; // GitLab accepts one issue per fingerprint
  for (const Finding& finding : report.findings) {
    const model::SourcePlace place = whereabouts(report, finding);
    Output issue;
    const std::string mark = fingerprint(finding, place);
    if (!seen.insert(mark).second) { continue; }
    issue["description"] = Output(fmt::format("{}: {}", object_text(finding), sentences_of(finding)));
    issue["check_name"] = Output(finding.rule);
    issue["fingerprint"] = Output(mark);
    issue["severity"] = Output(finding.level == FindingLevel::Error     ? "critical"
                               : finding.level == FindingLevel::Warning ? "major"
                                                                        : "info");
    // GitLab requires a file. A finding without one appears under a name for its source.
    issue["location"]["path"] = Output(place.file.empty() ? "cluster" : place.file);
    issue["location"]["lines"]["begin"] = Output(std::max<std::int64_t>(1, place.line));
    out.push(std::move(issue));
  }
  return document::to_json(out);
}

} // namespace report
