// SPDX-License-Identifier: Apache-2.0
// Selects the best of the feasible nodes. Keeps scores by node for the most recently used classes.
#include "engine/feasibility/feasibility_parts.hpp"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

constexpr std::size_t k_few_spec_answers = 8; // kept to compare with a new class

void add_weighted(const Figures& figures, std::int64_t weight, std::span<const model::NodeIndex> nodes,
                  std::vector<std::int64_t>& sums) {
  each_node(nodes, sums.size(), [&](std::size_t at) { sums[at] += figures[at] * weight; });
}

// True if the rows with Scope::Spec treat pods of both specs the same.
bool reads_the_same(const model::PodSpec& a, const model::PodSpec& b) {
  return &a == &b ||
         (a.tolerations == b.tolerations && a.node_selector == b.node_selector &&
          a.required_node_terms == b.required_node_terms && a.preferred_node_terms == b.preferred_node_terms &&
          a.images == b.images && a.container_count == b.container_count);
}

} // namespace

void score_by_spec(const FilterInput& in, const PodClass& pods, SpecAnswers& answers) {
  if (!answers.plain.empty()) { return; }
  answers.admitted.for_each([&](model::NodeIndex node) { answers.nodes.push_back(node); });
  answers.plain.resize(in.nodes.size());
  for (const WeightedScore& row : pods.scores) {
    if (row.score->scope != Scope::Spec) { continue; }
    auto& [score, raw, is_flat] = answers.figures.emplace_back(SpecAnswers::OfScore{row.score, {}, false});
    raw.resize(in.nodes.size());
    score->raw(in, answers.nodes, raw);
    if (score->normalize == Normalize::None) {
      add_weighted(raw, row.weight, answers.nodes, answers.plain);
    } else {
      is_flat = std::ranges::all_of(raw, [](Figure figure) { return figure == 0; });
    }
  }
}

namespace {

// For each normalised score, the highest raw figure among the candidates.
std::vector<std::int64_t> highest_raw(const PodClass& pods, const NodeSet& candidates) {
  std::vector<std::int64_t> highest(pods.scores.size(), 0);
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    if (pods.scores[i].score->normalize == Normalize::None || pods.columns->is_flat[i]) { continue; }
    candidates.for_each(
        [&](model::NodeIndex node) { highest[i] = std::max(highest[i], pods.columns->figure(i, node)); });
  }
  return highest;
}

// Scores that depend on the candidates as a whole; empty for other scores and for those skipped this time.
std::vector<std::vector<std::int64_t>> over_all(const FilterInput& in, const PodClass& pods,
                                                const NodeSet& candidates) {
  std::vector<std::vector<std::int64_t>> scores(pods.scores.size());
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    if (!pods.scores[i].score->over) { continue; }
    scores[i].assign(in.nodes.size(), 0);
    if (!pods.scores[i].score->over(in, candidates, scores[i])) { scores[i].clear(); }
  }
  return scores;
}

std::int64_t weighted(const WeightedScore& row, std::int64_t raw, std::int64_t highest) {
  std::int64_t score = raw;
  if (row.score->normalize != Normalize::None && highest != 0) { score = k_max_node_score * score / highest; }
  if (row.score->normalize == Normalize::Reverse) { score = k_max_node_score - score; }
  return score * row.weight;
}

// Sum of the weighted scores. None of them may depend on the candidates as a whole.
std::int64_t total_of(const PodClass& pods, model::NodeIndex node, const std::vector<std::int64_t>& highest) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    sum += weighted(pods.scores[i], pods.columns->figure(i, node), highest[i]);
  }
  return sum;
}

// Returns true if `later` wins the tie. `sooner` is the earlier node by name.
bool comes_first(std::uint32_t order, model::NodeIndex later, model::NodeIndex sooner) {
  if (order == 1) { return true; }
  const auto drawn = [&](model::NodeIndex node) { // the finalizer of splitmix64
    std::uint64_t bits = (std::uint64_t{order} << 32U) + static_cast<std::uint64_t>(node);
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31U);
  };
  return drawn(later) < drawn(sooner);
}

// A score to add to the plain sum.
struct Addend {
  const WeightedScore* row;
  const Figures* raw;                    // or
  const std::vector<std::int64_t>* over; // the scores of the candidates as a whole
  std::int64_t highest;                  // if normalised
};

} // namespace

// Returns the columns of a class. Columns of all classes together use some tens of megabytes. Beyond that, a class
// takes over the columns of the least recently used one.
ClassColumns& Feasibility::columns_of(PodClass& pods) {
  if (!pods.columns) {
    if (m_with_columns.size() < m_most_columns) {
      pods.columns = std::make_unique<ClassColumns>();
      m_with_columns.push_back(&pods);
    } else {
      PodClass*& oldest =
          *std::ranges::min_element(m_with_columns, {}, [](const PodClass* c) { return c->columns->last_used; });
      pods.columns = std::move(oldest->columns);
      pods.columns->forget();
      oldest = &pods;
    }
  }
  pods.columns->last_used = ++m_columns_used;
  return *pods.columns;
}

// Returns the answers of the rows with Scope::Spec about the class. It shares those of a recent class if these rows
// read the same of both.
std::shared_ptr<SpecAnswers> Feasibility::spec_answers(const PodClass& pods) {
  const model::PodSpec& spec = *pods.pod->spec;
  const auto known = std::ranges::find_if(m_spec_answers, [&](const auto& answers) {
    return m_remembers && answers->profile == pods.profile && reads_the_same(*answers->spec, spec);
  });
  if (known != m_spec_answers.end()) { return *known; }
  auto answers = std::make_shared<SpecAnswers>();
  answers->profile = pods.profile;
  answers->spec = &spec;
  answers->admitted = NodeSet(nodes().size());
  const FilterInput in = input(pods);
  for (const Filter* row : pods.filters) {
    if (row->scope == Scope::Spec) { row->keep(in, answers->admitted); }
  }
  if (m_spec_answers.size() == k_few_spec_answers) { m_spec_answers.pop_back(); }
  m_spec_answers.insert(m_spec_answers.begin(), answers);
  return answers;
}

void Feasibility::begin_scores(const PodClass& pods, ClassColumns& columns) {
  const std::shared_ptr<SpecAnswers> by_spec = spec_answers(pods);
  score_by_spec(input(pods), pods, *by_spec);
  columns.by_spec = by_spec;
  columns.own.resize(pods.scores.size());
  columns.raw.clear();
  columns.is_flat.clear();
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    const Score* const score = pods.scores[i].score;
    const auto known = std::ranges::find(by_spec->figures, score, &SpecAnswers::OfScore::score);
    const bool is_known = known != by_spec->figures.end();
    if (!is_known) { columns.own[i].resize(nodes().size()); }
    columns.raw.push_back(is_known ? &known->raw : &columns.own[i]);
    columns.is_flat.push_back(is_known && known->is_flat);
  }
  columns.plain.resize(nodes().size());
}

void Feasibility::refresh_scores(PodClass& pods) {
  ClassColumns& columns = columns_of(pods);
  if (columns.scores_seen == log().size()) { return; }
  std::vector<model::NodeIndex> changed;
  const NodeTable& table = this->nodes();
  std::span<const model::NodeIndex> nodes;
  if (columns.scores_seen == k_never) {
    begin_scores(pods, columns);
    nodes = columns.by_spec->nodes;
  } else {
    changed = changed_since(columns.scores_seen);
    std::erase_if(changed, [&](model::NodeIndex node) { return !pods.by_spec.has(node); });
    nodes = changed;
  }
  each_node(nodes, table.size(), [&](std::size_t at) { columns.plain[at] = columns.by_spec->plain[at]; });
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    const auto& [score, weight] = pods.scores[i];
    if (score->over != nullptr || score->scope == Scope::Spec) { continue; }
    score->raw(input(pods), nodes, columns.own[i]);
    if (score->normalize == Normalize::None) { add_weighted(columns.own[i], weight, nodes, columns.plain); }
  }
  columns.scores_seen = log().size();
}

ScoreSheet Feasibility::score_sheet(int pod_class, const NodeSet& candidates) {
  PodClass& pods = at(pod_class);
  refresh(pods);
  refresh_scores(pods);
  const std::vector<std::int64_t> highest = highest_raw(pods, candidates);
  const std::vector<std::vector<std::int64_t>> over = over_all(input(pods), pods, candidates);
  const auto skipped = [&](std::size_t i) { return pods.scores[i].score->over && over[i].empty(); };
  ScoreSheet sheet;
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    if (!skipped(i)) { sheet.plugins.push_back(pods.scores[i].score->name); }
  }
  candidates.for_each([&](model::NodeIndex node) {
    ScoreSheet::Row& row = sheet.rows.emplace_back(ScoreSheet::Row{node, {}});
    for (std::size_t i = 0; i < pods.scores.size(); ++i) {
      if (skipped(i)) { continue; }
      const auto at = static_cast<std::size_t>(node);
      row.scores.push_back(over[i].empty() ? weighted(pods.scores[i], pods.columns->figure(i, node), highest[i])
                                           : over[i][at] * pods.scores[i].weight);
    }
  });
  return sheet;
}

// Updates the ranking. Rebuilds it if a highest figure changes, because then all totals change.
void Feasibility::rank(PodClass& pods) {
  if (pods.columns->ranking_seen == log().size()) { return; }
  const std::size_t seen = std::exchange(pods.columns->ranking_seen, log().size());
  const auto count_at_highest = [&](model::NodeIndex node, std::int64_t step) {
    for (std::size_t i = 0; i < pods.scores.size(); ++i) {
      if (pods.columns->figure(i, node) == pods.columns->highest[i]) { pods.columns->at_highest[i] += step; }
    }
  };
  const auto is_above = [&](model::NodeIndex node) {
    for (std::size_t i = 0; i < pods.scores.size(); ++i) {
      const bool counts = pods.scores[i].score->normalize != Normalize::None;
      if (counts && pods.columns->figure(i, node) > pods.columns->highest[i]) { return true; }
    }
    return false;
  };
  bool is_stale = seen == k_never;
  if (!is_stale) {
    for (const model::NodeIndex node : changed_since(seen)) {
      const bool was_in = pods.columns->ranking.total(node) != Tournament::k_out, is_in = pods.by_node.has(node);
      if (is_in && !was_in) {
        is_stale = is_stale || is_above(node);
        count_at_highest(node, 1);
      } else if (was_in && !is_in) {
        count_at_highest(node, -1);
      }
      pods.columns->ranking.change(node, is_in ? total_of(pods, node, pods.columns->highest) : Tournament::k_out);
    }
    for (std::size_t i = 0; i < pods.scores.size(); ++i) {
      const bool counts = pods.scores[i].score->normalize != Normalize::None;
      is_stale = is_stale || (counts && pods.columns->highest[i] > 0 && pods.columns->at_highest[i] <= 0);
    }
  }
  if (!is_stale) { return; }
  pods.columns->highest = highest_raw(pods, pods.by_node);
  pods.columns->at_highest.assign(pods.scores.size(), 0);
  std::vector<std::int64_t> totals(nodes().size(), Tournament::k_out);
  pods.by_node.for_each([&](model::NodeIndex node) {
    totals[static_cast<std::size_t>(node)] = total_of(pods, node, pods.columns->highest);
    count_at_highest(node, 1);
  });
  pods.columns->ranking = Tournament(std::move(totals), nodes().zone_order, nodes().zone_positions);
}

// Updates the ranking if the class has one and is asked repeatedly. Returns false if not.
bool Feasibility::is_ranked(PodClass& pods) {
  if (!pods.can_be_ranked || m_tie_log || m_tie_break.order != 0 ||
      (++pods.columns->times_asked <= 1 && !pods.is_met)) {
    return false;
  }
  rank(pods);
  return true;
}

model::NodeIndex Feasibility::best(int pod_class, const NodeSet& candidates, bool* tied) {
  PodClass& pods = at(pod_class);
  refresh(pods);
  refresh_scores(pods);
  const ClassColumns& columns = *pods.columns;
  const bool all_feasible = candidates.size() == pods.feasible_nodes().size();
  if (all_feasible && is_ranked(pods)) {
    const Tournament::Winner winner = columns.ranking.winner();
    if (tied) { *tied = winner.tied; }
    return winner.node;
  }
  const std::vector<std::int64_t> highest = highest_raw(pods, candidates);
  const std::vector<std::vector<std::int64_t>> over = over_all(input(pods), pods, candidates);
  std::vector<Addend> addends; // without scores that are equal for all candidates
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    const WeightedScore& row = pods.scores[i];
    if (!over[i].empty()) {
      addends.push_back({&row, nullptr, &over[i], 0});
    } else if (row.score->normalize != Normalize::None && !columns.is_flat[i]) {
      addends.push_back({&row, columns.raw[i], nullptr, highest[i]});
    }
  }
  const auto total = [&](model::NodeIndex node) {
    const auto at = static_cast<std::size_t>(node);
    std::int64_t sum = columns.plain[at];
    for (const Addend& addend : addends) {
      sum += addend.over != nullptr ? (*addend.over)[at] * addend.row->weight
                                    : weighted(*addend.row, (*addend.raw)[at], addend.highest);
    }
    return sum;
  };
  model::NodeIndex winner = model::k_none;
  std::int64_t best_total = std::numeric_limits<std::int64_t>::min();
  bool tie = false;
  candidates.for_each([&](model::NodeIndex node) {
    const std::int64_t sum = total(node);
    if (sum > best_total) {
      best_total = sum;
      winner = node;
      tie = false;
    } else if (sum == best_total) {
      tie = true;
      if (m_tie_break.order != 0 && comes_first(m_tie_break.order, node, winner)) { winner = node; }
    }
  });
  if (tied) { *tied = tie; }
  if (tie && m_tie_log != nullptr) {
    Tie& met = m_tie_log->emplace_back();
    candidates.for_each([&](model::NodeIndex node) {
      if (total(node) != best_total) { return; }
      met.nodes.push_back(node);
      met.used.push_back(!usage().on(node).empty());
    });
    const std::size_t turn = m_tie_log->size() - 1;
    if (turn < m_tie_break.choices.size()) { winner = met.nodes[m_tie_break.choices[turn]]; }
  }
  return winner;
}

} // namespace engine
