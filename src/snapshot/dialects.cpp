// SPDX-License-Identifier: Apache-2.0
// The table of dialects.
#include "snapshot/dialects.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace snapshot {

std::span<const DialectReader> dialects() {
  static const std::array<DialectReader, 3> rows = {k_coscheduling, k_coscheduling_sigs, k_lightweight};
  return rows;
}

const DialectReader& dialect(model::Dialect dialect) {
  const auto row = std::ranges::find(dialects(), dialect, &DialectReader::dialect);
  assert(row != dialects().end());
  return *row;
}

const DialectReader* dialect_of_api_group(std::string_view api_group) {
  const auto row = std::ranges::find(dialects(), api_group, &DialectReader::api_group);
  return api_group.empty() || row == dialects().end() ? nullptr : &*row;
}

std::string_view group_api_version(model::Dialect dialect) {
  switch (dialect) {
  case model::Dialect::Lightweight:
    return {};
  case model::Dialect::CoschedulingSigs:
    return "scheduling.sigs.k8s.io/v1alpha1";
  case model::Dialect::Coscheduling:
    return "scheduling.x-k8s.io/v1alpha1";
  case model::Dialect::KubeBatch:
    return "scheduling.incubator.k8s.io/v1alpha1";
  case model::Dialect::Volcano:
    return "scheduling.volcano.sh/v1beta1";
  case model::Dialect::Grove:
    return "scheduler.grove.io/v1alpha1";
  }
  return {};
}

std::optional<Membership> member_by_label(const model::Labels& labels, std::string_view label) {
  const auto value = model::find_label(labels, label);
  if (!value || value->empty()) { return std::nullopt; }
  return Membership{.group = *value, .min_available = 0, .remark = {}};
}

} // namespace snapshot
