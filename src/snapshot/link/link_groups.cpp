// SPDX-License-Identifier: Apache-2.0
// Assigns pods to their groups. A group that pods name and no object declares joins the list as undeclared, together
// with the places that declare its name instead.
#include "snapshot/collected/api_group.hpp"
#include "snapshot/groups/governing.hpp"
#include "snapshot/groups/group_facts.hpp"
#include "snapshot/link/link.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace snapshot {

namespace {

using GroupKey = std::tuple<std::string_view, std::string_view, model::Dialect>; // namespace, name
using GroupMap = std::map<GroupKey, model::GroupIndex>;

GroupKey key_of(const model::PodGroup& group) { return {group.namespace_name, group.name, group.dialect}; }

GroupMap map_of(const model::PodGroupList& groups) {
  GroupMap map;
  for (std::size_t at = 0; at < groups.size(); ++at) {
    map.emplace(key_of(groups[at]), static_cast<model::GroupIndex>(at));
  }
  return map;
}

// The group of this name. Dialects with the same API groups share objects, but each object belongs to one dialect only,
// so the search covers all of them.
GroupMap::const_iterator find(const GroupMap& groups, std::string_view namespace_name, std::string_view name,
                              const DialectReader& reader) {
  const auto own = groups.find({namespace_name, name, reader.dialect});
  if (own != groups.end()) { return own; }
  for (const DialectReader& other : dialects()) {
    if (!other.has_object() || other.api_groups != reader.api_groups || other.dialect == reader.dialect) { continue; }
    const auto shared = groups.find({namespace_name, name, other.dialect});
    if (shared != groups.end()) { return shared; }
  }
  return groups.end();
}

// A PodGroup of scheduling.sigs.k8s.io belongs to Koordinator if a pod of Koordinator's scheduler names it.
void claim_for_koordinator(model::ClusterSnapshot& cluster) {
  std::set<std::pair<std::string_view, std::string>> named;
  for (const model::Pod& pod : cluster.pods) {
    if (pod.spec->scheduler_name != k_koord_scheduler) { continue; }
    if (auto member = dialect(model::Dialect::Koordinator).membership(marks_of(pod))) {
      named.emplace(pod.namespace_name, member->group);
    }
  }
  for (model::PodGroup& group : cluster.groups) {
    const bool is_sigs = group.dialect == model::Dialect::CoschedulingSigs;
    if (is_sigs && named.contains({group.namespace_name, std::string(group.name)})) {
      group.dialect = model::Dialect::Koordinator;
    }
  }
}

model::PodGroup undeclared(const GroupKey& key, const Mark& mark) {
  model::PodGroup group;
  std::tie(group.namespace_name, group.name, group.dialect) = key;
  group.implicit = mark.membership.mark.empty();
  return group;
}

void add_near_misses(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  std::multimap<std::string_view, const model::PodGroup*> declared;
  for (const model::PodGroup& group : cluster.groups) {
    if (group.declared && dialect(group.dialect).has_object()) { declared.emplace(group.name, &group); }
  }
  for (model::PodGroup& group : cluster.groups) {
    if (group.declared) { continue; }
    std::set<std::string_view> misses;
    const auto [first, last] = declared.equal_range(group.name);
    for (auto at = first; at != last; ++at) {
      const model::PodGroup& other = *at->second;
      const bool here = other.namespace_name == group.namespace_name;
      misses.insert(here ? dialect(other.dialect).api_groups.front()
                         : collected.lasting(util::concat("namespace ", other.namespace_name)));
    }
    for (const ForeignGroup& other : collected.foreign_groups) {
      if (other.name == group.name && other.namespace_name == group.namespace_name) { misses.insert(other.api_group); }
    }
    group.near_misses.assign(misses.begin(), misses.end());
  }
}

// Assigns every pod to its group; appends new groups to the list.
class Assignment {
 public:
  explicit Assignment(Collected& collected)
      : m_collected(collected), m_cluster(collected.cluster), m_known(map_of(collected.cluster.groups)) {}

  void run() {
    for (std::size_t at = 0; at < m_cluster.pods.size(); ++at) { assign(at); }
    for (std::size_t group = 0; group < m_cluster.groups.size(); ++group) {
      const auto index = static_cast<model::GroupIndex>(group);
      m_cluster.groups[group].ignored = m_with_pods.contains(index) && !m_read.contains(index);
    }
  }

 private:
  std::vector<Mark> marks_of_pod(const model::Pod& pod) {
    // Most pods name no gang, and equal pods share their labels.
    const Saying saying{pod.labels, pod.marks, pod.spec->scheduler_name};
    if (m_without_marks.contains(saying)) { return {}; }
    const PodMarks said = marks_of(pod);
    std::vector<Mark> marks = marks_by_rank(said, [&](const DialectReader& reader, std::string_view name) {
      const auto group = find(m_known, pod.namespace_name, name, reader);
      return group != m_known.end() && m_cluster.groups[static_cast<std::size_t>(group->second)].declared;
    });
    if (!marks.empty() && marks.front().reader->tier == Tier::Gang) { return marks; }
    if (auto implicit = implicit_mark(said)) { marks.insert(marks.begin(), std::move(*implicit)); }
    if (marks.empty()) { m_without_marks.insert(saying); }
    return marks;
  }

  void assign(std::size_t at) {
    model::Pod& pod = m_cluster.pods[at];
    const std::vector<Mark> marks = marks_of_pod(pod);
    if (marks.empty()) { return; }
    pod.group = index_of(pod, marks.front());
    pod.group_min_available = marks.front().membership.min_available;
    model::PodGroup& group = m_cluster.groups[static_cast<std::size_t>(pod.group)];
    group.declared = group.declared || marks.front().is_declared;
    m_with_pods.insert(pod.group);
    if (marks.front().is_read) { m_read.insert(pod.group); }
    add_layers(m_collected, pod, marks, group);
    note_remark(at, marks.front());
  }

  model::GroupIndex index_of(const model::Pod& pod, const Mark& mark) {
    const auto known = find(m_known, pod.namespace_name, mark.membership.group, *mark.reader);
    if (known != m_known.end()) { return known->second; }
    const GroupKey key{pod.namespace_name, m_collected.lasting(mark.membership.group), mark.reader->dialect};
    const auto index = static_cast<model::GroupIndex>(m_cluster.groups.size());
    m_cluster.groups.push_back(undeclared(key, mark));
    m_known.emplace(key, index);
    return index;
  }

  // Reports a remark once per group, at its first pod.
  void note_remark(std::size_t at, const Mark& mark) {
    const model::Pod& pod = m_cluster.pods[at];
    if (mark.membership.remark.empty() || !m_remarked.insert(pod.group).second) { return; }
    m_cluster.problems.push_back({m_collected.place_text(m_collected.pod_origins[at]),
                                  util::concat("Pod ", model::pod_key(pod)), std::string(mark.membership.remark)});
  }

  // The inputs that decide whether a pod names a group. Compares labels by address, because equal labels share one
  // list.
  struct Saying {
    const model::Labels* labels;
    const model::Labels* marks;
    std::string_view scheduler_name;
    bool operator==(const Saying&) const = default;
  };
  struct SayingHash {
    std::size_t operator()(const Saying& saying) const noexcept {
      // There are many addresses and few scheduler names, so only equality compares the names.
      const std::hash<const void*> address;
      return address(saying.labels) ^ (address(saying.marks) * 31);
    }
  };

  Collected& m_collected;
  model::ClusterSnapshot& m_cluster;
  std::unordered_set<Saying, SayingHash> m_without_marks; // inputs that name no gang
  GroupMap m_known;
  std::set<model::GroupIndex> m_remarked;
  std::set<model::GroupIndex> m_with_pods, m_read; // groups with pods; groups that a scheduler of some pod reads
};

// Drops an object without members if an operator created a gang of another dialect from it: it is only a layer of that
// gang.
void drop_origins(model::ClusterSnapshot& cluster) {
  std::set<GroupKey> origins;
  for (const model::PodGroup& group : cluster.groups) {
    for (const model::Layer& layer : group.layers) {
      if (layer.role == model::LayerRole::Origin) { origins.emplace(group.namespace_name, layer.name, layer.dialect); }
    }
  }
  erase_if(cluster.groups,
           [&](const model::PodGroup& group) { return group.members.empty() && origins.contains(key_of(group)); });
}

// Sorts the groups and fills in their members.
void sort_groups(model::ClusterSnapshot& cluster) {
  for (std::size_t at = 0; at < cluster.pods.size(); ++at) {
    const model::GroupIndex group = cluster.pods[at].group;
    if (group == model::k_none) { continue; }
    cluster.groups[static_cast<std::size_t>(group)].members.push_back(static_cast<model::PodIndex>(at));
  }
  drop_origins(cluster);
  std::ranges::sort(cluster.groups, {}, key_of);
  for (std::size_t at = 0; at < cluster.groups.size(); ++at) {
    for (const model::PodIndex member : cluster.groups[at].members) {
      cluster.pods[static_cast<std::size_t>(member)].group = static_cast<model::GroupIndex>(at);
    }
  }
}

// Groups without an object, whose object could not be read.
void note_unread(Collected& collected) {
  for (const UnreadGroup& unread : collected.unread_groups) {
    for (model::PodGroup& group : collected.cluster.groups) {
      const bool is_same = group.namespace_name == unread.namespace_name && group.name == unread.name;
      group.unread = group.unread || (is_same && !group.declared);
    }
  }
}

// If a manifest touches one member, it touches the group and all its members.
void spread_touch(model::ClusterSnapshot& cluster) {
  for (model::PodGroup& group : cluster.groups) {
    const auto pod = [&](model::PodIndex index) -> model::Pod& {
      return cluster.pods[static_cast<std::size_t>(index)];
    };
    group.from_manifest = group.from_manifest || std::ranges::any_of(group.members, [&](model::PodIndex index) {
                            return pod(index).from_manifest;
                          });
    if (!group.from_manifest) { continue; }
    for (const model::PodIndex index : group.members) { pod(index).from_manifest = true; }
  }
}

[[noreturn]] void refuse_override(const model::ClusterSnapshot& cluster, const QuorumOverride& wanted) {
  std::vector<std::string_view> names;
  for (const model::PodGroup& group : cluster.groups) {
    if (group.namespace_name == wanted.namespace_name) { names.push_back(group.name); }
  }
  std::string places;
  for (const model::PodGroup& group : cluster.groups) {
    if (group.name == wanted.group) {
      places += util::concat(places.empty() ? "; it is in namespace " : ", ", group.namespace_name);
    }
  }
  throw util::Error(util::concat("--set-min-member ", wanted.argument, ": there is no group ", wanted.group,
                                 " in namespace ", wanted.namespace_name, places,
                                 places.empty() ? util::did_you_mean(wanted.group, names) : std::string()));
}

// The namespace that is meant: as typed, or the default one, or where else the only such group is; of several, that of
// the manifest's group.
std::string_view namespace_meant(const model::ClusterSnapshot& cluster, const QuorumOverride& wanted) {
  std::vector<const model::PodGroup*> found, of_manifest;
  for (const model::PodGroup& group : cluster.groups) {
    if (group.name != wanted.group) { continue; }
    if (group.namespace_name == wanted.namespace_name) { return wanted.namespace_name; }
    found.push_back(&group);
    if (group.from_manifest) { of_manifest.push_back(&group); }
  }
  if (wanted.is_namespace_typed) { return wanted.namespace_name; }
  if (of_manifest.size() == 1) { return of_manifest.front()->namespace_name; }
  return found.size() == 1 ? found.front()->namespace_name : wanted.namespace_name;
}

void override_quorum(model::ClusterSnapshot& cluster, const QuorumOverride& wanted) {
  bool found = false;
  const model::PodGroup* without_minimum = nullptr;
  const std::string_view space = namespace_meant(cluster, wanted);
  for (model::PodGroup& group : cluster.groups) {
    if (group.namespace_name != space || group.name != wanted.group) { continue; }
    if (model::needs_all_pods(group.dialect)) {
      without_minimum = &group;
      continue;
    }
    found = true;
    // (scheduling.x-k8s.io PodGroupSpec, kubebuilder Minimum=1; scheduling.k8s.io GangSchedulingPolicy, k8s:minimum=1)
    const bool has_minimum = group.dialect == model::Dialect::Coscheduling || group.dialect == model::Dialect::Native;
    if (has_minimum && group.declared && wanted.min_member < 1) {
      throw util::Error(util::concat("--set-min-member ", wanted.argument, ": the API server refuses a PodGroup with ",
                                     model::facts_of(group.dialect).quorum_field, " below 1"));
    }
    group.min_member = wanted.min_member;
    if (group.dialect != model::Dialect::Lightweight) { continue; }
    for (const model::PodIndex index : group.members) {
      cluster.pods[static_cast<std::size_t>(index)].group_min_available = wanted.min_member;
    }
  }
  if (!found && without_minimum != nullptr) {
    throw util::Error(util::concat("--set-min-member ", wanted.argument, ": a group of ",
                                   model::facts_of(without_minimum->dialect).project,
                                   " needs all of its pods, so there is no minimum to set"));
  }
  if (!found) { refuse_override(cluster, wanted); }
}

} // namespace

void link_groups(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  claim_for_koordinator(cluster);
  Assignment(collected).run();
  sort_groups(cluster);
  complete_groups(collected);
  for (const QuorumOverride& wanted : collected.quorum_overrides) { override_quorum(cluster, wanted); }
  spread_touch(cluster);
  add_near_misses(collected);
  note_unread(collected);
}

} // namespace snapshot
