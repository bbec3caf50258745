// SPDX-License-Identifier: Apache-2.0
#include "report/words/asked_words.hpp"

#include "report/words/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

std::string unasked_words(const model::GroupReport& group, std::string_view whose) {
  const model::Asked* const open = first_with(group.asked, model::Reply::NotAsked);
  if (open == nullptr) { return {}; }
  if (group.starts) { return fmt::format("capacity suffices{} ({}); {}", whose, quorum_label(group), open->because); }
  if (group.alone && group.alone->first == model::GroupVerdict::Fits) {
    return fmt::format("capacity suffices{} ({}), though not in the order that is simulated; {}", whose,
                       quorum_label(group), open->because);
  }
  return open->because;
}

std::vector<std::string> others_unasked(const model::Ledger& ledger) {
  std::vector<std::string> clauses;
  const model::Asked* const first = first_with(ledger, model::Reply::NotAsked);
  for (const model::Asked& entry : ledger) {
    if (entry.reply == model::Reply::NotAsked && &entry != first) { clauses.push_back(entry.because); }
  }
  return clauses;
}

std::vector<std::string> others_refused(const model::Ledger& ledger) {
  std::vector<std::pair<std::string_view, std::int64_t>> counts; // by object, in the ledger's order
  const model::Asked* const first = first_with(ledger, model::Reply::Refuses);
  for (const model::Asked& entry : ledger) {
    if (entry.reply != model::Reply::Refuses || &entry == first || entry.of.empty() || entry.of == first->of) {
      continue;
    }
    const std::string_view name = entry.of;
    const auto known = std::ranges::find(counts, name, [](const auto& count) { return count.first; });
    if (known == counts.end()) {
      counts.emplace_back(name, 1);
    } else {
      ++known->second;
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) {
    names.push_back(count == 1 ? std::string(name) : fmt::format("{} ({} reasons)", name, count));
  }
  return names;
}

std::vector<std::string> more_refusals(const model::Ledger& ledger) {
  constexpr std::size_t k_shown = 4;
  const model::Asked* const first = first_with(ledger, model::Reply::Refuses);
  std::vector<std::string> sentences;
  if (first == nullptr || first->of.empty()) { return sentences; }
  const std::string invalid = first->of + " is invalid: ";
  for (const model::Asked& entry : ledger) {
    if (entry.reply != model::Reply::Refuses || entry.because == first->because) { continue; }
    if (!entry.because.starts_with(invalid)) { continue; }
    std::string text = "Also invalid: " + entry.because.substr(invalid.size());
    if (!text.ends_with('?')) { text += '.'; }
    if (std::ranges::find(sentences, text) == sentences.end()) { sentences.push_back(std::move(text)); }
  }
  if (sentences.size() > k_shown + 1) {
    const std::size_t more = sentences.size() - k_shown;
    sentences.resize(k_shown);
    sentences.push_back(fmt::format("{} more reasons are in -o json.", more));
  }
  return sentences;
}

const model::Asked* deciding_entry(const model::Report& report) {
  const model::Asked* const refusal = first_with(report.asked, model::Reply::Refuses);
  return refusal != nullptr ? refusal : first_with(report.asked, model::Reply::NotAsked);
}

bool ledger_decides(const model::Report& report) {
  const model::Asked* const decides = deciding_entry(report);
  if (decides == nullptr) { return false; }
  return decides->reply == model::Reply::Refuses || report.verdict == model::Verdict::Unknown;
}

bool run_starts(const model::Report& report) {
  const bool groups = std::ranges::all_of(report.groups, [](const model::GroupReport& group) {
    return group.starts || group.verdict == model::GroupVerdict::Satisfied ||
           group.verdict == model::GroupVerdict::Fits;
  });
  return groups && std::ranges::all_of(report.pods, [](const model::PodReport& pod) {
           return pod.outcome == model::Outcome::Bound || pod.outcome == model::Outcome::AlreadyBound;
         });
}

std::vector<std::string> general_assumptions(const model::Report& report) {
  std::vector<std::string> clauses;
  const auto add = [&](const model::Ledger& ledger) {
    for (const model::Asked& entry : ledger) {
      if (entry.reply != model::Reply::Assumed || entry.authority == model::Authority::Scheduler) { continue; }
      if (std::ranges::find(clauses, entry.because) == clauses.end()) { clauses.push_back(entry.because); }
    }
  };
  add(report.asked);
  for (const model::GroupReport& group : report.groups) { add(group.asked); }
  clauses.insert(clauses.begin(), report.general_assumptions.begin(), report.general_assumptions.end());
  return clauses;
}

} // namespace report
