// SPDX-License-Identifier: Apache-2.0
// Blocks of text that make up answers.
#include "report/text/blocks.hpp"

#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/layout/shell_lines.hpp"
#include "report/text/members_table.hpp"
#include "report/words/asked_words.hpp"
#include "report/words/dialect_remarks.hpp"
#include "report/words/fix_words.hpp"
#include "report/words/foresight_words.hpp"
#include "report/words/lint_words.hpp"
#include "report/words/proof_words.hpp"
#include "report/words/remarks.hpp"
#include "report/words/sentences.hpp"
#include "util/ascii.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace report {

namespace {

using model::GroupVerdict;
using model::Outcome;
using model::PodReport;

constexpr int k_under_verdict = 2, k_under_bullet = 6;
constexpr std::size_t k_most_spelled_out = 12; // changes of a remedy whose flags and command are printed

bool is_bound(const PodReport& pod) { return pod.outcome == Outcome::AlreadyBound || !pod.preemptor.empty(); }
bool has_place(const PodReport& pod) { return pod.outcome == Outcome::Bound || is_bound(pod); }

std::string_view phrase(Outcome outcome) {
  switch (outcome) {
  case Outcome::AlreadyBound:
    return "is bound";
  case Outcome::Bound:
    return "fits";
  case Outcome::Unschedulable:
  case Outcome::Rejected:
    return "does not fit";
  case Outcome::Gated:
    return "is gated";
  case Outcome::NotAttempted:
    break;
  }
  return "is not tried";
}

// The answer explains the gates of Kueue and Grove elsewhere.
void add_gates(Page& page, const PodReport& pod) {
  const auto is_explained = [](const std::string& gate) {
    return gate.starts_with("kueue.x-k8s.io/") || gate.starts_with("grove.io/");
  };
  if (pod.outcome != Outcome::Gated || pod.gates.empty() || std::ranges::any_of(pod.gates, is_explained)) { return; }
  const std::string_view gates = one_or_many(std::ssize(pod.gates), "gate", "gates");
  page.paragraph(fmt::format("The controller that set the {} must remove {}; no scheduler tries the pod before.", gates,
                             one_or_many(std::ssize(pod.gates), "it", "them")),
                 k_under_verdict);
}

void add_pod(Page& page, const PodReport& pod) {
  if (!pod.untold.empty()) {
    page.verdict(fmt::format("pod {}/{}", pod.namespace_name, pod.name), "cannot be decided", Tone::Unsure,
                 fmt::format("it has {}; capacity suffices on {}", pod.untold, pod.node));
    return;
  }
  if (pod.taken_back == GroupVerdict::Unknown) {
    page.verdict(fmt::format("pod {}/{}", pod.namespace_name, pod.name), "cannot be decided", Tone::Unsure,
                 pod.because);
    return;
  }
  const bool has_reason = !has_place(pod) && (pod.outcome != Outcome::NotAttempted || !pod.reasons.empty());
  page.verdict(fmt::format("pod {}/{}", pod.namespace_name, pod.name),
               has_place(pod) ? fmt::format("{} on {}", phrase(pod.outcome), pod.node)
                              : std::string(phrase(pod.outcome)),
               tone_of(pod.outcome), has_reason ? pod_reason(pod, nullptr) : "");
  add_pod_causes(page, {pod});
  add_gates(page, pod);
  if (!pod.nominated_node.empty() && !has_place(pod)) {
    page.paragraph(fmt::format("It is nominated for {}.", pod.nominated_node), k_under_verdict);
  }
  if (!pod.victims.empty()) {
    page.paragraph(fmt::format("The scheduler preempts {} for it.", listed_up_to(pod.victims, 4)), k_under_verdict);
  }
}

} // namespace

std::string full_name(const model::GroupReport& group) {
  return fmt::format("{}/{}", group.namespace_name, group.name);
}

namespace {

bool is_about_capacity(model::Code code) {
  switch (code) {
  case model::Code::MinResourcesShort:
  case model::Code::NoNodes:
  case model::Code::NoFeasibleNode:
  case model::Code::Fragmented:
  case model::Code::NotEnoughRoom:
    return true;
  default:
    return false;
  }
}

} // namespace

std::string_view verdict_phrase(GroupVerdict verdict, model::Code code) {
  switch (verdict) {
  case GroupVerdict::Satisfied:
    return "already has its quorum";
  case GroupVerdict::Fits:
    return "fits";
  case GroupVerdict::DoesNotFit:
    return is_about_capacity(code) ? "does not fit" : "does not start";
  case GroupVerdict::Idle:
    return "is idle";
  case GroupVerdict::Unknown:
    break;
  }
  return "cannot be decided";
}

void add_explanation(Page& page, const model::GroupReport& group) {
  page.paragraph(sentences(causes(group)), k_under_verdict);
  page.paragraph(proof_words(group), k_under_verdict);
  if (const auto needed = needed_first(group); !needed.empty()) {
    page.paragraph("First needed: " + first_thought(needed) + ".", k_under_verdict);
  }
  for (const std::string& remark : sub_group_remarks(group)) { page.paragraph(remark, k_under_verdict); }
  page.paragraph(permit_remark(group), k_under_verdict);
  page.paragraph(victims_remark(group), k_under_verdict);
  page.paragraph(leaving_remark(group), k_under_verdict);
  page.paragraph(preempted_remark(group), k_under_verdict);
  page.paragraph(surplus_remark(group), k_under_verdict);
}

namespace {

// `what`: "it", "all 3 pods of job train".
void add_ways_to_start(Page& page, const model::GroupReport& group, std::string_view what) {
  if (group.fixes.empty()) { return; }
  page.gap();
  page.heading(fixes_heading(group, what), &group);
  for (const model::Fix& fix : group.fixes) {
    page.bullet(capitalized(fix_summary(fix, group)));
    if (fix.changes.size() > k_most_spelled_out) { continue; }
    const std::string flags = flags_text(try_flags(fix, group)), command = command_text(fix, group);
    if (!flags.empty()) { page.lines(shell_lines("try:", flags, k_under_bullet, page.style().columns)); }
    if (!command.empty()) { page.lines(shell_lines("run:", command, k_under_bullet, page.style().columns)); }
  }
  page.paragraph(open_note(group), k_under_verdict);
  page.paragraph(retry_note(group), k_under_verdict);
}

} // namespace

void add_fixes(Page& page, const model::GroupReport& group) { add_ways_to_start(page, group, "it"); }

void add_fixes(Page& page, const std::vector<model::OwnerReport>& owners) {
  for (const model::OwnerReport& owner : owners) {
    const std::string& name = owner.as_group.name;
    const std::string pods = owner.pods == 1   ? "the pod"
                             : owner.pods == 2 ? "both pods"
                                               : fmt::format("all {} pods", owner.pods);
    add_ways_to_start(page, owner.as_group,
                      owners.size() == 1 && owner.pods == 1 ? std::string("it")
                      : owner.kind.empty()                  ? fmt::format("pod {}", name)
                                           : fmt::format("{} of {} {}", pods, util::lowercase(owner.kind), name));
  }
}

void add_foresight(Page& page, const model::GroupReport& group) {
  const std::vector<std::string> remarks = foresight_remarks(group);
  if (remarks.empty()) { return; }
  page.gap();
  page.heading("Outlook");
  for (const std::string& remark : remarks) {
    const bool starts_with_name = remark.substr(0, remark.find(' ')).find('/') != std::string::npos;
    page.bullet(starts_with_name ? remark : capitalized(remark));
  }
}

void add_findings(Page& page, const model::GroupReport& group) {
  page.gap();
  std::set<std::string> lines; // findings may differ in their messages alone, which are left out here
  for (const model::Finding& finding : group.findings) {
    if (finding.level == model::FindingLevel::Info) { continue; }
    std::string line = fmt::format("lint {} ({}): {}. {}", finding.rule, model::word(finding.level), finding.title,
                                   text_of(finding).remedy);
    if (const auto [added, is_new] = lines.insert(std::move(line)); is_new) { page.bullet(*added); }
  }
}

// Adds the rules by which the group was judged, and related remarks.
void add_dialect(Page& page, const model::GroupReport& group) {
  page.gap();
  for (const std::string& remark : {policy_remark(group), maker_remark(group), mode_remark(group)}) {
    page.paragraph(remark);
  }
  for (const std::string& remark : layer_remarks(group)) { page.paragraph(remark); }
}

void add_afterwards(Page& page, const model::GroupReport& group, const std::vector<std::string>& losers) {
  add_findings(page, group);
  for (const std::string& remark : {robustness_remark(group), queue_remark(group, losers), stored_remark(group),
                                    condition_remark(group), spins_remark(group)}) {
    page.gap();
    page.paragraph(remark);
  }
  add_dialect(page, group);
}

void add_group(Page& page, const model::GroupReport& group, Format format) {
  page.verdict(full_name(group), verdict_phrase(group.verdict, group.code), tone_of(group.verdict), brief(group));
  add_explanation(page, group);
  add_fixes(page, group);
  add_foresight(page, group);
  page.gap();
  page.caption(k_members);
  page.table(format == Format::Wide ? wide_members_table(group.pods) : members_table(group.pods, &group));
  if (format == Format::Html) { page.folded(k_own_words, wide_members_table(group.pods)); }
  add_afterwards(page, group);
}

void add_pod_causes(Page& page, const std::vector<PodReport>& pods) {
  std::vector<std::pair<std::string_view, std::string>> texts; // by pod
  for (const PodReport& pod : pods) {
    if (std::string text = sentences(causes(pod)); !text.empty()) { texts.emplace_back(pod.name, std::move(text)); }
  }
  for (const auto& [pod, text] : texts) {
    const bool is_clear = texts.size() == 1 || text.starts_with(pod);
    page.paragraph(is_clear ? text : fmt::format("{}: {}", pod, text), k_under_verdict);
  }
  if (pods.size() == 1) { page.paragraph(start_remark(pods.front()), k_under_verdict); }
}

void add_pods(Page& page, const std::vector<PodReport>& pods, Format format,
              const std::vector<model::OwnerReport>& owners) {
  if (pods.empty()) { return; }
  if (pods.size() == 1) {
    add_pod(page, pods.front());
    add_fixes(page, owners);
    if (format == Format::Wide) {
      page.gap();
      page.table(wide_members_table(pods));
    }
    return;
  }
  const auto placed = std::count_if(pods.begin(), pods.end(), has_place);
  const auto out = static_cast<std::ptrdiff_t>(pods.size()) - placed;
  if (out == 0) {
    const bool are_bound = std::ranges::all_of(pods, is_bound);
    const std::string all = pods.size() == 2 ? std::string("Both") : fmt::format("All {}", pods.size());
    page.verdict(fmt::format("{} pods without a group", all), are_bound ? "are bound" : "fit", Tone::Good, "");
  } else {
    page.verdict(fmt::format("{} of {} pods without a group", out, pods.size()),
                 out == 1 ? "does not fit" : "do not fit", Tone::Bad, "");
    add_pod_causes(page, pods);
    add_fixes(page, owners);
  }
  page.gap();
  page.table(format == Format::Wide ? wide_members_table(pods) : members_table(pods, nullptr));
  if (format == Format::Html) { page.folded(k_own_words, wide_members_table(pods)); }
}

void add_ledger(Page& page, const model::Report& report) {
  if (!ledger_decides(report)) { return; }
  const model::Asked& decides = *deciding_entry(report);
  const auto needs_node = [](const model::PodReport& pod) { return !is_bound(pod); };
  const bool is_open = decides.reply == model::Reply::NotAsked &&
                       (!report.groups.empty() || std::ranges::any_of(report.pods, needs_node));
  page.verdict("", model::word(report.verdict), tone_of(report.verdict),
               is_open && run_starts(report) ? fmt::format("capacity suffices; {}", decides.because) : decides.because);
  if (decides.reply == model::Reply::Refuses) {
    for (const std::string& sentence : more_refusals(report.asked)) { page.paragraph(sentence, k_under_verdict); }
    if (const std::vector<std::string> others = others_refused(report.asked); !others.empty()) {
      page.paragraph(fmt::format("Also refused: {}.", listed_up_to(others, 4)), k_under_verdict);
    }
  }
  constexpr std::string_view k_unknown = " is not known"; // said once: "Also unknown: whether ..."
  for (const std::string& other : others_unasked(report.asked)) {
    std::string_view clause = other;
    if (clause.starts_with("whether ") && clause.ends_with(k_unknown)) { clause.remove_suffix(k_unknown.size()); }
    page.paragraph(fmt::format("Also unknown: {}.", clause), k_under_verdict);
  }
}

void add_refusals(Page& page, const model::Report& report) {
  if (report.refusals.empty()) { return; }
  page.verdict("", "No", Tone::Bad, "the API server would refuse objects of the file");
  for (const std::string& refusal : report.refusals) { page.bullet(refusal); }
  page.gap();
}

void add_footing(Page& page, const model::Report& report, Format format) {
  page.gap();
  page.paragraph(what_if_remark(report));
  page.paragraph(
      assumptions_remark(report, format == Format::Text ? Detail::Short : Detail::Full, page.style().columns));
  page.paragraph(problems_remark(report));
}

} // namespace report
