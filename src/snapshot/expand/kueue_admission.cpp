// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/kueue_admission.hpp"

#include "snapshot/expand/kueue_units.hpp"
#include "snapshot/expand/kueue_webhooks.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

// The pod templates of an object, and those that request a topology. (kueue.x-k8s.io/podset-required-topology and
// similar annotations)
struct TopologyRequests {
  std::size_t templates = 0, of_templates = 0;
  bool elsewhere = false; // at a place that is no pod template

  bool has_none() const { return of_templates == 0 && !elsewhere; }
  bool has_all() const { return of_templates == templates && !elsewhere; }
};

bool requests_topology(document::Value annotations) {
  for (const auto [key, member] : annotations.members()) {
    if (key.starts_with("kueue.x-k8s.io/podset-") && key.ends_with("-topology")) { return true; }
  }
  return false;
}

void count_topologies(document::Value value, TopologyRequests& out) {
  const bool asks = requests_topology(value["metadata"]["annotations"]);
  if (value["spec"]["containers"].is_array()) {
    ++out.templates;
    out.of_templates += asks ? 1 : 0;
    return;
  }
  out.elsewhere = out.elsewhere || asks;
  for (const auto [key, member] : value.members()) { count_topologies(member, out); }
  for (const document::Value element : value.elements()) { count_topologies(element, out); }
}

// The number of pods with which Kueue may start a Job, if it declares one. (kueue, pkg/controller/jobs/job,
// minPodsCount)
std::optional<std::int32_t> min_parallelism(const KeptObject& object) {
  const std::string_view text = object.value()["metadata"]["annotations"]["kueue.x-k8s.io/job-min-parallelism"].text();
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (object.kind != "Job" || error != std::errc() || end != text.data() + text.size() || number <= 0) {
    return std::nullopt;
  }
  return number;
}

// The decision of Kueue that the input does not show; empty if it contains the queues.
std::string queues_missing(const Collected& collected, std::string_view namespace_name, std::string_view name) {
  const std::string local = util::concat("LocalQueue ", namespace_name, '/', name);
  const model::LocalQueue* const queue = find_local_queue(collected, namespace_name, name);
  if (queue == nullptr) {
    // If the list of LocalQueues is complete, the simulation of Kueue reports that this one does not exist.
    const bool whole =
        collected.omissions.is_given("localqueues.kueue.x-k8s.io", !collected.cluster.local_queues.empty());
    return whole && !collected.cluster.cluster_queues.empty()
               ? std::string()
               : util::concat(local, " decides, and it is not in the input");
  }
  const auto& queues = collected.cluster.cluster_queues;
  const auto above = std::ranges::find(queues, queue->cluster_queue, &model::ClusterQueue::name);
  if (above == queues.end()) {
    const bool whole = collected.omissions.is_given("clusterqueues.kueue.x-k8s.io", !queues.empty());
    return whole ? std::string()
                 : util::concat("ClusterQueue ", queue->cluster_queue, " of ", local,
                                " decides, and it is not in the input");
  }
  const bool has_flavors = std::ranges::any_of(above->groups, [](const auto& group) { return !group.flavors.empty(); });
  const bool whole =
      collected.omissions.is_given("resourceflavors.kueue.x-k8s.io", !collected.cluster.resource_flavors.empty());
  return !has_flavors || whole ? std::string()
                               : util::concat("the ResourceFlavors of ClusterQueue ", above->name, " (", local,
                                              ") decide, and they are not in the input");
}

// The value of a class. Notes a missing one, because Kueue then creates no Workload.
template <typename Class>
std::optional<std::int32_t> class_value(std::string_view kind, std::string_view name, const std::vector<Class>& classes,
                                        Expander& expander) {
  const auto found = std::ranges::find(classes, name, &Class::name);
  if (found != classes.end()) { return found->value; }
  const std::string text = util::concat(kind, ' ', name);
  expander.note(Authority::Queue, classes.empty() ? Reply::NotAsked : Reply::Refuses,
                classes.empty() ? util::concat(text, " is not in the input") : util::concat("there is no ", text),
                text);
  return std::nullopt;
}

// Since v0.18, Kueue counts the devices of claims by its configuration, and earlier ones ignore them or refuse the
// Workload. (KueueDRAIntegration)
void note_claims(const KueueUnit& unit, Expander& expander) {
  const std::span<const model::Pod> pods = expander.made_pods();
  const bool has_claims =
      std::ranges::any_of(unit.pods, [&](std::size_t at) { return !pods[at].spec->resource_claims.empty(); });
  if (!has_claims) { return; }
  expander.note(Authority::Queue, Reply::NotAsked,
                util::concat("Kueue counts the resource claims of ", text_of(expander.top()),
                             " by its deviceClassMappings, which is not simulated"),
                text_of(expander.top()));
}

// The priority of the Workload: that of the class of its label, else of the scheduling policy of Kubeflow's jobs, else
// of the first pod set that names a class. (kueue, jobframework ExtractPriority; PriorityClass of kubeflowjob and
// mpijob, whose first pod set is the launcher)
std::int32_t workload_priority(const KueueUnit& unit, const KeptObject& object, std::int32_t of_pods,
                               Expander& expander) {
  const Collected& collected = expander.collected();
  if (!unit.priority_class.empty()) {
    return class_value("WorkloadPriorityClass", unit.priority_class, collected.workload_priorities, expander)
        .value_or(of_pods);
  }
  if (!unit.is_of_roles) { return of_pods; }
  const std::string_view of_policy = object.value()["spec"]["runPolicy"]["schedulingPolicy"]["priorityClass"].text();
  if (!of_policy.empty()) {
    return class_value("PriorityClass", of_policy, collected.cluster.priority_classes, expander).value_or(of_pods);
  }
  const QueuedRole* first = nullptr;
  for (const QueuedRole& role : expander.queued_roles()) {
    const bool leads = object.kind == "MPIJob" && role.name == "launcher"; // although its pod is the last one
    if (role.names_class && (first == nullptr || leads)) { first = &role; }
  }
  return first == nullptr ? of_pods : first->priority;
}

// True if the simulation chooses the flavors as Kueue does. Where some flavors of a group lack a label key that pods
// select, the release decides; whether a flavor could preempt is not simulated. (kueue flavorassigner:
// findFlavorForPodSets, flavorSelector)
bool chooses_flavors(const Collected& collected, const model::ClusterQueue& queue, const Expander& expander) {
  if (queue.may_preempt && queue.preempts_before_next_flavor) { return false; }
  const bool select_nothing = std::ranges::all_of(expander.made_pods(), [](const model::Pod& pod) {
    return pod.spec->node_selector.empty() && !pod.spec->required_node_terms;
  });
  const auto keys_of_flavor = [&](const model::KueueFlavorQuotas& quotas) {
    std::set<std::string_view> keys;
    const auto& flavors = collected.cluster.resource_flavors;
    const auto flavor = std::ranges::find(flavors, quotas.flavor, &model::ResourceFlavor::name);
    if (flavor != flavors.end()) {
      for (const model::Label& label : flavor->node_labels) { keys.insert(label.key); }
    }
    return keys;
  };
  return select_nothing || std::ranges::all_of(queue.groups, [&](const model::KueueResourceGroup& group) {
           return std::ranges::all_of(group.flavors, [&](const model::KueueFlavorQuotas& quotas) {
             return keys_of_flavor(quotas) == keys_of_flavor(group.flavors.front());
           });
         });
}

// Kueue makes pods select the node labels of their flavor. If no node has these labels, no pod fits.
void note_flavors(std::string_view queue, const Source& source, Expander& expander) {
  const Collected& collected = expander.collected();
  const model::LocalQueue* const local = find_local_queue(collected, source.namespace_name, queue);
  if (local == nullptr) { return; }
  const auto& queues = collected.cluster.cluster_queues;
  const auto above = std::ranges::find(queues, local->cluster_queue, &model::ClusterQueue::name);
  if (above == queues.end()) { return; }
  bool all_everywhere = true, any_somewhere = false, any = false, has_choice = false;
  for (const model::KueueResourceGroup& group : above->groups) {
    has_choice = has_choice || group.flavors.size() > 1;
    for (const model::KueueFlavorQuotas& quotas : group.flavors) {
      const auto& flavors = collected.cluster.resource_flavors;
      const auto flavor = std::ranges::find(flavors, quotas.flavor, &model::ResourceFlavor::name);
      if (flavor == flavors.end()) { continue; }
      any = true;
      const auto has_labels = [&](const model::Node& node) {
        return std::ranges::all_of(flavor->node_labels, [&](const model::Label& label) {
          return model::find_label(*node.labels, label.key) == label.value;
        });
      };
      all_everywhere = all_everywhere && std::ranges::all_of(collected.cluster.nodes, has_labels);
      any_somewhere = any_somewhere || std::ranges::any_of(collected.cluster.nodes, has_labels);
    }
  }
  // The chosen flavors are applied to the pods. (engine/rules/gates/kueue_pods.hpp)
  const bool is_simulated = !has_choice || chooses_flavors(collected, *above, expander);
  if (!any || all_everywhere || (any_somewhere && is_simulated)) { return; }
  if (!any_somewhere && !above->admission_checks.empty()) { // ProvisioningRequest: an autoscaler makes the nodes
    return expander.note(Authority::Queue, Reply::NotAsked,
                         util::concat("no node has the labels of a ResourceFlavor of ClusterQueue ", above->name,
                                      ", and admission check ", above->admission_checks.front(), " may make nodes"),
                         util::concat("ClusterQueue ", above->name));
  }
  expander.note(Authority::Queue, any_somewhere ? Reply::NotAsked : Reply::Refuses,
                any_somewhere
                    ? util::concat("ClusterQueue ", above->name, " of LocalQueue ", source.namespace_name, '/', queue,
                                   " chooses the nodes by a ResourceFlavor, which is not simulated")
                    : util::concat("no node has the labels of a ResourceFlavor of ClusterQueue ", above->name,
                                   " (LocalQueue ", source.namespace_name, '/', queue, ')'),
                util::concat("ClusterQueue ", above->name));
}

// Kinds whose controllers create Jobs, which Kueue manages like Jobs of their own unless it manages the object.
bool creates_jobs(std::string_view kind) {
  constexpr std::array<std::string_view, 7> k_kinds = {"AppWrapper", "JobSet",     "LeaderWorkerSet", "MPIJob",
                                                       "RayJob",     "RayService", "TrainJob"};
  return std::ranges::find(k_kinds, kind) != k_kinds.end();
}

// Kueue with manageJobsWithoutQueueName suspends objects that name no queue, and what an object creates that it does
// not manage itself. (kueue, jobframework WorkloadShouldBeSuspended)
void note_managed(const model::KueueConfiguration& configuration, const KeptObject& object, const Source& source,
                  Expander& expander) {
  const Collected& collected = expander.collected();
  const std::string_view kind = object.kind == "CronJob" ? std::string_view("Job") : std::string_view(object.kind);
  const std::string by = util::concat("ConfigMap ", configuration.name);
  if (!has_integration(configuration, kind)) {
    const bool has_jobs =
        has_integration(configuration, "Job") && (creates_jobs(kind) || !is_managed_kind(object.api_version, kind));
    if (!has_jobs && !has_integration(configuration, "Pod")) { return; }
    expander.note(
        Authority::Queue, Reply::NotAsked,
        util::concat("Kueue manages jobs without a queue name, and may suspend what ", text_of(source), " creates"),
        by);
    return;
  }
  const bool is_given =
      collected.omissions.is_given("localqueues.kueue.x-k8s.io", !collected.cluster.local_queues.empty());
  const bool may_have = may_default(kind);
  const std::string lacks =
      !may_have  ? std::string()
      : is_given ? util::concat("; namespace ", source.namespace_name, " has no LocalQueue named default")
                 : util::concat("; LocalQueue ", source.namespace_name, "/default is not in the input");
  expander.note(Authority::Queue, !may_have || is_given ? Reply::Refuses : Reply::NotAsked,
                util::concat("Kueue manages jobs without a queue name and suspends ", text_of(source), lacks), by);
}

void note_without_queue(const KeptObject& object, const Source& source, Expander& expander) {
  const Collected& collected = expander.collected();
  const model::ClusterSnapshot& cluster = collected.cluster;
  if (collected.omissions.is_not_served("localqueues.kueue.x-k8s.io")) { return; }
  for (const model::KueueConfiguration& configuration : cluster.kueue_configurations) {
    if (!configuration.manages_all || !manages_namespace(collected, configuration, source.namespace_name)) { continue; }
    return note_managed(configuration, object, source, expander);
  }
  const bool runs = !cluster.cluster_queues.empty() || !cluster.local_queues.empty();
  if (runs && cluster.kueue_configurations.empty() && is_managed_kind(object.api_version, object.kind)) {
    expander.note(Authority::Queue, Reply::Assumed,
                  "Kueue leaves jobs without a queue name alone (manageJobsWithoutQueueName)", {});
  }
}

// Notes what the input lacks about the queue. Returns false if the simulation cannot decide then.
bool note_queue(std::string_view queue, const TopologyRequests& topologies, const Source& source, Expander& expander) {
  const Collected& collected = expander.collected();
  const std::string local = util::concat("LocalQueue ", source.namespace_name, '/', queue);
  const bool is_mixed = !topologies.has_none() && !topologies.has_all();
  if (is_mixed) {
    expander.note(Authority::Queue, Reply::NotAsked,
                  util::concat(local, " decides by a topology too, which is not simulated"), local);
  }
  if (collected.omissions.is_denied("workloads.kueue.x-k8s.io")) {
    expander.note(Authority::Queue, Reply::NotAsked,
                  util::concat(local, " decides, and what waits in it is not in the input (workloads.kueue.x-k8s.io)"),
                  {});
  }
  std::string missing = queues_missing(collected, source.namespace_name, queue);
  if (missing.empty()) { return !is_mixed; }
  expander.note(Authority::Queue, Reply::NotAsked, std::move(missing), local);
  return false;
}

using RolesByPod = std::unordered_map<std::string_view, std::string_view>;

RolesByPod roles_of_pods(const Expander& expander) {
  RolesByPod roles;
  for (const model::Expansion::Role& role : expander.manifest().expansions.back().roles) {
    for (const std::string& pod : role.pods) { roles.emplace(pod, role.name); }
  }
  return roles;
}

// A LeaderWorkerSet without a template for leaders has one pod set for all. (leaderworkerset_reconciler.go, podSets)
bool has_pod_set_by_role(const KeptObject& object) {
  return object.kind != "LeaderWorkerSet" || !object.value()["spec"]["leaderWorkerTemplate"]["leaderTemplate"].absent();
}

// True if quota and flavors see no difference.
bool asks_alike(const model::PodSpec& a, const model::PodSpec& b) {
  return &a == &b || (a.requests == b.requests && a.node_selector == b.node_selector &&
                      a.required_node_terms == b.required_node_terms && a.tolerations == b.tolerations);
}

// The Workload that Kueue has made for the same object; absent: none.
std::optional<std::size_t> find_own(const KueueUnit& unit, std::string_view namespace_name,
                                    const Collected& collected) {
  const std::vector<model::KueueWorkload>& workloads = collected.cluster.kueue_workloads;
  const auto found = std::ranges::find_if(workloads, [&](const model::KueueWorkload& known) {
    return known.owner != nullptr && !known.finished && !known.from_manifest &&
           known.namespace_name == namespace_name && known.owner->kind == unit.owner_kind &&
           known.owner->name == unit.owner_name;
  });
  if (found == workloads.end()) { return std::nullopt; }
  return static_cast<std::size_t>(found - workloads.begin());
}

// The object has quota already. Notes that it would need more.
void note_held_quota(const model::KueueWorkload& held, const RolesByPod& roles, Expander& expander) {
  std::int64_t pods = 0;
  for (const model::KueuePodSet& set : held.pod_sets) { pods += set.count; }
  if (std::ssize(roles) <= pods) { return; }
  expander.note(Authority::Queue, Reply::NotAsked,
                util::concat("Kueue has admitted ", text_of(expander.top()), " for ", pods, " pods, and it now has ",
                             roles.size(), ": what Kueue does then is not simulated"),
                util::concat("Workload ", held.namespace_name, '/', held.name));
}

// Takes the waiting Workload of an object that exists out of the snapshot: the new one has its place in the queue.
void replace_waiting(std::size_t at, Collected& collected, model::KueueWorkload& workload) {
  std::vector<model::KueueWorkload>& workloads = collected.cluster.kueue_workloads;
  model::KueueWorkload old = std::move(workloads[at]);
  workloads.erase(workloads.begin() + static_cast<std::ptrdiff_t>(at));
  collected.kueue_workload_origins.erase(collected.kueue_workload_origins.begin() + static_cast<std::ptrdiff_t>(at));
  old.local_queue = workload.local_queue;
  old.perhaps = workload.perhaps;
  old.pod_sets.clear();
  workload = std::move(old);
}

// (kueue, pkg/controller/jobs/pod/pod_controller.go: constructGroupPodSetsFast)
void note_fast_admission(const KeptObject& object, const KueueUnit& unit, Expander& expander) {
  constexpr const char* k_fast = "kueue.x-k8s.io/pod-group-fast-admission";
  const document::Value value = object.value();
  if (unit.pod_group.empty() || (!value["metadata"]["annotations"][k_fast].exists() &&
                                 !value["spec"]["template"]["metadata"]["annotations"][k_fast].exists())) {
    return;
  }
  const std::string group = util::concat("group ", expander.top().namespace_name, '/', unit.pod_group);
  const std::vector<model::Asked>& asked = expander.collected().cluster.asked;
  if (std::ranges::find(asked, group, &model::Asked::object) != asked.end()) { return; } // by another of its pods
  expander.note(Authority::Queue, Reply::NotAsked,
                util::concat("Kueue counts all pods of ", group,
                             " like the first one that runs (pod-group-fast-admission), which is not simulated"),
                group);
}

// The roles of the unit's pods, and of those that come once others have completed.
std::size_t count_roles(const KueueUnit& unit, const RolesByPod& roles, const Expander& expander) {
  std::set<std::string_view> names;
  for (const std::size_t at : unit.pods) {
    const auto role = roles.find(expander.made_pods()[at].name);
    names.insert(role == roles.end() ? std::string_view("main") : role->second);
  }
  for (const QueuedRole& role : expander.queued_roles()) {
    if (role.later_spec != nullptr) { names.insert(role.name); }
  }
  return names.size();
}

// True for the last pod of its group in the manifest.
bool is_last_of_group(const KueueUnit& unit, const model::KueueWorkload& workload, const KeptObject& object,
                      const Expander& expander) {
  std::int64_t declared = 0, known = 0;
  for (const KeptObject& other : expander.manifest().objects) {
    const document::Value metadata = other.value()["metadata"];
    declared += other.kind == "Pod" && metadata["labels"]["kueue.x-k8s.io/pod-group-name"].text() == unit.pod_group &&
                        namespace_of(other.value(), expander.default_namespace()) == workload.namespace_name
                    ? 1
                    : 0;
  }
  for (const model::KueuePodSet& set : workload.pod_sets) { known += set.count; }
  return object.kind != "Pod" || known >= declared;
}

// Each role of the object is a pod set, which gets its own flavors. (kueue, jobframework, PodSets)
void add_workload(const KueueUnit& unit, const KeptObject& object, const RolesByPod& roles, bool wants_topology,
                  Expander& expander) {
  const Source& source = expander.top();
  Collected& collected = expander.collected();
  model::KueueWorkload workload;
  workload.namespace_name = source.namespace_name;
  workload.name = collected.lasting(unit.name);
  workload.local_queue = collected.lasting(unit.queue);
  workload.perhaps = collected.lasting(unit.perhaps);
  workload.from_manifest = true;
  workload.created = expander.now();
  if (const auto own = find_own(unit, source.namespace_name, collected)) {
    const model::KueueWorkload& known = collected.cluster.kueue_workloads[*own];
    if (known.admitted || !known.admitted_to.empty()) { return note_held_quota(known, roles, expander); }
    replace_waiting(*own, collected, workload);
  }
  const bool has_others = join_group(unit, collected, workload);
  // Adds pods to the set of their role, and returns its place.
  const auto add = [&](std::string_view name, const model::PodSpec* spec, std::int32_t count) {
    auto set = std::ranges::find_if(workload.pod_sets, [&](const model::KueuePodSet& known) {
      return known.name == name && asks_alike(*known.spec, *spec);
    });
    if (set == workload.pod_sets.end()) {
      set = workload.pod_sets.insert(set, model::KueuePodSet());
      set->name = collected.lasting(name);
      set->count = 0;
      set->spec = spec;
      set->wants_topology = wants_topology;
    }
    set->count += count;
    return static_cast<std::size_t>(set - workload.pod_sets.begin());
  };
  std::int32_t priority = expander.made_pods()[unit.pods.front()].spec->priority;
  for (const std::size_t at : unit.pods) {
    const model::Pod& pod = expander.made_pods()[at];
    const auto role = roles.find(pod.name);
    // The pod sets of a group are those of equal pods, whatever their names. (pod_controller.go, constructGroupPodSets)
    const bool has_role = unit.pod_group.empty() && role != roles.end();
    const std::size_t set = add(has_role ? role->second : std::string_view("main"), pod.spec, 1);
    priority = std::max(priority, pod.spec->priority);
    collected.queued_pods.push_back({pod.namespace_name, pod.name, workload.name, set});
  }
  // Pods that come once others have completed need quota from the start. (jobset_controller.go, PodSets)
  for (const QueuedRole& role : expander.queued_roles()) {
    if (unit.is_of_roles && role.later_spec != nullptr) { add(role.name, role.later_spec, role.later); }
  }
  const bool is_group = !unit.pod_group.empty() && workload.pod_sets.size() > 1;
  if (is_group && is_last_of_group(unit, workload, object, expander)) {
    note_pod_sets(object, unit, workload.pod_sets.size(), expander);
  }
  if (workload.pod_sets.size() == 1) { workload.pod_sets.front().min_count = min_parallelism(object); }
  const std::int32_t of_others = workload.priority;
  workload.priority = workload_priority(unit, object, priority, expander);
  if (has_others) { workload.priority = std::min(workload.priority, of_others); } // that of which pod is not known
  if (unit.priority_class.empty()) { note_default_class(workload.priority, expander); }
  note_claims(unit, expander);
  note_fast_admission(object, unit, expander);
  note_left_out(object, unit, expander);
  collected.cluster.kueue_workloads.push_back(std::move(workload));
  collected.kueue_workload_origins.push_back(source.origin);
}

} // namespace

void queue_up(const KeptObject& object, Expander& expander) {
  if (expander.made_pods().empty()) { return; }
  warn_of_kueue_labels(object.value(), expander);
  Collected& collected = expander.collected();
  const Source& source = expander.top();
  const std::vector<KueueUnit> units = kueue_units_of(object, expander);
  std::size_t queued = 0;
  std::set<std::string_view> queues, certain;
  for (const KueueUnit& unit : units) {
    queued += unit.pods.size();
    queues.insert(unit.queue);
    if (unit.perhaps.empty()) { certain.insert(unit.queue); }
  }
  if (queued < expander.made_pods().size()) { note_without_queue(object, source, expander); }
  if (!local_queue_of(collected, object, source.namespace_name).empty()) { note_kueue_rules(object, expander); }
  TopologyRequests topologies;
  count_topologies(object.value(), topologies);
  std::erase_if(queues, [&](std::string_view queue) { return !note_queue(queue, topologies, source, expander); });
  for (const std::string_view queue : queues) {
    if (certain.contains(queue)) { note_flavors(queue, source, expander); }
  }
  const RolesByPod roles = has_pod_set_by_role(object) ? roles_of_pods(expander) : RolesByPod();
  for (const KueueUnit& unit : units) {
    if (!queues.contains(unit.queue)) { continue; }
    if (unit.is_of_roles) { note_pod_sets(object, unit, count_roles(unit, roles, expander), expander); }
    add_workload(unit, object, roles, !topologies.has_none(), expander);
  }
}

} // namespace snapshot
