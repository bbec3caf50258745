// SPDX-License-Identifier: Apache-2.0
// Reasons why nodes refuse a pod, with counts.
#include "report/words/node_reasons.hpp"

#include "report/english.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace report {

namespace {

constexpr std::size_t k_most_reasons = 4, k_most_taints = 3;

// The scheduler's phrase after "node(s) ", and ours: the verb for one node and for many, and the rest.
struct Phrase {
  std::string_view theirs, one, many, rest;
};

// clang-format off
constexpr std::array<Phrase, 10> k_phrases = {{
    {"were unschedulable",                               "is",       "are",    "cordoned (unschedulable)"},
    {"had untolerated taint(s)",                         "has",      "have",   "taints that the pod does not tolerate"},
    {"didn't match Pod's node affinity/selector",        "does not", "do not", "match the pod's nodeSelector or node affinity"},
    {"didn't satisfy plugin(s) [NodeAffinity]",          "is",       "are",    "not named by the pod's node affinity"},
    {"didn't match pod affinity rules",                  "does not", "do not", "meet the pod's affinity to other pods"},
    {"didn't match pod anti-affinity rules",             "is",       "are",    "excluded by the pod's anti-affinity"},
    {"didn't satisfy existing pods anti-affinity rules", "is",       "are",    "excluded by the anti-affinity of other pods"},
    {"didn't match pod topology spread constraints",     "does not", "do not", "meet a topology spread constraint"},
    {"didn't have free ports for the requested pod ports", "has",    "have",   "a requested host port in use"},
    {"didn't match PersistentVolume's node affinity",    "cannot",   "cannot", "reach the pod's volume (node affinity of the PersistentVolume)"},
}};
// clang-format on

// "had untolerated taint(s)" of `nodes` nodes, in plain words. Rarer phrases stay as they are.
std::string plain_phrase(std::string_view theirs, std::int64_t nodes) {
  const auto known = std::ranges::find(k_phrases, theirs, &Phrase::theirs);
  if (known != k_phrases.end()) {
    return fmt::format("{} {}", one_or_many(nodes, known->one, known->many), known->rest);
  }
  constexpr std::string_view k_had_taint = "had untolerated taint {"; // releases before 1.34.2 name each
  if (!theirs.starts_with(k_had_taint)) { return std::string(theirs); }
  std::string_view taint = theirs.substr(k_had_taint.size()); // "nvidia.com/gpu: present}", or without a value
  if (taint.ends_with('}')) { taint.remove_suffix(1); }
  const std::size_t colon = std::min(taint.find(": "), taint.size());
  const std::string_view value = taint.substr(std::min(colon + 2, taint.size()));
  return fmt::format("{} the taint {}{}{}, which the pod does not tolerate", one_or_many(nodes, "has", "have"),
                     taint.substr(0, colon), value.empty() ? "" : "=", value);
}

} // namespace

// "node(s) had untolerated taint(s)" applies to `nodes` nodes.
std::string node_predicate(std::string_view reason, std::int64_t nodes) {
  constexpr std::string_view k_subject = "node(s) ", k_insufficient = "Insufficient ";
  if (reason.starts_with(k_subject)) {
    return fmt::format(" {}", plain_phrase(reason.substr(k_subject.size()), nodes));
  }
  const std::string_view verb = one_or_many(nodes, "has", "have");
  if (reason.starts_with(k_insufficient)) {
    return fmt::format(" {} too little {}", verb, reason.substr(k_insufficient.size()));
  }
  if (reason == "Too many pods") { return fmt::format(" {} no slot for another pod", verb); }
  return fmt::format(": {}", reason);
}

std::string node_reason(const model::ReasonCount& reason) {
  if (reason.nodes <= 0) { return reason.reason; } // concerns the pod itself, before any node is checked
  return counted(reason.nodes, "node") + node_predicate(reason.reason, reason.nodes);
}

namespace {

// The scheduler counts a reason twice if preemption could help on only some of the nodes. Readers need one count.
std::vector<model::ReasonCount> merged(const std::vector<model::ReasonCount>& reasons) {
  std::vector<model::ReasonCount> list;
  for (const model::ReasonCount& reason : reasons) {
    const auto same = std::find_if(list.begin(), list.end(), [&](const model::ReasonCount& known) {
      return known.plugin == reason.plugin && known.reason == reason.reason;
    });
    if (same == list.end()) {
      list.push_back(reason);
    } else {
      same->nodes += reason.nodes;
    }
  }
  return list;
}

} // namespace

std::string node_reasons(std::vector<model::ReasonCount> reasons, const std::vector<std::string>& taints) {
  reasons = merged(reasons);
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.nodes > b.nodes; });
  std::vector<std::string> words;
  words.reserve(reasons.size());
  for (const model::ReasonCount& reason : reasons) {
    words.push_back(node_reason(reason));
    const bool leaves_them_out = reason.reason.ends_with("taint(s)"); // older releases name each
    if (leaves_them_out && !taints.empty()) {
      words.back() += fmt::format(" ({})", listed_up_to(taints, k_most_taints));
    }
  }
  if (words.size() <= k_most_reasons + 1) { return util::joined(words, ", "); }
  const std::size_t more = words.size() - k_most_reasons;
  words.resize(k_most_reasons);
  return fmt::format("{} and {} more reasons", fmt::join(words, ", "), more);
}

std::vector<model::ReasonCount> of_filters(const std::vector<model::ReasonCount>& reasons) {
  std::vector<model::ReasonCount> filters = reasons;
  std::erase_if(filters, [](const auto& reason) { return reason.plugin == "Coscheduling"; });
  return filters;
}

std::vector<model::ReasonCount> other_than_room(const std::vector<model::ReasonCount>& reasons) {
  std::vector<model::ReasonCount> others = of_filters(reasons);
  std::erase_if(others, [](const auto& reason) { return reason.plugin == "NodeResourcesFit"; });
  return others;
}

} // namespace report
