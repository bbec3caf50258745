// SPDX-License-Identifier: Apache-2.0
#include "report/words/sizing_words.hpp"

#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/member_fate.hpp"
#include "report/words/node_reasons.hpp"
#include "report/words/sentences.hpp"
#include "util/ascii.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::CopiesReport;
using model::FragmentationReport;
using model::LargestReport;

constexpr int k_sizing_indent = 2;

// Not tried on any node: a quota, queue or gate stops it.
bool is_kept_out(const model::PodReport& pod) {
  const bool is_tried = pod.outcome != model::Outcome::NotAttempted && pod.outcome != model::Outcome::Gated;
  return !is_tried && !pod.reasons.empty();
}

bool is_next_kept_out(const CopiesReport& copies) {
  return std::ranges::any_of(copies.next_pod, is_kept_out) ||
         std::ranges::any_of(copies.next_group,
                             [](const model::GroupReport& group) { return group.code == model::Code::QueueGate; });
}

std::string next_cause(const CopiesReport& copies) {
  if (!copies.next_group.empty()) { return message_clause(copies.next_group.front()); }
  if (copies.next_pod.empty()) { return ""; }
  const model::PodReport& pod = copies.next_pod.front();
  if (is_kept_out(pod)) {
    const std::string refusal = refused_creation(pod);
    return refusal.empty() ? fmt::format("{} is kept out of the queue: {}", pod.name, pod.reasons.front().reason)
                           : fmt::format("{} is not created: {}", pod.name, refusal);
  }
  const std::string reasons = node_reasons(of_filters(pod.reasons));
  if (!reasons.empty()) { return fmt::format("{} fits no node: {}", pod.name, reasons); }
  return fmt::format("{} is not placed", pod.name);
}

std::string how_many_fit(const CopiesReport& copies) {
  if (copies.fit == 0) { return "Not even one such job fits."; }
  const bool is_certain = copies.not_counted.empty();
  const std::string fit = copies.fit == 1 ? "One such job fits, this one"
                                          : fmt::format("{}{} such jobs fit", is_certain ? "" : "Perhaps ", copies.fit);
  if (copies.fit >= copies.limit) { return fmt::format("{}; more are not counted (--count-up-to).", fit); }
  const std::string cause = next_cause(copies);
  const std::string counted_in = copies.fit == 1 ? "" : ", including this one";
  const std::string_view next = copies.fit == 1 && !is_certain ? "Perhaps the" : "The";
  return fmt::format("{}{}. {} {} would not start{}{}.", fit, counted_in, next, ordinal(copies.fit + 1),
                     cause.empty() ? "" : ": ", cause);
}

std::string what_is_possible(const CopiesReport& copies) {
  if (!copies.at_most || *copies.at_most == 0) { return ""; }
  if (*copies.at_most == copies.fit) { return fmt::format("No placement holds more than {} at once.", copies.fit); }
  if (is_next_kept_out(copies)) {
    return fmt::format("Without that, the nodes would hold {} at once.", *copies.at_most);
  }
  return fmt::format("The best placement holds {} at once.", *copies.at_most);
}

std::string what_is_not_counted(const CopiesReport& copies) {
  if (copies.not_counted.empty() || copies.fit == 0) { return ""; }
  return fmt::format("Not counted for the other jobs: {}.", listed(copies.not_counted));
}

std::string victims(const CopiesReport& copies) {
  if (copies.victims == 0) { return ""; }
  return fmt::format("The other copies evict {}.", counted(copies.victims, "pod"));
}

// ---- largest size --------------------------------------------------------------------------------------------------

std::string size_text(const LargestReport& largest, std::int64_t size) {
  return largest.resource.empty() ? counted(size, "replica")
                                  : amount_of_text(largest.resource, size, Rounding::Down) + " each";
}

std::string role_name(const LargestReport& largest, bool with_object) {
  std::string object = fmt::format("{} {}/{}", util::lowercase(largest.kind), largest.namespace_name, largest.object);
  if (largest.role.empty()) { return object; }
  return with_object ? fmt::format("{} of {}", largest.role, object) : largest.role;
}

std::string largest_text(const LargestReport& largest, bool with_object) {
  const std::string role = role_name(largest, with_object);
  const std::string asked = largest.resource.empty() ? fmt::format("{}", largest.asked)
                                                     : amount_text(largest.resource, largest.asked, Rounding::Up);
  const std::string_view moves = largest.moves_min_member ? "; minMember goes with them" : "";
  if (largest.greatest == 0) {
    const std::string what = largest.resource.empty() ? "number of replicas" : "amount of " + largest.resource;
    return fmt::format("{}: no {} fits ({} asked for)", role, what, asked);
  }
  const std::string_view limit =
      largest.limit_reached && !largest.exact ? "; more are not counted (--count-up-to)" : "";
  const std::string size = size_text(largest, largest.greatest);
  const std::string answer = largest.exact ? fmt::format("at most {}", size) : fmt::format("at least {}", size);
  return fmt::format("{}: {} ({} asked for{}{})", role, answer, asked, moves, limit);
}

// ---- fragmentation -------------------------------------------------------------------------------------------------

// cpu is in thousandths; for other resources, thousandths come from the expectation.
std::string milli_text(std::string_view resource, std::int64_t milli) {
  if (resource == "cpu") { return amount_text(resource, milli, Rounding::Down); }
  const std::int64_t hundredths = (milli + 5) / 10;
  if (hundredths % 100 == 0) { return fmt::format("{}", hundredths / 100); }
  return hundredths % 10 == 0 ? fmt::format("{}.{}", hundredths / 100, hundredths % 100 / 10)
                              : fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
}

// True if the cluster's pods can use all that is free, with the job and without it: the usual state needs no words.
bool wastes_nothing(const FragmentationReport& row) {
  return row.unusable_before_milli == 0 && row.unusable_after_milli == 0 && row.stranded.empty();
}

std::string fragmentation_text(const FragmentationReport& row) {
  const auto text = [&](std::int64_t milli) { return milli_text(row.resource, milli); };
  const bool changes =
      row.free_before_milli != row.free_after_milli || row.unusable_before_milli != row.unusable_after_milli;
  const std::string before = fmt::format("{} of {}", text(row.unusable_before_milli), text(row.free_before_milli));
  const std::string mix =
      row.pods == 1 ? "the one pod that asks for it" : fmt::format("the {} pods that ask for it", row.pods);
  if (row.free_after_milli == 0) {
    return fmt::format("{}: none stays free; without this job {} free are unusable, on average over {}.", row.resource,
                       before, mix);
  }
  if (row.unusable_after_milli == 0) {
    return fmt::format("{}: all {} free are usable by {}{}.", row.resource, text(row.free_after_milli), mix,
                       changes ? fmt::format("; without this job {} are unusable", before) : "");
  }
  return fmt::format("{}: {} of {} free are unusable, on average over {}{}.", row.resource,
                     text(row.unusable_after_milli), text(row.free_after_milli), mix,
                     changes ? fmt::format("; without this job {}", before) : "");
}

std::string stranded_text(const FragmentationReport& row, bool is_new, std::size_t shown) {
  std::vector<std::string> nodes;
  for (const FragmentationReport::StrandedNode& node : row.stranded) {
    if (node.is_new != is_new) { continue; }
    const std::string lacks = node.lacks == "pods" ? "no slot for one more pod" : "too little " + node.lacks;
    nodes.push_back(fmt::format("{} ({} free, {})", node.name, milli_text(row.resource, node.free_milli), lacks));
  }
  if (nodes.empty()) { return ""; }
  return fmt::format("Stranded {}: {}.", is_new ? "by this job" : "already", listed_up_to(nodes, shown));
}

} // namespace

void add_copies(Page& page, const model::Report& report) {
  if (!report.copies) { return; }
  page.paragraph(how_many_fit(*report.copies), k_sizing_indent);
  page.paragraph(what_is_possible(*report.copies), k_sizing_indent);
  page.paragraph(what_is_not_counted(*report.copies), k_sizing_indent);
  page.paragraph(victims(*report.copies), k_sizing_indent);
}

void add_sizes(Page& page, const model::Report& report, Format format) {
  constexpr std::size_t k_shown = 4;
  const std::size_t shown = format == Format::Wide ? SIZE_MAX - 1 : k_shown;
  if (!report.largest.empty()) {
    page.gap();
    page.heading("Largest version of this job that fits");
    for (const LargestReport& largest : report.largest) {
      page.bullet(largest_text(largest, report.expansions.size() > 1));
    }
  }
  if (std::ranges::all_of(report.fragmentation, wastes_nothing)) { return; }
  page.gap();
  page.heading("Fragmentation");
  for (const FragmentationReport& row : report.fragmentation) {
    if (wastes_nothing(row)) { continue; }
    page.bullet(fragmentation_text(row));
    page.paragraph(stranded_text(row, true, shown), 4);
    page.paragraph(stranded_text(row, false, shown), 4);
  }
}

} // namespace report
