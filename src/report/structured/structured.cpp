// SPDX-License-Identifier: Apache-2.0
// The complete structured output: apiVersion, kind, metadata, spec (the inputs), status (the answers).
#include "model/report/report_words.hpp"
#include "model/values/time.hpp"
#include "report/layout/outlets.hpp"
#include "report/safe_text.hpp"
#include "report/structured/structured_parts.hpp"
#include "report/words/sentences.hpp"

#include <map>
#include <set>
#include <utility>

namespace report {

using document::Output;
using model::Report;
using model::ReportKind;

namespace {

Output metadata(const Report& report) {
  Output out;
  if (report.captured_at) { out["capturedAt"] = Output(model::time_text(*report.captured_at)); }
  set(out, "toolVersion", report.tool_version);
  return out;
}

// The requested policy, else those of the groups in the report, without duplicates, sorted by name. So their order does
// not depend on names of groups.
std::vector<std::string> policies(const Report& report) {
  if (!report.policy.empty()) { return {report.policy}; }
  std::set<std::string> names;
  for (const model::GroupReport& group : report.groups) { names.insert(group.policy); }
  return {names.begin(), names.end()};
}

Output spec(const Report& report) {
  Output out;
  out["source"] = strings(report.sources);
  set(out, "order", report.order);
  out["policies"] = strings(policies(report));
  set(out, "schedulerVersion", report.scheduler_version);
  set(out, "victims", report.victims);
  set(out, "waiting", report.waiting);
  std::vector<std::string> assumptions = report.assumptions;
  assumptions.insert(assumptions.end(), report.general_assumptions.begin(), report.general_assumptions.end());
  out["assumptions"] = strings(assumptions);
  if (!report.what_ifs.empty()) { out["whatIf"] = strings(report.what_ifs); }
  return out;
}

Output problem_output(const util::Problem& problem) {
  Output out;
  set(out, "place", problem.place);
  set(out, "object", problem.object);
  out["message"] = Output(problem.message);
  return out;
}

void set_groups_and_pods(Output& status, const Report& report) {
  status["groups"] = array_of(report.groups, group_output);
  status["pods"] = array_of(report.pods, [](const auto& pod) { return pod_output(pod, WithNamespace::Yes); });
  if (!report.owners.empty()) { status["owners"] = array_of(report.owners, owner_output); }
}

// The simulation's own entry, if no other authority refuses.
model::Ledger by_simulation(const model::GroupReport& group) {
  const bool runs = group.verdict == model::GroupVerdict::Satisfied || group.verdict == model::GroupVerdict::Idle;
  const bool refuses = group.verdict == model::GroupVerdict::DoesNotFit;
  if (!runs && !refuses && group.verdict != model::GroupVerdict::Fits) { return {}; }
  if (refuses && first_with(group.asked, model::Reply::Refuses) != nullptr) { return {}; }
  const bool is_gate = group.code == model::Code::MembersGated;
  return {{is_gate ? model::Authority::Gate : model::Authority::Scheduler,
           refuses ? model::Reply::Refuses : model::Reply::Allows,
           brief(group),
           {},
           group.namespace_name + '/' + group.name}};
}

model::Ledger by_simulation(const model::PodReport& pod) {
  const bool has_place = pod.outcome == model::Outcome::Bound || pod.outcome == model::Outcome::AlreadyBound;
  const std::string of = "pod " + pod.namespace_name + '/' + pod.name;
  if (!pod.untold.empty()) { return {}; } // the ledger of the inputs has it
  if (has_place) { return {{model::Authority::Scheduler, model::Reply::Allows, "a node takes it", {}, of}}; }
  return {{pod.outcome == model::Outcome::Gated ? model::Authority::Gate : model::Authority::Scheduler,
           model::Reply::Refuses,
           pod.message.empty() ? "no scheduler tries it" : pod.message,
           {},
           of}};
}

// One row for all entries that differ only in their pods.
Output ledger_output(const Report& report) {
  std::vector<std::pair<model::Asked, std::vector<std::string>>> rows; // in order of first occurrence
  std::map<model::Asked, std::size_t> places;                          // indices in `rows`
  const auto add = [&](const model::Ledger& ledger) {
    for (model::Asked entry : ledger) {
      std::string of = std::exchange(entry.of, {});
      const auto [place, is_new] = places.emplace(entry, rows.size());
      if (is_new) { rows.emplace_back(std::move(entry), std::vector<std::string>()); }
      if (!of.empty()) { rows[place->second].second.push_back(std::move(of)); }
    }
  };
  add(report.asked);
  for (const std::string& refusal : report.refusals) {
    add({{model::Authority::Admission, model::Reply::Refuses, refusal, {}, {}}});
  }
  for (const model::GroupReport& group : report.groups) {
    add(group.asked);
    add(by_simulation(group));
  }
  for (const model::PodReport& pod : report.pods) { add(by_simulation(pod)); }
  return array_of(rows, [](const auto& row) {
    const auto& [entry, of] = row;
    Output out;
    out["authority"] = Output(model::word(entry.authority));
    out["answer"] = Output(model::word(entry.reply));
    if (!of.empty()) { out["of"] = strings(of); }
    set(out, "because", entry.because);
    set(out, "object", entry.object);
    return out;
  });
}

Output status(const Report& report) {
  Output out;
  out["verdict"] = Output(model::word(report.verdict));
  if (report.summary) { out["summary"] = summary_output(*report.summary); }
  switch (report.kind) {
  case ReportKind::Explanation:
    set_groups_and_pods(out, report);
    out["asked"] = ledger_output(report);
    break;
  case ReportKind::DryRun:
    set_groups_and_pods(out, report);
    out["asked"] = ledger_output(report);
    out["expansion"] = array_of(report.expansions, expansion_output);
    if (!report.refusals.empty()) { out["refusals"] = strings(report.refusals); }
    if (!report.losers.empty()) { out["losers"] = strings(report.losers); }
    if (report.copies) { out["copies"] = copies_output(*report.copies); }
    if (!report.largest.empty()) { out["largest"] = largest_outputs(report.largest); }
    if (!report.fragmentation.empty()) { out["fragmentation"] = fragmentation_output(report.fragmentation); }
    break;
  case ReportKind::QueueReport:
    out["queue"] = array_of(report.queue, queue_entry_output);
    out["attempts"] = array_of(report.attempts, attempt_output);
    break;
  case ReportKind::BindReport:
    out["mode"] = Output(model::word(report.bind_mode));
    set_groups_and_pods(out, report);
    out["bindings"] = array_of(report.bindings, binding_output);
    if (!report.refusals.empty()) { out["refusals"] = strings(report.refusals); }
    break;
  case ReportKind::LintReport:
    out["groupsChecked"] = Output(report.groups_checked);
    out["findings"] = findings_output(report.findings);
    if (!report.refusals.empty()) { out["refusals"] = strings(report.refusals); }
    break;
  case ReportKind::VerifyReport:
    out["groups"] = array_of(report.verifications, verification_output);
    break;
  }
  if (!report.problems.empty()) { out["problems"] = array_of(report.problems, problem_output); }
  return out;
}

} // namespace

std::vector<Output> structured_rows(const Report& report) {
  std::vector<Output> rows;
  each_list_of_rows(report, [&](const auto& items, auto to_output) {
    for (const auto& item : items) { rows.push_back(to_output(item)); }
  });
  return rows;
}

Output made_visible(Output value) {
  if (auto* const text = std::get_if<std::string>(&value.data())) { return Output(safe(*text)); }
  if (auto* const array = std::get_if<Output::Array>(&value.data())) {
    for (Output& element : *array) { element = made_visible(std::move(element)); }
  }
  if (auto* const object = std::get_if<Output::Object>(&value.data())) {
    Output shown;
    for (auto& [key, member] : *object) { shown[safe(key)] = made_visible(std::move(member)); }
    return shown;
  }
  return value;
}

Output structured(const Report& report) {
  Output out;
  out["apiVersion"] = Output("kubectl-gang/v1alpha1");
  out["kind"] = Output(model::word(report.kind));
  out["metadata"] = metadata(report);
  out["spec"] = spec(report);
  out["status"] = status(report);
  return out;
}

} // namespace report
