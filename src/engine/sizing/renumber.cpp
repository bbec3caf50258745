// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/renumber.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace engine {

namespace {

// Sorts a list in which only the last items are out of order. Returns each item's new index.
template <typename List, typename Less>
std::vector<model::Index<typename List::value_type>> sort_appended(List& items, Less less) {
  using Place = model::Index<typename List::value_type>;
  std::vector<Place> order(items.size());
  std::iota(order.begin(), order.end(), Place(0));
  const List& before = items;
  const auto by_item = [&](Place a, Place b) { return less(before[at(a)], before[at(b)]); };
  const auto appended = std::is_sorted_until(order.begin(), order.end(), by_item);
  std::sort(appended, order.end(), by_item);
  std::inplace_merge(order.begin(), appended, order.end(), by_item);

  List sorted;
  std::vector<Place> new_places(items.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    sorted.push_back(std::move(items[at(order[place])]));
    new_places[at(order[place])] = Place(place);
  }
  items = std::move(sorted);
  return new_places;
}

void renumber(std::vector<model::PodIndex>& list, const std::vector<model::PodIndex>& places) {
  for (model::PodIndex& pod : list) { pod = places[at(pod)]; }
  std::ranges::sort(list);
}

model::NodeOfPodList renumbered(const model::ClusterSnapshot& cluster, const std::vector<model::PodIndex>& places) {
  std::vector<model::NodeIndex> nodes(places.size(), model::k_none);
  for (std::size_t pod = 0; pod < places.size(); ++pod) {
    nodes[at(places[pod])] = cluster.node_of(static_cast<model::PodIndex>(pod));
  }
  model::NodeOfPodList list;
  for (const model::NodeIndex node : nodes) { list.push_back(node); }
  return list;
}

} // namespace

Renumbered sort_by_names(model::ClusterSnapshot& cluster) {
  Renumbered places;
  places.pods = sort_appended(cluster.pods, model::key_less);
  cluster.node_of_pod = renumbered(cluster, places.pods);
  places.groups = sort_appended(cluster.groups, [](const model::PodGroup& a, const model::PodGroup& b) {
    return std::tie(a.namespace_name, a.name, a.dialect) < std::tie(b.namespace_name, b.name, b.dialect);
  });
  places.claims = sort_appended(cluster.resource_claims, [](const auto& a, const auto& b) {
    return std::tie(a.namespace_name, a.name) < std::tie(b.namespace_name, b.name);
  });
  for (model::Pod& pod : cluster.pods) {
    if (pod.group != model::k_none) { pod.group = places.groups[at(pod.group)]; }
  }
  for (model::PodGroup& group : cluster.groups) {
    renumber(group.members, places.pods);
    for (model::SubGroup& part : group.sub_groups) { renumber(part.members, places.pods); }
  }
  for (std::vector<model::PodIndex>& awaited : cluster.wait_sets) { renumber(awaited, places.pods); }
  for (model::KueueWorkload& workload : cluster.kueue_workloads) {
    renumber(workload.pods, places.pods);
    for (model::KueuePodSet& set : workload.pod_sets) { renumber(set.pods, places.pods); }
  }
  for (model::NewPod& made : cluster.new_pods) { made.pod = places.pods[at(made.pod)]; }
  return places;
}

} // namespace engine
