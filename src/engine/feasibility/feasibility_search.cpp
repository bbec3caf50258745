// SPDX-License-Identifier: Apache-2.0
// Selects the best of the feasible nodes that a limited search meets.
#include "engine/feasibility/feasibility_parts.hpp"

#include <algorithm>

namespace engine {

namespace {

// The best node so far; of equal ones the first by name.
struct Best {
  model::NodeIndex node = model::k_none;
  bool tied = false;
  std::int64_t total = std::numeric_limits<std::int64_t>::min();

  void take(model::NodeIndex other, std::int64_t its_total) {
    tied = its_total == total || (tied && its_total < total);
    if (its_total > total || (its_total == total && other < node)) { node = other; }
    total = std::max(total, its_total);
  }
};

// True if no score of a feasible node depends on which others are found.
bool scores_are_independent(const PodClass& pods) {
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    if (pods.scores[i].score->normalize != Normalize::None && !pods.columns->is_flat[i]) { return false; }
  }
  return pods.can_be_ranked;
}

Feasibility::Found first_of_ranking(const NodeTable& nodes, const Tournament& ranking, Feasibility::Search search) {
  const std::size_t last = ranking.rank_of(search.start) + search.wanted;
  if (last < ranking.size()) {
    const std::size_t end = ranking.position_of(last);
    const Tournament::Winner winner = ranking.winner_between(search.start, end);
    return {winner.node, winner.tied, end - search.start};
  }
  const std::size_t end = ranking.position_of(last - ranking.size());
  const Tournament::Winner winner =
      ranking.better(ranking.winner_between(search.start, nodes.size()), ranking.winner_between(0, end));
  return {winner.node, winner.tied, nodes.size() - search.start + end};
}

// Scores that are independent and normalised are equal for all nodes.
Feasibility::Found first_by_plain_score(const NodeTable& nodes, const PodClass& pods, Feasibility::Search search) {
  const NodeSet& feasible = pods.feasible_nodes();
  Best best;
  std::size_t met = 0;
  for (std::size_t at = search.start, visited = 0;; at = at + 1 == nodes.size() ? 0 : at + 1, ++visited) {
    const model::NodeIndex node = nodes.zone_order[at];
    if (!feasible.has(node)) { continue; }
    if (met++ == search.wanted) { return {best.node, best.tied, visited}; }
    best.take(node, pods.columns->plain[static_cast<std::size_t>(node)]);
  }
}

} // namespace

std::optional<Feasibility::Found> Feasibility::best_of_first(int pod_class, Search search) {
  PodClass& pods = at(pod_class);
  refresh(pods);
  Found found;
  if (pods.feasible_nodes().size() <= search.wanted) {
    found.node = best(pod_class, pods.feasible_nodes(), &found.tied);
    found.visited = nodes().size();
    return found;
  }
  refresh_scores(pods);
  if (!scores_are_independent(pods) || m_tie_log || m_tie_break.order != 0) { return std::nullopt; }
  return is_ranked(pods) ? first_of_ranking(nodes(), pods.columns->ranking, search)
                         : first_by_plain_score(nodes(), pods, search);
}

namespace {

// True if the rows with Scope::Spec give all nodes the same normalised score.
bool are_normalised_flat(const PodClass& pods, const SpecAnswers& by_spec) {
  return std::ranges::all_of(pods.scores, [&](const WeightedScore& row) {
    if (row.score->normalize == Normalize::None) { return true; }
    const auto known = std::ranges::find(by_spec.figures, row.score, &SpecAnswers::OfScore::score);
    return known != by_spec.figures.end() && known->is_flat;
  });
}

// The first feasible nodes of the search, as many as wanted if there is another one; else none. `visited`: the nodes
// before that other one.
std::vector<model::NodeIndex> meet(const FilterInput& in, const PodClass& pods, const NodeSet& admitted,
                                   Feasibility::Search search, NodeSet& scratch, std::size_t& visited) {
  const std::vector<model::NodeIndex>& order = in.nodes.zone_order;
  constexpr std::size_t k_least_portion = 64; // a call of each filter costs as much as some nodes
  std::vector<model::NodeIndex> met;
  met.reserve(search.wanted);
  for (std::size_t seen = 0, begin = search.start; seen < order.size();) {
    if (begin == order.size()) { begin = 0; }
    const std::size_t enough = std::max(k_least_portion, search.wanted + 1 - met.size());
    const std::size_t size = std::min({order.size() - begin, order.size() - seen, enough});
    const std::span<const model::NodeIndex> portion = std::span(order).subspan(begin, size);
    scratch.clear();
    for (const model::NodeIndex node : portion) {
      if (admitted.has(node)) { scratch.insert(node); }
    }
    for (const Filter* const row : pods.filters) {
      if (row->scope == Scope::Node) { row->keep(in, scratch); }
    }
    for (std::size_t i = 0; i < size; ++i) {
      if (!scratch.has(portion[i])) { continue; }
      if (met.size() == search.wanted) {
        visited = seen + i;
        return met;
      }
      met.push_back(portion[i]);
    }
    seen += size;
    begin += size;
  }
  return {};
}

} // namespace

// Filters and scores only the nodes that the search meets. For the first question about a class, this is a tenth of the
// work for all nodes of a large cluster.
std::optional<Feasibility::Found> Feasibility::best_of_first_met(int pod_class, Search search) {
  PodClass& pods = at(pod_class);
  if (pods.feasible_seen != k_never || pods.is_met || !pods.can_be_ranked || m_tie_log || m_tie_break.order != 0) {
    return std::nullopt;
  }
  const std::shared_ptr<SpecAnswers> by_spec = spec_answers(pods);
  if (by_spec->admitted.size() / 2 <= search.wanted) { return std::nullopt; }
  score_by_spec(input(pods), pods, *by_spec);
  if (!are_normalised_flat(pods, *by_spec)) { return std::nullopt; }
  pods.is_met = true;
  Found found;
  const std::vector<model::NodeIndex> met = meet(input(pods), pods, by_spec->admitted, search, m_again, found.visited);
  if (met.size() < search.wanted) { return std::nullopt; }
  std::vector<std::int64_t> totals;
  for (const model::NodeIndex node : met) { totals.push_back(by_spec->plain[static_cast<std::size_t>(node)]); }
  m_figures.resize(nodes().size());
  for (const auto& [score, weight] : pods.scores) {
    if (score->scope == Scope::Spec) { continue; }
    score->raw(input(pods), met, m_figures);
    for (std::size_t i = 0; i < met.size(); ++i) { totals[i] += m_figures[static_cast<std::size_t>(met[i])] * weight; }
  }
  Best best;
  for (std::size_t i = 0; i < met.size(); ++i) { best.take(met[i], totals[i]); }
  found.node = best.node;
  found.tied = best.tied;
  return found;
}

} // namespace engine
