// SPDX-License-Identifier: Apache-2.0
// The table of dialects.
#include "snapshot/dialects/dialects.hpp"

#include "util/integers.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace snapshot {

// The rows, one per file.
extern const DialectReader k_native, k_kai, k_volcano, k_kube_batch, k_yunikorn, k_coscheduling, k_coscheduling_sigs,
    k_koordinator, k_lightweight, k_kueue, k_grove, k_godel, k_leader_worker_set, k_job_set;

namespace {

// Annotations of pods that dialects read. A test compares them with the rows of the allow-list.
constexpr std::array<std::string_view, 25> k_annotations = {
    "gang.scheduling.koordinator.sh/groups",
    "gang.scheduling.koordinator.sh/match-policy",
    "gang.scheduling.koordinator.sh/min-available",
    "gang.scheduling.koordinator.sh/mode",
    "gang.scheduling.koordinator.sh/name",
    "gang.scheduling.koordinator.sh/waiting-time",
    "godel.bytedance.com/pod-group-name",
    "gpu-memory", // KAI: MiB of a GPU
    "kueue.x-k8s.io/pod-group-fast-admission",
    "kueue.x-k8s.io/pod-group-name",
    "kueue.x-k8s.io/pod-group-total-count",
    "leaderworkerset.sigs.k8s.io/size",
    "pod-group-name",                                // KAI
    "pod-group.scheduling.sigs.k8s.io/match-policy", // Koordinator
    "scheduling.k8s.io/group-min-member",            // kube-batch
    "scheduling.k8s.io/group-name",                  // Volcano, kube-batch
    "scheduling.volcano.sh/group-min-member",        // read from owners; no effect on pods
    "scheduling.volcano.sh/queue-name",              // of the group that Volcano creates
    "volcano.sh/task-spec",
    "yunikorn.apache.org/app-id",
    "yunikorn.apache.org/placeholder",
    "yunikorn.apache.org/queue",
    "yunikorn.apache.org/schedulingPolicyParameters",
    "yunikorn.apache.org/task-group-name",
    "yunikorn.apache.org/task-groups",
};

} // namespace

bool DialectReader::is_of(std::string_view api_group) const {
  return !api_group.empty() && std::ranges::find(api_groups, api_group) != api_groups.end();
}

std::span<const DialectReader> dialects() {
  static const std::array<DialectReader, 14> rows = {
      k_native,      k_kai,         k_volcano, k_kube_batch, k_yunikorn, k_coscheduling,      k_coscheduling_sigs,
      k_lightweight, k_koordinator, k_kueue,   k_grove,      k_godel,    k_leader_worker_set, k_job_set};
  return rows;
}

const DialectReader& dialect(model::Dialect dialect) {
  const auto row = std::ranges::find(dialects(), dialect, &DialectReader::dialect);
  assert(row != dialects().end());
  return *row;
}

const DialectReader* dialect_of_api_group(std::string_view api_group) {
  const auto row =
      std::ranges::find_if(dialects(), [&](const DialectReader& reader) { return reader.is_of(api_group); });
  return row == dialects().end() ? nullptr : &*row;
}

PodMarks marks_of(const model::Pod& pod) {
  std::string_view made_for = pod.uid.empty() ? pod.name : pod.uid;
  if (pod.owner != nullptr) { made_for = pod.owner->uid.empty() ? pod.owner->name : pod.owner->uid; }
  return {*pod.labels, *pod.marks, pod.spec->scheduler_name, made_for, pod.namespace_name};
}

std::optional<Membership> member_by(const model::Labels& labels, std::string_view key) {
  const std::string_view value = mark_of(labels, key);
  if (value.empty()) { return std::nullopt; }
  return Membership{.group = std::string(value), .mark = key};
}

std::string_view mark_of(const model::Labels& labels, std::string_view key) {
  return model::find_label(labels, key).value_or(std::string_view());
}

std::optional<std::int32_t> count_of(std::string_view text) {
  const auto number = util::parse_int64(text);
  if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) { return std::nullopt; }
  return static_cast<std::int32_t>(*number);
}

std::span<const std::string_view> dialect_annotations() { return k_annotations; }

bool is_dialect_annotation(std::string_view key) { return std::ranges::binary_search(k_annotations, key); }

} // namespace snapshot
