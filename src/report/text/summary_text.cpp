// SPDX-License-Identifier: Apache-2.0
#include "report/text/summary_text.hpp"

#include "model/report/report_words.hpp"
#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/picture_words.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace report {

namespace {

using model::ClusterSummary;

constexpr int k_summary_indent = 2;
constexpr std::size_t k_most_causes = 5, k_most_blocks = 4;

std::string ref_name(const model::QueueRef& ref) {
  return fmt::format("{}{}/{}", ref.kind == model::QueueKind::Pod ? "pod " : "", ref.namespace_name, ref.name);
}

std::string causes_line(const ClusterSummary& summary) {
  std::vector<std::string> words;
  for (const auto& [code, groups] : summary.causes) {
    words.push_back(fmt::format("{} {}", groups, code == model::Code::None ? "other" : model::word(code)));
  }
  return words.empty() ? "" : fmt::format("Causes: {}.", listed_up_to(words, k_most_causes));
}

// "nvidia.com/gpu: 7 blocked pods request 28; 12 are free, on single nodes: 6 (1 node), 2 (3 nodes)."
std::string scarce_line(const model::ScarceResource& scarce) {
  model::NodeClass nodes;
  nodes.pieces = scarce.blocks;
  std::vector<std::string> blocks;
  for (const PieceStep& step : piece_steps(nodes, k_most_blocks)) {
    blocks.push_back(fmt::format("{} ({})", piece_text(scarce.name, step), counted(step.nodes, "node")));
  }
  const std::string free =
      scarce.blocks.empty()
          ? std::string("none is free")
          : fmt::format("{} free, by node: {}", short_amount(scarce.name, scarce.free), util::joined(blocks, ", "));
  return fmt::format("{}: {} {} {}; {}.", scarce.name, counted(scarce.pods, "blocked pod"),
                     one_or_many(scarce.pods, "requests", "request"), short_amount(scarce.name, scarce.requested),
                     free);
}

std::string waiting_line(const ClusterSummary& summary, std::optional<model::Time> now) {
  constexpr double k_micros = 1e6;
  if (!summary.waits_longest) { return ""; }
  const std::string name = ref_name(*summary.waits_longest);
  if (!summary.waits_since || !now) { return fmt::format("Longest blocked: {}.", name); }
  const double seconds = static_cast<double>(now->micros - summary.waits_since->micros) / k_micros;
  return fmt::format("Longest blocked: {}, {}.", name, model::age_text(seconds));
}

std::string in_the_way_line(const ClusterSummary& summary) {
  if (!summary.in_the_way) { return ""; }
  return fmt::format("Most often in the way: {}, which uses capacity that {} {}.", ref_name(*summary.in_the_way),
                     counted(summary.kept_out, "blocked group"), one_or_many(summary.kept_out, "needs", "need"));
}

std::string next_line(const ClusterSummary& summary) {
  if (summary.next.empty()) { return "Next to start: nothing that waits fits now."; }
  std::vector<std::string> names;
  for (const model::QueueRef& ref : summary.next) { names.push_back(ref_name(ref)); }
  const std::int64_t more = summary.starting_groups + summary.starting_pods - std::ssize(names);
  return fmt::format("Next to start: {}{}.", util::joined(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

// "2 of 3 pods without a group are blocked"; `rest`: " without a group".
std::string share_line(std::int64_t some, std::int64_t all, std::string_view noun, std::string_view rest,
                       std::string_view word) {
  if (some == 0) { return fmt::format("no {}{} is {}", noun, rest, word); }
  if (all == 1) { return fmt::format("the only {}{} is {}", noun, rest, word); }
  return fmt::format("{} of {}{} {} {}", some, counted(all, noun), rest, one_or_many(some, "is", "are"), word);
}

} // namespace

std::string summary_line(const model::Report& report) {
  if (!report.summary) { return ""; }
  const ClusterSummary& summary = *report.summary;
  const std::int64_t idle = std::ranges::count(report.groups, model::GroupVerdict::Idle, &model::GroupReport::verdict);
  const std::int64_t groups =
      summary.blocked_groups + summary.unknown_groups + summary.starting_groups + summary.running_groups + idle;
  const std::int64_t pods = summary.blocked_pods + summary.unknown_pods + summary.starting_pods;
  std::vector<std::string> parts;
  if (groups > 0) {
    std::vector<std::string> words = {share_line(summary.blocked_groups, groups, "group", "", "blocked")};
    const auto add = [&](std::int64_t count, std::string_view one, std::string_view many) {
      if (count > 0) { words.push_back(fmt::format("{} {}", count, one_or_many(count, one, many))); }
    };
    add(summary.unknown_groups, "is unknown", "are unknown");
    add(summary.starting_groups, "would start", "would start");
    add(summary.running_groups, "runs", "run");
    add(idle, "is idle", "are idle");
    parts.push_back(util::joined(words, ", "));
  }
  if (summary.blocked_pods > 0) {
    parts.push_back(share_line(summary.blocked_pods, pods, "pod", " without a group", "blocked"));
  } else if (summary.unknown_pods > 0) {
    parts.push_back(share_line(summary.unknown_pods, pods, "pod", " without a group", "unknown"));
  } else if (pods > 0) {
    parts.push_back(fmt::format("{} without a group would start", counted(pods, "pod")));
  }
  const std::int64_t running =
      std::ranges::count(report.pods, model::Outcome::AlreadyBound, &model::PodReport::outcome);
  if (parts.empty() && running > 0) {
    parts.push_back(
        fmt::format("{} without a group {} already", counted(running, "pod"), one_or_many(running, "runs", "run")));
  }
  return util::joined(parts, "; ");
}

void add_summary(Page& page, const model::Report& report) {
  if (!report.summary) { return; }
  const ClusterSummary& summary = *report.summary;
  page.paragraph(causes_line(summary), k_summary_indent);
  if (summary.scarce) { page.paragraph(scarce_line(*summary.scarce), k_summary_indent); }
  page.paragraph(waiting_line(summary, report.captured_at), k_summary_indent);
  page.paragraph(in_the_way_line(summary), k_summary_indent);
  page.paragraph(next_line(summary), k_summary_indent);
}

} // namespace report
