// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_pods.hpp"

#include "engine/index.hpp"
#include "engine/rules/gates/kueue_queues.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace engine {

namespace {

using Flavors = std::vector<const model::ResourceFlavor*>;

Flavors flavors_of(const model::ClusterSnapshot& cluster, const std::vector<std::string_view>& names) {
  Flavors flavors;
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(cluster.resource_flavors, name, &model::ResourceFlavor::name);
    if (found == cluster.resource_flavors.end()) { continue; }
    if (!found->node_labels.empty() || !found->tolerations.empty()) { flavors.push_back(&*found); }
  }
  std::ranges::sort(flavors);
  flavors.erase(std::unique(flavors.begin(), flavors.end()), flavors.end());
  return flavors;
}

// The flavors of the pod's set. Of an existing pod it is not known, so all sets have to have the same flavors.
const Flavors* flavors_of(const model::KueueWorkload& workload, const std::vector<Flavors>& sets, model::PodIndex pod) {
  for (std::size_t at = 0; at < sets.size(); ++at) {
    if (std::ranges::binary_search(workload.pod_sets[at].pods, pod)) { return &sets[at]; }
  }
  const bool are_equal = std::ranges::all_of(sets, [&](const Flavors& set) { return set == sets.front(); });
  return sets.empty() || !are_equal ? nullptr : &sets.front();
}

void merge(const model::ResourceFlavor& flavor, model::PodSpec& spec) {
  for (const model::Label& label : flavor.node_labels) {
    if (!model::find_label(spec.node_selector, label.key)) {
      spec.node_selector.push_back(label);
      std::ranges::sort(spec.node_selector);
    }
  }
  for (const model::Toleration& toleration : flavor.tolerations) {
    if (std::ranges::find(spec.tolerations, toleration) == spec.tolerations.end()) {
      spec.tolerations.push_back(toleration);
    }
  }
}

class ChangedPods {
 public:
  explicit ChangedPods(const model::ClusterSnapshot& cluster) : m_original(cluster) {}

  void change(model::PodIndex index, const Flavors& flavors) {
    const model::Pod& pod = m_original.pods[at(index)];
    const auto [place, is_new] = m_specs.try_emplace({pod.spec, flavors}, nullptr);
    if (!m_copy) { m_copy = model::ClusterSnapshot::copy_of(m_original); }
    if (is_new) {
      model::PodSpec& spec = m_copy->pod_specs.emplace_back(*pod.spec);
      for (const model::ResourceFlavor* const flavor : flavors) { merge(*flavor, spec); }
      place->second = &spec;
    }
    m_copy->pods[at(index)].spec = place->second;
  }

  std::optional<model::ClusterSnapshot> take() { return std::move(m_copy); }

 private:
  const model::ClusterSnapshot& m_original;
  std::optional<model::ClusterSnapshot> m_copy;
  std::map<std::pair<const model::PodSpec*, Flavors>, const model::PodSpec*> m_specs;
};

} // namespace

std::optional<model::ClusterSnapshot> with_flavors_of_kueue(const model::ClusterSnapshot& cluster, model::Time now) {
  const bool any = std::ranges::any_of(cluster.resource_flavors, [](const model::ResourceFlavor& flavor) {
    return !flavor.node_labels.empty() || !flavor.tolerations.empty();
  });
  if (!any || cluster.kueue_workloads.empty() || cluster.cluster_queues.empty()) { return std::nullopt; }
  ChangedPods changed(cluster);
  for (const KueueDecision& decision : run_kueue_queues(cluster, now)) {
    if (!decision.report.open) { continue; }
    const model::KueueWorkload& workload = cluster.kueue_workloads[decision.workload];
    if (!workload.perhaps.empty()) { continue; }
    std::vector<Flavors> sets;
    for (const std::vector<std::string_view>& names : decision.flavors) { sets.push_back(flavors_of(cluster, names)); }
    for (const model::PodIndex index : workload.pods) {
      const model::Pod& pod = cluster.pods[at(index)];
      if (pod.bound() || pod.finished() || !(pod.gated() || pod.from_manifest)) { continue; }
      const Flavors* const flavors = flavors_of(workload, sets, index);
      if (flavors != nullptr && !flavors->empty()) { changed.change(index, *flavors); }
    }
  }
  return changed.take();
}

} // namespace engine
