// SPDX-License-Identifier: Apache-2.0
#include "engine/feasibility.hpp"

#include "engine/reserve.hpp"
#include "engine/tournament.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace engine {

namespace {

constexpr std::size_t k_never = std::numeric_limits<std::size_t>::max(); // of an answer: not computed yet

// What the columns of all classes together may take, about, and what those of one take for each node.
constexpr std::size_t k_columns_bytes = std::size_t{64} * 1024 * 1024, k_bytes_of_node = 128;
constexpr std::size_t k_few_columns = 4;
constexpr std::size_t k_few_spec_answers = 8; // that are held against those of a new class

void add_weighted(const std::vector<std::int64_t>& figures, std::int64_t weight,
                  std::span<const model::NodeIndex> nodes, std::vector<std::int64_t>& sums) {
  each_node(nodes, sums.size(), [&](std::size_t at) { sums[at] += figures[at] * weight; });
}

// Whether the rows of Scope::Spec cannot tell pods of the two specs apart.
bool reads_the_same(const model::PodSpec& a, const model::PodSpec& b) {
  return &a == &b ||
         (a.tolerations == b.tolerations && a.node_selector == b.node_selector &&
          a.required_node_terms == b.required_node_terms && a.preferred_node_terms == b.preferred_node_terms &&
          a.images == b.images && a.container_count == b.container_count);
}

} // namespace

// What the rows of Scope::Spec say of a pod. Classes that differ in nothing that those read have it together.
struct Feasibility::SpecAnswers {
  const model::SchedulerProfile* profile = nullptr;
  const model::PodSpec* spec = nullptr; // of one of the classes
  NodeSet admitted;                     // the nodes that pass the filters
  // Once a score was asked for:
  std::vector<model::NodeIndex> nodes; // those admitted
  struct Figures {
    const Score* score;
    std::vector<std::int64_t> raw; // by node
    bool is_flat = false;          // it is normalised, and 0 everywhere
  };
  std::vector<Figures> figures;
  std::vector<std::int64_t> plain; // by node: the sum of the weighted scores that are not normalised
};

// What is known of a class node by node. It is large, so that only those classes have it that were asked for last.
struct Feasibility::Columns {
  std::shared_ptr<const SpecAnswers> by_spec;
  std::vector<std::vector<std::int64_t>> own;        // of the scores that placements change, by node
  std::vector<const std::vector<std::int64_t>*> raw; // by score: one of `own`, or of by_spec
  std::vector<bool> is_flat;                         // by score, as in by_spec
  std::vector<std::int64_t> plain;                   // as in by_spec, of all scores
  std::size_t scores_seen = k_never;
  // Totals of the feasible nodes, kept up to date, where they are asked for again and again; see rank().
  int times_asked = 0;
  Tournament ranking;
  std::vector<std::int64_t> highest, at_highest; // by score: the highest raw figure, and how many nodes have it
  std::size_t ranking_seen = k_never;
  std::vector<RefusalId> refusals;
  std::size_t refusals_seen = k_never;
  std::uint64_t last_used = 0;

  std::int64_t figure(std::size_t score, model::NodeIndex node) const {
    return (*raw[score])[static_cast<std::size_t>(node)];
  }

  // As if nothing had been asked; keeps the memory.
  void forget() {
    scores_seen = ranking_seen = refusals_seen = k_never;
    times_asked = 0;
  }
};

struct Feasibility::Class {
  const model::Pod* pod; // one of them
  const model::SchedulerProfile* profile;
  std::vector<const Filter*> filters;
  std::vector<WeightedScore> scores;
  bool any_placement_scope = false;
  bool can_be_ranked = false;

  // Answers and how much of the log they have seen.
  NodeSet by_spec;  // passes the filters that no placement changes
  NodeSet by_node;  // and those that only pods on the node itself change
  NodeSet feasible; // passes all; not used where those are all
  std::size_t feasible_seen = k_never;
  std::unique_ptr<Columns> columns; // see columns_of()
};

Feasibility::Feasibility(const NodeTable& nodes, NodeUsage usage, SchedulerVersion version, bool remembers)
    : m_nodes(nodes), m_usage(std::move(usage)), m_version(version), m_remembers(remembers),
      m_changed_set(NodeSet::none(nodes.size())), m_again(NodeSet::none(nodes.size())),
      m_most_columns(std::max(k_few_columns, k_columns_bytes / (1 + nodes.size() * k_bytes_of_node))), m_known(1) {}

Feasibility::~Feasibility() = default;

Feasibility::Class& Feasibility::at(int pod_class) {
  Class& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  if (!m_remembers) {
    pods.feasible_seen = k_never;
    if (pods.columns) { pods.columns->forget(); }
  }
  return pods;
}

FilterInput Feasibility::input(const Class& pods) const {
  return {m_nodes, m_usage, *pods.pod, *pods.pod->spec, *pods.profile, m_version};
}

void Feasibility::add(model::PodIndex pod, model::NodeIndex node) {
  reserve(m_nodes, m_usage, pod, node);
  m_log.push_back(node);
}

void Feasibility::remove(model::PodIndex pod, model::NodeIndex node) {
  unreserve(m_usage, pod, node);
  m_log.push_back(node);
}

Feasibility::Bound Feasibility::bind(model::PodIndex pod, model::NodeIndex node) {
  const model::PodSpec& spec = *m_nodes.pod(pod).spec;
  if (!has_claims(spec) && spec.resource_claims.empty()) { return {}; }
  m_log.push_back(node);
  return {m_usage.storage().bind(pod), m_usage.devices().bind(pod)};
}

void Feasibility::Question::lift(model::PodIndex pod) {
  m_usage.remove(pod, m_node);
  m_done.emplace_back(pod, true);
}

void Feasibility::Question::drop(model::PodIndex pod) {
  m_usage.add(pod, m_node);
  m_done.emplace_back(pod, false);
}

Feasibility::Question::~Question() {
  while (!m_done.empty()) {
    const auto [pod, lifted] = m_done.back();
    m_done.pop_back();
    lifted ? m_usage.add(pod, m_node) : m_usage.remove(pod, m_node);
  }
  m_usage.set_ports(m_node, std::move(m_ports));
}

namespace {

bool looks_into_namespace(const model::PodSpec& spec) {
  return !spec.volumes.empty() || !spec.resource_claims.empty() || !spec.spread.empty();
}

// What of its labels a pod's own spread constraints read: whether they count the pod, and the values of matchLabelKeys.
std::string labels_for_spread(const model::Pod& pod) {
  std::string text;
  for (const model::TopologySpreadConstraint& rule : pod.spec->spread) {
    text += rule.selector && model::matches(*rule.selector, *pod.labels) ? '1' : '0';
    for (const std::string_view key : rule.match_label_keys) {
      const auto value = model::find_label(*pod.labels, key);
      text += value ? '=' : '-';
      text += value.value_or("");
      text += ',';
    }
  }
  return text;
}

} // namespace

int Feasibility::class_of(model::PodIndex index, const model::SchedulerProfile& profile) {
  const model::Pod& pod = m_nodes.pod(index);
  const ClassKey key{pod.spec,
                     &profile,
                     looks_into_namespace(*pod.spec) ? pod.namespace_name : std::string_view(),
                     m_nodes.terms.kind_of(index),
                     labels_for_spread(pod),
                     profile.spread.default_constraints.empty() ? 0 : m_nodes.default_selectors.number_of(index),
                     has_own_claims(*pod.spec) || !pod.spec->resource_claims.empty() ? pod.name : std::string_view()};
  const auto next = static_cast<int>(m_classes.size());
  const int number = m_remembers ? m_class_numbers.emplace(key, next).first->second : next;
  if (number == next) {
    auto pods = std::make_unique<Class>();
    pods->pod = &pod;
    pods->profile = &profile;
    pods->filters = filters_of(profile);
    std::erase_if(pods->filters, [in = input(*pods)](const Filter* row) { return row->skips && row->skips(in); });
    pods->any_placement_scope = std::any_of(pods->filters.begin(), pods->filters.end(),
                                            [](const Filter* row) { return row->scope == Scope::Placement; });
    pods->scores = scores_of(profile);
    std::erase_if(pods->scores,
                  [in = input(*pods)](const WeightedScore& row) { return row.score->skips && row.score->skips(in); });
    // Only the nodes that the log names become feasible or cease to be, and what is normalised does not change.
    pods->can_be_ranked = !pods->any_placement_scope && std::ranges::all_of(pods->scores, [](const WeightedScore& row) {
      return !row.score->over && (row.score->normalize == Normalize::None || row.score->scope == Scope::Spec);
    });
    m_classes.push_back(std::move(pods));
  }
  return number;
}

// The nodes that the log has named since, each once.
const std::vector<model::NodeIndex>& Feasibility::changed_since(std::size_t seen) {
  m_changed_set.clear();
  m_changed.clear();
  for (std::size_t i = seen; i < m_log.size(); ++i) {
    if (m_changed_set.has(m_log[i])) { continue; }
    m_changed_set.insert(m_log[i]);
    m_changed.push_back(m_log[i]);
  }
  return m_changed;
}

void Feasibility::refresh(Class& pods) {
  if (pods.feasible_seen == m_log.size()) { return; }
  const FilterInput in = input(pods);
  const auto keep = [&](Scope scope, NodeSet& nodes) {
    for (const Filter* row : pods.filters) {
      if (row->scope == scope) { row->keep(in, nodes); }
    }
  };
  if (pods.feasible_seen == k_never) {
    pods.by_spec = spec_answers(pods)->admitted;
    pods.by_node = pods.by_spec;
    keep(Scope::Node, pods.by_node);
  } else {
    const std::vector<model::NodeIndex>& changed = changed_since(pods.feasible_seen);
    m_again.clear();
    for (const model::NodeIndex node : changed) {
      if (pods.by_spec.has(node)) { m_again.insert(node); }
    }
    keep(Scope::Node, m_again);
    for (const model::NodeIndex node : changed) {
      m_again.has(node) ? pods.by_node.insert(node) : pods.by_node.erase(node);
    }
  }
  if (pods.any_placement_scope) {
    pods.feasible = pods.by_node;
    keep(Scope::Placement, pods.feasible);
  }
  pods.feasible_seen = m_log.size();
}

const NodeSet& Feasibility::feasible_nodes(const Class& pods) {
  return pods.any_placement_scope ? pods.feasible : pods.by_node;
}

const NodeSet& Feasibility::feasible(int pod_class) {
  Class& pods = at(pod_class);
  refresh(pods);
  return feasible_nodes(pods);
}

// The columns of a class. So many classes have them as may take some tens of megabytes together; one more takes those
// of the class that was asked for the longest time ago.
Feasibility::Columns& Feasibility::columns_of(Class& pods) {
  if (!pods.columns) {
    if (m_with_columns.size() < m_most_columns) {
      pods.columns = std::make_unique<Columns>();
      m_with_columns.push_back(&pods);
    } else {
      Class*& oldest =
          *std::ranges::min_element(m_with_columns, {}, [](const Class* c) { return c->columns->last_used; });
      pods.columns = std::move(oldest->columns);
      pods.columns->forget();
      oldest = &pods;
    }
  }
  pods.columns->last_used = ++m_columns_used;
  return *pods.columns;
}

// What the rows of Scope::Spec say of the class: of one of the last few classes, if those read the same of both.
std::shared_ptr<Feasibility::SpecAnswers> Feasibility::spec_answers(const Class& pods) {
  const model::PodSpec& spec = *pods.pod->spec;
  const auto known = std::ranges::find_if(m_spec_answers, [&](const auto& answers) {
    return m_remembers && answers->profile == pods.profile && reads_the_same(*answers->spec, spec);
  });
  if (known != m_spec_answers.end()) { return *known; }
  auto answers = std::make_shared<SpecAnswers>();
  answers->profile = pods.profile;
  answers->spec = &spec;
  answers->admitted = NodeSet(m_nodes.size());
  const FilterInput in = input(pods);
  for (const Filter* row : pods.filters) {
    if (row->scope == Scope::Spec) { row->keep(in, answers->admitted); }
  }
  if (m_spec_answers.size() == k_few_spec_answers) { m_spec_answers.pop_back(); }
  m_spec_answers.insert(m_spec_answers.begin(), answers);
  return answers;
}

void Feasibility::score_by_spec(const Class& pods, SpecAnswers& answers) const {
  if (!answers.plain.empty()) { return; }
  answers.admitted.for_each([&](model::NodeIndex node) { answers.nodes.push_back(node); });
  answers.plain.resize(m_nodes.size());
  for (const WeightedScore& row : pods.scores) {
    if (row.score->scope != Scope::Spec) { continue; }
    auto& [score, raw, is_flat] = answers.figures.emplace_back(SpecAnswers::Figures{row.score, {}, false});
    raw.resize(m_nodes.size());
    score->raw(input(pods), answers.nodes, raw);
    if (score->normalize == Normalize::None) {
      add_weighted(raw, row.weight, answers.nodes, answers.plain);
    } else {
      is_flat = std::ranges::all_of(raw, [](std::int64_t figure) { return figure == 0; });
    }
  }
}

void Feasibility::begin_scores(const Class& pods, Columns& columns) {
  const std::shared_ptr<SpecAnswers> by_spec = spec_answers(pods);
  score_by_spec(pods, *by_spec);
  columns.by_spec = by_spec;
  columns.own.resize(pods.scores.size());
  columns.raw.clear();
  columns.is_flat.clear();
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    const Score* const score = pods.scores[i].score;
    const auto known = std::ranges::find(by_spec->figures, score, &SpecAnswers::Figures::score);
    const bool is_known = known != by_spec->figures.end();
    if (!is_known) { columns.own[i].resize(m_nodes.size()); }
    columns.raw.push_back(is_known ? &known->raw : &columns.own[i]);
    columns.is_flat.push_back(is_known && known->is_flat);
  }
  columns.plain.resize(m_nodes.size());
}

void Feasibility::refresh_scores(Class& pods) {
  Columns& columns = columns_of(pods);
  if (columns.scores_seen == m_log.size()) { return; }
  std::vector<model::NodeIndex> changed;
  std::span<const model::NodeIndex> nodes;
  if (columns.scores_seen == k_never) {
    begin_scores(pods, columns);
    nodes = columns.by_spec->nodes;
  } else {
    changed = changed_since(columns.scores_seen);
    std::erase_if(changed, [&](model::NodeIndex node) { return !pods.by_spec.has(node); });
    nodes = changed;
  }
  each_node(nodes, m_nodes.size(), [&](std::size_t at) { columns.plain[at] = columns.by_spec->plain[at]; });
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    const auto& [score, weight] = pods.scores[i];
    if (score->over != nullptr || score->scope == Scope::Spec) { continue; }
    score->raw(input(pods), nodes, columns.own[i]);
    if (score->normalize == Normalize::None) { add_weighted(columns.own[i], weight, nodes, columns.plain); }
  }
  columns.scores_seen = m_log.size();
}

// For each score that is normalised, the highest raw figure among the candidates.
std::vector<std::int64_t> Feasibility::highest_raw(const Class& pods, const NodeSet& candidates) const {
  std::vector<std::int64_t> highest(pods.scores.size(), 0);
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    if (pods.scores[i].score->normalize == Normalize::None || pods.columns->is_flat[i]) { continue; }
    candidates.for_each(
        [&](model::NodeIndex node) { highest[i] = std::max(highest[i], pods.columns->figure(i, node)); });
  }
  return highest;
}

// The scores that look at the candidates as a whole; empty for the others and where one is skipped this time.
std::vector<std::vector<std::int64_t>> Feasibility::over_all(const Class& pods, const NodeSet& candidates) const {
  std::vector<std::vector<std::int64_t>> scores(pods.scores.size());
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    if (!pods.scores[i].score->over) { continue; }
    scores[i].assign(m_nodes.size(), 0);
    if (!pods.scores[i].score->over(input(pods), candidates, scores[i])) { scores[i].clear(); }
  }
  return scores;
}

namespace {

std::int64_t weighted(const WeightedScore& row, std::int64_t raw, std::int64_t highest) {
  std::int64_t score = raw;
  if (row.score->normalize != Normalize::None && highest != 0) { score = k_max_node_score * score / highest; }
  if (row.score->normalize == Normalize::Reverse) { score = k_max_node_score - score; }
  return score * row.weight;
}

} // namespace

namespace {

// Of two nodes in the order of their names, whether the second one is taken.
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

} // namespace

ScoreSheet Feasibility::score_sheet(int pod_class, const NodeSet& candidates) {
  Class& pods = at(pod_class);
  refresh(pods);
  refresh_scores(pods);
  const std::vector<std::int64_t> highest = highest_raw(pods, candidates);
  const std::vector<std::vector<std::int64_t>> over = over_all(pods, candidates);
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

// The sum of the weighted scores, none of which looks at the candidates as a whole.
std::int64_t Feasibility::total_of(const Class& pods, model::NodeIndex node, const std::vector<std::int64_t>& highest) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    sum += weighted(pods.scores[i], pods.columns->figure(i, node), highest[i]);
  }
  return sum;
}

// Brings the ranking up to date. It begins anew where a highest figure is another one, for then all totals are.
void Feasibility::rank(Class& pods) {
  if (pods.columns->ranking_seen == m_log.size()) { return; }
  const std::size_t seen = std::exchange(pods.columns->ranking_seen, m_log.size());
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
  std::vector<std::int64_t> totals(m_nodes.size(), Tournament::k_out);
  pods.by_node.for_each([&](model::NodeIndex node) {
    totals[static_cast<std::size_t>(node)] = total_of(pods, node, pods.columns->highest);
    count_at_highest(node, 1);
  });
  pods.columns->ranking = Tournament(std::move(totals));
}

namespace {

// What a score adds to the sum of the plain ones.
struct Addend {
  const WeightedScore* row;
  const std::vector<std::int64_t>* by_node;
  std::int64_t highest; // where it is normalised
};

} // namespace

model::NodeIndex Feasibility::best(int pod_class, const NodeSet& candidates, bool* tied) {
  Class& pods = at(pod_class);
  refresh(pods);
  refresh_scores(pods);
  const Columns& columns = *pods.columns;
  const bool all_feasible = candidates.size() == feasible_nodes(pods).size();
  if (all_feasible && pods.can_be_ranked && !m_tie_log && m_tie_break.order == 0 && ++pods.columns->times_asked > 1) {
    rank(pods);
    const Tournament::Winner winner = columns.ranking.winner();
    if (tied) { *tied = winner.tied; }
    return winner.node;
  }
  const std::vector<std::int64_t> highest = highest_raw(pods, candidates);
  const std::vector<std::vector<std::int64_t>> over = over_all(pods, candidates);
  std::vector<Addend> addends; // what is the same for all candidates is left out
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    const WeightedScore& row = pods.scores[i];
    if (!over[i].empty()) {
      addends.push_back({&row, &over[i], 0});
    } else if (row.score->normalize != Normalize::None && !columns.is_flat[i]) {
      addends.push_back({&row, columns.raw[i], highest[i]});
    }
  }
  const auto total = [&](model::NodeIndex node) {
    const auto at = static_cast<std::size_t>(node);
    std::int64_t sum = columns.plain[at];
    for (const Addend& addend : addends) {
      const std::int64_t figure = (*addend.by_node)[at];
      sum += addend.row->score->over ? figure * addend.row->weight : weighted(*addend.row, figure, addend.highest);
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
      met.used.push_back(!m_usage.on(node).empty());
    });
    const std::size_t turn = m_tie_log->size() - 1;
    if (turn < m_tie_break.choices.size()) { winner = met.nodes[m_tie_break.choices[turn]]; }
  }
  return winner;
}

Refusal Feasibility::refusal_on(int pod_class, model::NodeIndex node, const Filter** filter) const {
  const Class& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  const FilterInput in = input(pods);
  Refusal refusal;
  for (const Filter* row : pods.filters) {
    row->why(in, node, refusal);
    if (!refusal.reasons.empty()) {
      if (filter) { *filter = row; }
      return refusal;
    }
  }
  return refusal;
}

RefusalId Feasibility::intern(const Filter* filter, const Refusal& refusal) {
  const auto is_same = [&](const KnownRefusal& known) {
    return known.filter == filter && known.refusal.unresolvable == refusal.unresolvable &&
           known.refusal.reasons == refusal.reasons;
  };
  // There are only a handful of different refusals in a cluster, and most nodes say what the one before said.
  if (m_last_interned != 0 && is_same(m_known[m_last_interned])) { return m_last_interned; }
  const auto found = std::find_if(m_known.begin() + 1, m_known.end(), is_same);
  m_last_interned = static_cast<RefusalId>(found - m_known.begin());
  if (found == m_known.end()) { m_known.push_back({filter, refusal}); }
  return m_last_interned;
}

// Looks at `nodes` anew. Filters drop nodes many at a time; only those that one drops are asked why.
void Feasibility::refuse(Class& pods, NodeSet nodes) {
  const FilterInput in = input(pods);
  NodeSet before = nodes;
  Refusal refusal; // of one node after the other, in the same memory
  for (const Filter* row : pods.filters) {
    row->keep(in, nodes);
    if (nodes.size() == before.size()) { continue; }
    before.for_each([&](model::NodeIndex node) {
      if (nodes.has(node)) { return; }
      refusal.unresolvable = false;
      refusal.reasons.clear();
      row->why(in, node, refusal);
      pods.columns->refusals[static_cast<std::size_t>(node)] = intern(row, refusal);
    });
    before = nodes;
  }
  before.for_each([&](model::NodeIndex node) { pods.columns->refusals[static_cast<std::size_t>(node)] = 0; });
}

void Feasibility::refresh_refusals(Class& pods) {
  if (pods.columns->refusals_seen == m_log.size()) { return; }
  if (pods.columns->refusals_seen == k_never || pods.any_placement_scope) {
    pods.columns->refusals.resize(m_nodes.size());
    refuse(pods, NodeSet(m_nodes.size()));
  } else {
    NodeSet changed = NodeSet::none(m_nodes.size());
    for (const model::NodeIndex node : changed_since(pods.columns->refusals_seen)) { changed.insert(node); }
    refuse(pods, std::move(changed));
  }
  pods.columns->refusals_seen = m_log.size();
}

const std::vector<RefusalId>& Feasibility::refusals(int pod_class) {
  Class& pods = at(pod_class);
  columns_of(pods);
  refresh_refusals(pods);
  return pods.columns->refusals;
}

} // namespace engine
