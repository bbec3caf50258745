// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/quota_charge.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace snapshot {

namespace {

using Amounts = model::ResourceQuantities;

// Resources that a quota may name without a prefix.
bool is_plain(std::string_view resource) {
  return resource == "cpu" || resource == "memory" || resource == "ephemeral-storage" ||
         resource.starts_with("hugepages-");
}

// helper.IsExtendedResourceName
bool is_extended(std::string_view resource) {
  return resource.find('/') != std::string_view::npos && resource.find("kubernetes.io/") == std::string_view::npos;
}

Amounts usage_of(Collected& collected, const model::PodResources& resources) {
  const model::Quantity one = model::Quantity::from_units(1);
  Amounts usage = {{"count/pods", one}, {"pods", one}};
  for (const auto& [resource, quantity] : model::effective_requests(resources).requests) {
    if (is_plain(resource)) { usage.emplace_back(collected.lasting(resource), quantity); }
    if (is_plain(resource) || is_extended(resource)) {
      usage.emplace_back(collected.lasting(util::concat("requests.", resource)), quantity);
    }
  }
  for (const auto& [resource, quantity] : model::effective_limits(resources)) {
    if (is_plain(resource) && !resource.starts_with("hugepages-")) {
      usage.emplace_back(collected.lasting(util::concat("limits.", resource)), quantity);
    }
  }
  std::ranges::sort(usage, {}, &Amounts::value_type::first);
  return usage;
}

bool names(const Amounts& amounts, std::string_view resource) {
  return std::ranges::find(amounts, resource, &Amounts::value_type::first) != amounts.end();
}

// A value that a quota for cpu or memory requires of every container.
struct Insisted {
  std::string_view in_quota, resource;
  bool limit;
};

constexpr std::array<Insisted, 6> k_insisted = {{{"cpu", "cpu", false},
                                                 {"limits.cpu", "cpu", true},
                                                 {"limits.memory", "memory", true},
                                                 {"memory", "memory", false},
                                                 {"requests.cpu", "cpu", false},
                                                 {"requests.memory", "memory", false}}};

// The names of the containers without that value, joined by commas.
std::string silent_containers(const Containers& containers, const Insisted& insisted) {
  std::set<std::string_view> silent;
  const auto ask = [&](const std::vector<model::ContainerResources>& all, const std::vector<std::string_view>& called) {
    for (std::size_t at = 0; at < all.size(); ++at) {
      // A limit replaces a missing request. (SetDefaults_Pod)
      const bool limited = names(all[at].limits, insisted.resource);
      const bool said = limited || (!insisted.limit && names(all[at].requests, insisted.resource));
      if (!said) { silent.insert(called[at]); }
    }
  };
  ask(containers.resources.containers, containers.names);
  ask(containers.resources.init_containers, containers.init_names);
  std::string text;
  for (const std::string_view name : silent) { text += util::concat(text.empty() ? "" : ",", name); }
  return text;
}

} // namespace

model::QuotaCharge quota_charge_of(Collected& collected, const DeclaredSpec& declared) {
  const model::PodResources& resources = declared.containers.resources;
  model::QuotaCharge charge;
  charge.amounts = usage_of(collected, resources);
  charge.priority_class = collected.lasting(declared.admitted_class);
  charge.terminating = declared.deadline_seconds.has_value();
  charge.best_effort = model::effective_requests(resources).best_effort;
  charge.crosses_namespaces = declared.crosses_namespaces;
  if (!resources.pod_requests.empty() || !resources.pod_limits.empty()) {
    return charge;
  } // then quotas require nothing of containers
  for (const Insisted& insisted : k_insisted) {
    const std::string silent = silent_containers(declared.containers, insisted);
    if (!silent.empty()) { charge.unsaid.emplace_back(insisted.in_quota, collected.lasting(silent)); }
  }
  return charge;
}

} // namespace snapshot
