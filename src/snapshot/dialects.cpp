// SPDX-License-Identifier: Apache-2.0
// The table of dialects.
#include "snapshot/dialects.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace snapshot {

namespace {

// Annotations of pods that dialects read.
constexpr std::array<std::string_view, 1> k_annotations = {
    "scheduling.k8s.io/group-name", // Volcano, kube-batch
};

} // namespace

std::span<const DialectReader> dialects() {
  static const std::array<DialectReader, 7> rows = {
      k_native, k_volcano, k_kube_batch, k_coscheduling, k_coscheduling_sigs, k_lightweight, k_grove};
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

PodMarks marks_of(const model::Pod& pod) { return {*pod.labels, *pod.marks, pod.spec->scheduler_name}; }

std::optional<Membership> member_by(const model::Labels& labels, std::string_view key) {
  const auto value = model::find_label(labels, key);
  if (!value || value->empty()) { return std::nullopt; }
  return Membership{.group = *value, .min_available = 0, .remark = {}};
}

bool is_dialect_annotation(std::string_view key) {
  return std::ranges::find(k_annotations, key) != k_annotations.end();
}

} // namespace snapshot
