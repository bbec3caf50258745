// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/evidence.hpp"

#include "engine/explain/attempt_text.hpp"
#include "engine/feasibility/admitted_nodes.hpp"
#include "engine/nodes/devices.hpp"
#include "engine/nodes/pod_terms.hpp"
#include "engine/nodes/storage.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace engine {

namespace {

constexpr std::size_t k_largest_shown = 8;

bool offers(const NodeTable& nodes, model::ResourceId resource) {
  return std::ranges::any_of(nodes.allocatable[resource], [](std::int64_t amount) { return amount > 0; });
}

// The resource that some node offers and that a misspelt name is closest to; empty: none is near.
std::string resource_meant(const NodeTable& nodes, std::string_view name) {
  std::vector<std::string_view> offered;
  for (std::size_t id = 0; id < nodes.allocatable.size(); ++id) {
    const auto resource = static_cast<model::ResourceId>(id);
    if (offers(nodes, resource)) { offered.push_back(nodes.resources->name(resource)); }
  }
  return std::string(util::closest(name, offered).value_or(std::string_view()));
}

model::ResourceShortage measure(const NodeTable& nodes, const NodeUsage& usage, const NodeSet& admitted,
                                model::ResourceAmount request, Demand demand) {
  model::ResourceShortage shortage;
  shortage.resource = nodes.resources->name(request.resource);
  shortage.per_member = request.amount;
  shortage.members = demand.unplaced;
  std::vector<std::pair<std::int64_t, model::NodeIndex>> free;
  admitted.for_each([&](model::NodeIndex node) {
    const std::int64_t allocatable = nodes.allocatable[request.resource][static_cast<std::size_t>(node)];
    const std::int64_t left = std::max<std::int64_t>(0, allocatable - usage.requested(request.resource, node));
    shortage.free_total += left;
    shortage.places += left / request.amount;
    shortage.largest_free = std::max(shortage.largest_free, left);
    shortage.per_node_limit = std::max(shortage.per_node_limit, allocatable);
    ++shortage.admissible_nodes;
    shortage.nodes_short += left < request.amount ? 1 : 0;
    if (left > 0) { free.emplace_back(-left, node); }
  });
  shortage.nodes_with_some = static_cast<std::int64_t>(free.size());
  shortage.is_offered = offers(nodes, request.resource);
  if (!shortage.is_offered) { shortage.meant = resource_meant(nodes, shortage.resource); }
  const std::size_t shown = std::min(free.size(), k_largest_shown);
  std::partial_sort(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(shown), free.end());
  for (std::size_t i = 0; i < shown; ++i) {
    shortage.largest_nodes.emplace_back(nodes.node(free[i].second).name, -free[i].first);
  }
  return shortage;
}

// One pod's request for the resource; 1 for "pods".
std::int64_t amount(const model::PodSpec& spec, std::optional<model::ResourceId> resource) {
  if (!resource) { return 0; }
  return resource == model::k_pods ? 1 : model::amount_of(spec.requests, *resource);
}

// The largest allocatable beside the pods of DaemonSets, which other nodes of the kind would have too; nullopt if it
// suffices for the request somewhere.
std::optional<std::int64_t> beside_daemons(const NodeTable& nodes, const NodeUsage& usage, const NodeSet& admitted,
                                           model::ResourceAmount request) {
  std::int64_t most = 0;
  bool suffices = false;
  admitted.for_each([&](model::NodeIndex node) {
    if (suffices) { return; }
    std::int64_t left = nodes.allocatable[request.resource][static_cast<std::size_t>(node)];
    if (left < request.amount) { return; }
    for (const model::PodIndex index : usage.on(node)) {
      const model::Pod& placed = nodes.pod(index);
      if (placed.owner == nullptr || placed.owner->kind != "DaemonSet") { continue; }
      left -= amount(*placed.spec, request.resource);
    }
    most = std::max(most, left);
    suffices = left >= request.amount;
  });
  return suffices ? std::nullopt : std::optional(most);
}

// Number of further pods with this request that the node can hold.
std::int64_t places_on(const NodeTable& nodes, const NodeUsage& usage, model::ResourceAmount request,
                       model::NodeIndex node) {
  const std::int64_t allocatable = nodes.allocatable[request.resource][static_cast<std::size_t>(node)];
  return std::max<std::int64_t>(0, allocatable - usage.requested(request.resource, node)) / request.amount;
}

// Sets the shortage's fields for the other requests: a node with much of one resource may have nothing else left.
void look_at_all(const NodeTable& nodes, const NodeUsage& usage, const NodeSet& admitted,
                 const std::vector<model::ResourceAmount>& requests, model::ResourceShortage& shortage) {
  const auto name = [&](const model::ResourceAmount& request) { return nodes.resources->name(request.resource); };
  const auto own = static_cast<std::size_t>(std::ranges::find(requests, shortage.resource, name) - requests.begin());
  std::int64_t together = 0;
  std::vector<std::int64_t> places(requests.size()); // on one node
  std::vector<bool> is_to_blame(requests.size());
  admitted.for_each([&](model::NodeIndex node) {
    for (std::size_t i = 0; i < requests.size(); ++i) { places[i] = places_on(nodes, usage, requests[i], node); }
    together += std::ranges::min(places);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (places[i] < places[own]) { is_to_blame[i] = true; }
    }
  });
  if (together >= shortage.places) { return; }
  shortage.places_together = together;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (is_to_blame[i]) { shortage.beside.emplace_back(name(requests[i])); }
  }
}

} // namespace

NodeSet admissible(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage, const model::Pod& pod) {
  NodeSet set(nodes.size());
  const model::SchedulerProfile* profile = rules.profile_of(pod);
  if (!profile) { return set; }
  const FilterInput input{nodes, usage, pod, *pod.spec, *profile, rules.version};
  for (const Filter* row : filters_of(*profile)) {
    if (row->scope == Scope::Spec) { row->keep(input, set); }
  }
  return set;
}

std::vector<model::ResourceShortage> shortages(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage,
                                               const model::Pod& pod, Demand demand) {
  const NodeSet admitted = admissible(rules, nodes, usage, pod);
  if (admitted.empty()) { return {}; } // capacity is not the cause
  std::vector<model::ResourceAmount> requests = {{model::k_pods, 1}};
  for (const model::ResourceAmount& request : pod.spec->requests) {
    if (request.amount > 0 && request.resource != model::k_pods) { requests.push_back(request); }
  }
  std::vector<model::ResourceShortage> list;
  for (const model::ResourceAmount& request : requests) {
    model::ResourceShortage shortage = measure(nodes, usage, admitted, request, demand);
    const bool is_short_everywhere = shortage.nodes_short == shortage.admissible_nodes;
    if (is_short_everywhere && shortage.per_node_limit >= request.amount) {
      shortage.beside_daemons = beside_daemons(nodes, usage, admitted, request);
    }
    if (shortage.nodes_short > 0 || shortage.places < demand.asking) { list.push_back(std::move(shortage)); }
  }
  std::ranges::stable_sort(list, {}, [](const auto& one) { return std::pair(one.places, -one.nodes_short); });
  if (!list.empty()) { look_at_all(nodes, usage, admitted, requests, list.front()); }
  return list;
}

std::vector<model::MinResource> min_resource_figures(const model::ClusterSnapshot& cluster, const NodeTable& nodes,
                                                     const NodeUsage& usage, const model::PodGroup& group,
                                                     const std::vector<std::string>& resources) {
  std::vector<const model::PodSpec*> live, bound;
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
    if (pod.finished()) { continue; }
    live.push_back(pod.spec);
    if (cluster.node_of(index) != model::k_none) { bound.push_back(pod.spec); }
  }
  std::vector<model::MinResource> figures;
  for (const std::string& name : resources) {
    model::MinResource figure;
    figure.resource = name;
    const std::optional<model::ResourceId> id = nodes.resources->find(name);
    for (const auto& [asked, quantity] : *group.min_resources) {
      if (asked == name) { figure.asked = id == model::k_cpu ? quantity.milli_value() : quantity.value(); }
    }
    if (id == model::k_pods) { figure.asked = group.min_member.value_or(0); }
    for (std::size_t node = 0; id && node < nodes.size(); ++node) {
      figure.free += nodes.allocatable[*id][node] - usage.requested(*id, static_cast<model::NodeIndex>(node));
    }
    const auto taken_by = [&](const model::PodSpec* spec) { return amount(*spec, id); };
    for (const model::PodSpec* spec : bound) { figure.free += taken_by(spec); }
    for (const model::PodSpec* spec : live) { figure.members_need += taken_by(spec); }
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<model::PodIndex> members_without_node(const Rules& rules, Feasibility& on_usage,
                                                  const std::vector<model::PodIndex>& pending) {
  std::vector<model::PodIndex> without;
  std::map<int, bool> known; // by class
  for (const model::PodIndex index : pending) {
    const model::Pod& pod = rules.cluster.pods[static_cast<std::size_t>(index)];
    const model::SchedulerProfile* profile = rules.profile_of(pod);
    if (!profile) { continue; }
    const int pod_class = on_usage.class_of(index, *profile);
    const auto [entry, is_new] = known.emplace(pod_class, false);
    if (is_new) { entry->second = !admitted_nodes(rules, on_usage, index).empty(); }
    if (!entry->second) { without.push_back(index); }
  }
  return without;
}

std::vector<model::ReasonCount> reasons_now(const Rules& rules, Feasibility& on_usage, model::PodIndex index) {
  const model::Pod& pod = rules.cluster.pods[static_cast<std::size_t>(index)];
  const model::SchedulerProfile* profile = rules.profile_of(pod);
  if (!profile) { return {}; }
  std::map<RefusalId, std::int64_t> counts;
  for (const RefusalId id : on_usage.refusals(on_usage.class_of(index, *profile))) {
    if (id != 0) { ++counts[id]; }
  }
  RefusalRecord record;
  record.stage = model::Stage::Filter;
  record.counts.assign(counts.begin(), counts.end());
  return reason_counts(record, on_usage.known().all(), on_usage.nodes().size());
}

std::vector<model::Obstacle> untolerated_taints(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  constexpr std::size_t k_most_nodes = 3;
  std::map<std::string, model::Obstacle> by_taint;
  for (const model::Node& node : cluster.nodes) {
    const model::Taint* const taint = filters::first_untolerated(node.taints, *pod.spec);
    if (taint == nullptr || taint->key == model::k_unschedulable_taint) { continue; }
    const std::string text = model::taint_text(*taint);
    model::Obstacle& made = by_taint[text];
    made.kind = model::Obstacle::Kind::Taint;
    made.subject = text;
    if (made.names.size() < k_most_nodes) { made.names.emplace_back(node.name); }
    ++made.count;
  }
  std::vector<model::Obstacle> taints;
  for (auto& [text, made] : by_taint) { taints.push_back(std::move(made)); }
  std::ranges::stable_sort(taints, std::greater<>(), &model::Obstacle::count);
  return taints;
}

namespace {

// True if the requests of pods of lower priority are what the pod lacks on the node.
bool would_fit_without_lower(const NodeTable& nodes, const NodeUsage& usage, const model::PodSpec& spec,
                             model::NodeIndex node) {
  bool lacks_some = false;
  for (const model::ResourceAmount& request : spec.requests) {
    std::int64_t free =
        nodes.allocatable[request.resource][static_cast<std::size_t>(node)] - usage.requested(request.resource, node);
    lacks_some = lacks_some || free < request.amount;
    for (const model::PodIndex index : usage.on(node)) {
      const model::PodSpec& placed = *nodes.pod(index).spec;
      if (placed.priority < spec.priority) { free += model::amount_of(placed.requests, request.resource); }
    }
    if (free < request.amount) { return false; }
  }
  return lacks_some;
}

} // namespace

std::optional<model::Obstacle> spared_by_policy(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage,
                                                const model::Pod& pod) {
  if (!pod.spec->never_preempts || usage.lowest_priority() >= pod.spec->priority) { return std::nullopt; }
  constexpr std::size_t k_most_pods = 3;
  model::Obstacle made;
  made.kind = model::Obstacle::Kind::NeverPreempts;
  admissible(rules, nodes, usage, pod).for_each([&](model::NodeIndex node) {
    if (!would_fit_without_lower(nodes, usage, *pod.spec, node)) { return; }
    for (const model::PodIndex index : usage.on(node)) {
      const model::Pod& placed = nodes.pod(index);
      if (!placed.bound() || placed.terminating || placed.spec->priority >= pod.spec->priority) { continue; }
      if (made.names.size() < k_most_pods) { made.names.push_back(pod_key(placed)); }
      ++made.count;
    }
  });
  return made.count > 0 ? std::optional(made) : std::nullopt;
}

namespace {

// NodeDeclaredFeatures, since 1.36.
bool lacks_features(const model::ClusterSnapshot& cluster, const model::PodSpec& spec) {
  return std::ranges::any_of(spec.required_features, [&](std::string_view feature) {
    return std::ranges::any_of(cluster.nodes, [&](const model::Node& node) {
      return std::ranges::find(node.declared_features, feature) == node.declared_features.end();
    });
  });
}

// By its requests, or by its group's minResources, which are compared with the sum over all nodes.
bool asks_for_device_resource(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  static const std::optional<model::ResourceQuantities> none;
  const auto& of_group =
      pod.group == model::k_none ? none : cluster.groups[static_cast<std::size_t>(pod.group)].min_resources;
  return std::ranges::any_of(cluster.device_resources, [&](model::ResourceId id) {
    const auto is_it = [&](const auto& amount) { return amount.first == cluster.resources.name(id); };
    return model::amount_of(pod.spec->requests, id) > 0 || (of_group && std::ranges::any_of(*of_group, is_it));
  });
}

} // namespace

std::string_view unmodelled_constraint(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  if (depends_on_unknown_namespace(pod, cluster)) {
    return "affinity that depends on labels of namespaces that the input does not hold";
  }
  if (lacks_features(cluster, *pod.spec)) { return "a feature that not every node declares (NodeDeclaredFeatures)"; }
  if (asks_for_device_resource(cluster, pod)) {
    return "an extended resource that devices of a DeviceClass may provide (DRAExtendedResource)";
  }
  if (const std::string_view storage = untold_storage(cluster, pod); !storage.empty()) { return storage; }
  return untold_devices(cluster, pod);
}

namespace {

// A claim of the pod, to help readers find the constraint; empty: the pod has none.
std::string_view first_claim(const model::PodSpec& spec) {
  if (!spec.resource_claims.empty()) {
    const std::string_view text = spec.resource_claims.front(); // "name=<claim>", "template=<template>|<entry>"
    const std::size_t begin = text.find('=') + 1;
    return text.substr(begin, text.find('|') - begin);
  }
  const auto claim = std::ranges::find_if(spec.volumes, [](const auto& volume) {
    return volume.kind == "persistentVolumeClaim" || volume.kind == "ephemeral";
  });
  if (claim == spec.volumes.end()) { return {}; }
  return claim->reference.empty() ? claim->name : claim->reference;
}

} // namespace

std::string untold_about(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  const std::string_view what = unmodelled_constraint(cluster, pod);
  if (what.empty()) { return {}; }
  const std::string_view claim = first_claim(*pod.spec);
  return claim.empty() ? std::string(what) : util::concat(what, " (", claim, ')');
}

} // namespace engine
