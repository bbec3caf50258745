// SPDX-License-Identifier: Apache-2.0
// YuniKorn: annotations and no object. An application is the gang. The pod that starts it declares task groups, and
// each other pod names its task group. (yunikorn-k8shim, pkg/common/constants; pkg/common/utils,
// GetApplicationIDFromPod)
#include "snapshot/dialects/dialects.hpp"

#include "snapshot/dialects/task_groups.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <initializer_list>

namespace snapshot {

namespace {

constexpr std::string_view k_task_group_name = "yunikorn.apache.org/task-group-name";
constexpr std::string_view k_task_groups = "yunikorn.apache.org/task-groups";
constexpr std::string_view k_parameters = "yunikorn.apache.org/schedulingPolicyParameters";
constexpr std::string_view k_queue = "yunikorn.apache.org/queue";
constexpr std::string_view k_application = "yunikorn.apache.org/app-id";

// The first string that is not empty.
std::string_view first_of(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    if (!text.empty()) { return text; }
  }
  return {};
}

std::string application_of(const PodMarks& pod) {
  const std::string_view id =
      first_of({mark_of(pod.labels, k_application), mark_of(pod.marks, k_application),
                mark_of(pod.labels, "applicationId"), mark_of(pod.labels, "spark-app-selector")});
  return id.empty() ? util::concat("yunikorn-", pod.namespace_name, "-autogen") : std::string(id);
}

std::optional<Membership> yunikorn_membership(const PodMarks& pod) {
  const bool starts = !mark_of(pod.marks, k_task_groups).empty();
  if (!starts && mark_of(pod.marks, k_task_group_name).empty()) { return std::nullopt; }
  return Membership{.group = application_of(pod), .mark = starts ? k_task_groups : k_task_group_name, .declares = true};
}

// Example: "placeholderTimeoutInSeconds=60 gangSchedulingStyle=Hard"
void read_parameters(std::string_view text, model::PodGroup& group) {
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) { continue; }
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = word.substr(equals + 1);
    if (key == "placeholderTimeoutInSeconds") { group.schedule_timeout_seconds = count_of(value); }
    if (key == "gangSchedulingStyle" && (value == "Hard" || value == "Soft")) { group.mode = value; }
  }
}

// YuniKorn ignores an invalid definition as a whole and schedules the pods one by one.
bool describe_yunikorn(const PodMarks& pod, model::PodGroup& group) {
  const std::string_view text = mark_of(pod.marks, k_task_groups);
  if (text.empty()) { return false; }
  const auto parts = task_groups_of(text);
  group.gang = parts && !parts->empty();
  if (parts) { group.sub_groups = *parts; }
  read_parameters(mark_of(pod.marks, k_parameters), group);
  group.queue = first_of({mark_of(pod.labels, k_queue), mark_of(pod.marks, k_queue), mark_of(pod.labels, "queue")});
  return true;
}

} // namespace

extern const DialectReader k_yunikorn = {
    .dialect = model::Dialect::YuniKorn,
    .annotation = k_task_group_name,
    .membership = yunikorn_membership,
    .describe = describe_yunikorn,
    .sub_group = [](const PodMarks& pod) { return mark_of(pod.marks, k_task_group_name); },
};

} // namespace snapshot
