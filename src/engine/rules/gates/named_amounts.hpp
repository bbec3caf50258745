// SPDX-License-Identifier: Apache-2.0
// Sums of resources by name, as queues declare them. A missing name counts as 0.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/values/quantity.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace engine {

using NamedAmounts = std::map<std::string_view, model::Quantity>;

inline model::Quantity amount_of(const NamedAmounts& amounts, std::string_view resource) {
  const auto found = amounts.find(resource);
  return found == amounts.end() ? model::Quantity() : found->second;
}

inline void add(NamedAmounts& amounts, const NamedAmounts& more) {
  for (const auto& [resource, amount] : more) { amounts[resource] += amount; }
}

// The part of `amounts` that exceeds `others`.
inline NamedAmounts beyond(const NamedAmounts& amounts, const NamedAmounts& others) {
  NamedAmounts rest;
  for (auto [resource, amount] : amounts) {
    amount -= amount_of(others, resource);
    if (amount > model::Quantity()) { rest[resource] = amount; }
  }
  return rest;
}

inline model::Quantity not_negative(model::Quantity amount) { return std::max(amount, model::Quantity()); }

// Converts integers of the scheduler to quantities.
inline NamedAmounts named(const model::ClusterSnapshot& cluster, const model::ResourceAmounts& amounts) {
  NamedAmounts out;
  for (const model::ResourceAmount& item : amounts) {
    out[cluster.resources.name(item.resource)] = item.resource == model::k_cpu
                                                     ? model::Quantity::from_milli(item.amount)
                                                     : model::Quantity::from_units(item.amount);
  }
  return out;
}

// Usage of a pod: its requests and one of `pods`.
inline NamedAmounts taken_by(const model::ClusterSnapshot& cluster, const model::PodSpec& spec) {
  NamedAmounts out = named(cluster, spec.requests);
  out["pods"] = model::Quantity::from_units(1);
  return out;
}

} // namespace engine
