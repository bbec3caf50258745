// SPDX-License-Identifier: Apache-2.0
// Describes a resource that is short.
#include "report/words/shortage_words.hpp"

#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/member_names.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

constexpr std::size_t k_most_nodes = 6;     // in a sentence
constexpr std::size_t k_most_shortages = 3; // in an answer

using Pieces = std::vector<std::pair<std::string, std::int64_t>>;

Pieces pieces_of(const model::ResourceShortage& shortage) {
  Pieces pieces = shortage.largest_nodes;
  std::erase_if(pieces, [](const auto& piece) { return piece.second <= 0; });
  return pieces;
}

// Number of nodes with any free amount of it.
std::int64_t nodes_with_some(const model::ResourceShortage& shortage, const Pieces& pieces) {
  return std::max(shortage.nodes_with_some, static_cast<std::int64_t>(pieces.size()));
}

// "gpu-a 6, gpu-b 2 and gpu-c 2"; "2 on each"; of many, only the largest few.
std::string where_it_is(const model::ResourceShortage& shortage, const Pieces& pieces, std::int64_t nodes) {
  const auto text = [&](std::int64_t amount) { return amount_text(shortage.resource, amount, Rounding::Down); };
  const bool all_known = nodes == static_cast<std::int64_t>(pieces.size());
  const bool all_equal = nodes > 2 && shortage.free_total == nodes * pieces.front().second;
  if (all_equal) { return text(pieces.front().second) + " on each"; }
  std::vector<std::string> words;
  for (const auto& [node, amount] : pieces) { words.push_back(fmt::format("{} {}", node, text(amount))); }
  if (all_known && words.size() <= k_most_nodes) { return util::joined(words, ", "); }
  words.resize(std::min(words.size(), k_most_nodes - 2));
  return fmt::format("{}, {} others at most {}", fmt::join(words, ", "),
                     nodes - static_cast<std::int64_t>(words.size()),
                     text(pieces[std::min(words.size(), pieces.size() - 1)].second));
}

// The members that need it; by name if they are exactly the unplaced ones.
Clause subject(const model::Evidence& evidence, const model::ResourceShortage& shortage) {
  const std::string amount = amount_of_text(shortage.resource, shortage.per_member, Rounding::Up);
  const auto known = static_cast<std::int64_t>(evidence.pods.size());
  if (known == 1 && shortage.members <= 1) {
    return {fmt::format("{} needs {} on one node", evidence.pods.front(), amount), true};
  }
  if (known > 1 && shortage.members == known) {
    return {fmt::format("{} each need {} on one node", folded_names(evidence.pods), amount), true};
  }
  if (shortage.members == 1 && !evidence.pod.empty()) {
    return {fmt::format("{} needs {} on one node", evidence.pod, amount), true};
  }
  if (shortage.members > 1) { return {fmt::format("{} members each need {} on one node", shortage.members, amount)}; }
  return {fmt::format("a member needs {} on one node", amount)};
}

// Bytes are a quantity, not a number of things.
std::string_view is_or_are(const model::ResourceShortage& shortage, std::string_view text) {
  return text == "1" || is_in_bytes(shortage.resource) ? "is" : "are";
}

std::string too_small(const model::ResourceShortage& shortage) {
  if (!shortage.is_offered) {
    const std::string meant = shortage.meant.empty() ? "" : fmt::format(" (did you mean {}?)", shortage.meant);
    return fmt::format("no node offers {}{}", shortage.resource, meant);
  }
  const std::string limit = amount_text(shortage.resource, shortage.per_node_limit, Rounding::Down);
  if (shortage.per_node_limit <= 0) {
    return shortage.admissible_nodes == 1
               ? std::string("the only eligible node has none")
               : fmt::format("none of the {} eligible nodes has any", shortage.admissible_nodes);
  }
  return fmt::format("no eligible node is that large: the largest has {} when empty", limit);
}

// Compares total free capacity with the total request. Members may differ in size, so some cases stay unclear.
enum class Sum : std::uint8_t { TooSmall, Unclear, Enough };

Sum compare(const model::Evidence& evidence, const model::ResourceShortage& shortage) {
  if (shortage.per_member <= 0) { return Sum::Unclear; }
  const std::int64_t holds = shortage.free_total / shortage.per_member;
  if (holds < shortage.members) { return Sum::TooSmall; }
  return holds >= std::max(shortage.members, evidence.needed) ? Sum::Enough : Sum::Unclear;
}

// Nodes limit the number of pods, too: kubelet's maxPods, or the addresses of the network. Empty for other resources.
std::string pod_limit(const model::ResourceShortage& shortage) {
  if (shortage.resource != "pods") { return {}; }
  const std::string most = counted(shortage.per_node_limit, "pod");
  return shortage.admissible_nodes == 1 ? fmt::format(": the only eligible node takes {}", most)
                                        : fmt::format(": an eligible node takes at most {}", most);
}

std::string what_is_free(const model::Evidence& evidence, const model::ResourceShortage& shortage) {
  if (shortage.admissible_nodes > 0 && shortage.per_node_limit < shortage.per_member) { return too_small(shortage); }
  if (shortage.beside_daemons) {
    return fmt::format("no eligible node is that large: the largest has {} beside its DaemonSet pods",
                       amount_text(shortage.resource, *shortage.beside_daemons, Rounding::Down));
  }
  const Pieces pieces = pieces_of(shortage);
  if (shortage.free_total <= 0 || pieces.empty()) { return "none is free" + pod_limit(shortage); }
  const std::string total = amount_text(shortage.resource, shortage.free_total, Rounding::Down);
  const std::int64_t nodes = nodes_with_some(shortage, pieces);
  const std::string_view verb = is_or_are(shortage, total);
  const Sum sum = compare(evidence, shortage);
  const std::string_view only = sum == Sum::TooSmall ? "only " : "", but = sum == Sum::Enough ? "but " : "";
  if (nodes == 1) { return fmt::format("{}{} {} free, on {}", only, total, verb, pieces.front().first); }
  const std::string where = where_it_is(shortage, pieces, nodes);
  return fmt::format("{}{} {} free, {}on {} nodes: {}", only, total, verb, but, nodes, where);
}

// Number of members of this size that fit into the free pieces of this resource; 0: none, or unknown.
std::int64_t places_of(const model::ResourceShortage& shortage, const Pieces& pieces) {
  if (shortage.places > 0 || shortage.per_member <= 0) { return shortage.places; }
  if (nodes_with_some(shortage, pieces) != static_cast<std::int64_t>(pieces.size())) { return 0; }
  std::int64_t places = 0;
  for (const auto& [node, amount] : pieces) { places += amount / shortage.per_member; }
  return places;
}

std::vector<Clause> room_for(const model::ResourceShortage& shortage) {
  const std::int64_t places = places_of(shortage, pieces_of(shortage));
  if (places <= 0 || shortage.per_node_limit < shortage.per_member) { return {}; }
  const std::string most =
      fmt::format("at most {} of this size {}", counted(places, "member"), one_or_many(places, "fits", "fit"));
  if (!shortage.places_together) { return {{most}}; }
  const std::int64_t together = *shortage.places_together;
  return {{fmt::format("{} by {} alone; with {}, {}", most, shortage.resource, listed(shortage.beside),
                       together == 0 ? "none" : fmt::format("only {}", together))}};
}

} // namespace

std::vector<Clause> shortage_words(const model::Evidence& evidence, const model::ResourceShortage& shortage) {
  std::vector<Clause> clauses = {subject(evidence, shortage), {what_is_free(evidence, shortage), false, true}};
  for (Clause& clause : room_for(shortage)) { clauses.push_back(std::move(clause)); }
  return clauses;
}

std::vector<const model::ResourceShortage*> telling_shortages(const model::Evidence& evidence) {
  std::vector<const model::ResourceShortage*> telling;
  for (const model::ResourceShortage& shortage : evidence.shortages) {
    const bool everywhere = shortage.nodes_short > 0 && shortage.nodes_short == shortage.admissible_nodes;
    if (telling.empty() || (everywhere && telling.size() < k_most_shortages)) { telling.push_back(&shortage); }
  }
  return telling;
}

} // namespace report
