// SPDX-License-Identifier: Apache-2.0
#include "model/dialect.hpp"

#include <array>

namespace model {

namespace {

// In the order of the enumeration.
// clang-format off
constexpr std::array<DialectFacts, 14> k_facts = {{
    {Dialect::Lightweight,      "lightweight", "Coscheduling",       "",                                     "",         "pod-group.scheduling.sigs.k8s.io",      "the label pod-group.scheduling.sigs.k8s.io/name",  "min-available", true},
    {Dialect::CoschedulingSigs, "coscheduling-sigs", "Coscheduling", "scheduling.sigs.k8s.io/v1alpha1",      "PodGroup", "podgroup.scheduling.sigs.k8s.io",       "the label pod-group.scheduling.sigs.k8s.io",       "minMember",     true},
    {Dialect::Coscheduling,     "coscheduling", "Coscheduling",      "scheduling.x-k8s.io/v1alpha1",         "PodGroup", "podgroup.scheduling.x-k8s.io",          "the label scheduling.x-k8s.io/pod-group",          "minMember",     true},
    {Dialect::Native,           "native", "Kubernetes",            "scheduling.k8s.io/v1alpha2",           "PodGroup", "podgroup.scheduling.k8s.io",            "spec.schedulingGroup.podGroupName",                "minCount",      true},
    {Dialect::KubeBatch,        "kube-batch", "kube-batch",        "scheduling.incubator.k8s.io/v1alpha1", "PodGroup", "podgroup.scheduling.incubator.k8s.io",  "the annotation scheduling.k8s.io/group-name",      "minMember",     false},
    {Dialect::Volcano,          "volcano", "Volcano",           "scheduling.volcano.sh/v1beta1",        "PodGroup", "podgroup.scheduling.volcano.sh",        "the annotation scheduling.k8s.io/group-name",      "minMember",     false},
    {Dialect::Koordinator,      "koordinator", "Koordinator",       "scheduling.sigs.k8s.io/v1alpha1",      "PodGroup", "podgroup.scheduling.sigs.k8s.io",       "the label pod-group.scheduling.sigs.k8s.io",       "minMember",     false},
    {Dialect::Kai,              "kai", "KAI",               "scheduling.run.ai/v2alpha2",           "PodGroup", "podgroup.scheduling.run.ai",            "the annotation pod-group-name",                    "minMember",     false},
    {Dialect::YuniKorn,         "yunikorn", "YuniKorn",          "",                                     "",         "task-group.yunikorn.apache.org",        "the annotation yunikorn.apache.org/task-group-name", "minMember",   false},
    {Dialect::Kueue,            "kueue", "Kueue",             "kueue.x-k8s.io/v1beta1",               "Workload", "workload.kueue.x-k8s.io",               "the label kueue.x-k8s.io/pod-group-name",          "count",         false},
    {Dialect::LeaderWorkerSet,  "leaderworkerset", "LeaderWorkerSet",   "",                                     "",         "leaderworkerset.leaderworkerset.x-k8s.io", "the label leaderworkerset.sigs.k8s.io/name",    "size",          true},
    {Dialect::JobSet,           "jobset", "JobSet",            "",                                     "",         "jobset.jobset.x-k8s.io",                "the label jobset.sigs.k8s.io/jobset-name",         "pods",          true},
    {Dialect::Grove,            "grove", "Grove",             "scheduler.grove.io/v1alpha1",          "PodGang",  "podgang.scheduler.grove.io",            "the label grove.io/podgang",                       "minReplicas",   false},
    {Dialect::Godel,            "godel", "Goedel",             "scheduling.godel.kubewharf.io/v1alpha1", "PodGroup", "podgroup.scheduling.godel.kubewharf.io", "the label and annotation godel.bytedance.com/pod-group-name", "minMember", false},
}};
// clang-format on

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

} // namespace model
