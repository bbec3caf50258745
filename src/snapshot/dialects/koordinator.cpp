// SPDX-License-Identifier: Apache-2.0
// Koordinator: Coscheduling's first PodGroup (scheduling.sigs.k8s.io/v1alpha1) and its label, its own older labels, or
// its own annotations. The older labels and the annotations need no object. (koordinator,
// apis/extension/coscheduling.go, GetGangName)
#include "snapshot/dialects/dialects.hpp"

#include "model/values/time.hpp"

#include <limits>

namespace snapshot {

namespace {

constexpr std::string_view k_koordinator_label = "pod-group.scheduling.sigs.k8s.io";
constexpr std::string_view k_old_name = "pod-group.scheduling.sigs.k8s.io/name";
constexpr std::string_view k_old_min_available = "pod-group.scheduling.sigs.k8s.io/min-available";
constexpr std::string_view k_koordinator_name = "gang.scheduling.koordinator.sh/name";

std::optional<Membership> koordinator_membership(const PodMarks& pod) {
  if (pod.scheduler_name == k_koord_scheduler) {
    if (auto member = member_by(pod.labels, k_koordinator_label)) { return member; }
    if (auto member = member_by(pod.labels, k_old_name)) {
      member->declares = true;
      return member;
    }
  }
  auto member = member_by(pod.marks, k_koordinator_name);
  if (member) { member->declares = true; }
  return member;
}

// Whole seconds of a Go duration; nullopt if not positive.
std::optional<std::int32_t> seconds_of(std::string_view text) {
  const auto nanos = model::parse_go_duration(text);
  constexpr std::int64_t k_second = 1'000'000'000;
  if (!nanos || *nanos <= 0 || *nanos / k_second > std::numeric_limits<std::int32_t>::max()) { return std::nullopt; }
  return static_cast<std::int32_t>(*nanos / k_second);
}

bool describe_koordinator(const PodMarks& pod, model::PodGroup& group) {
  const std::string_view old_min = mark_of(pod.labels, k_old_min_available);
  group.min_member =
      count_of(old_min.empty() ? mark_of(pod.marks, "gang.scheduling.koordinator.sh/min-available") : old_min);
  read_koordinator(pod.marks, group);
  return true;
}

} // namespace

// One key predates Koordinator's own prefix.
void read_koordinator(const model::Labels& annotations, model::PodGroup& group) {
  group.mode = mark_of(annotations, "gang.scheduling.koordinator.sh/mode");
  group.parent = mark_of(annotations, "gang.scheduling.koordinator.sh/groups");
  group.match_policy = mark_of(annotations, "gang.scheduling.koordinator.sh/match-policy");
  if (group.match_policy.empty()) {
    group.match_policy = mark_of(annotations, "pod-group.scheduling.sigs.k8s.io/match-policy");
  }
  if (!group.schedule_timeout_seconds) {
    group.schedule_timeout_seconds = seconds_of(mark_of(annotations, "gang.scheduling.koordinator.sh/waiting-time"));
  }
}

extern const DialectReader k_koordinator = {
    .dialect = model::Dialect::Koordinator,
    .api_groups = {"scheduling.sigs.k8s.io"},
    .label = k_koordinator_label,
    .membership = koordinator_membership,
    .describe = describe_koordinator,
};

} // namespace snapshot
