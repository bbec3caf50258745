// SPDX-License-Identifier: Apache-2.0
// Resources as the scheduler counts them: integers per resource, milli-cores for cpu, bytes or units for the others.
#pragma once

#include "model/values/quantity.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace model {

using ResourceId = std::uint16_t;

inline constexpr ResourceId k_cpu = 0; // milli-cores
inline constexpr ResourceId k_memory = 1;
inline constexpr ResourceId k_ephemeral_storage = 2;
inline constexpr ResourceId k_pods = 3;

// The resource names of one snapshot, numbered: the four above, then the others in the order of their first use.
class ResourceNames {
 public:
  ResourceNames() : m_names{"cpu", "memory", "ephemeral-storage", "pods"} {}
  ResourceId intern(std::string_view name); // `name` must live as long as this table
  std::optional<ResourceId> find(std::string_view name) const;
  std::string_view name(ResourceId id) const { return m_names[id]; }
  std::size_t size() const { return m_names.size(); }

 private:
  std::vector<std::string_view> m_names; // few: searched linearly
};

struct ResourceAmount {
  ResourceId resource = 0;
  std::int64_t amount = 0; // milli-cores for cpu, whole units otherwise
  friend auto operator<=>(const ResourceAmount&, const ResourceAmount&) = default;
};

// Sorted by resource id, each id once, without zero amounts.
using ResourceAmounts = std::vector<ResourceAmount>;

std::int64_t amount_of(const ResourceAmounts& amounts, ResourceId resource); // 0 if absent

// Limits absurd requests to 2^53 (9 PB, 9e12 cores), so that a node full of them cannot overflow.
inline std::int64_t countable(std::int64_t amount) {
  constexpr std::int64_t k_most = std::int64_t{1} << 53;
  return amount > k_most ? k_most : amount < -k_most ? -k_most : amount;
}

// Quantities by name as an object declares them, sorted by name.
using ResourceQuantities = std::vector<std::pair<std::string_view, Quantity>>;

// A quantity as the scheduler counts it: milli-cores for cpu, whole units otherwise, rounded up.
std::int64_t scheduler_amount(ResourceId resource, const Quantity& quantity);

// True if NodeResourcesFit checks a resource of this name beyond the built-in ones: extended resources with a domain,
// hugepages-*, *.kubernetes.io/*, attachable-volumes-*. (component-helpers IsScalarResourceName)
bool is_scalar_resource_name(std::string_view name);

// "nvidia.com/gpu": a domain that is not Kubernetes' own, and a name that a quota could use as "requests.<name>".
// (pkg/apis/core/v1/helper, IsExtendedResourceName)
bool is_extended_resource_name(std::string_view name);

} // namespace model
