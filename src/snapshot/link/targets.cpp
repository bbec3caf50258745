// SPDX-License-Identifier: Apache-2.0
// Finds what the user named in the snapshot.
#include "snapshot/link/targets.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/groups/hints.hpp"
#include "snapshot/groups/owners.hpp"
#include "snapshot/objects/kind_names.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string_view>

namespace snapshot {

namespace {

using model::ClusterSnapshot;
using model::Pod;
using model::PodGroup;

void sort_unique(Targets& targets) {
  const auto tidy = [](auto& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  tidy(targets.groups);
  tidy(targets.pods);
  tidy(targets.members);
}

// True for a pod that waits for a scheduler. One that is being deleted waits no more. (kube-scheduler, skipPodSchedule)
bool waits(const Pod& pod) { return pod.live() && !pod.bound() && !pod.terminating; }

bool is_empty(const Targets& targets) { return targets.groups.empty() && targets.pods.empty(); }

// Adds the pod's group if it has one, else the pod.
void target_pod(const ClusterSnapshot& cluster, std::size_t index, Targets& targets) {
  const Pod& pod = cluster.pods[index];
  if (pod.group != model::k_none) {
    targets.groups.push_back(pod.group);
  } else {
    targets.pods.push_back(static_cast<model::PodIndex>(index));
  }
}

// One way to read an argument: the groups and pods that it selects.
struct Meaning {
  std::function<bool(const PodGroup&)> takes_group;
  std::function<bool(const Pod&)> takes_pod;
  bool names_a_pod = false;
  bool names_an_owner = false;
};

Targets targets_in(const ClusterSnapshot& cluster, std::string_view namespace_name, const Meaning& meaning) {
  Targets targets;
  for (std::size_t at = 0; at < cluster.groups.size(); ++at) {
    const PodGroup& group = cluster.groups[at];
    if (group.namespace_name == namespace_name && meaning.takes_group && meaning.takes_group(group)) {
      targets.groups.push_back(static_cast<model::GroupIndex>(at));
    }
  }
  for (std::size_t at = 0; at < cluster.pods.size(); ++at) {
    const Pod& pod = cluster.pods[at];
    if (pod.namespace_name == namespace_name && meaning.takes_pod && meaning.takes_pod(pod)) {
      target_pod(cluster, at, targets);
      if (meaning.names_a_pod && pod.group != model::k_none) {
        targets.members.push_back(static_cast<model::PodIndex>(at));
      }
    }
  }
  targets.by_owner = meaning.names_an_owner;
  sort_unique(targets);
  return targets;
}

Meaning groups_named(const TypedObject& typed) {
  return {[typed](const PodGroup& group) {
            return group.name == typed.name && (typed.kind.empty() || means_group(typed.kind, group));
          },
          {}};
}

// Groups by what they were created from: the Workload, or a composite group above them. Kueue's Workload for a group of
// pods has the group's name.
Meaning groups_from(const TypedObject& typed) {
  return {[typed](const PodGroup& group) {
            const auto is_above = [&](const model::Layer& layer) {
              return layer.role == model::LayerRole::Parent && layer.name == typed.name;
            };
            const bool by_workload = means_native_workload(typed.kind) && group.workload == typed.name;
            return by_workload || (means_composite_group(typed.kind) && std::ranges::any_of(group.layers, is_above));
          },
          {}};
}

Meaning pods_named(std::string_view name) {
  return {{}, [=](const Pod& pod) { return pod.name == name; }, true};
}

// Pods below an object of that name. `kind` is as typed; empty means any kind. No name means all objects of the kind.
Meaning owned_by(const Owners& owners, std::string_view kind, std::optional<std::string_view> name) {
  const auto is_named = [kind, name](const OwnerLink& link) {
    return (!name || link.name.name == *name) && (kind.empty() || means_kind(kind, link.name.kind, link.api_group));
  };
  const auto owns_group = [&owners, is_named](const PodGroup& group) { // its pods appear only after admission
    return group.owner != nullptr && std::ranges::any_of(owners.from(group.owner, group.namespace_name), is_named);
  };
  const auto owns_pod = [&owners, is_named](const Pod& pod) {
    if (pod.owner == nullptr || !(pod.bound() || waits(pod))) { return false; }
    return std::ranges::any_of(owners.of(pod), is_named);
  };
  return {owns_group, owns_pod, false, true};
}

// A kind without a name.
Meaning all_of_kind(const std::string& kind, const Owners& owners) {
  Meaning owned = owned_by(owners, kind, std::nullopt);
  if (means_some_group(kind)) { // a JobSet, for one, is a group and may own one of Kueue's
    return {[&kind, owns_group = owned.takes_group](const PodGroup& group) {
              return means_group(kind, group) || owns_group(group);
            },
            {}};
  }
  if (means_pod(kind)) { return {{}, waits}; }
  return owned;
}

// In order of preference.
std::vector<Meaning> meanings_of(const TypedObject& typed, const Owners& owners) {
  if (typed.kind.empty()) { return {groups_named(typed), pods_named(typed.name), owned_by(owners, {}, typed.name)}; }
  if (means_pod(typed.kind)) { return {pods_named(typed.name)}; }
  return {groups_named(typed), groups_from(typed), owned_by(owners, typed.kind, typed.name)};
}

TypedObject typed_object_of(const std::string& argument) {
  const std::string_view text = argument;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos && !text.empty()) { return {{}, {}, text}; }
  const bool sound = slash != std::string_view::npos && slash > 0 && slash + 1 < text.size() &&
                     text.find('/', slash + 1) == std::string_view::npos;
  if (!sound) {
    throw util::Error(util::concat('"', argument, "\" is no name: give NAME or KIND/NAME, as in job/train"));
  }
  return {text.substr(0, slash), {}, text.substr(slash + 1)};
}

std::string described(const TypedObject& typed) {
  if (typed.kind.empty()) { return util::concat("pod group, pod or workload ", typed.name); }
  const bool is_plain = typed.kind.find('.') == std::string_view::npos;
  if (is_plain && means_some_group(typed.kind)) { return util::concat("pod group ", typed.name); }
  return util::concat(typed.kind, ' ', typed.name);
}

std::vector<std::string_view> candidates(const ClusterSnapshot& cluster, const std::string& namespace_name,
                                         const TypedObject& typed, const Owners& owners) {
  std::set<std::string_view> names;
  const bool any = typed.kind.empty();
  for (const PodGroup& group : cluster.groups) {
    const bool fits = any || means_group(typed.kind, group);
    if (fits && group.namespace_name == namespace_name) { names.insert(group.name); }
  }
  for (const Pod& pod : cluster.pods) {
    if (pod.namespace_name != namespace_name || pod.finished()) { continue; }
    if (any || means_pod(typed.kind)) { names.insert(pod.name); }
    if (pod.owner == nullptr) { continue; }
    for (const OwnerLink& link : owners.of(pod)) {
      if (any || means_kind(typed.kind, link.name.kind, link.api_group)) { names.insert(link.name.name); }
    }
  }
  return {names.begin(), names.end()};
}

// Other namespaces in which the argument matches something.
std::set<std::string_view> elsewhere(const ClusterSnapshot& cluster, const std::vector<Meaning>& meanings) {
  std::set<std::string_view> names;
  for (const Meaning& meaning : meanings) {
    for (const PodGroup& group : cluster.groups) {
      if (meaning.takes_group && meaning.takes_group(group)) { names.insert(group.namespace_name); }
    }
    for (const Pod& pod : cluster.pods) {
      if (!names.contains(pod.namespace_name) && meaning.takes_pod && meaning.takes_pod(pod)) {
        names.insert(pod.namespace_name);
      }
    }
  }
  return names;
}

// The input may contain the object itself but none of its pods.
const model::WorkloadObject* workload_named(const ClusterSnapshot& cluster, const std::string& namespace_name,
                                            const TypedObject& typed) {
  const std::string_view kind = typed.kind.substr(0, typed.kind.find('.'));
  const auto found = std::ranges::find_if(cluster.workloads, [&](const model::WorkloadObject& object) {
    return object.namespace_name == namespace_name && object.name == typed.name &&
           (kind.empty() || means_kind(kind, object.kind, {}));
  });
  return found == cluster.workloads.end() ? nullptr : &*found;
}

// "Kueue has no Workload for it, …; " of an object that Kueue could manage; empty of others. Kueue makes a Workload for
// an object with a queue name whose integration is enabled (jobframework, ReconcileGenericJob).
std::string without_kueue_workload(const ClusterSnapshot& cluster, const model::WorkloadObject& object) {
  constexpr std::array<std::string_view, 6> k_queued_by_pods = {"CronJob",    "DaemonSet",   "Deployment",
                                                                "ReplicaSet", "StatefulSet", "ReplicationController"};
  const auto is_here = [&](const model::LocalQueue& queue) { return queue.namespace_name == object.namespace_name; };
  const auto is_of_object = [&](const model::KueueWorkload& workload) {
    return workload.namespace_name == object.namespace_name && workload.owner != nullptr &&
           workload.owner->kind == object.kind && workload.owner->name == object.name;
  };
  const bool may_be_queued = object.owner == nullptr &&
                             std::ranges::find(k_queued_by_pods, object.kind) == k_queued_by_pods.end() &&
                             std::ranges::any_of(cluster.local_queues, is_here);
  if (!may_be_queued || std::ranges::any_of(cluster.kueue_workloads, is_of_object)) { return {}; }
  return util::concat("Kueue has no Workload for it: that takes the label kueue.x-k8s.io/queue-name and the "
                      "integration of ",
                      object.kind, " in Kueue's configuration; ");
}

[[noreturn]] void refuse_without_pods(const ClusterSnapshot& cluster, const model::WorkloadObject& object) {
  const std::string begin = util::concat(object.kind, ' ', object.namespace_name, '/', object.name,
                                         object.suspended   ? " is suspended (spec.suspend) and has no pods; "
                                         : object.has_ended ? " has ended (status.conditions) and has no pods; "
                                                            : " has no pods that wait or run; ");
  if (!object.creation_failure.empty()) {
    throw util::Error(util::concat(begin, "its controller could not create them: ", object.creation_failure));
  }
  const std::string quota = object.wants > 0 ? quota_without_rest(cluster, object.namespace_name) : std::string();
  throw util::Error(util::concat(begin, without_kueue_workload(cluster, object), quota, quota.empty() ? "" : "; ",
                                 "to see what its manifest would do, try dry-run -f"));
}

// "; there is a pod group train" for an object of another kind with this name. Empty if the kind was not typed.
std::string of_other_kind(const ClusterSnapshot& cluster, const std::string& namespace_name, const TypedObject& typed) {
  if (typed.kind.empty()) { return {}; }
  const auto is_it = [&](const auto& object) {
    return object.namespace_name == namespace_name && object.name == typed.name;
  };
  if (std::ranges::any_of(cluster.groups, is_it)) { return util::concat("; there is a pod group ", typed.name); }
  return std::ranges::any_of(cluster.pods, is_it) ? util::concat("; there is a pod ", typed.name) : std::string();
}

[[noreturn]] void refuse(const ClusterSnapshot& cluster, const std::string& namespace_name, const TypedObject& typed,
                         const std::vector<Meaning>& meanings, const Owners& owners) {
  if (const model::WorkloadObject* const object = workload_named(cluster, namespace_name, typed)) {
    refuse_without_pods(cluster, *object);
  }
  std::string sentence = util::concat("there is no ", described(typed), " in namespace ", namespace_name);
  const std::vector<std::string_view> names = candidates(cluster, namespace_name, typed, owners);
  std::string_view separator = "; it is in namespace ";
  for (const std::string_view name : elsewhere(cluster, meanings)) {
    sentence.append(separator).append(name);
    separator = ", ";
  }
  sentence.append(of_other_kind(cluster, namespace_name, typed));
  if (!cluster.renamed_in.empty()) { sentence.append("; ").append(renaming_hint(cluster)); }
  throw util::Error(sentence + util::did_you_mean(typed.name, names));
}

} // namespace

Targets select_all(const ClusterSnapshot& cluster, const std::optional<std::string>& namespace_name,
                   const model::ParsedSelector* selector) {
  const auto shown = [&](std::string_view name) { return !namespace_name || name == *namespace_name; };
  const auto matches = [&](const Pod& pod) { return selector == nullptr || selector->matches(*pod.labels); };
  Targets targets;
  for (std::size_t at = 0; at < cluster.groups.size(); ++at) {
    const PodGroup& group = cluster.groups[at];
    const auto member_matches = [&](model::PodIndex index) {
      return matches(cluster.pods[static_cast<std::size_t>(index)]);
    };
    if (!shown(group.namespace_name)) { continue; }
    if (selector == nullptr || std::ranges::any_of(group.members, member_matches)) {
      targets.groups.push_back(static_cast<model::GroupIndex>(at));
    }
  }
  for (std::size_t at = 0; at < cluster.pods.size(); ++at) {
    const Pod& pod = cluster.pods[at];
    if (pod.group == model::k_none && waits(pod) && shown(pod.namespace_name) && matches(pod)) {
      targets.pods.push_back(static_cast<model::PodIndex>(at));
    }
  }
  return targets;
}

Targets find_target(const ClusterSnapshot& cluster, const std::string& namespace_name, const std::string& argument) {
  const TypedObject typed = typed_object_of(argument);
  if (means_node(typed.kind)) {
    throw util::Error(util::concat(argument, " is a node; name a pod group, a pod or a workload"));
  }
  const Owners owners(cluster.workloads);
  const std::vector<Meaning> meanings = meanings_of(typed, owners);
  for (const Meaning& meaning : meanings) {
    Targets targets = targets_in(cluster, namespace_name, meaning);
    if (!is_empty(targets)) { return targets; }
  }
  refuse(cluster, namespace_name, typed, meanings, owners);
}

Targets find_all_of_kind(const ClusterSnapshot& cluster, const std::string& namespace_name, const std::string& kind) {
  if (means_node(kind)) { throw util::Error(util::concat(kind, ": name pod groups, pods or workloads, not nodes")); }
  const Owners owners(cluster.workloads);
  Targets targets = targets_in(cluster, namespace_name, all_of_kind(kind, owners));
  const auto failed = std::ranges::find_if(cluster.workloads, [&](const model::WorkloadObject& object) {
    return object.namespace_name == namespace_name && !object.creation_failure.empty() &&
           means_kind(kind, object.kind, {});
  });
  if (is_empty(targets) && failed != cluster.workloads.end()) { refuse_without_pods(cluster, *failed); }
  return targets;
}

std::vector<std::string_view> namespaces_with_kind(const ClusterSnapshot& cluster, const std::string& kind) {
  const Owners owners(cluster.workloads);
  const std::set<std::string_view> names = elsewhere(cluster, {all_of_kind(kind, owners)});
  return {names.begin(), names.end()};
}

} // namespace snapshot
