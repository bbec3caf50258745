// SPDX-License-Identifier: Apache-2.0
// Field tables of the report as a whole: metadata, spec (the inputs), status (the answers).
#pragma once

#include "report/structured/dry_run_fields.hpp"
#include "report/structured/group_fields.hpp"
#include "report/structured/ledger_rows.hpp"
#include "report/structured/summary_fields.hpp"
#include "report/words/asked_words.hpp"

#include <set>
#include <string>
#include <vector>

namespace report {

inline constexpr std::string_view k_api_version = "kubectl-gang/v1alpha1";

void metadata_fields(const model::Report& report, auto& fields) {
  fields.definition("metadata");
  fields.if_any("capturedAt", report.captured_at, {"The time that counts as now."});
  fields.if_any("toolVersion", report.tool_version);
}

// The requested policy, else those of the groups in the report, without duplicates, sorted by name. So their order does
// not depend on names of groups.
inline std::vector<std::string> policies(const model::Report& report) {
  if (!report.policy.empty()) { return {report.policy}; }
  std::set<std::string> names;
  for (const model::GroupReport& group : report.groups) { names.insert(group.policy); }
  return {names.begin(), names.end()};
}

inline std::vector<std::string> all_assumptions(const model::Report& report) {
  std::vector<std::string> all = report.assumptions;
  for (std::string& clause : general_assumptions(report)) { all.push_back(std::move(clause)); }
  return all;
}

void spec_fields(const model::Report& report, auto& fields) {
  fields.definition("spec", "The inputs.");
  fields("source", report.sources, {"Where the cluster came from."});
  fields.if_any("order", report.order,
                {"The method that reconstructs queue times.", R"("enum": ["restart", "created", "events"])"});
  fields("policies", policies(report), {"The simulated rules, each once."});
  fields.if_any("schedulerVersion", report.scheduler_version);
  fields.if_any("victims", report.victims,
                {"Whether preempted pods are gone before the next attempt.", R"("enum": ["gone", "stay"])"});
  fields.if_any("waiting", report.waiting,
                {"Whether nominated pods count as holding their node.", R"("enum": ["none", "nominated"])"});
  fields("assumptions", all_assumptions(report));
  fields.if_any("whatIf", report.what_ifs, {"The requested changes."});
}

void each_field(const util::Problem& problem, auto& fields) {
  fields.definition("problem", "An object of the input with a fault.");
  fields.if_any("place", problem.place);
  fields.if_any("object", problem.object);
  fields("message", problem.message);
}

void each_field(const LedgerRow& row, auto& fields) {
  fields.definition("asked", "An authority that can refuse or hold pods of the question, and its answer. A Yes has no "
                             "row with refuses or notAsked.");
  fields("authority", row.entry.authority,
         {"operator: creates the pods. switch: suspend, pause. admission: the API server. inputs: objects that filters "
          "read."});
  fields("answer", row.entry.reply, {"assumed: the input need not show it; --strict reports that as notAsked."});
  fields.if_any("of", row.of, {"The subjects. Absent: all of the question."});
  fields("because", row.entry.because);
  fields.if_any("object", row.entry.object, {"The object that decides."});
}

void group_and_pod_fields(const model::Report& report, auto& fields) {
  fields("groups", report.groups, {"Sorted by namespace, name, dialect."});
  fields("pods", with_fields(report.pods, [](const model::PodReport& pod, auto& row) { loose_pod_fields(pod, row); }));
  fields.if_any("owners", report.owners);
}

void refusal_fields(const model::Report& report, auto& fields) {
  fields.if_any("refusals", report.refusals,
                {"Objects that admission would refuse, or that bind skips, with the reason."});
}

void dry_run_fields(const model::Report& report, auto& fields) {
  fields("expansion", report.expansions, {"One row for each manifest object that creates pods."});
  refusal_fields(report, fields);
  fields.if_any("losers", report.losers,
                {"Groups and pods (namespace/name) that start or run only without the manifest."});
  fields.if_any("copies", report.copies);
  fields.if_any("largest", report.largest,
                {"With --largest: the greatest size of each role with which every pod fits. All else stays the same."});
  fields.if_any("fragmentation", report.fragmentation,
                {"With --how-many or --largest: by resource, the free capacity that the pods of the cluster cannot "
                 "use."});
}

inline std::string_view verdict_rule(model::ReportKind kind) {
  switch (kind) {
  case model::ReportKind::LintReport:
    return "No: there is a finding of level warning or error.";
  case model::ReportKind::VerifyReport:
    return "Yes: every certificate holds. No: one does not. Unknown: one could not be checked, or there is none.";
  default:
    return "";
  }
}

void status_fields(const model::Report& report, auto& fields) {
  using model::ReportKind;
  fields("verdict", report.verdict, {verdict_rule(report.kind)});
  switch (report.kind) {
  case ReportKind::Explanation:
    fields.if_any("summary", report.summary);
    group_and_pod_fields(report, fields);
    fields("asked", ledger_rows(report));
    break;
  case ReportKind::DryRun:
    group_and_pod_fields(report, fields);
    fields("asked", ledger_rows(report));
    dry_run_fields(report, fields);
    break;
  case ReportKind::QueueReport:
    fields.if_any("summary", report.summary);
    fields("queue", report.queue);
    fields("attempts", report.attempts, {"In the order of the run, with retries; a repetition once."});
    break;
  case ReportKind::BindReport:
    fields("mode", report.bind_mode,
           {"Preview: the plan. ServerDryRun: the API server checked it. Act: what bind did, read back from the "
            "cluster."});
    group_and_pod_fields(report, fields);
    fields("bindings", report.bindings, {"Groups in queue order, pods in the order of their placement."});
    refusal_fields(report, fields);
    break;
  case ReportKind::LintReport:
    fields("groupsChecked", report.groups_checked);
    fields("findings", report.findings, {"Sorted by level, rule and object."});
    refusal_fields(report, fields);
    break;
  case ReportKind::VerifyReport:
    fields("groups", report.verifications,
           {"Groups with a certificate, or that need one, in the order of the checked report."});
    break;
  }
  fields.if_any("problems", report.problems);
}

void each_field(const model::Report& report, auto& fields) {
  fields("apiVersion", k_api_version, {.type = R"("$ref": "#/$defs/apiVersion")"});
  fields("kind", report.kind);
  fields("metadata", with_fields(report, [](const auto& of, auto& metadata) { metadata_fields(of, metadata); }));
  fields("spec", with_fields(report, [](const auto& of, auto& spec) { spec_fields(of, spec); }));
  fields("status", with_fields(report, [](const auto& of, auto& status) { status_fields(of, status); }));
}

} // namespace report
