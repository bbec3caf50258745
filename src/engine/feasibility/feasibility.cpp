// SPDX-License-Identifier: Apache-2.0
// Finds the nodes that pass the filters, class by class.
#include "engine/feasibility/feasibility_parts.hpp"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

// Approximate limit for the columns of all classes together, and their approximate size per class and node.
constexpr std::size_t k_columns_bytes = std::size_t{24} * 1024 * 1024, k_bytes_of_node = 48;
constexpr std::size_t k_few_columns = 4;

} // namespace

Feasibility::Feasibility(const NodeTable& nodes, NodeUsage usage, SchedulerVersion version, bool remembers)
    : Placements(nodes, std::move(usage)), m_version(version), m_remembers(remembers),
      m_again(NodeSet::none(nodes.size())),
      m_most_columns(std::max(k_few_columns, k_columns_bytes / (1 + nodes.size() * k_bytes_of_node))) {}

Feasibility::~Feasibility() = default;

PodClass& Feasibility::at(int pod_class) {
  PodClass& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  if (!m_remembers) {
    pods.feasible_seen = k_never;
    pods.is_met = false;
    if (pods.columns) { pods.columns->forget(); }
  }
  return pods;
}

bool Feasibility::looks_at_other_nodes(int pod_class) const {
  return m_classes[static_cast<std::size_t>(pod_class)]->any_placement_scope;
}

FilterInput Feasibility::input(const PodClass& pods) const {
  return {nodes(), usage(), *pods.pod, *pods.pod->spec, *pods.profile, m_version};
}

namespace {

bool looks_into_namespace(const model::PodSpec& spec) {
  return !spec.volumes.empty() || !spec.resource_claims.empty() || !spec.spread.empty();
}

// The labels that a pod's own spread constraints read, as text: whether each constraint matches the pod, and the values
// of matchLabelKeys.
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
  const model::Pod& pod = nodes().pod(index);
  const ClassKey key{nodes().shapes.of(pod.spec),
                     &profile,
                     looks_into_namespace(*pod.spec) ? pod.namespace_name : std::string_view(),
                     nodes().terms.kind_of(index),
                     labels_for_spread(pod),
                     profile.spread.default_constraints.empty() ? 0 : nodes().default_selectors.number_of(index),
                     has_own_claims(*pod.spec) || !pod.spec->resource_claims.empty() ? pod.name : std::string_view()};
  const auto next = static_cast<int>(m_classes.size());
  const int number = m_remembers ? m_class_numbers.emplace(key, next).first->second : next;
  if (number == next) {
    auto pods = std::make_unique<PodClass>();
    pods->pod = &pod;
    pods->profile = &profile;
    pods->filters = filters_of(profile);
    std::erase_if(pods->filters, [in = input(*pods)](const Filter* row) { return row->skips && row->skips(in); });
    pods->any_placement_scope = std::any_of(pods->filters.begin(), pods->filters.end(),
                                            [](const Filter* row) { return row->scope == Scope::Placement; });
    pods->scores = scores_of(profile);
    std::erase_if(pods->scores,
                  [in = input(*pods)](const WeightedScore& row) { return row.score->skips && row.score->skips(in); });
    // Requires that only logged nodes change their feasibility, and that placements do not change normalised scores.
    pods->can_be_ranked = !pods->any_placement_scope && std::ranges::all_of(pods->scores, [](const WeightedScore& row) {
      return !row.score->over && (row.score->normalize == Normalize::None || row.score->scope == Scope::Spec);
    });
    m_classes.push_back(std::move(pods));
  }
  return number;
}

void Feasibility::refresh(PodClass& pods) {
  if (pods.feasible_seen == log().size()) { return; }
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
  pods.feasible_seen = log().size();
}

const NodeSet& Feasibility::feasible(int pod_class) {
  PodClass& pods = at(pod_class);
  refresh(pods);
  return pods.feasible_nodes();
}

} // namespace engine
