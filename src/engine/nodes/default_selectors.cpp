// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/default_selectors.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace engine {

namespace {

// True if the selector of this owner counts. A dry run makes a Deployment own its pods in place of its ReplicaSet; only
// then does the Deployment have a selector.
bool is_spread_by(const model::Owner& owner) {
  if (owner.api_version == "v1") { return owner.kind == "ReplicationController"; }
  return owner.api_version == "apps/v1" &&
         (owner.kind == "ReplicaSet" || owner.kind == "StatefulSet" || owner.kind == "Deployment");
}

bool selects(const model::Labels& selector, const model::Labels& labels) {
  return std::ranges::includes(labels, selector); // both sorted
}

// Objects that select pods, by lookup key.
class Selecting {
 public:
  explicit Selecting(const model::ClusterSnapshot& cluster) {
    for (const model::Service& service : cluster.services) {
      if (!service.selector.empty()) { m_services[service.namespace_name].push_back(&service); }
    }
    for (const model::WorkloadObject& object : cluster.workloads) {
      if (object.selector) { m_controllers[{object.kind, object.namespace_name, object.name}] = &*object.selector; }
    }
  }

  bool empty() const { return m_services.empty() && m_controllers.empty(); }

  // The labels of a ReplicationController override those of the Services; other controllers add their requirements to
  // them. (DefaultSelector)
  model::Selector selector_of(const model::Pod& pod) const {
    std::map<std::string_view, std::string_view> labels = labels_of_services(pod);
    const model::Selector* const controller = controller_of(pod);
    const bool replaces = controller && pod.owner->kind == "ReplicationController";
    if (replaces) {
      for (const model::Requirement& label : *controller) { labels[label.key] = label.values.front(); }
    }
    model::Selector selector;
    for (const auto& [key, value] : labels) { selector.push_back({key, model::SelectorOperator::In, {value}}); }
    if (controller && !replaces) { selector.insert(selector.end(), controller->begin(), controller->end()); }
    std::ranges::sort(selector); // so that equal selectors compare equal
    selector.erase(std::unique(selector.begin(), selector.end()), selector.end());
    return selector;
  }

 private:
  std::map<std::string_view, std::string_view> labels_of_services(const model::Pod& pod) const {
    std::map<std::string_view, std::string_view> labels;
    const auto services = m_services.find(pod.namespace_name);
    if (services == m_services.end()) { return labels; }
    for (const model::Service* service : services->second) {
      if (!selects(service->selector, *pod.labels)) { continue; }
      for (const model::Label& label : service->selector) { labels[label.key] = label.value; }
    }
    return labels;
  }

  const model::Selector* controller_of(const model::Pod& pod) const {
    if (!pod.owner || !pod.owner->controller || !is_spread_by(*pod.owner)) { return nullptr; }
    const auto found = m_controllers.find({pod.owner->kind, pod.namespace_name, pod.owner->name});
    return found == m_controllers.end() ? nullptr : found->second;
  }

  std::map<std::string_view, std::vector<const model::Service*>> m_services; // by namespace
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, const model::Selector*> m_controllers;
};

} // namespace

DefaultSelectors::DefaultSelectors(const model::ClusterSnapshot& cluster) {
  const Selecting selecting(cluster);
  if (selecting.empty()) { return; }
  m_numbers.assign(cluster.pods.size(), 0);
  std::map<std::tuple<model::Selector, std::string_view, bool>, std::int32_t> numbers;
  // Equal pods share their labels and owner, so the loop computes one selector for a thousand equal workers.
  std::map<std::tuple<const model::Labels*, const model::Owner*, std::string_view>, std::int32_t> known;
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    if (pod.bound() || pod.finished() || !pod.spec->spread.empty()) { continue; }
    const auto [entry, is_new] = known.emplace(std::tuple(pod.labels, pod.owner, pod.namespace_name), 0);
    if (is_new) {
      model::Selector selector = selecting.selector_of(pod);
      if (!selector.empty()) {
        const bool matches_itself = model::matches(selector, *pod.labels);
        const auto [number, is_new_number] = numbers.emplace(std::tuple(selector, pod.namespace_name, matches_itself),
                                                             static_cast<std::int32_t>(m_selectors.size() + 1));
        if (is_new_number) { m_selectors.push_back(std::move(selector)); }
        entry->second = number->second;
      }
    }
    m_numbers[i] = entry->second;
  }
}

} // namespace engine
