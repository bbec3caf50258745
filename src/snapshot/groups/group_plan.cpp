// SPDX-License-Identifier: Apache-2.0
// A group object that a controller creates for a workload.
#include "snapshot/groups/group_plan.hpp"

#include <algorithm>
#include <utility>

namespace snapshot {

void ResourceSum::add(const model::ResourceQuantities& quantities, std::int32_t times) {
  for (const auto& [name, quantity] : quantities) {
    model::Quantity product = quantity;
    product *= times;
    add(name, product);
  }
}

void ResourceSum::add(std::string_view name, const model::Quantity& quantity) {
  const auto [place, is_new] = m_amounts.try_emplace(std::string(name), quantity);
  if (!is_new) { place->second += quantity; }
}

void ResourceSum::add_requests_else_limits(const model::PodResources& pod, std::int32_t times) {
  for (const model::ContainerResources& container : pod.containers) {
    add(container.requests.empty() ? container.limits : container.requests, times);
  }
}

void ResourceSum::add_each_request_else_limit(const model::PodResources& pod, std::int32_t times) {
  for (const model::ContainerResources& container : pod.containers) {
    model::ResourceQuantities merged = container.requests;
    for (const auto& limit : container.limits) {
      const auto is_named = [&](const auto& request) { return request.first == limit.first; };
      if (std::ranges::none_of(container.requests, is_named)) { merged.push_back(limit); }
    }
    add(merged, times);
  }
}

void ResourceSum::add_pods(const model::PodResources& pod, std::int32_t times) { add(requests_alone(pod), times); }

model::ResourceQuantities requests_alone(model::PodResources pod) {
  for (model::ContainerResources& container : pod.containers) { container.limits.clear(); }
  for (model::ContainerResources& container : pod.init_containers) { container.limits.clear(); }
  pod.pod_limits.clear();
  return model::effective_requests(pod).requests;
}

model::ResourceQuantities limits_alone(model::PodResources pod) {
  for (model::ContainerResources& container : pod.containers) {
    container.requests = std::exchange(container.limits, {});
  }
  for (model::ContainerResources& container : pod.init_containers) {
    container.requests = std::exchange(container.limits, {});
  }
  pod.pod_requests = std::exchange(pod.pod_limits, {});
  return model::effective_requests(pod).requests;
}

namespace {

// Writes the quorums of the parts in the way of the dialect.
void write_parts(const GroupPlan& group, document::Output& spec) {
  const bool of_grove = group.dialect == model::Dialect::Grove;
  document::Output::Array list;
  for (const auto& [name, quorum] : group.parts) {
    if (group.dialect == model::Dialect::Volcano) {
      spec["minTaskMember"][name] = quorum;
      continue;
    }
    document::Output& part = list.emplace_back();
    part["name"] = name;
    part[of_grove ? "minReplicas" : "minMember"] = quorum;
  }
  if (!list.empty()) { spec[of_grove ? "podgroups" : "subGroups"] = document::Output(std::move(list)); }
}

} // namespace

document::Output object_of(const GroupPlan& group, std::string_view namespace_name) {
  document::Output object;
  object["apiVersion"] = model::facts_of(group.dialect).api_version;
  object["kind"] = model::facts_of(group.dialect).kind;
  object["metadata"]["name"] = group.name;
  object["metadata"]["namespace"] = namespace_name;
  document::Output& spec = object["spec"];
  if (group.native_spec) {
    spec = *group.native_spec;
    return object;
  }
  const bool sums_parts =
      group.dialect == model::Dialect::Grove && !group.parts.empty(); // a PodGang has no field for it
  if (!sums_parts) { spec["minMember"] = group.min_member; }
  if (group.min_resources) {
    document::Output& amounts = spec["minResources"];
    for (const auto& [name, quantity] : group.min_resources->amounts()) { amounts[name] = quantity.text(); }
  }
  if (group.schedule_timeout_seconds) { spec["scheduleTimeoutSeconds"] = *group.schedule_timeout_seconds; }
  if (!group.queue.empty()) { spec["queue"] = group.queue; }
  if (!group.priority_class.empty()) { spec["priorityClassName"] = group.priority_class; }
  write_parts(group, spec);
  if (group.network_topology) { spec["networkTopology"] = *group.network_topology; }
  if (!group.sub_group_policies.empty()) { spec["subGroupPolicy"] = document::Output(group.sub_group_policies); }
  return object;
}

} // namespace snapshot
