// SPDX-License-Identifier: Apache-2.0
// Code that Kubeflow's jobs share.
#include "snapshot/workloads/replica_specs.hpp"

#include "snapshot/pods/decode_containers.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

constexpr std::string_view k_usual_scheduler = "scheduler-plugins-scheduler"; // from the chart of scheduler-plugins

std::string_view scheduler_of(const ReplicaSpec& role) { return role.pod_template["spec"]["schedulerName"].text(); }

// The value that "auto" selects; empty: none.
std::string_view shown_by(bool has_policy, const std::vector<ReplicaSpec>& roles) {
  std::string_view named;
  for (const ReplicaSpec& role : roles) {
    const std::string_view scheduler = scheduler_of(role);
    if (scheduler == "volcano") { return scheduler; }
    if (named.empty()) { named = scheduler; }
  }
  if (!has_policy) { return {}; }
  return named.empty() ? k_usual_scheduler : named;
}

} // namespace

std::vector<ReplicaSpec> replica_specs_of(document::Value map, const Path& path,
                                          std::span<const std::string_view> known, std::string_view none_by_default,
                                          Expander& expander) {
  std::vector<ReplicaSpec> roles;
  each_member(map, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (member.absent()) { return; }
    ReplicaSpec role;
    role.key = key;
    role.role = util::lowercase(key);
    const document::Value replicas = object_of(member, at)["replicas"];
    const std::int32_t otherwise = role.role == none_by_default ? 0 : 1;
    if (replicas.text().starts_with('-')) {
      expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(text_of(expander.top()), " has ", replicas.text(), " replicas of ", role.role,
                                 ", and what its operator makes of it is not known"),
                    text_of(expander.top()));
    }
    role.replicas = expander.replicas(role.role, pod_count(replicas, at["replicas"], otherwise));
    role.pod_template = member["template"];
    roles.push_back(std::move(role));
  });
  const auto place = [&](const ReplicaSpec& role) { return std::ranges::find(known, role.role) - known.begin(); };
  std::ranges::stable_sort(roles, {}, place);
  return roles;
}

std::int32_t total_replicas(const std::vector<ReplicaSpec>& roles) {
  std::int32_t total = 0;
  for (const ReplicaSpec& role : roles) { total += role.replicas; }
  return total;
}

SchedulingPolicy scheduling_policy_of(document::Value run_policy, const Path& path) {
  SchedulingPolicy policy;
  const Path at = path["schedulingPolicy"];
  const document::Value value = object_of(object_of(run_policy, path)["schedulingPolicy"], at);
  policy.given = !value.absent();
  const auto number = [&](std::string_view key) {
    return value[key].absent() ? std::nullopt : std::optional(int32_of(value[key], at[key]));
  };
  policy.min_available = number("minAvailable");
  policy.schedule_timeout_seconds = number("scheduleTimeoutSeconds");
  policy.queue = text_of(value["queue"], at["queue"]);
  policy.priority_class = text_of(value["priorityClass"], at["priorityClass"]);
  if (!value["minResources"].absent()) {
    policy.min_resources = quantities_of(value["minResources"], at["minResources"]);
  }
  return policy;
}

std::optional<GangChoice> gang_choice(std::string_view option, std::string_view flag, bool has_policy,
                                      const std::vector<ReplicaSpec>& roles, Expander& expander) {
  const std::string_view given = expander.option(option);
  const std::string_view scheduler = given == "auto" ? shown_by(has_policy, roles) : given;
  if (scheduler.empty() || scheduler == "none") {
    if (given == "auto") {
      expander.assume(util::concat("the operator of ", expander.top().kind, " makes no pod group (--operator-option ",
                                   option, '=', k_usual_scheduler, " if it does)"));
    }
    return std::nullopt;
  }
  GangChoice choice;
  choice.dialect = scheduler == "volcano" ? model::Dialect::Volcano : model::Dialect::Coscheduling;
  choice.scheduler = scheduler;
  choice.condition = util::concat("the operator runs with ", flag, '=', scheduler);
  return choice;
}

ResourceSum first_members(const std::vector<PreparedRole>& roles, std::int32_t min_member) {
  std::vector<const PreparedRole*> sorted;
  for (const PreparedRole& role : roles) { sorted.push_back(&role); }
  std::ranges::stable_sort(sorted, [](const PreparedRole* a, const PreparedRole* b) {
    const auto priority = [](const PreparedRole* role) {
      const DeclaredSpec& declared = role->prepared.declared;
      return declared.priority_class.empty() ? 0 : declared.spec.priority;
    };
    return priority(a) > priority(b);
  });
  ResourceSum sum;
  std::int32_t left = min_member;
  for (const PreparedRole* const role : sorted) {
    const std::int32_t taken = std::clamp(role->spec.replicas, 0, std::max(left, 0));
    if (taken > 0) { sum.add_requests_else_limits(role->prepared.as_written, taken); }
    left -= taken;
  }
  return sum;
}

void note_number_of_role(const Path& role, std::string_view complaint, Expander& expander) {
  const std::string object = text_of(expander.top());
  expander.note(model::Authority::Admission, model::Reply::Refuses,
                util::concat(object, " is invalid: ", role["replicas"].text(), ": ", complaint), object);
}

void note_suspended(const Source& source, document::Value run_policy, const Path& path, Expander& expander) {
  if (!boolean_of(object_of(run_policy, path)["suspend"], path["suspend"])) { return; }
  expander.assume(util::concat(source.kind, ' ', source.namespace_name, '/', source.name, " is resumed"));
}

} // namespace snapshot
