// SPDX-License-Identifier: Apache-2.0
// The table of lint rules.
#include "engine/lint/rules.hpp"

#include <array>

namespace engine::lint {

namespace {

using enum model::Dialect;
using enum model::FindingLevel;

constexpr Dialects k_every = ~Dialects{0};
constexpr Dialects k_none_of_them = 0;
constexpr Dialects k_plugin = dialects({CoschedulingSigs, Coscheduling}); // with a PodGroup of scheduler-plugins
// Their schedulers do not count a pod that has finished. (informers; KAI: pod_status.go, IsAliveStatus; koordinator:
// gang.go)
constexpr Dialects k_forget_finished = k_plugin | dialects({Kai, Koordinator});
constexpr Dialects k_labels = dialects({Lightweight});
const Dialects k_wait_for_members =
    model::dialects_where([](const model::DialectFacts& facts) { return facts.waits_for_members; });
const Dialects k_need_object =
    model::dialects_where([](const model::DialectFacts& facts) { return facts.needs_object; });
constexpr Dialects k_native = dialects({Native});

// clang-format off
const std::array k_rules = {
    Rule{"G01", Error,   "more members needed than are ever made",                k_wait_for_members, quorum_above_what_owners_make},
    Rule{"G02", Error,   "members are created one after the other",               k_wait_for_members, members_created_in_order},
    Rule{"G03", Error,   "the quorum counts later steps of a TrainJob",           k_wait_for_members, train_job_counts_later_steps},
    Rule{"G04", Error,   "the PodGroup is of another API group",                  k_need_object,      label_of_other_generation},
    Rule{"G05", Error,   "the PodGroup does not exist",                           k_need_object,      group_object_missing},
    Rule{"G06", Error,   "the members' scheduler has no such gangs",              k_every,            scheduler_without_gangs},
    Rule{"G07", Info,    "too many members are gated",                            k_wait_for_members, gated_members},
    Rule{"G08", Error,   "members disagree",                                      k_labels | k_plugin, members_disagree},
    Rule{"G09", Error,   "the queue is missing or closed",                        k_every,            queue_missing_or_closed},
    Rule{"G10", Error,   "the group needs more than its quota ever allows",       k_every,            need_above_quota},
    Rule{"G11", Warning, "a member is larger than any node that admits it",       k_every,            larger_than_any_node},
    Rule{"G12", Warning, "members keep away from each other and have too few places", k_every,  more_members_than_domains},
    Rule{"G13", Error,   "finished members do not count",                         k_forget_finished,  finished_members_do_not_count},
    Rule{"G14", Warning, "minResources is off",                                   k_plugin,           min_resources_off},
    Rule{"G15", Info,    "minResources passes where nodes do not suit",           k_plugin,           sums_pass_shapes_do_not},
    Rule{"G16", Error,   "the task groups are not sound",                         dialects({YuniKorn}), task_groups_not_sound},
    Rule{"G17", Error,   "pods are larger than their placeholders",               dialects({YuniKorn}), larger_than_placeholder},
    Rule{"G18", Info,    "groups of one name in several namespaces",              k_plugin,           same_name_in_two_namespaces},
    Rule{"G19", Info,    "a Job without a quorum is no gang",                     dialects({Kai}),    job_without_quorum},
    Rule{"G20", Warning, "the quorum is written on the pods",                     dialects({Volcano}), quorum_on_pods},
    Rule{"G21", Error,   "the group of pods is not sound",                        dialects({Kueue}),  pod_group_not_sound},
    Rule{"G22", Warning, "the wait at Permit is too short",                       k_plugin,           timeout_below_scheduling_time},
    Rule{"G23", Info,    "two schedulers place pods on the same nodes",           k_none_of_them,     nullptr, nodes_of_two_schedulers},
    Rule{"G24", Warning, "volumes pin the members to full nodes",       k_every,            pinned_by_volumes},
    Rule{"G25", Error,   "the topology of the PodGroup cannot be met",            k_native,           topology_of_native_group},
    Rule{"G26", Error,   "the quorum is that of a larger RayCluster",             k_plugin,           quorum_of_a_larger_ray_cluster},
    Rule{"G27", Warning, "the quorum leaves out the master",                      k_labels,           quorum_without_master},
    Rule{"G28", Warning, "the scheduler would retry forever",                 k_plugin,           retries_without_end},
    Rule{"G29", Error,   "the gang is spread over two profiles",                  k_labels | k_plugin, spread_over_profiles},
    Rule{"G30", Warning, "Coscheduling is enabled at some points only",           k_none_of_them,     nullptr, plugin_at_some_points},
    Rule{"G31", Warning, "no node admits a member",                               k_every,            no_node_admits},
    Rule{"G32", Warning, "the quorum is more than the cluster holds",             k_every,            more_than_the_cluster},
    Rule{"G33", Warning, "the PodGroup declares no quorum",                       k_plugin,           quorum_not_declared},
    Rule{"G34", Warning, "a label is missing, so the pods are no gang",           k_none_of_them,     nullptr, labels_without_quorum},
    Rule{"G35", Warning, "the PodGroup has no members, and pods bear its name",   k_need_object,      likely_members_without_mark},
    Rule{"G36", Warning, "the queue has no parent",                               dialects({Kai}),    queue_without_parent},
    Rule{"G37", Error,   "no node reports its GPU memory",                        dialects({Kai}),    gpu_memory_not_reported},
    Rule{"G38", Error,   "the API server rejects the object",                     k_none_of_them,     nullptr, rejected_by_api_server},
    Rule{"G39", Warning, "the quorum is below what the workload needs",           k_every,            quorum_below_the_workload},
};
// clang-format on

} // namespace

std::span<const Rule> rules() { return k_rules; }

} // namespace engine::lint
