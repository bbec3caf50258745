// SPDX-License-Identifier: Apache-2.0
#include "engine/robustness/tie_walk.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace engine {

namespace {

constexpr std::string_view k_hostname = "kubernetes.io/hostname";

bool names_a_node(const model::NodeSelectorTerm& term) {
  return !term.fields.empty() || std::ranges::any_of(term.expressions, [](const model::Requirement& requirement) {
    return requirement.key == k_hostname;
  });
}

// True if a node's name can make a difference to the pod, directly or through objects that refer to the name.
bool looks_at_names(const model::PodSpec& spec) {
  const auto& terms = spec.required_node_terms;
  return !spec.volumes.empty() || !spec.resource_claims.empty() ||
         std::ranges::any_of(spec.node_selector, [](const model::Label& label) { return label.key == k_hostname; }) ||
         (terms && std::ranges::any_of(*terms, names_a_node)) ||
         std::ranges::any_of(spec.preferred_node_terms,
                             [](const model::PreferredNodeTerm& row) { return names_a_node(row.term); });
}

// Returns a number for each node. Nodes that differ only in their names have the same number.
std::vector<int> kinds_of(const model::ClusterSnapshot& cluster) {
  using Key = std::tuple<model::Labels, std::vector<model::Taint>, bool, model::ResourceAmounts,
                         const std::vector<model::NodeImage>*, std::vector<std::string_view>>;
  std::map<Key, int> numbers;
  std::vector<int> kinds;
  for (const model::Node& node : cluster.nodes) {
    model::Labels labels = *node.labels;
    std::erase_if(labels, [](const model::Label& label) { return label.key == k_hostname; });
    const auto next = static_cast<int>(numbers.size());
    kinds.push_back(numbers
                        .try_emplace({std::move(labels), node.taints, node.unschedulable, node.allocatable, node.images,
                                      node.declared_features},
                                     next)
                        .first->second);
  }
  return kinds;
}

} // namespace

TieWalk::TieWalk(const Run& run) {
  const auto named = [&](model::PodIndex pod) { return looks_at_names(*run.rules.cluster.pods[at(pod)].spec); };
  if (!std::ranges::any_of(run.pending, named)) { m_kinds = kinds_of(run.rules.cluster); }
}

bool TieWalk::is_like_an_earlier(const Tie& tie, std::uint32_t choice) const {
  if (m_kinds.empty() || tie.used[choice]) { return false; }
  for (std::uint32_t earlier = 0; earlier < choice; ++earlier) {
    if (!tie.used[earlier] && m_kinds[at(tie.nodes[earlier])] == m_kinds[at(tie.nodes[choice])]) { return true; }
  }
  return false;
}

bool TieWalk::next(const std::vector<Tie>& ties) {
  m_choices.resize(ties.size(), 0);
  while (!m_choices.empty()) {
    const Tie& last = ties[m_choices.size() - 1];
    do {
      ++m_choices.back();
    } while (m_choices.back() < last.nodes.size() && is_like_an_earlier(last, m_choices.back()));
    if (m_choices.back() < last.nodes.size()) { return true; }
    m_choices.pop_back();
  }
  return false;
}

} // namespace engine
