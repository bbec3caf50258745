// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/pod_terms.hpp"

#include "engine/index.hpp"

#include <algorithm>

namespace engine {

namespace {

const model::Labels k_no_labels;

bool in_namespace(const model::PodAffinityTerm& term, const model::Pod& pod, const model::Labels& namespace_labels) {
  if (std::ranges::find(term.namespaces, pod.namespace_name) != term.namespaces.end()) { return true; }
  return term.namespace_selector && model::matches(*term.namespace_selector, namespace_labels);
}

// The API server gives each namespace a label with its name. Of one that the snapshot lacks only that is known.
// (core/v1 defaults, SetDefaults_Namespace)
constexpr std::string_view k_name_label = "kubernetes.io/metadata.name";

bool is_known(std::string_view name, const model::ClusterSnapshot& cluster) {
  return std::ranges::find(cluster.namespaces, name, &model::Namespace::name) != cluster.namespaces.end();
}

model::Labels labels_of(std::string_view name, const model::ClusterSnapshot& cluster) {
  const auto found = std::ranges::find(cluster.namespaces, name, &model::Namespace::name);
  model::Labels labels = found != cluster.namespaces.end() && found->labels != nullptr ? *found->labels : k_no_labels;
  if (!model::find_label(labels, k_name_label)) {
    const model::Label own{k_name_label, name};
    labels.insert(std::ranges::lower_bound(labels, own), own);
  }
  return labels;
}

bool asks_for_labels(const model::PodAffinityTerm& term) {
  return term.namespace_selector && !term.namespace_selector->empty();
}

// True if the term may match the pod, which depends on labels of its namespace that the snapshot lacks.
bool is_untold(const model::PodAffinityTerm& term, const model::Pod& pod, const model::ClusterSnapshot& cluster) {
  const bool asks_for_others =
      asks_for_labels(term) && std::ranges::any_of(*term.namespace_selector, [](const model::Requirement& requirement) {
        return requirement.key != k_name_label;
      });
  return asks_for_others && std::ranges::find(term.namespaces, pod.namespace_name) == term.namespaces.end() &&
         term.selector && model::matches(*term.selector, *pod.labels) && !is_known(pod.namespace_name, cluster);
}

bool matches(const model::PodAffinityTerm& term, const model::Pod& pod, const model::Labels& namespace_labels) {
  return term.selector && model::matches(*term.selector, *pod.labels) && in_namespace(term, pod, namespace_labels);
}

} // namespace

bool matches(const model::PodAffinityTerm& term, const model::Pod& pod, const model::ClusterSnapshot& cluster) {
  return matches(term, pod, asks_for_labels(term) ? labels_of(pod.namespace_name, cluster) : k_no_labels);
}

bool depends_on_unknown_namespace(const model::Pod& pod, const model::ClusterSnapshot& cluster) {
  const std::vector<const model::PodSpec*>& asking = cluster.namespace_selecting_specs;
  if (asking.empty()) { return false; }
  const auto any_is_untold = [&](const std::vector<model::PodAffinityTerm>& terms, const model::Pod& other) {
    return std::ranges::any_of(terms, [&](const auto& term) { return is_untold(term, other, cluster); });
  };
  if (!is_known(pod.namespace_name, cluster) && std::ranges::any_of(asking, [&](const model::PodSpec* spec) {
        return any_is_untold(spec->required_anti_affinity, pod);
      })) {
    return true;
  }
  return std::ranges::find(asking, pod.spec) != asking.end() &&
         std::ranges::any_of(cluster.pods, [&](const model::Pod& other) {
           return any_is_untold(pod.spec->required_affinity, other) ||
                  any_is_untold(pod.spec->required_anti_affinity, other);
         });
}

bool matches_all_without_namespace_labels(const std::vector<model::PodAffinityTerm>& terms, const model::Pod& pod) {
  return !terms.empty() && std::ranges::all_of(terms, [&](const model::PodAffinityTerm& term) {
    return matches(term, pod, k_no_labels);
  });
}

std::uint32_t PodTerms::number_of(const model::PodAffinityTerm& term) {
  const auto [found, is_new] = m_numbers.emplace(term, static_cast<std::uint32_t>(m_terms.size()));
  if (is_new) { m_terms.push_back(&found->first); }
  return found->second;
}

PodTerms::PodTerms(const model::ClusterSnapshot& cluster) : m_cluster(cluster) {
  cluster.for_each_spec([this](const model::PodSpec& spec) {
    if (spec.required_affinity.empty() && spec.required_anti_affinity.empty() && spec.preferred_affinity.empty() &&
        spec.preferred_anti_affinity.empty()) {
      return;
    }
    Numbers& numbers = m_of_spec[&spec];
    for (const auto& term : spec.required_affinity) { numbers.affinity.push_back(number_of(term)); }
    for (const auto& term : spec.required_anti_affinity) { numbers.anti_affinity.push_back(number_of(term)); }
    for (const auto& term : spec.preferred_affinity) { numbers.preferred_affinity.push_back(number_of(term)); }
    for (const auto& term : spec.preferred_anti_affinity) {
      numbers.preferred_anti_affinity.push_back(number_of(term));
    }
  });
  if (m_terms.empty()) { return; }
  std::vector<bool> is_anti(m_terms.size(), false);
  for (const auto& [spec, numbers] : m_of_spec) {
    for (const std::uint32_t n : numbers.anti_affinity) { is_anti[n] = true; }
  }
  std::map<std::vector<bool>, std::int32_t> kinds;
  std::map<std::pair<const model::Labels*, std::string_view>, std::int32_t> known; // pods share label sets
  for (const model::Pod& pod : cluster.pods) {
    const auto [entry, is_new] = known.emplace(std::pair(pod.labels, pod.namespace_name), 0);
    if (is_new) {
      std::vector<bool> row;
      for (const model::PodAffinityTerm* term : m_terms) { row.push_back(matches(*term, pod, cluster)); }
      for (const model::PodAffinityTerm* term : m_terms) { row.push_back(matches(*term, pod, k_no_labels)); }
      const auto [kind, is_new_kind] = kinds.emplace(std::move(row), static_cast<std::int32_t>(kinds.size()));
      if (is_new_kind) {
        const auto own = kind->first.begin() + static_cast<std::ptrdiff_t>(m_terms.size());
        m_matches.emplace_back(kind->first.begin(), own);
        m_own_matches.emplace_back(own, kind->first.end());
        bool closed_out = false;
        for (std::size_t n = 0; n < is_anti.size(); ++n) { closed_out = closed_out || (is_anti[n] && kind->first[n]); }
        m_closed_out.push_back(closed_out);
        m_matches_any.push_back(std::ranges::find(kind->first, true) != kind->first.end());
      }
      entry->second = kind->second;
    }
    m_kinds.push_back(entry->second);
  }
}

const PodTerms::Numbers* PodTerms::of(const model::PodSpec& spec) const {
  const auto found = m_of_spec.find(&spec);
  return found == m_of_spec.end() ? nullptr : &found->second;
}

bool PodTerms::concerns_others(model::PodIndex pod) const {
  if (m_terms.empty()) { return false; }
  return m_matches_any[at(kind_of(pod))] || of(*m_cluster.pods[at(pod)].spec) != nullptr;
}

} // namespace engine
