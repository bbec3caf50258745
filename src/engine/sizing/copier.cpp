// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/copier.hpp"

#include "engine/index.hpp"
#include "engine/nodes/storage.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace engine {

namespace {

constexpr std::string_view k_suffix = " (copy ";

// Calls visit(Selector&) for each of the pod's selectors for other pods.
template <typename Spec, typename Visit>
void each_selector(Spec& spec, Visit visit) {
  for (auto* const terms : {&spec.required_affinity, &spec.preferred_affinity, &spec.required_anti_affinity,
                            &spec.preferred_anti_affinity}) {
    for (auto& term : *terms) {
      if (term.selector) { visit(*term.selector); }
    }
  }
  for (auto& rule : spec.spread) {
    if (rule.selector) { visit(*rule.selector); }
  }
}

} // namespace

std::string without_copy_number(std::string_view name) { return std::string(name.substr(0, name.find(k_suffix))); }

std::string without_copy_numbers(std::string sentence) {
  for (std::size_t at = sentence.find(k_suffix); at != std::string::npos; at = sentence.find(k_suffix, at)) {
    sentence.erase(at, sentence.find(')', at) - at + 1);
  }
  return sentence;
}

Copier::Copier(model::ClusterSnapshot& cluster, const Job& job, model::Time now)
    : m_cluster(cluster), m_now(now), m_untried(&cluster.pending_statuses.emplace_back()) {
  for (const model::PodIndex index : job.pods) {
    const model::Pod& pod = cluster.pods[at(index)];
    m_names.insert(pod.name);
    if (pod.owner != nullptr) { m_names.insert(pod.owner->name); }
    if (pod.pending == nullptr || pod.pending->made_claims.empty()) { continue; }
    std::vector<TemplateClaim>& claims = m_template_claims[cluster.strings.intern(model::pod_key(pod))];
    for (const model::MadeClaim& made : pod.pending->made_claims) {
      const auto claim = std::ranges::find_if(cluster.resource_claims, [&](const model::ResourceClaim& other) {
        return other.name == made.claim && other.namespace_name == pod.namespace_name;
      });
      if (claim != cluster.resource_claims.end()) { claims.push_back({made, *claim}); }
    }
  }
  for (const model::GroupIndex group : job.groups) { m_names.insert(cluster.groups[at(group)].name); }
  for (const model::NewPod& made : cluster.new_pods) {
    const model::Pod& pod = cluster.pods[at(made.pod)];
    if (!pod.from_manifest) { continue; }
    const std::string_view key = cluster.strings.intern(model::pod_key(pod));
    m_charges.emplace(key, made.charge);
    if (pod.bound()) { m_named_nodes.emplace(key, pod.node_name); }
  }
}

Job Copier::add(const Job& job, std::int64_t number) {
  m_suffix = util::concat(k_suffix, number, ')');
  m_created = {m_now.micros + number};
  m_specs.clear();
  m_kept_on.clear();
  const GroupPlaces groups = add_groups(job);
  const PodPlaces pods = add_pods(job, groups);
  add_members(groups, pods);
  add_waits(pods);
  add_charges(job, pods);
  add_workloads(pods);
  Job copy;
  for (const auto& [original, made] : pods) { copy.pods.push_back(made); }
  for (const auto& [original, made] : groups) { copy.groups.push_back(made); }
  return copy;
}

Copier::GroupPlaces Copier::add_groups(const Job& job) {
  GroupPlaces places;
  for (const model::GroupIndex index : job.groups) {
    model::PodGroup group = m_cluster.groups[at(index)];
    group.name = renamed(group.name);
    group.uid = {};
    if (group.created) { group.created = m_created; }
    group.status = {};
    group.conditions.clear();
    places.emplace(index, static_cast<model::GroupIndex>(m_cluster.groups.size()));
    m_cluster.groups.push_back(std::move(group));
  }
  return places;
}

Copier::PodPlaces Copier::add_pods(const Job& job, const GroupPlaces& groups) {
  PodPlaces places;
  for (const model::PodIndex index : job.pods) {
    model::Pod pod = m_cluster.pods[at(index)];
    const auto named = m_named_nodes.find(model::pod_key(pod));
    pod.pending = status_of(pod);
    pod.name = renamed(pod.name);
    pod.uid = {};
    pod.labels = renamed(pod.labels);
    pod.spec = renamed(pod.spec);
    if (named != m_named_nodes.end()) { pod.spec = kept_on(pod.spec, named->second); }
    pod.node_name = {};
    pod.group = pod.group == model::k_none ? model::k_none : groups.at(pod.group);
    pod.phase = model::PodPhase::Pending;
    pod.created = m_created;
    pod.started.reset();
    places.emplace(index, static_cast<model::PodIndex>(m_cluster.pods.size()));
    m_cluster.pods.push_back(pod);
  }
  return places;
}

// A copy that no scheduler has tried, with its claims from templates.
const model::PendingStatus* Copier::status_of(const model::Pod& original) {
  const auto claims = m_template_claims.find(model::pod_key(original));
  if (claims == m_template_claims.end()) { return m_untried; }
  model::PendingStatus& status = m_cluster.pending_statuses.emplace_back();
  for (const TemplateClaim& of_original : claims->second) {
    model::ResourceClaim claim = of_original.claim;
    claim.name = renamed(claim.name);
    status.made_claims.push_back({of_original.made.entry, claim.name});
    m_cluster.resource_claims.push_back(std::move(claim));
  }
  return &status;
}

void Copier::add_members(const GroupPlaces& groups, const PodPlaces& pods) {
  const auto replace = [&](std::vector<model::PodIndex>& members) {
    std::vector<model::PodIndex> made;
    for (const model::PodIndex member : members) {
      if (const auto found = pods.find(member); found != pods.end()) { made.push_back(found->second); }
    }
    members = std::move(made);
  };
  for (const auto& [original, made] : groups) {
    model::PodGroup& group = m_cluster.groups[at(made)];
    replace(group.members);
    for (model::SubGroup& part : group.sub_groups) { replace(part.members); }
  }
}

void Copier::add_waits(const PodPlaces& pods) {
  std::map<std::int32_t, std::int32_t> sets;
  for (const auto& [original, made] : pods) {
    model::Pod& pod = m_cluster.pods[at(made)];
    if (pod.waits_for == model::k_none) { continue; }
    const auto [set, is_new] = sets.emplace(pod.waits_for, static_cast<std::int32_t>(m_cluster.wait_sets.size()));
    if (is_new) {
      std::vector<model::PodIndex> awaited = m_cluster.wait_sets[at(pod.waits_for)];
      for (model::PodIndex& index : awaited) {
        if (const auto found = pods.find(index); found != pods.end()) { index = found->second; }
      }
      m_cluster.wait_sets.push_back(std::move(awaited));
    }
    pod.waits_for = set->second;
  }
}

// Copies what creating a pod charges to quotas. That charge is unknown for pods that existed before.
void Copier::add_charges(const Job& job, const PodPlaces& pods) {
  for (const model::PodIndex index : job.pods) {
    const auto charge = m_charges.find(model::pod_key(m_cluster.pods[at(index)]));
    if (charge != m_charges.end()) { m_cluster.new_pods.push_back({pods.at(index), charge->second}); }
  }
}

// A copy waits in the job's queue of Kueue with Workloads of its own.
void Copier::add_workloads(const PodPlaces& pods) {
  const auto replace = [&](std::vector<model::PodIndex>& list) {
    std::vector<model::PodIndex> made;
    for (const model::PodIndex pod : list) {
      if (const auto found = pods.find(pod); found != pods.end()) { made.push_back(found->second); }
    }
    std::ranges::sort(made);
    list = std::move(made);
  };
  std::vector<model::KueueWorkload> copies;
  for (const model::KueueWorkload& workload : m_cluster.kueue_workloads) {
    if (std::ranges::none_of(workload.pods, [&](model::PodIndex pod) { return pods.contains(pod); })) { continue; }
    model::KueueWorkload copy;
    copy.namespace_name = workload.namespace_name;
    copy.name = renamed(workload.name);
    copy.local_queue = workload.local_queue;
    copy.priority = workload.priority;
    copy.perhaps = workload.perhaps;
    copy.pod_sets = workload.pod_sets;
    copy.pods = workload.pods;
    copy.from_manifest = true;
    copy.created = m_created;
    replace(copy.pods);
    for (model::KueuePodSet& set : copy.pod_sets) { replace(set.pods); }
    copies.push_back(std::move(copy));
  }
  std::ranges::move(copies, std::back_inserter(m_cluster.kueue_workloads));
}

// ---- names ---------------------------------------------------------------------------------------------------------

std::string_view Copier::renamed(std::string_view name) {
  return m_cluster.strings.intern(util::concat(name, m_suffix));
}

const model::Labels* Copier::renamed(const model::Labels* labels) {
  const auto is_name = [&](const model::Label& label) { return m_names.contains(label.value); };
  if (std::ranges::none_of(*labels, is_name)) { return labels; }
  model::Labels& made = m_cluster.label_sets.emplace_back(*labels);
  for (model::Label& label : made) {
    if (is_name(label)) { label.value = renamed(label.value); }
  }
  return &made;
}

bool Copier::has_names(const model::PodSpec& spec) const {
  bool found = false;
  each_selector(spec, [&](const model::Selector& selector) {
    for (const model::Requirement& requirement : selector) {
      found = found || std::ranges::any_of(requirement.values, [&](auto value) { return m_names.contains(value); });
    }
  });
  return found;
}

const model::PodSpec* Copier::renamed(const model::PodSpec* spec) {
  const auto [place, is_new] = m_specs.emplace(spec, spec);
  if (!is_new || (!has_names(*spec) && !has_own_claims(*spec))) { return place->second; }
  model::PodSpec& made = m_cluster.pod_specs.emplace_back(*spec);
  // A copy has claims of its own, which are not counted. (not_counted)
  std::erase_if(made.volumes, [](const model::Volume& volume) { return volume.kind == "ephemeral"; });
  each_selector(made, [&](model::Selector& selector) {
    for (model::Requirement& requirement : selector) {
      for (std::string_view& value : requirement.values) {
        if (m_names.contains(value)) { value = renamed(value); }
      }
      std::ranges::sort(requirement.values);
    }
  });
  place->second = &made;
  return &made;
}

// A copy of a pod that names its node. The kubelet of the node asks a few of the scheduler's filters: those of the
// resources, ports, labels, and taints with NoExecute. (kubelet, predicate.go: generalFilter)
const model::PodSpec* Copier::kept_on(const model::PodSpec* spec, std::string_view node) {
  const auto [place, is_new] = m_kept_on.emplace(std::pair(spec, node), nullptr);
  if (!is_new) { return place->second; }
  model::PodSpec& made = m_cluster.pod_specs.emplace_back(*spec);
  if (!made.required_node_terms || made.required_node_terms->empty()) { made.required_node_terms.emplace(1); }
  for (model::NodeSelectorTerm& term : *made.required_node_terms) {
    term.fields.push_back({"metadata.name", model::SelectorOperator::In, {node}});
  }
  made.tolerations.push_back({{}, {}, true, model::TaintEffect::NoSchedule});
  made.required_affinity.clear();
  made.required_anti_affinity.clear();
  made.spread.clear();
  made.never_preempts = true;
  place->second = &made;
  return &made;
}

} // namespace engine
