// SPDX-License-Identifier: Apache-2.0
#include "engine/feasibility.hpp"

#include "engine/reserve.hpp"

#include <algorithm>
#include <limits>

namespace engine {

struct Feasibility::Class {
  const model::Pod* pod; // one of them
  const model::SchedulerProfile* profile;
  std::vector<const Filter*> filters;
  std::vector<WeightedScore> scores;

  // Answers and how much of the log they have seen. k_never: not computed yet.
  static constexpr std::size_t k_never = std::numeric_limits<std::size_t>::max();
  NodeSet by_spec;  // passes the filters that no placement changes
  NodeSet feasible; // passes all
  std::size_t feasible_seen = k_never;
  std::vector<std::vector<std::int64_t>> raw; // [score][node]
  std::size_t scores_seen = k_never;
  std::vector<RefusalId> refusals;
  std::size_t refusals_seen = k_never;
  bool any_placement_scope = false;
};

Feasibility::Feasibility(const NodeTable& nodes, NodeUsage usage, SchedulerVersion version)
    : m_nodes(nodes), m_usage(std::move(usage)), m_version(version), m_known(1) {}

Feasibility::~Feasibility() = default;

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
  const auto [found, is_new] = m_class_numbers.emplace(key, static_cast<int>(m_classes.size()));
  if (is_new) {
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
    m_classes.push_back(std::move(pods));
  }
  return found->second;
}

namespace {

// The log's new part as a set of nodes.
NodeSet changed_nodes(const std::vector<model::NodeIndex>& log, std::size_t seen, std::size_t node_count) {
  NodeSet changed = NodeSet::none(node_count);
  for (std::size_t i = seen; i < log.size(); ++i) { changed.insert(log[i]); }
  return changed;
}

} // namespace

void Feasibility::refresh(Class& pods) {
  const FilterInput in = input(pods);
  if (pods.feasible_seen == Class::k_never) {
    pods.by_spec = NodeSet(m_nodes.size());
    for (const Filter* row : pods.filters) {
      if (row->scope == Scope::Spec) { row->keep(in, pods.by_spec); }
    }
    pods.feasible = pods.by_spec;
    for (const Filter* row : pods.filters) {
      if (row->scope != Scope::Spec) { row->keep(in, pods.feasible); }
    }
  } else if (pods.feasible_seen < m_log.size()) {
    if (pods.any_placement_scope) {
      pods.feasible = pods.by_spec;
      for (const Filter* row : pods.filters) {
        if (row->scope != Scope::Spec) { row->keep(in, pods.feasible); }
      }
    } else {
      const NodeSet changed = changed_nodes(m_log, pods.feasible_seen, m_nodes.size());
      NodeSet again = changed;
      again.keep_if([&](model::NodeIndex node) { return pods.by_spec.has(node); });
      for (const Filter* row : pods.filters) {
        if (row->scope == Scope::Node) { row->keep(in, again); }
      }
      changed.for_each(
          [&](model::NodeIndex node) { again.has(node) ? pods.feasible.insert(node) : pods.feasible.erase(node); });
    }
  }
  pods.feasible_seen = m_log.size();
}

const NodeSet& Feasibility::feasible(int pod_class) {
  Class& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  refresh(pods);
  return pods.feasible;
}

void Feasibility::refresh_scores(Class& pods) {
  const FilterInput in = input(pods);
  if (pods.scores_seen == Class::k_never) {
    pods.raw.assign(pods.scores.size(), std::vector<std::int64_t>(m_nodes.size(), 0));
    for (std::size_t i = 0; i < pods.scores.size(); ++i) {
      if (pods.scores[i].score->over) { continue; }
      pods.by_spec.for_each([&](model::NodeIndex node) {
        pods.raw[i][static_cast<std::size_t>(node)] = pods.scores[i].score->raw(in, node);
      });
    }
  } else {
    changed_nodes(m_log, pods.scores_seen, m_nodes.size()).for_each([&](model::NodeIndex node) {
      if (!pods.by_spec.has(node)) { return; }
      for (std::size_t i = 0; i < pods.scores.size(); ++i) {
        if (pods.scores[i].score->scope != Scope::Spec && !pods.scores[i].score->over) {
          pods.raw[i][static_cast<std::size_t>(node)] = pods.scores[i].score->raw(in, node);
        }
      }
    });
  }
  pods.scores_seen = m_log.size();
}

// For each score that is normalised, the highest raw figure among the candidates.
std::vector<std::int64_t> Feasibility::highest_raw(const Class& pods, const NodeSet& candidates) const {
  std::vector<std::int64_t> highest(pods.scores.size(), 0);
  for (std::size_t i = 0; i < pods.scores.size(); ++i) {
    if (pods.scores[i].score->normalize == Normalize::None) { continue; }
    candidates.for_each(
        [&](model::NodeIndex node) { highest[i] = std::max(highest[i], pods.raw[i][static_cast<std::size_t>(node)]); });
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
  Class& pods = *m_classes[static_cast<std::size_t>(pod_class)];
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
      row.scores.push_back(over[i].empty() ? weighted(pods.scores[i], pods.raw[i][at], highest[i])
                                           : over[i][at] * pods.scores[i].weight);
    }
  });
  return sheet;
}

model::NodeIndex Feasibility::best(int pod_class, const NodeSet& candidates, bool* tied) {
  Class& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  refresh(pods);
  refresh_scores(pods);
  const std::vector<std::int64_t> highest = highest_raw(pods, candidates);
  const std::vector<std::vector<std::int64_t>> over = over_all(pods, candidates);
  const auto total = [&](model::NodeIndex node) {
    const auto at = static_cast<std::size_t>(node);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < pods.scores.size(); ++i) {
      if (!pods.scores[i].score->over) {
        sum += weighted(pods.scores[i], pods.raw[i][at], highest[i]);
      } else if (!over[i].empty()) {
        sum += over[i][at] * pods.scores[i].weight;
      }
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
      if (m_tie_order != 0 && comes_first(m_tie_order, node, winner)) { winner = node; }
    }
  });
  if (tied) { *tied = tie; }
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

RefusalId Feasibility::intern(const Filter* filter, Refusal refusal) {
  // There are only a handful of different refusals in a cluster.
  for (std::size_t id = 1; id < m_known.size(); ++id) {
    const KnownRefusal& known = m_known[id];
    if (known.filter == filter && known.refusal.unresolvable == refusal.unresolvable &&
        known.refusal.reasons == refusal.reasons) {
      return static_cast<RefusalId>(id);
    }
  }
  m_known.push_back({filter, std::move(refusal)});
  return static_cast<RefusalId>(m_known.size() - 1);
}

RefusalId Feasibility::refusal_id(const Class& pods, model::NodeIndex node) {
  const FilterInput in = input(pods);
  Refusal refusal;
  for (const Filter* row : pods.filters) {
    row->why(in, node, refusal);
    if (!refusal.reasons.empty()) { return intern(row, std::move(refusal)); }
  }
  return 0;
}

void Feasibility::refresh_refusals(Class& pods) {
  if (pods.refusals_seen == Class::k_never || pods.any_placement_scope) {
    if (pods.refusals_seen != m_log.size()) {
      pods.refusals.assign(m_nodes.size(), 0);
      for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        pods.refusals[node] = refusal_id(pods, static_cast<model::NodeIndex>(node));
      }
    }
  } else {
    changed_nodes(m_log, pods.refusals_seen, m_nodes.size()).for_each([&](model::NodeIndex node) {
      pods.refusals[static_cast<std::size_t>(node)] = refusal_id(pods, node);
    });
  }
  pods.refusals_seen = m_log.size();
}

const std::vector<RefusalId>& Feasibility::refusals(int pod_class) {
  Class& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  refresh_refusals(pods);
  return pods.refusals;
}

} // namespace engine
