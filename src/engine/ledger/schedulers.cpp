// SPDX-License-Identifier: Apache-2.0
// Checks whether a scheduler serves the pods, whether the engine simulates its rules, and whether the controllers that
// make the pods are at work.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/rules/known_schedulers.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>

namespace engine {

namespace {

using model::Authority;
using model::Reply;

constexpr std::string_view k_default_scheduler = "default-scheduler";

// The schedulerName that a program serves. The program's Lease or Deployment has the program's name.
std::string_view served_by(std::string_view program) {
  if (program == "kube-scheduler") { return k_default_scheduler; }
  if (program == "volcano-scheduler" || program == "vc-scheduler") { return "volcano"; }
  if (program == "yunikorn-scheduler") { return "yunikorn"; }
  return program;
}

// True if the pod's scheduler has reported something about the pod.
bool is_refused(const model::Pod& pod) {
  return pod.pending != nullptr &&
         (pod.pending->has_scheduling_event || pod.pending->condition_reason == "Unschedulable" ||
          pod.pending->condition_reason == "SchedulerError");
}

// The known name that a misspelt name probably means; nullopt if none is close.
std::optional<std::string_view> meant(const LedgerInput& input, std::string_view name) {
  if (!added_filter_of(name).empty()) { return std::nullopt; }
  std::vector<std::string_view> candidates = input.schedulers.names;
  candidates.push_back(k_default_scheduler);
  for (const KnownScheduler& known : known_schedulers()) { candidates.push_back(known.name); }
  constexpr std::size_t k_slip = 2; // edits, in a name of at least six bytes
  const auto near = util::closest(name, candidates);
  const bool is_slip = near && *near != name && name.size() >= 6 && util::edit_distance(name, *near) <= k_slip;
  return is_slip ? near : std::nullopt;
}

// "Lease kube-system/kube-scheduler has no holder"
std::string end_of_lease(const model::Lease& lease) {
  const std::string end =
      lease.holder.empty() ? "has no holder" : util::concat("was last renewed at ", model::time_text(*lease.renewed));
  return util::concat("Lease ", lease.namespace_name, '/', lease.name, ' ', end);
}

void ask_for_signs(const LedgerInput& input, std::string_view name, LedgerEntries& out) {
  const std::string object = util::concat("schedulerName ", name);
  if (input.schedulers.shows(name)) {
    out.add(Authority::Scheduler, Reply::Allows, util::concat("a scheduler serves the schedulerName ", name), object);
  } else if (const auto down = input.schedulers.down.find(name); down != input.schedulers.down.end()) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat(end_of_lease(*down->second), ", so the scheduler ", name, " may be down"), object);
  } else if (const auto other = meant(input, name); other && find_scheduler(name) == nullptr) {
    out.add(Authority::Scheduler, Reply::Refuses,
            util::concat("no scheduler serves the schedulerName ", name, "; did you mean ", *other, '?'), object);
  } else if (!input.schedulers.shows_any || name == k_default_scheduler) {
    out.add(Authority::Scheduler, Reply::Assumed,
            util::concat("a scheduler serves the schedulerName ", name, " (the input does not show one)"), object);
  } else {
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat("nothing in the input shows a scheduler that serves the schedulerName ", name), object);
  }
}

// A scheduler that works leaves a condition or an event at each pod that it refuses, within a second. If it has
// reported about others, and never about any of these pods, it may be down or not watch them. Members that wait at
// Permit have neither, so one member with a sign speaks for its group.
void ask_silent_scheduler(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  constexpr std::int64_t k_silence = 60; // seconds
  std::vector<model::PodIndex> silent;
  for (const model::PodIndex index : subject.group != nullptr ? subject.group->members : subject.pods) {
    const model::Pod& pod = input.pod(index);
    if (pod.bound() || pod.finished() || pod.gated() || pod.terminating) { continue; }
    const bool has_sign =
        pod.from_manifest || is_refused(pod) || (pod.pending != nullptr && !pod.pending->condition_reason.empty());
    const bool is_old = pod.created && input.run.rules.options.now.seconds() - pod.created->seconds() > k_silence;
    if (has_sign || !is_old || !input.schedulers.has_reported(pod.spec->scheduler_name)) { return; }
    silent.push_back(index);
  }
  if (silent.empty()) { return; }
  const std::string_view name = input.pod(silent.front()).spec->scheduler_name;
  out.add(Authority::Scheduler, Reply::NotAsked,
          util::concat("scheduler ", name, " has reported nothing about ", name_of_pods(input.cluster, silent),
                       " for over a minute, but about others: it may be down, or not watch them"),
          util::concat("schedulerName ", name));
}

// Plugins whose Filter reads what their PreFilter has written, and returns an error otherwise. (getPreFilterState)
constexpr std::array<std::string_view, 7> k_need_pre_filter = {
    "NodePorts",         "NodeResourcesFit", "VolumeRestrictions", "VolumeBinding",
    "PodTopologySpread", "InterPodAffinity", "DynamicResources"};

// Adds the replies of a KubeSchedulerConfiguration for the pod's schedulerName.
void ask_configuration(const LedgerInput& input, const model::Pod& pod, LedgerEntries& out) {
  const model::SchedulerConfiguration& configuration = input.run.rules.options.configuration;
  const std::string object = util::concat("schedulerName ", pod.spec->scheduler_name);
  const model::SchedulerProfile* const profile = configuration.profile_for(pod.spec->scheduler_name);
  if (profile == nullptr) {
    out.add(
        Authority::Scheduler, Reply::Refuses,
        util::concat("no profile of the scheduler's configuration has the schedulerName ", pod.spec->scheduler_name),
        object);
    return;
  }
  out.add(Authority::Scheduler, Reply::Allows,
          util::concat("a profile of the configuration has the schedulerName ", pod.spec->scheduler_name), object);
  for (const std::string_view name : k_need_pre_filter) {
    if (!profile->enabled(model::ExtensionPoint::Filter, name) ||
        profile->enabled(model::ExtensionPoint::PreFilter, name)) {
      continue;
    }
    out.add(
        Authority::Scheduler, Reply::NotAsked,
        util::concat("the profile has ", name, " at filter and not at preFilter, so ", name, " fails for every pod"),
        util::concat("plugin ", name));
  }
  for (const model::NotSimulated& each : profile->not_simulated) {
    const auto& only = each.only_for;
    const bool concerns =
        only.empty() || std::ranges::any_of(pod.spec->requests, [&](const auto& request) {
          return std::ranges::find(only, input.cluster.resources.name(request.resource)) != only.end();
        });
    if (!concerns) { continue; }
    const std::string& name = each.name;
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat(name, " decides too, and this program does not simulate it"), name);
  }
}

// The controllers whose selector is a part of the default selector. In a dry run, a Deployment owns its pods in place
// of its ReplicaSet. (plugins/helper/spread.go, DefaultSelector)
bool spreads_its_pods(const model::Owner& owner) {
  constexpr std::array<std::string_view, 4> k_kinds = {"Deployment", "ReplicaSet", "ReplicationController",
                                                       "StatefulSet"};
  const bool is_core = owner.kind == "ReplicationController";
  return owner.controller && owner.api_version == (is_core ? "v1" : "apps/v1") &&
         std::ranges::find(k_kinds, owner.kind) != k_kinds.end();
}

bool has_hard_defaults(const model::SchedulerProfile& profile) {
  return profile.enabled(model::ExtensionPoint::Filter, "PodTopologySpread") &&
         std::ranges::any_of(profile.spread.default_constraints, &model::TopologySpreadConstraint::do_not_schedule);
}

// defaultConstraints of PodTopologySpread concern the pods that the pod's Services and controller select. The run
// applies none to a pod without them.
void ask_default_constraints(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const model::ClusterSnapshot& cluster = input.cluster;
  for (const model::PodIndex index : subject.pods) {
    const model::Pod& pod = input.pod(index);
    const model::SchedulerProfile* const profile =
        input.run.rules.options.configuration.profile_for(pod.spec->scheduler_name);
    if (profile == nullptr || !pod.spec->spread.empty() || !has_hard_defaults(*profile)) { continue; }
    const auto is_controller = [&](const model::WorkloadObject& object) {
      return object.selector && object.kind == pod.owner->kind && object.name == pod.owner->name &&
             object.namespace_name == pod.namespace_name;
    };
    if (pod.owner != nullptr && spreads_its_pods(*pod.owner) &&
        std::ranges::none_of(cluster.workloads, is_controller)) {
      const std::string object = util::concat(pod.owner->kind, ' ', pod.namespace_name, '/', pod.owner->name);
      out.add(Authority::Scheduler, Reply::NotAsked,
              util::concat("the selector of ", object,
                           " is not in the input, and by it defaultConstraints of PodTopologySpread spread its pods"),
              object);
    }
    if (std::ranges::find(cluster.omitted, "services", &model::OmittedList::list) != cluster.omitted.end()) {
      out.add(Authority::Scheduler, Reply::NotAsked,
              "the services of the cluster are not in the input, and by their selectors defaultConstraints of "
              "PodTopologySpread spread pods",
              "services");
    }
  }
}

// The gates are off by default. Groups in the cluster show that they are on. (kube_features.go)
void ask_native_gates(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  const auto shows = [](const model::PodGroup& other) {
    return other.dialect == model::Dialect::Native && !other.from_manifest;
  };
  if (!group.from_manifest || std::ranges::any_of(input.cluster.groups, shows)) { return; }
  out.add(Authority::Scheduler, Reply::Assumed,
          input.run.rules.version.minor >= 37 ? "feature gate GenericWorkload is on"
                                              : "feature gates GenericWorkload and GangScheduling are on");
}

// kube-scheduler reads some marks by its own plugins and others by Coscheduling, so both may be read.
bool is_of_kube_scheduler(model::Dialect dialect) {
  return dialect == model::Dialect::Native || dialect == model::Dialect::Coscheduling ||
         dialect == model::Dialect::CoschedulingSigs;
}

// A second group of the pods, which the run leaves out. (scheduler-plugins, core.go: PreFilter, Permit;
// gangscheduling.go: PreEnqueue)
void ask_second_group(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const model::PodGroup& group = *subject.group;
  if (!is_of_kube_scheduler(group.dialect) || subject.pods.empty()) { return; }
  const model::SchedulerConfiguration& configuration = input.run.rules.options.configuration;
  const std::string_view scheduler = input.pod(subject.pods.front()).spec->scheduler_name;
  const model::SchedulerProfile* const profile = configuration.profile_for(scheduler);
  const bool reads_labels = configuration.assumed || profile == nullptr ||
                            profile->enabled(model::ExtensionPoint::Permit, "Coscheduling") ||
                            profile->enabled(model::ExtensionPoint::PreFilter, "Coscheduling");
  for (const model::Layer& layer : group.layers) {
    const bool is_open = layer.role == model::LayerRole::Ignored && is_of_kube_scheduler(layer.dialect) &&
                         (layer.dialect == model::Dialect::Native || reads_labels);
    if (!is_open) { continue; }
    const model::DialectFacts& facts = model::facts_of(layer.dialect);
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat("its pods also name the group ", layer.name, " by ", facts.mark, ", and whether ", scheduler,
                         " waits for that group too is not asked"),
            util::concat(facts.kind, ' ', group.namespace_name, '/', layer.name));
  }
}

// Since v0.31.8, Coscheduling counts only pods that it bound itself, or that ran when it started. (scheduler-plugins,
// core.go: AddPodFactory is called for additions, not for updates)
void ask_members_of_others(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  constexpr int k_first_minor = 31;
  const model::PodGroup& group = *subject.group;
  if (group.dialect != model::Dialect::Coscheduling || subject.pods.empty() ||
      input.run.rules.version.minor < k_first_minor) {
    return;
  }
  const std::string_view own = input.pod(subject.pods.front()).spec->scheduler_name;
  for (const model::PodIndex index : group.members) {
    const model::Pod& member = input.pod(index);
    if (!member.bound() || member.terminating || member.spec->scheduler_name == own) { continue; }
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat("member ", member.name, " was bound by scheduler ", member.spec->scheduler_name,
                         ": Coscheduling of ", own, " counts it only if ", own,
                         " has started since, which the input does not show"),
            util::concat("Pod ", model::pod_key(member)));
    return;
  }
}

// (kube_features.go: WorkloadAwarePreemption is off by default; without it, the API server drops the priority of a
// group. Admission gives each group a priority if it is on: plugin/pkg/admission/priority, admitPodGroup)
void ask_native_preemption(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  const auto shows = [](const model::PodGroup& other) {
    return other.dialect == model::Dialect::Native && !other.from_manifest && other.priority.has_value();
  };
  const auto preempts = [&](model::PodIndex member) { return !input.run.timeline.pods[at(member)].victims.empty(); };
  if (std::ranges::none_of(group.members, preempts) || std::ranges::any_of(input.cluster.groups, shows)) { return; }
  out.add(Authority::Scheduler, Reply::NotAsked,
          util::concat("whether feature gate WorkloadAwarePreemption is on is not known (it is off by default), and ",
                       "without it the group preempts in another way"),
          "feature gate WorkloadAwarePreemption");
}

// A native group with a topology starts in one domain of it. The run knows all nodes as one domain. (1.36,
// TopologyPlacementGenerator)
void ask_topology(const LedgerInput& input, const model::PodGroup& group, LedgerEntries& out) {
  const model::NodeList& nodes = input.cluster.nodes;
  for (const std::string_view key : group.topology_keys) {
    const auto value_of = [&](const model::Node& node) { return model::find_label(*node.labels, key); };
    const bool is_one_domain =
        !nodes.empty() && value_of(nodes.front()) &&
        std::ranges::all_of(nodes, [&](const model::Node& node) { return value_of(node) == value_of(nodes.front()); });
    if (is_one_domain) { continue; }
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat("its members must share one value of the node label ", key,
                         " (spec.schedulingConstraints.topology), which this program does not simulate"));
  }
}

// The priority that admission gives a native group; absent: its class is not in the input.
std::optional<std::int32_t> native_priority_of(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  if (group.priority) { return group.priority; }
  const auto found = std::ranges::find_if(cluster.priority_classes, [&](const model::PriorityClass& each) {
    return group.priority_class.empty() ? each.global_default : each.name == group.priority_class;
  });
  if (found != cluster.priority_classes.end()) { return found->value; }
  return group.priority_class.empty() ? std::optional(0) : std::nullopt;
}

// 1.37 rejects a group whose members have another priority than the group itself, for good. ("all pods in a single pod
// group should have the same priority as the pod group's priority")
void ask_native_priority(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const model::PodGroup& group = *subject.group;
  const std::string name = util::concat("PodGroup ", group.namespace_name, '/', group.name);
  const std::optional<std::int32_t> priority = native_priority_of(input.cluster, group);
  if (!priority) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat("PriorityClass ", group.priority_class, " of ", name, " is not in the input"),
            util::concat("PriorityClass ", group.priority_class));
    return;
  }
  const bool never_preempts = input.pod(subject.pods.front()).spec->never_preempts;
  for (const model::PodIndex index : subject.pods) {
    const model::Pod& pod = input.pod(index);
    if (!pod.finished() && pod.spec->never_preempts != never_preempts) {
      out.add(Authority::Scheduler, Reply::Refuses,
              util::concat("the scheduler rejects the members of ", name, ", which differ in preemptionPolicy"), name);
      return;
    }
    if (pod.finished() || pod.spec->priority == *priority) { continue; }
    out.add(Authority::Scheduler, Reply::Refuses,
            util::concat("the scheduler rejects the members: pod ", model::pod_key(pod), " has priority ",
                         pod.spec->priority, ", and ", name, " has ", *priority),
            name);
    return;
  }
}

// Parts of native groups that are not simulated.
void ask_native_parts(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  constexpr int k_with_equal_priorities = 37;
  if (subject.pods.empty()) { return; }
  const model::PodGroup& group = *subject.group;
  const std::string name = util::concat("PodGroup ", group.namespace_name, '/', group.name);
  if (!group.parent.empty()) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat("CompositePodGroup ", group.parent, " decides too, and this program does not simulate it"),
            util::concat("CompositePodGroup ", group.namespace_name, '/', group.parent));
  }
  if (group.has_claims) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            "its members share resource claims of their group (spec.resourceClaims), which is not simulated", name);
  }
  if (!input.depends_on_order.empty() && input.depends_on_order[input.cluster.groups.index_of(group)]) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            "its members differ, and whether it starts depends on their order, which is random", name);
  }
  if (input.run.rules.version.minor < k_with_equal_priorities) { return; }
  ask_native_priority(input, subject, out);
  if (group.from_manifest && group.disrupted_whole && !group.gang) {
    out.add(Authority::Admission, Reply::Refuses,
            util::concat(name, " is invalid: spec.disruptionMode all needs the policy gang"), name);
  }
}

} // namespace

namespace {

// True if the scheduler has bound a pod, or reported about one, that is newer than the last renewal.
bool has_worked_since(const model::ClusterSnapshot& cluster, std::string_view scheduler_name, model::Time renewed) {
  const auto is_newer = [&](const model::Pod& pod) {
    return pod.spec->scheduler_name == scheduler_name && pod.created && *pod.created > renewed && !pod.from_manifest &&
           (pod.bound() || is_refused(pod));
  };
  return std::ranges::any_of(cluster.pods, is_newer) ||
         std::ranges::any_of(cluster.event_reporters, [&](const model::EventReporter& reporter) {
           return reporter.name == scheduler_name && reporter.last && *reporter.last > renewed;
         });
}

// By schedulerName: Leases that have no holder at that time. (client-go tools/leaderelection)
std::map<std::string_view, const model::Lease*> ended_leases(const model::ClusterSnapshot& cluster, model::Time at) {
  constexpr std::int64_t k_slack = 300; // seconds: lists are not read at one moment, and clocks differ
  std::map<std::string_view, const model::Lease*> ended;
  for (const model::Lease& lease : cluster.leases) {
    if (!lease.renewed) { continue; }
    const std::int64_t end = lease.renewed->seconds() + lease.duration_seconds + k_slack;
    const bool has_ended = lease.holder.empty() || at.seconds() > end;
    const std::string_view name = served_by(lease.name);
    if (!has_ended || has_worked_since(cluster, name, *lease.renewed)) { continue; }
    const model::Lease*& known = ended[name]; // a virtual cluster may have one of the same name
    if (known == nullptr || known->namespace_name != "kube-system") { known = &lease; }
  }
  return ended;
}

} // namespace

SchedulersAtWork::SchedulersAtWork(const model::ClusterSnapshot& cluster, model::Time now)
    : down(ended_leases(cluster, cluster.captured_at.value_or(now))) {
  std::set<std::string_view> found, heard;
  for (const model::Pod& pod : cluster.pods) {
    if (pod.from_manifest || !(pod.bound() || pod.finished() || is_refused(pod))) { continue; }
    found.insert(pod.spec->scheduler_name);
    if (is_refused(pod)) { heard.insert(pod.spec->scheduler_name); }
  }
  for (const model::EventReporter& reporter : cluster.event_reporters) {
    found.insert(reporter.name);
    heard.insert(reporter.name);
  }
  shows_any = !found.empty();
  const auto add_program = [&](std::string_view name) {
    found.insert(served_by(name));
    shows_any = shows_any || name.find("scheduler") != std::string_view::npos;
  };
  for (const model::Lease& lease : cluster.leases) {
    if (!lease.holder.empty()) { add_program(lease.name); }
  }
  for (const model::WorkloadObject& object : cluster.workloads) {
    const bool runs = object.kind == "Deployment" && !object.leaving && object.pods_at_once != 0;
    if (runs) { add_program(object.name); }
  }
  for (const auto& [name, lease] : down) { found.erase(name); }
  names.assign(found.begin(), found.end());
  reported.assign(heard.begin(), heard.end());
}

namespace {

// True if kube-controller-manager makes the pods of such an owner. JobSet and LeaderWorkerSet make Jobs and
// StatefulSets.
bool is_of_controller_manager(const model::Owner* owner) {
  return owner != nullptr && owner->controller &&
         (owner->api_version.starts_with("apps/") || owner->api_version.starts_with("batch/") ||
          owner->kind == "ReplicationController");
}

// The object of the manifest for which the pod is made: "Job ml/train".
std::string maker_of(const LedgerInput& input, const model::Pod& pod) {
  for (const model::Expansion& made : input.question.expansions) {
    const bool is_it = made.namespace_name == pod.namespace_name &&
                       std::ranges::any_of(made.roles, [&](const model::Expansion::Role& role) {
                         return std::ranges::find(role.pods, pod.name) != role.pods.end();
                       });
    if (is_it) { return util::concat(made.kind, ' ', made.namespace_name, '/', made.name); }
  }
  return util::concat(pod.owner->kind, ' ', pod.namespace_name, '/', pod.owner->name);
}

} // namespace

void entries_of_controller_manager(const LedgerInput& input, LedgerEntries& out) {
  const auto down = input.schedulers.down.find("kube-controller-manager");
  if (down == input.schedulers.down.end() || down->second->namespace_name != "kube-system") { return; }
  const model::Lease& lease = *down->second;
  const model::PodList& pods = input.cluster.pods;
  const auto has_made = [&](const model::Pod& pod) {
    return !pod.from_manifest && pod.created && *pod.created > *lease.renewed && is_of_controller_manager(pod.owner);
  };
  if (std::ranges::any_of(pods, has_made)) { return; }
  const auto is_to_make = [](const model::Pod& pod) {
    return pod.from_manifest && pod.uid.empty() && is_of_controller_manager(pod.owner);
  };
  const auto first = std::ranges::find_if(pods, is_to_make);
  if (first == pods.end()) { return; }
  const std::string object = maker_of(input, *first);
  out.add(Authority::Operator, Reply::NotAsked,
          util::concat(end_of_lease(lease), ", so the controllers that make the pods of ", object, " may be down"),
          object);
}

bool starts_one_by_one(const LedgerInput& input, const model::PodGroup& group) {
  const Policy& policy = *input.run.rules.policies[input.cluster.groups.index_of(group)];
  return group.dialect == model::Dialect::Native && model::is_gang(group) && !policy.gang &&
         policy.native == Policy::Native::No && input.run.rules.options.policy != "none";
}

void scheduler_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const bool is_approximated = subject.group != nullptr && model::is_approximated(subject.group->dialect) &&
                               model::is_gang(*subject.group) && subject.group->dialect != model::Dialect::Kueue;
  constexpr int k_first_native = 35; // KEP-4671
  const SchedulerVersion& version = input.run.rules.version;
  if (subject.group != nullptr && subject.group->dialect == model::Dialect::Native && version.minor < k_first_native) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat("Kubernetes 1.", version.minor, " has no pod groups of its own, which began with 1.",
                         k_first_native));
  } else if (subject.group != nullptr && starts_one_by_one(input, *subject.group)) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            "the scheduler's configuration disables plugin GangScheduling, so members start one by one",
            "plugin GangScheduling");
  }
  if (subject.group != nullptr && subject.group->dialect == model::Dialect::Native) {
    ask_topology(input, *subject.group, out);
    ask_native_parts(input, subject, out);
    ask_native_gates(input, *subject.group, out);
    ask_native_preemption(input, *subject.group, out);
  }
  if (subject.group != nullptr) {
    ask_second_group(input, subject, out);
    ask_members_of_others(input, subject, out);
  }
  ask_silent_scheduler(input, subject, out);
  scheduler_report_entries(input, subject, out);
  ask_default_constraints(input, subject, out);
  std::set<std::string_view> asked;
  for (const model::PodIndex index : subject.pods) {
    const model::Pod& pod = input.pod(index);
    const std::string_view name = pod.spec->scheduler_name;
    if (!asked.insert(name).second) { continue; }
    const KnownScheduler* const known = find_scheduler(name);
    const bool assumed = input.run.rules.options.configuration.assumed;
    if (const std::string_view added = added_filter_of(name); assumed && !added.empty()) {
      out.add(Authority::Scheduler, Reply::NotAsked,
              util::concat(added, " of ", name, " decides too, and this program does not simulate it"),
              util::concat("schedulerName ", name));
    }
    if (!assumed) {
      ask_configuration(input, pod, out);
    } else if (known == nullptr && !is_approximated) {
      ask_for_signs(input, name, out);
    } else if (known == nullptr) {
      if (const auto other = meant(input, name)) { ask_for_signs(input, name, out); }
    } else if (!is_approximated || !model::holds(known->reads, subject.group->dialect)) {
      // For groups of dialects that this scheduler reads, queue_entries() asks about its queues.
      out.add(Authority::Scheduler, Reply::NotAsked,
              util::concat(known->project, "'s scheduler decides, and this program does not simulate its rules yet"),
              util::concat("schedulerName ", name));
    }
  }
}

} // namespace engine
