// SPDX-License-Identifier: Apache-2.0
#include "model/values/resources.hpp"

#include "model/values/names.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace model {

bool is_extended_resource_name(std::string_view name) {
  const bool native = name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
  return !native && !name.starts_with("requests.") && is_label_key(util::concat("requests.", name));
}

ResourceId ResourceNames::intern(std::string_view name) {
  if (const auto known = find(name)) { return *known; }
  m_names.push_back(name);
  return static_cast<ResourceId>(m_names.size() - 1);
}

std::optional<ResourceId> ResourceNames::find(std::string_view name) const {
  const auto found = std::ranges::find(m_names, name);
  if (found == m_names.end()) { return std::nullopt; }
  return static_cast<ResourceId>(found - m_names.begin());
}

std::int64_t amount_of(const ResourceAmounts& amounts, ResourceId resource) {
  const auto found = std::ranges::lower_bound(amounts, resource, {}, &ResourceAmount::resource);
  return found != amounts.end() && found->resource == resource ? found->amount : 0;
}

std::int64_t scheduler_amount(ResourceId resource, const Quantity& quantity) {
  return resource == k_cpu ? quantity.milli_value() : quantity.value();
}

bool is_scalar_resource_name(std::string_view name) {
  return is_extended_resource_name(name) || name.starts_with("hugepages-") ||
         name.find("kubernetes.io/") != std::string_view::npos || name.starts_with("attachable-volumes-");
}

} // namespace model
