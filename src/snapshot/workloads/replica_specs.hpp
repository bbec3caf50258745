// SPDX-License-Identifier: Apache-2.0
// Code that Kubeflow's jobs share: a map from role to {replicas, template}, and one pod group for all roles.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct ReplicaSpec {
  std::string_view key; // as written
  std::string role;     // lower case, as in the names of pods
  std::int32_t replicas = 1;
  document::Value pod_template;
};

// The roles of a map, in the order of `known`, then unknown roles. Matches keys in any case and applies --replicas.
// `none_by_default` is the role whose replicas default to 0 instead of 1.
std::vector<ReplicaSpec> replica_specs_of(document::Value map, const Path& path,
                                          std::span<const std::string_view> known, std::string_view none_by_default,
                                          Expander& expander);

std::int32_t total_replicas(const std::vector<ReplicaSpec>& roles);

// spec.runPolicy.schedulingPolicy. Throws DecodeError.
struct SchedulingPolicy {
  bool given = false;
  std::optional<std::int32_t> min_available, schedule_timeout_seconds;
  std::string_view queue, priority_class;
  std::optional<model::ResourceQuantities> min_resources;
};
SchedulingPolicy scheduling_policy_of(document::Value run_policy, const Path& path);

// The effect of an operator's gang option on one job: the kind of group, and the scheduler of its pods.
struct GangChoice {
  model::Dialect dialect;
  std::string scheduler;
  std::string condition;
};

// Evaluates the option. "auto" follows the manifest: volcano if the templates name that scheduler, Coscheduling if the
// job has a scheduling policy. nullopt: the operator creates no groups, which we report as an assumption.
std::optional<GangChoice> gang_choice(std::string_view option, std::string_view flag, bool has_policy,
                                      const std::vector<ReplicaSpec>& roles, Expander& expander);

// A role with its prepared template, for the formulas.
struct PreparedRole {
  ReplicaSpec spec;
  Prepared prepared;
};

// minResources as the training operator computes them: requests, else limits, of the containers alone. Sums the first
// `min_member` pods, with roles sorted by priority class, highest first. (training-operator, CalcPGMinResources)
ResourceSum first_members(const std::vector<PreparedRole>& roles, std::int32_t min_member);

// Notes that the operator's webhook or validation refuses the number of pods of a role: "Forbidden: must be 1".
void note_number_of_role(const Path& role, std::string_view complaint, Expander& expander);

void note_suspended(const Source& source, document::Value run_policy, const Path& path, Expander& expander);

} // namespace snapshot
