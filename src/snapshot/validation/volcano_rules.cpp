// SPDX-License-Identifier: Apache-2.0
// What Volcano's webhook and its CustomResourceDefinition refuse in a Job. (volcano v1.15,
// pkg/webhooks/admission/jobs/validate)
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/operator_kinds.hpp"
#include "snapshot/validation/path_rules.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace snapshot {

namespace {

constexpr std::string_view k_policy_events =
    "* PodFailed PodEvicted PodPending Unknown TaskCompleted TaskFailed JobUpdated";
constexpr std::string_view k_policy_actions =
    "AbortJob RestartJob RestartTask RestartPod RestartPartition TerminateJob CompleteJob ResumeJob";

constexpr PathRule k_volcano_limits[] = {
    {"spec.maxRetry", must_be_at_least, "0"},
    {"spec.minAvailable", must_be_at_least, "0"},
    {"spec.minSuccess", must_be_at_least, "1"},
    {"spec.ttlSecondsAfterFinished", must_be_at_least, "0"},
    {"spec.networkTopology.mode", must_be_one_of_if_given, "hard soft"},
    {"spec.networkTopology.highestTierAllowed", must_be_at_least, "0"},
    {"spec.tasks[].name", must_be_dns_label},
    {"spec.tasks[].replicas", must_be_at_least, "0"},
    {"spec.tasks[].minAvailable", must_be_at_least, "0"},
    {"spec.tasks[].maxRetry", must_be_at_least, "0"},
    {"spec.tasks[].topologyPolicy", must_be_one_of_if_given, "none best-effort restricted single-numa-node"},
    {"spec.tasks[].partitionPolicy.partitionSize", must_be_set},
    {"spec.tasks[].partitionPolicy.partitionSize", must_be_at_least, "1"},
    {"spec.tasks[].partitionPolicy.totalPartitions", must_be_set},
    {"spec.tasks[].partitionPolicy.totalPartitions", must_be_at_least, "1"},
    {"spec.tasks[].partitionPolicy.minPartitions", must_be_at_least, "0"},
    {"spec.volumes[].mountPath", must_be_set},
};

bool is_word(std::string_view words, std::string_view word) {
  return util::concat(' ', words, ' ').find(util::concat(' ', word, ' ')) != std::string::npos;
}

// (validatePolicies)
void check_policies(document::Value policies, const Path& path, Errors& errors) {
  std::set<std::string_view> seen, codes;
  each_element(policies, path, [&](document::Value policy, const Path& here) {
    std::set<std::string_view> events;
    for (const document::Value event : policy["events"].elements()) { events.insert(event.text()); }
    if (is_set(policy, "event")) { events.insert(text_at(policy, "event")); }
    const document::Value code = policy["exitCode"];
    if (!events.empty() && !code.absent()) {
      return errors.omitted(here, "must not specify event and exitCode simultaneously");
    }
    if (events.empty() && code.absent()) {
      return errors.omitted(here, "either event and exitCode should be specified");
    }
    if (!code.absent()) {
      if (code.text() == "0") { errors.invalid(here["exitCode"], code, "0 is not a valid error code"); }
      if (!codes.insert(code.text()).second) { errors.duplicate(here["exitCode"], code); }
      return;
    }
    for (const std::string_view event : events) {
      if (!is_word(k_policy_events, event)) { errors.invalid(here["event"], event, "invalid policy event"); }
      if (!seen.insert(event).second) { errors.duplicate(here["event"], event); }
    }
    if (const std::string_view action = text_at(policy, "action"); !is_word(k_policy_actions, action)) {
      errors.invalid(here["action"], action, "invalid policy action");
    }
  });
  if (seen.contains("*") && seen.size() > 1) {
    errors.omitted(path, "if there's * here, no other policy should be here");
  }
}

// (validatePartitionPolicy)
void check_partitions(document::Value task, const Path& path, Errors& errors) {
  const document::Value policy = task["partitionPolicy"];
  const std::int64_t total = number_at(policy, "totalPartitions"), size = number_at(policy, "partitionSize");
  if (policy.absent() || total < 1 || size < 1) { return; } // the limits complain
  const std::int64_t replicas = number_at(task, "replicas", 1), fewest = number_at(policy, "minPartitions");
  if (replicas != total * size) {
    errors.invalid(path["replicas"], replicas, "'Replicas' are not equal to TotalPartitions*PartitionSize");
  }
  if (const auto needed = util::parse_int64(task["minAvailable"].text());
      needed && fewest > 0 && fewest * size != *needed) {
    errors.invalid(path["minAvailable"], *needed, "'MinAvailable' is not equal to MinPartitions*PartitionSize");
  }
}

// A policy about NUMA nodes needs whole CPUs. (validateTaskTopoPolicy)
void check_topology_policy(document::Value task, const Path& path, Errors& errors) {
  const std::string_view policy = text_at(task, "topologyPolicy");
  if (policy.empty() || policy == "none") { return; }
  const Path of_template = path["template"], of_spec = of_template["spec"];
  for (const std::string_view list : {"containers", "initContainers"}) {
    each_element(task["template"]["spec"][list], of_spec[list], [&](document::Value container, const Path& here) {
      const document::Value resources = container["resources"];
      const document::Value amounts = resources["requests"].size() == 0 ? resources["limits"] : resources["requests"];
      const Path at = here["resources"];
      model::Quantity cpu = quantity_of(amounts["cpu"], at);
      constexpr std::int64_t k_nano = 1'000'000'000;
      if (cpu.is_zero() || cpu.nano() % k_nano != 0) { errors.omitted(at, "the cpu request isn't an integer"); }
    });
  }
}

// True if the tasks and what they depend on are a graph without cycles, all of it tasks. (topoSort)
bool has_order(document::Value tasks) {
  std::map<std::string_view, std::set<std::string_view>> needs;
  std::size_t count = 0;
  for (const document::Value task : tasks.elements()) {
    ++count;
    std::set<std::string_view>& needed = needs[text_at(task, "name")];
    for (const document::Value other : task["dependsOn"]["name"].elements()) { needed.insert(other.text()); }
  }
  if (needs.size() != count) { return true; } // two tasks of a name, or none: another rule
  std::set<std::string_view> sorted;
  for (bool found = true; found;) {
    found = false;
    for (const auto& [name, needed] : needs) {
      const auto is_sorted = [&](std::string_view other) { return sorted.contains(other); };
      if (!sorted.contains(name) && std::ranges::all_of(needed, is_sorted)) { found = sorted.insert(name).second; }
    }
  }
  return sorted.size() == count;
}

// The name of the master's task in the arguments of the plugin: --master=NAME, or master. (plugins mpi, addFlags)
std::string_view mpi_master(document::Value arguments) {
  std::string_view name = "master";
  bool is_next = false;
  for (const document::Value argument : arguments.elements()) {
    std::string_view text = argument.text();
    if (std::exchange(is_next, false)) {
      name = text;
      continue;
    }
    while (text.starts_with('-')) { text.remove_prefix(1); }
    if (text.starts_with("master=")) { name = text.substr(7); }
    is_next = text == "master";
  }
  return name;
}

// (validateIO)
void check_volumes(document::Value volumes, const Path& path, Errors& errors) {
  std::set<std::string_view> mounts;
  each_element(volumes, path, [&](document::Value volume, const Path& here) {
    const std::string_view mount = text_at(volume, "mountPath");
    if (!mount.empty() && !mounts.insert(mount).second) { errors.duplicate(here["mountPath"], mount); }
    const bool has_claim = !volume["volumeClaim"].absent(), has_name = is_set(volume, "volumeClaimName");
    if (!has_claim && !has_name) { errors.required(here, "either VolumeClaim or VolumeClaimName must be specified"); }
    if (has_claim && has_name) { errors.omitted(here, "VolumeClaim and VolumeClaimName exclude each other"); }
  });
}

} // namespace

void check_volcano_job(const Place& job) {
  static constexpr std::array<std::string_view, 8> k_plugins = {"env", "hcclrank", "mpi", "pytorch",
                                                                "ray", "ssh",      "svc", "tensorflow"};
  const std::string_view own_name = text_at(job.value["metadata"], "name");
  const document::Value spec = job.value["spec"];
  const Path of_spec = job.path["spec"], tasks = of_spec["tasks"];
  if (spec["tasks"].size() == 0) { return job.errors.required(tasks, "No task specified in job spec"); }
  apply_path_rules(job, k_volcano_limits);
  std::int64_t replicas = 0;
  std::set<std::string_view> names;
  each_element(spec["tasks"], tasks, [&](document::Value task, const Path& here) {
    const std::int64_t count = number_at(task, "replicas", 1), fewest = number_at(task, "minAvailable", count);
    const std::string_view name = text_at(task, "name");
    replicas += count;
    if (fewest > count) {
      job.errors.invalid(
          here["minAvailable"], fewest,
          util::concat("'minAvailable' is greater than 'replicas' in task: ", name, ", job: ", own_name));
    }
    if (!name.empty() && !names.insert(name).second) {
      job.errors.invalid(here["name"], name, util::concat("duplicated task name ", name));
    }
    check_policies(task["policies"], here["policies"], job.errors);
    check_partitions(task, here, job.errors);
    check_topology_policy(task, here, job.errors);
  });
  if (const std::int64_t fewest = number_at(spec, "minAvailable", 0); fewest > replicas) {
    job.errors.invalid(of_spec["minAvailable"], fewest,
                       "job 'minAvailable' should not be greater than total replicas in tasks");
  }
  check_policies(spec["policies"], of_spec["policies"], job.errors);
  check_volumes(spec["volumes"], of_spec["volumes"], job.errors);
  if (!has_order(spec["tasks"])) {
    job.errors.omitted(tasks, "job has dependencies between tasks, but doesn't form a directed acyclic graph(DAG)");
  }
  const Path plugins = of_spec["plugins"];
  for (const auto [plugin, value] : spec["plugins"].members()) {
    if (std::ranges::find(k_plugins, plugin) == k_plugins.end()) {
      job.errors.not_found(plugins.member(plugin), plugin, util::concat("unable to find job plugin: ", plugin));
    }
    if (const std::string_view master = mpi_master(value); plugin == "mpi" && !names.contains(master)) {
      job.errors.not_found(plugins.member(plugin), master, "The specified mpi master task was not found");
    }
  }
}

} // namespace snapshot
