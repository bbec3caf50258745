// SPDX-License-Identifier: Apache-2.0
#include "report/words/proof_words.hpp"

#include "report/english.hpp"
#include "report/words/member_names.hpp"
#include "report/words/sentences.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace report {

namespace {

using model::Code;
using model::GroupReport;

constexpr std::size_t k_most_places = 4;      // kinds of nodes in a sentence
constexpr std::size_t k_most_domains = 4;     // values of a topology key in a sentence
constexpr std::size_t k_most_placements = 12; // lines of a placement

// "gpu-a can hold 1 member", "12 nodes like gpu-b 2 each".
std::string places_text(const model::CountedSet& set, std::int64_t node_count) {
  if (set.places.empty()) { return "no node can hold any of them"; }
  std::vector<std::string> words;
  std::int64_t more = 0;
  for (const model::CountedPlaces& places : set.places) {
    if (words.size() == k_most_places) {
      more += places.each * places.count;
      continue;
    }
    const std::string amount = words.empty() ? counted(places.each, "member") : fmt::format("{}", places.each);
    const std::string_view can = words.empty() ? "can hold " : "";
    if (places.domains) {
      words.push_back(fmt::format("{} of {} {}{}{}", counted(places.count, "value"), set.topology_key, can, amount,
                                  places.count > 1 ? " each" : ""));
    } else if (places.count == 1) {
      words.push_back(fmt::format("{} {}{}", places.like, can, amount));
    } else {
      words.push_back(fmt::format("{} nodes like {} {}{} each", places.count, places.like, can, amount));
    }
  }
  if (more > 0) { words.push_back(fmt::format("smaller ones {} together", more)); }
  std::int64_t told = 0;
  for (const model::CountedPlaces& places : set.places) { told += places.count; }
  return listed(words) + (told < node_count ? ", no other node any" : "");
}

std::string of_members(std::vector<std::string> names, std::size_t all) {
  return names.size() == all ? std::string() : fmt::format("of {}: ", folded_names(std::move(names)));
}

std::string counting_text(const model::CountingBound& bound, const GroupReport& group) {
  std::size_t all = 0;
  for (const model::CountedSet& set : bound.sets) { all += set.members.size(); }
  std::vector<std::string> sentences;
  std::int64_t others = 0; // members that may fit
  for (const model::CountedSet& set : bound.sets) {
    if (set.at_most == static_cast<std::int64_t>(set.members.size())) {
      others += set.at_most;
    } else {
      sentences.push_back(of_members(set.members, all) + places_text(set, group.evidence.node_count));
    }
  }
  if (others > 0) {
    sentences.push_back(
        fmt::format("at most {} {} besides", counted(others, "other"), one_or_many(others, "fits", "fit")));
  }
  if (group.members.bound > 0) { sentences.push_back(fmt::format("{} bound already", group.members.bound)); }
  return util::joined(sentences, "; ");
}

std::string table_text(const model::TableBound& bound) {
  std::vector<std::string> kinds;
  for (const std::vector<std::string>& names : bound.classes) { kinds.push_back(folded_names(names)); }
  return fmt::format("all combinations of {} were counted; at most {} fit at once", listed(kinds), bound.at_most);
}

std::string spread_text(const model::SpreadBound& bound) {
  std::vector<std::string> full;
  for (const model::SpreadDomain& domain : bound.domains) {
    if (domain.matching + domain.holds <= bound.level) { full.push_back(domain.name); }
  }
  const std::string who = full.empty() ? fmt::format("there are too few domains of {}", bound.topology_key)
                                       : fmt::format("{} cannot have more than {}", listed_up_to(full, k_most_domains),
                                                     counted(bound.level, "such pod"));
  return fmt::format("{}, so maxSkew {} lets no other {} have more than {}", who, bound.max_skew, bound.topology_key,
                     bound.level + bound.max_skew);
}

std::string search_text(const model::SearchBound& bound) {
  return fmt::format("all {} ways to place some of them were tried; none places more than {}", bound.states,
                     counted(bound.at_most, "member"));
}

std::string bound_text(const GroupReport& group, const model::UpperBound& bound) {
  if (const auto* const counting = std::get_if<model::CountingBound>(&bound)) {
    return counting_text(*counting, group);
  }
  if (const auto* const table = std::get_if<model::TableBound>(&bound)) { return table_text(*table); }
  if (const auto* const spread = std::get_if<model::SpreadBound>(&bound)) { return spread_text(*spread); }
  return search_text(std::get<model::SearchBound>(bound));
}

std::int64_t at_most_of(const model::UpperBound& bound) {
  return std::visit([](const auto& one) { return one.at_most; }, bound);
}

// "worker-0 and worker-1 on gpu-a, worker-2 on gpu-b".
std::string placement_text(const std::vector<model::PlacedPod>& placement) {
  std::map<std::string_view, std::vector<std::string>> by_node;
  for (const model::PlacedPod& one : placement) { by_node[one.node].push_back(one.pod); }
  std::vector<std::string> words;
  for (auto& [node, pods] : by_node) {
    words.push_back(fmt::format("{} on {}", folded_names(std::move(pods), "pod"), node));
  }
  return listed_up_to(words, k_most_placements);
}

} // namespace

std::string proof_words(const GroupReport& group) {
  if (!group.feasibility) { return {}; }
  const model::Certificate& certificate = group.feasibility->certificate;
  switch (group.code) {
  case Code::GreedyMiss:
    return fmt::format("A placement that the scheduler misses: {}.", placement_text(certificate.placement));
  case Code::Fragmented:
  case Code::NotEnoughRoom:
    break;
  default:
    return {};
  }
  if (group.feasibility->answer == model::FeasibilityAnswer::Unknown) {
    return "The search ended at its limit; another placement may exist.";
  }
  if (!certificate.bound || group.feasibility->answer != model::FeasibilityAnswer::Infeasible) { return {}; }
  return fmt::format("Proof: {}; {} < {}.", bound_text(group, *certificate.bound), at_most_of(*certificate.bound),
                     quorum(group));
}

} // namespace report
