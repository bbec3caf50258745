// SPDX-License-Identifier: Apache-2.0
// -o name: one object per line, for xargs.
#include "report/layout/outlets.hpp"
#include "report/safe_text.hpp"

#include <fmt/format.h>
#include <set>
#include <string_view>
#include <utility>

namespace report {

namespace {

std::string line(std::string_view kind, std::string_view name) { return fmt::format("{}/{}\n", kind, safe(name)); }

// Objects with findings, each once. Namespaces may have objects of one name.
std::string lines_of_findings(const std::vector<model::Finding>& findings) {
  std::string lines;
  std::set<std::pair<std::string_view, std::string>> seen; // by namespace
  for (const model::Finding& finding : findings) {
    if (!finding.group_dialect) { continue; } // no object of the cluster
    std::string one = line(model::facts_of(*finding.group_dialect).resource, finding.name);
    if (seen.emplace(finding.namespace_name, one).second) { lines += one; }
  }
  return lines;
}

} // namespace

std::string name_lines(const model::Report& report) {
  std::string lines;
  for (const model::QueueEntry& entry : report.queue) {
    lines += line(entry.what.kind == model::QueueKind::Pod ? "pod" : model::facts_of(entry.what.dialect).resource,
                  entry.what.name);
  }
  for (const model::GroupReport& group : report.groups) {
    lines += line(model::facts_of(group.dialect).resource, group.name);
  }
  for (const model::PodReport& pod : report.pods) { lines += line("pod", pod.name); }
  for (const model::Verification& verification : report.verifications) {
    lines += line(model::facts_of(verification.dialect).resource, verification.name);
  }
  lines += lines_of_findings(report.findings);
  return lines;
}

} // namespace report
