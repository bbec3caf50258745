// SPDX-License-Identifier: Apache-2.0
// Extended resources that devices of ResourceSlices provide on nodes that do not have them. (DRAExtendedResource, on by
// default since 1.36: noderesources, shouldDelegateResourceToDRA; dynamicresources, filterExtendedResources)
#include "snapshot/link/link.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace snapshot {

namespace {

bool is_offered(const model::ClusterSnapshot& cluster, std::string_view resource) {
  const std::vector<model::DeviceClass>& classes = cluster.device_classes;
  if (resource.starts_with(model::k_device_class_prefix)) {
    if (classes.empty() && !cluster.lists_devices) { return true; } // the input may lack its class
    const std::string_view name = resource.substr(model::k_device_class_prefix.size());
    if (std::ranges::find(classes, name, &model::DeviceClass::name) != classes.end()) { return true; }
  }
  return std::ranges::find(classes, resource, &model::DeviceClass::extended_resource) != classes.end();
}

std::set<model::ResourceId> offered_requests(const model::ClusterSnapshot& cluster) {
  std::set<model::ResourceId> requested;
  cluster.for_each_spec([&](const model::PodSpec& spec) {
    for (const model::ResourceAmount& request : spec.requests) {
      if (request.resource > model::k_pods && request.amount > 0) { requested.insert(request.resource); }
    }
  });
  std::erase_if(requested, [&](model::ResourceId id) { return !is_offered(cluster, cluster.resources.name(id)); });
  return requested;
}

// Devices by the node that reaches them; those of "" may be reached from every node.
class Devices {
 public:
  explicit Devices(const model::ClusterSnapshot& cluster)
      : m_may_lack(cluster.resource_slices.empty() && !cluster.lists_devices) {
    for (const model::ResourceSlice& slice : cluster.resource_slices) {
      Reached& reached = m_by_node[slice.node_name];
      reached.devices += static_cast<std::int64_t>(slice.devices.size());
      reached.any_is_shared = reached.any_is_shared || !slice.plain;
    }
  }

  // The most that a node can get; `any_number` if the slices do not limit it.
  std::int64_t most_on(const model::Node& node, std::int64_t any_number) const {
    if (m_may_lack) { return any_number; }
    std::int64_t most = 0;
    for (const std::string_view where : {node.name, std::string_view()}) {
      const auto found = m_by_node.find(where);
      if (found == m_by_node.end()) { continue; }
      if (found->second.any_is_shared) { return any_number; }
      most += found->second.devices;
    }
    return most;
  }

 private:
  struct Reached {
    std::int64_t devices = 0;
    bool any_is_shared = false;
  };
  std::unordered_map<std::string_view, Reached> m_by_node;
  bool m_may_lack;
};

std::int64_t requested_by_all(const model::ClusterSnapshot& cluster, model::ResourceId resource) {
  std::int64_t sum = 0;
  for (const model::Pod& pod : cluster.pods) {
    sum = model::countable(sum + model::countable(model::amount_of(pod.spec->requests, resource)));
  }
  return sum;
}

void set_amount(model::ResourceAmounts& amounts, model::ResourceId resource, std::int64_t amount) {
  const auto at = std::ranges::lower_bound(amounts, resource, {}, &model::ResourceAmount::resource);
  if (at != amounts.end() && at->resource == resource) {
    at->amount = amount;
  } else {
    amounts.insert(at, {resource, amount});
  }
}

} // namespace

void link_device_resources(model::ClusterSnapshot& cluster) {
  const std::set<model::ResourceId> resources = offered_requests(cluster);
  if (resources.empty()) { return; }
  const Devices devices(cluster);
  for (const model::ResourceId resource : resources) {
    const std::int64_t any_number = requested_by_all(cluster, resource);
    bool any = false;
    for (model::Node& node : cluster.nodes) {
      if (model::amount_of(node.allocatable, resource) > 0) { continue; } // by a device plugin
      const std::int64_t most = devices.most_on(node, any_number);
      if (most == 0) { continue; }
      set_amount(node.allocatable, resource, most);
      any = true;
    }
    if (any) { cluster.device_resources.push_back(resource); }
  }
}

} // namespace snapshot
