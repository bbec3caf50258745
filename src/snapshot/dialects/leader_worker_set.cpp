// SPDX-License-Identifier: Apache-2.0
// LeaderWorkerSet: each replica is a group of a leader and its workers. No scheduler reads these labels; they show
// which pods are useful only together. (lws, api/leaderworkerset/v1, SetNameLabelKey, GroupIndexLabelKey)
#include "snapshot/dialects/dialects.hpp"
#include "util/concat.hpp"

namespace snapshot {

namespace {
constexpr std::string_view k_leader_worker_set_name = "leaderworkerset.sigs.k8s.io/name";
} // namespace

extern const DialectReader k_leader_worker_set = {
    .dialect = model::Dialect::LeaderWorkerSet,
    .tier = Tier::Workload,
    .membership = [](const PodMarks& pod) -> std::optional<Membership> {
      const std::string_view name = mark_of(pod.labels, k_leader_worker_set_name);
      const std::string_view index = mark_of(pod.labels, "leaderworkerset.sigs.k8s.io/group-index");
      if (name.empty() || index.empty()) { return std::nullopt; }
      return Membership{.group = util::concat(name, '-', index), .mark = k_leader_worker_set_name, .declares = true};
    },
    .describe =
        [](const PodMarks& pod, model::PodGroup& group) {
          group.min_member = count_of(mark_of(pod.marks, "leaderworkerset.sigs.k8s.io/size"));
          return group.min_member.has_value();
        },
};

} // namespace snapshot
