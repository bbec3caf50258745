// SPDX-License-Identifier: Apache-2.0
// --remove-node and --without.
#include "snapshot/changes/removal.hpp"

#include "snapshot/changes/added_nodes.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/groups/owners.hpp"
#include "snapshot/objects/kind_names.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

// Removes matching items from a list and from the parallel list of origins. Returns the number of removed items.
template <typename List, typename Predicate>
std::size_t erase_both(List& items, std::vector<Origin>& origins, Predicate goes) {
  std::size_t kept = 0;
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (goes(items[at])) { continue; }
    if (kept != at) {
      items[kept] = std::move(items[at]);
      origins[kept] = origins[at];
    }
    ++kept;
  }
  const std::size_t gone = items.size() - kept;
  items.resize(kept);
  origins.resize(kept);
  return gone;
}

// True if the pod names the group as typed, even if its scheduler does not read that reference.
bool is_member(const model::Pod& pod, const TypedObject& typed) {
  return std::ranges::any_of(dialects(), [&](const DialectReader& reader) {
    const auto membership = reader.membership(marks_of(pod));
    model::PodGroup group;
    group.dialect = reader.dialect;
    return membership && membership->group == typed.name && means_group(typed.kind, group);
  });
}

// The pods and groups that a typed kind and name select, in any namespace.
class Selection {
 public:
  Selection(const Collected& collected, const TypedObject& typed)
      : m_typed(typed), m_pod(means_pod(typed.kind)), m_group(means_some_group(typed.kind)),
        m_owners(collected.workloads) {}

  bool takes(const model::Pod& pod) const {
    if (m_pod) { return pod.name == m_typed.name; }
    if (m_group) { return is_member(pod, m_typed); }
    return std::ranges::any_of(m_owners.of(pod), [&](const OwnerLink& link) {
      return link.name.name == m_typed.name && means_kind(m_typed.kind, link.name.kind, link.api_group);
    });
  }
  bool takes(const model::PodGroup& group) const {
    return m_group && group.name == m_typed.name && means_group(m_typed.kind, group);
  }

 private:
  TypedObject m_typed;
  bool m_pod, m_group;
  Owners m_owners;
};

TypedObject typed_object_of(std::string_view argument) {
  const std::size_t first = argument.find('/');
  const std::size_t last = argument.rfind('/');
  if (first == std::string_view::npos || first == 0 || last + 1 == argument.size()) {
    throw util::Error(util::concat("--without ", argument, ": give KIND/NAME or KIND/NAMESPACE/NAME, as in pod/ml/x"));
  }
  TypedObject typed{argument.substr(0, first), {}, argument.substr(last + 1)};
  if (first != last) { typed.namespace_name = argument.substr(first + 1, last - first - 1); }
  return typed;
}

// Every namespace in which the selection matches something.
std::set<std::string_view> namespaces_of(const Collected& collected, const Selection& selection) {
  std::set<std::string_view> names;
  for (const model::Pod& pod : collected.cluster.pods) {
    if (!names.contains(pod.namespace_name) && selection.takes(pod)) { names.insert(pod.namespace_name); }
  }
  for (const model::PodGroup& group : collected.cluster.groups) {
    if (selection.takes(group)) { names.insert(group.namespace_name); }
  }
  return names;
}

std::string_view namespace_meant(const std::set<std::string_view>& found, const TypedObject& typed,
                                 const std::string& argument, const std::string& default_namespace) {
  const std::string_view asked = typed.namespace_name.empty() ? default_namespace : typed.namespace_name;
  if (found.contains(asked)) { return *found.find(asked); }
  if (typed.namespace_name.empty() && found.size() == 1) { return *found.begin(); }
  std::string where;
  for (const std::string_view name : found) {
    where += util::concat(where.empty() ? "; it is in namespace " : ", ", name);
  }
  const std::string_view hint = argument.find(',') == std::string::npos ? "" : "; for several objects, repeat the flag";
  throw util::Error(
      util::concat("--without ", argument, ": there is no such object in namespace ", asked, where, hint));
}

// The pod's share of a quota's resource, as far as the snapshot shows it; zero if it is not known. (podEvaluator.Usage)
model::Quantity share_of(const model::ClusterSnapshot& cluster, const model::PodSpec& spec, std::string_view resource) {
  constexpr std::string_view k_requests = "requests.";
  if (resource == "pods" || resource == "count/pods") { return model::Quantity::from_units(1); }
  const bool is_request = resource.starts_with(k_requests);
  if (is_request) { resource.remove_prefix(k_requests.size()); }
  const auto id = cluster.resources.find(resource);
  if (!id || (!is_request && resource.find('/') != std::string_view::npos)) { return {}; }
  const std::int64_t amount = model::amount_of(spec.requests, *id);
  return *id == model::k_cpu ? model::Quantity::from_milli(amount) : model::Quantity::from_units(amount);
}

// False also where the snapshot does not show whether the quota counts the pod.
bool counts(const model::ResourceQuota& quota, const model::Pod& pod) {
  return quota.namespace_name == pod.namespace_name && quota.scope_selector.empty() &&
         std::ranges::all_of(quota.scopes, [&](std::string_view scope) {
           return scope == (pod.spec->best_effort ? "BestEffort" : "NotBestEffort");
         });
}

// Gives back what the removed pod holds: its part of quotas, its own claims for devices, and its reservations. The
// resourceclaim controller frees a claim that no pod has reserved.
void release(Collected& collected, const model::Pod& pod) {
  model::ClusterSnapshot& cluster = collected.cluster;
  for (model::ResourceQuota& quota : cluster.resource_quotas) {
    if (pod.finished() || !counts(quota, pod)) { continue; }
    for (auto& [resource, used] : quota.used) {
      const model::Quantity share = share_of(cluster, *pod.spec, resource);
      used = used < share ? model::Quantity() : (used -= share);
    }
  }
  if (pod.uid.empty()) { return; }
  erase_both(cluster.resource_claims, collected.resource_claim_origins,
             [&](const model::ResourceClaim& claim) { return claim.owner_uid == pod.uid; });
  for (model::ResourceClaim& claim : cluster.resource_claims) {
    if (std::erase(claim.reserved_for, pod.uid) == 0 || !claim.reserved_for.empty()) { continue; }
    claim.allocated = false;
    claim.nodes.reset();
    claim.devices.clear();
  }
}

// A controller or a kubelet makes these pods again at once.
void refuse_pods_of_nodes(const Collected& collected, const std::string& argument,
                          const std::function<bool(const model::Pod&)>& goes) {
  for (const model::Pod& pod : collected.cluster.pods) {
    if (!goes(pod) || !pod.bound() || !model::is_of_its_node(pod)) { continue; }
    if (model::is_static(pod)) {
      throw util::Error(util::concat("--without ", argument, ": the kubelet of ", pod.node_name,
                                     " makes this static pod again at once"));
    }
    throw util::Error(util::concat("--without ", argument, ": DaemonSet ", pod.owner->name,
                                   " makes this pod again at once; --without daemonset/", pod.owner->name,
                                   " removes all of its pods"));
  }
}

// Removed pods of one controller.
struct RemovedPods {
  const model::Pod* first = nullptr;
  std::size_t count = 0;
  std::int32_t priority = 0; // the highest
};

// By namespace, kind and name of the controller.
using RemovedByOwner = std::map<std::tuple<std::string_view, std::string_view, std::string_view>, RemovedPods>;
RemovedByOwner removed_by_owner(const Collected& collected, const std::function<bool(const model::Pod&)>& goes) {
  RemovedByOwner of_owner;
  for (const model::Pod& pod : collected.cluster.pods) {
    if (!goes(pod) || pod.finished() || pod.owner == nullptr || !pod.owner->controller) { continue; }
    RemovedPods& removed = of_owner[{pod.namespace_name, pod.owner->kind, pod.owner->name}];
    if (removed.count++ == 0) { removed.first = &pod; }
    removed.priority = removed.count == 1 ? pod.spec->priority : std::max(removed.priority, pod.spec->priority);
  }
  return of_owner;
}

// False if the controller's object is in the input and creates no pods now.
bool creates_pods(const Collected& collected, std::string_view space, std::string_view kind, std::string_view name) {
  return std::ranges::none_of(collected.workloads, [&](const Workload& workload) {
    const model::WorkloadObject& object = workload.object;
    const bool is_idle = object.suspended || object.has_ended || object.leaving || object.pods_at_once == 0;
    return is_idle && object.namespace_name == space && object.kind == kind && object.name == name;
  });
}

// A controller makes a new pod in place of a removed one, at the end of the queue of its priority. (job, replicaset and
// statefulset controllers)
void note_successors(Collected& collected, const RemovedByOwner& of_owner) {
  for (const auto& [owner, removed] : of_owner) {
    const auto& [space, kind, name] = owner;
    if (!creates_pods(collected, space, kind, name)) { continue; }
    const bool is_one = removed.count == 1;
    collected.cluster.successors.push_back(
        {removed.priority,
         util::concat(kind, ' ', name, is_one ? " makes a new pod" : " makes new pods", " in place of ",
                      is_one ? model::pod_key(*removed.first) : util::concat(removed.count, " removed ones"),
                      ", and the scheduler tries ", is_one ? "it" : "them", " first (priority ", removed.priority, ')'),
         util::concat(kind, ' ', space, '/', name)});
  }
}

void assume_no_successors(Collected& collected, const std::function<bool(const model::Pod&)>& goes) {
  const RemovedByOwner of_owner = removed_by_owner(collected, goes);
  for (const auto& [owner, removed] : of_owner) {
    const bool is_one = removed.count == 1;
    collected.cluster.assumptions.push_back(util::concat(
        std::get<1>(owner), ' ', std::get<2>(owner), " makes no new ", is_one ? "pod" : "pods", " in place of ",
        is_one ? model::pod_key(*removed.first) : util::concat(removed.count, " removed ones")));
  }
  note_successors(collected, of_owner);
}

// The controller above a removed object makes it again: a Deployment its ReplicaSet, a JobSet its Jobs.
// (deployment_controller.go, getNewReplicaSet; jobset_controller.go, createJobs) A CronJob waits for its next time.
// `priority`: the highest of its pods; nullopt: it had none.
void assume_not_made_again(Collected& collected, const model::WorkloadObject& object,
                           std::optional<std::int32_t> priority) {
  if (object.owner == nullptr || !object.owner->controller || object.owner->kind == "CronJob") { return; }
  const std::string owner = util::concat(object.owner->kind, ' ', object.owner->name);
  const std::string removed = util::concat(object.kind, " in place of ", object.namespace_name, '/', object.name);
  collected.cluster.assumptions.push_back(util::concat(owner, " makes no new ", removed));
  if (!priority || !creates_pods(collected, object.namespace_name, object.owner->kind, object.owner->name)) { return; }
  collected.cluster.successors.push_back(
      {*priority,
       util::concat(owner, " makes a new ", removed, ", and the scheduler tries its pods first (priority ", *priority,
                    ')'),
       util::concat(object.owner->kind, ' ', object.namespace_name, '/', object.owner->name)});
}

} // namespace

void remove_node(Collected& collected, std::string_view name) {
  const std::size_t index = known_node(collected, "--remove-node", name);
  const std::string_view node = collected.cluster.nodes[index].name;
  erase_both(collected.cluster.nodes, collected.node_origins,
             [&](const model::Node& other) { return other.name == node; });
  const auto goes = [&](const model::Pod& pod) { return pod.bound() && pod.node_name == node; };
  for (const model::Pod& pod : collected.cluster.pods) {
    if (goes(pod)) { release(collected, pod); }
  }
  note_successors(collected, removed_by_owner(collected, [&](const model::Pod& pod) {
                    return goes(pod) && !model::is_of_its_node(pod); // DaemonSets and kubelets make none elsewhere
                  }));
  const std::size_t gone = erase_both(collected.cluster.pods, collected.pod_origins, goes);
  if (gone > 0) {
    collected.cluster.assumptions.push_back(util::concat("the ", gone, gone == 1 ? " pod on " : " pods on ", node,
                                                         " went with it and nothing replaces ",
                                                         gone == 1 ? "it" : "them"));
  }
}

void remove_object(Collected& collected, const std::string& argument, const std::string& default_namespace) {
  const TypedObject typed = typed_object_of(argument);
  if (means_node(typed.kind)) {
    throw util::Error(util::concat("--without ", argument, ": for a node use --remove-node"));
  }
  const Selection selection(collected, typed);
  const std::string_view meant =
      namespace_meant(namespaces_of(collected, selection), typed, argument, default_namespace);
  const auto goes = [&](const auto& item) { return item.namespace_name == meant && selection.takes(item); };
  if (means_pod(typed.kind)) { refuse_pods_of_nodes(collected, argument, goes); }
  if (means_pod(typed.kind) || means_some_group(typed.kind)) { assume_no_successors(collected, goes); }
  std::optional<std::int32_t> priority; // the highest
  for (const model::Pod& pod : collected.cluster.pods) {
    if (!goes(pod)) { continue; }
    release(collected, pod);
    if (!pod.finished()) { priority = std::max(priority.value_or(pod.spec->priority), pod.spec->priority); }
  }
  erase_both(collected.cluster.pods, collected.pod_origins, goes);
  erase_both(collected.cluster.groups, collected.group_origins, goes);
  const auto is_removed = [&](const Workload& workload) {
    const model::WorkloadObject& object = workload.object;
    return object.namespace_name == meant && object.name == typed.name &&
           means_kind(typed.kind, object.kind, api_group_of(workload.api_version));
  };
  for (const Workload& workload : collected.workloads) {
    if (is_removed(workload)) { assume_not_made_again(collected, workload.object, priority); }
  }
  std::erase_if(collected.workloads, is_removed);
}

} // namespace snapshot
