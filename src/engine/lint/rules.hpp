// SPDX-License-Identifier: Apache-2.0
// The rules, listed by file.
#pragma once

#include "engine/lint/rule.hpp"

#include <span>

namespace engine::lint {

std::span<const Rule> rules();

// members.cpp: whether enough members ever exist at the same time
void quorum_above_what_owners_make(const Input& input, const GroupFacts& group, Findings& out);
void members_created_in_order(const Input& input, const GroupFacts& group, Findings& out);
void train_job_counts_later_steps(const Input& input, const GroupFacts& group, Findings& out);
void finished_members_do_not_count(const Input& input, const GroupFacts& group, Findings& out);
void quorum_of_a_larger_ray_cluster(const Input& input, const GroupFacts& group, Findings& out);
void quorum_below_the_workload(const Input& input, const GroupFacts& group, Findings& out);
void quorum_not_declared(const Input& input, const GroupFacts& group, Findings& out);

// membership.cpp: whether pods and group objects find each other
void label_of_other_generation(const Input& input, const GroupFacts& group, Findings& out);
void group_object_missing(const Input& input, const GroupFacts& group, Findings& out);
void labels_without_quorum(const Input& input, Findings& out);
void likely_members_without_mark(const Input& input, const GroupFacts& group, Findings& out);
void same_name_in_two_namespaces(const Input& input, const GroupFacts& group, Findings& out);

// schedulers.cpp: which scheduler serves the members
void scheduler_without_gangs(const Input& input, const GroupFacts& group, Findings& out);
void spread_over_profiles(const Input& input, const GroupFacts& group, Findings& out);

// shared_nodes.cpp
void nodes_of_two_schedulers(const Input& input, Findings& out);

// members_agree.cpp: what members must have in common
void gated_members(const Input& input, const GroupFacts& group, Findings& out);
void members_disagree(const Input& input, const GroupFacts& group, Findings& out);
void quorum_without_master(const Input& input, const GroupFacts& group, Findings& out);

// configuration.cpp: the scheduler's arguments and plugins
void retries_without_end(const Input& input, const GroupFacts& group, Findings& out);
void plugin_at_some_points(const Input& input, Findings& out);
void timeout_below_scheduling_time(const Input& input, const GroupFacts& group, Findings& out);

// `room.cpp`: members that no node could hold, even if it were empty
void larger_than_any_node(const Input& input, const GroupFacts& group, Findings& out);
void no_node_admits(const Input& input, const GroupFacts& group, Findings& out);
void more_than_the_cluster(const Input& input, const GroupFacts& group, Findings& out);

// domains.cpp, volumes.cpp
void more_members_than_domains(const Input& input, const GroupFacts& group, Findings& out);
void pinned_by_volumes(const Input& input, const GroupFacts& group, Findings& out);

// min_resources_rules.cpp
void min_resources_off(const Input& input, const GroupFacts& group, Findings& out);
void sums_pass_shapes_do_not(const Input& input, const GroupFacts& group, Findings& out);

// queues.cpp: queues and quotas above the scheduler
void queue_missing_or_closed(const Input& input, const GroupFacts& group, Findings& out);
void need_above_quota(const Input& input, const GroupFacts& group, Findings& out);
void queue_without_parent(const Input& input, const GroupFacts& group, Findings& out);

// other_schedulers.cpp: YuniKorn, KAI, Volcano, Kueue
void task_groups_not_sound(const Input& input, const GroupFacts& group, Findings& out);
void larger_than_placeholder(const Input& input, const GroupFacts& group, Findings& out);
void job_without_quorum(const Input& input, const GroupFacts& group, Findings& out);
void gpu_memory_not_reported(const Input& input, const GroupFacts& group, Findings& out);
void quorum_on_pods(const Input& input, const GroupFacts& group, Findings& out);
void pod_group_not_sound(const Input& input, const GroupFacts& group, Findings& out);

// manifest.cpp
void rejected_by_api_server(const Input& input, Findings& out);

// native.cpp
void topology_of_native_group(const Input& input, const GroupFacts& group, Findings& out);

} // namespace engine::lint
