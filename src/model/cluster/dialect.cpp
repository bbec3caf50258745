// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/dialect.hpp"

#include <algorithm>
#include <array>

namespace model {

namespace {

// In the order of the enumeration.
constexpr std::array<DialectFacts, 14> k_facts = {{
    {.dialect = Dialect::Lightweight,
     .word = "lightweight",
     .project = "Coscheduling",
     .resource = "pod-group.scheduling.sigs.k8s.io",
     .mark = "the label pod-group.scheduling.sigs.k8s.io/name",
     .quorum_field = "min-available",
     .own_rules = true,
     .placed_by = PlacedBy::KubeScheduler,
     .waits_for_members = true},
    {.dialect = Dialect::CoschedulingSigs,
     .word = "coscheduling-sigs",
     .project = "Coscheduling",
     .api_version = "scheduling.sigs.k8s.io/v1alpha1",
     .kind = "PodGroup",
     .resource = "podgroup.scheduling.sigs.k8s.io",
     .mark = "the label pod-group.scheduling.sigs.k8s.io",
     .quorum_field = "minMember",
     .own_rules = true,
     .placed_by = PlacedBy::KubeScheduler,
     .waits_for_members = true,
     .needs_object = true},
    {.dialect = Dialect::Coscheduling,
     .word = "coscheduling",
     .project = "Coscheduling",
     .api_version = "scheduling.x-k8s.io/v1alpha1",
     .kind = "PodGroup",
     .resource = "podgroup.scheduling.x-k8s.io",
     .mark = "the label scheduling.x-k8s.io/pod-group",
     .quorum_field = "minMember",
     .own_rules = true,
     .placed_by = PlacedBy::KubeScheduler,
     .waits_for_members = true,
     .needs_object = true},
    {.dialect = Dialect::Native,
     .word = "native",
     .project = "Kubernetes",
     .api_version = "scheduling.k8s.io/v1alpha2",
     .kind = "PodGroup",
     .resource = "podgroup.scheduling.k8s.io",
     .mark = "spec.schedulingGroup.podGroupName",
     .quorum_field = "minCount",
     .own_rules = true,
     .placed_by = PlacedBy::KubeScheduler,
     .waits_for_members = true,
     .needs_object = true},
    {.dialect = Dialect::KubeBatch,
     .word = "kube-batch",
     .project = "kube-batch",
     .api_version = "scheduling.incubator.k8s.io/v1alpha1",
     .kind = "PodGroup",
     .resource = "podgroup.scheduling.incubator.k8s.io",
     .mark = "the annotation scheduling.k8s.io/group-name",
     .quorum_field = "minMember",
     .schedulers = {{{"kube-batch"}, {"kube-batchd"}}},
     .waits_for_members = true,
     .needs_object = true,
     .ignored_by_default = true},
    {.dialect = Dialect::Volcano,
     .word = "volcano",
     .project = "Volcano",
     .api_version = "scheduling.volcano.sh/v1beta1",
     .kind = "PodGroup",
     .resource = "podgroup.scheduling.volcano.sh",
     .mark = "the annotation scheduling.k8s.io/group-name",
     .quorum_field = "minMember",
     .schedulers = {{{"volcano", "scheduling.volcano.sh/queue-name"}}},
     .waits_for_members = true,
     .needs_object = true,
     .ignored_by_default = true},
    {.dialect = Dialect::Koordinator,
     .word = "koordinator",
     .project = "Koordinator",
     .api_version = "scheduling.sigs.k8s.io/v1alpha1",
     .kind = "PodGroup",
     .resource = "podgroup.scheduling.sigs.k8s.io",
     .mark = "the label pod-group.scheduling.sigs.k8s.io",
     .quorum_field = "minMember",
     .schedulers = {{{"koord-scheduler", "quota.scheduling.koordinator.sh/name"}}},
     .also_placed = dialects({Dialect::CoschedulingSigs, Dialect::Lightweight}),
     .waits_for_members = true,
     .ignored_by_default = true},
    {.dialect = Dialect::Kai,
     .word = "kai",
     .project = "KAI",
     .api_version = "scheduling.run.ai/v2alpha2",
     .kind = "PodGroup",
     .resource = "podgroup.scheduling.run.ai",
     .mark = "the annotation pod-group-name",
     .quorum_field = "minMember",
     .schedulers = {{{"kai-scheduler", "kai.scheduler/queue"}, {"runai-scheduler", "runai/queue"}}},
     .ignored_by_default = true},
    {.dialect = Dialect::YuniKorn,
     .word = "yunikorn",
     .project = "YuniKorn",
     .resource = "task-group.yunikorn.apache.org",
     .mark = "the annotation yunikorn.apache.org/task-group-name",
     .quorum_field = "minMember",
     .schedulers = {{{"yunikorn", "queue"}}}},
    {.dialect = Dialect::Kueue,
     .word = "kueue",
     .project = "Kueue",
     .api_version = "kueue.x-k8s.io/v1beta1",
     .kind = "Workload",
     .resource = "workload.kueue.x-k8s.io",
     .mark = "the label kueue.x-k8s.io/pod-group-name",
     .quorum_field = "count",
     .placed_by = PlacedBy::Any},
    {.dialect = Dialect::LeaderWorkerSet,
     .word = "leaderworkerset",
     .project = "LeaderWorkerSet",
     .resource = "leaderworkerset.leaderworkerset.x-k8s.io",
     .mark = "the label leaderworkerset.sigs.k8s.io/name",
     .quorum_field = "size",
     .own_rules = true,
     .placed_by = PlacedBy::Any},
    {.dialect = Dialect::JobSet,
     .word = "jobset",
     .project = "JobSet",
     .resource = "jobset.jobset.x-k8s.io",
     .mark = "the label jobset.sigs.k8s.io/jobset-name",
     .quorum_field = "pods",
     .own_rules = true,
     .placed_by = PlacedBy::Any},
    {.dialect = Dialect::Grove,
     .word = "grove",
     .project = "Grove",
     .api_version = "scheduler.grove.io/v1alpha1",
     .kind = "PodGang",
     .resource = "podgang.scheduler.grove.io",
     .mark = "the label grove.io/podgang",
     .quorum_field = "minReplicas",
     .placed_by = PlacedBy::Any},
    {.dialect = Dialect::Godel,
     .word = "godel",
     .project = "Goedel",
     .api_version = "scheduling.godel.kubewharf.io/v1alpha1",
     .kind = "PodGroup",
     .resource = "podgroup.scheduling.godel.kubewharf.io",
     .mark = "the label and annotation godel.bytedance.com/pod-group-name",
     .quorum_field = "minMember",
     .schedulers = {{{"godel-scheduler"}}},
     .waits_for_members = true,
     .needs_object = true,
     .ignored_by_default = true},
}};

constexpr bool is_in_order() {
  for (std::size_t at = 0; at < k_facts.size(); ++at) {
    if (static_cast<std::size_t>(k_facts.at(at).dialect) != at) { return false; }
  }
  return true;
}
static_assert(is_in_order());

} // namespace

std::span<const DialectFacts> dialect_facts() { return k_facts; }

const DialectFacts& facts_of(Dialect dialect) { return k_facts.at(static_cast<std::size_t>(dialect)); }

Dialects dialects_where(bool (*is)(const DialectFacts& facts)) noexcept {
  Dialects set = 0;
  for (const DialectFacts& facts : k_facts) {
    if (is(facts)) { set |= dialects({facts.dialect}); }
  }
  return set;
}

bool is_scheduler_of(std::string_view name, Dialect dialect) {
  return !name.empty() && std::ranges::find(facts_of(dialect).schedulers, name, &SchedulerName::name) !=
                              facts_of(dialect).schedulers.end();
}

} // namespace model
