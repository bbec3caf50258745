// SPDX-License-Identifier: Apache-2.0
#include "report/structured/ledger_rows.hpp"

#include "report/words/sentences.hpp"

#include <map>
#include <utility>

namespace report {

namespace {

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
  if (!pod.untold.empty() || !pod.preemptor.empty()) { return {}; } // the report's ledger has it
  if (has_place) { return {{model::Authority::Scheduler, model::Reply::Allows, "a node takes it", {}, of}}; }
  return {{pod.outcome == model::Outcome::Gated ? model::Authority::Gate : model::Authority::Scheduler,
           model::Reply::Refuses,
           pod.message.empty() ? "no scheduler tries it" : pod.message,
           {},
           of}};
}

} // namespace

std::vector<LedgerRow> ledger_rows(const model::Report& report) {
  std::vector<LedgerRow> rows;
  std::map<model::Asked, std::size_t> places; // indices in `rows`
  const auto add = [&](const model::Ledger& ledger) {
    for (model::Asked entry : ledger) {
      std::string of = std::exchange(entry.of, {});
      const auto [place, is_new] = places.emplace(entry, rows.size());
      if (is_new) { rows.push_back({std::move(entry), {}}); }
      if (!of.empty()) { rows[place->second].of.push_back(std::move(of)); }
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
  return rows;
}

} // namespace report
