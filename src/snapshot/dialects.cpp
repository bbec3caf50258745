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

std::optional<Membership> member_by_label(const model::Labels& labels, std::string_view label) {
  const auto value = model::find_label(labels, label);
  if (!value || value->empty()) { return std::nullopt; }
  return Membership{.group = *value, .min_available = 0, .remark = {}};
}

} // namespace snapshot
