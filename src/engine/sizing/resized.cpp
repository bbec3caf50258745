// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/resized.hpp"

#include "engine/index.hpp"
#include "engine/sizing/renumber.hpp"
#include "engine/solver/solver.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace engine {

namespace {

using model::PodIndex;

std::int64_t live_members(const model::ClusterSnapshot& cluster, const std::vector<PodIndex>& members) {
  return std::ranges::count_if(members, [&](PodIndex member) { return cluster.pods[at(member)].live(); });
}

model::Quantity quantity(model::ResourceId resource, std::int64_t amount) {
  return resource == model::k_cpu ? model::Quantity::from_milli(amount) : model::Quantity::from_units(amount);
}

void shift(model::ResourceQuantities& sums, const model::ClusterSnapshot& cluster, const model::PodSpec& spec,
           std::int64_t more) {
  for (auto& [name, sum] : sums) {
    const std::optional<model::ResourceId> id = cluster.resources.find(name);
    if (!id) { continue; }
    sum += quantity(*id, more * model::amount_of(spec.requests, *id));
  }
}

model::PodSpec with_request(const model::PodSpec& original, model::ResourceId resource, std::int64_t amount) {
  model::PodSpec spec = original;
  const std::int64_t more = amount - model::amount_of(spec.requests, resource);
  for (model::ResourceAmount& request : spec.requests) {
    if (request.resource == resource) { request.amount = amount; }
  }
  const auto raise = [&](std::int64_t& scoring) { scoring = std::max<std::int64_t>(0, scoring + more); };
  if (resource == model::k_cpu) {
    raise(spec.scoring_cpu_milli);
    raise(spec.own_scoring_cpu_milli);
  } else if (resource == model::k_memory) {
    raise(spec.scoring_memory);
    raise(spec.own_scoring_memory);
  }
  return spec;
}

} // namespace

bool needs_all_members(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  return group.min_member && *group.min_member == live_members(cluster, group.members);
}

std::int64_t fewest_replicas(const model::ClusterSnapshot& cluster, const Role& role) {
  const auto is_bound = [&](PodIndex pod) { return cluster.pods[at(pod)].bound(); };
  std::int64_t fewest = std::max<std::int64_t>(1, std::ranges::count_if(role.pods, is_bound));
  const auto keep_quorum = [&](std::int32_t quorum, const std::vector<PodIndex>& members) {
    const std::int64_t beyond = live_members(cluster, members) - quorum;
    if (beyond != 0) { fewest = std::max(fewest, std::ssize(role.pods) - beyond); }
  };
  const model::GroupIndex index = cluster.pods[at(role.pods.back())].group;
  if (index == model::k_none) { return fewest; }
  const model::PodGroup& group = cluster.groups[at(index)];
  if (group.min_member) { keep_quorum(*group.min_member, group.members); }
  for (const model::SubGroup& part : group.sub_groups) {
    const bool is_its = std::ranges::binary_search(part.members, role.pods.back());
    if (is_its && part.min_member > 0) { keep_quorum(part.min_member, part.members); }
  }
  return fewest;
}

Resized::Resized(const Run& run, const Job& job, const Role& role)
    : m_original(run), m_role(role), m_job(job), m_cluster(model::ClusterSnapshot::copy_of(run.rules.cluster)) {}

// ---- changes -------------------------------------------------------------------------------------------------------

void Resized::set_replicas(std::int64_t count) {
  const std::int64_t more = count - std::ssize(m_role.pods);
  if (more == 0) { return; }
  resize_group(more, *m_cluster.pods[at(m_role.pods.back())].spec);
  more > 0 ? add_pods(more) : drop_pods(-more);
}

// Adjusts the group's fields that depend on its number of members. Call before that number changes.
void Resized::resize_group(std::int64_t more, const model::PodSpec& spec) {
  const model::GroupIndex index = m_cluster.pods[at(m_role.pods.back())].group;
  if (index == model::k_none) { return; }
  model::PodGroup& group = m_cluster.groups[at(index)];
  const auto change = static_cast<std::int32_t>(more);
  for (model::SubGroup& part : group.sub_groups) {
    const bool is_whole = part.min_member == live_members(m_cluster, part.members);
    const bool is_its = std::ranges::binary_search(part.members, m_role.pods.back());
    if (is_its && is_whole) { part.min_member += change; }
  }
  if (needs_all_members(m_cluster, group)) {
    *group.min_member += change;
    for (const PodIndex member : group.members) {
      std::int32_t& own = m_cluster.pods[at(member)].group_min_available;
      if (own != 0) { own += change; }
    }
  }
  if (group.min_resources) { shift(*group.min_resources, m_cluster, spec, more); }
}

// Adds pods like the last one, after it in the order of names.
void Resized::add_pods(std::int64_t count) {
  const PodIndex like = m_role.pods.back();
  const auto joins = [&](std::vector<PodIndex>& list, PodIndex made) {
    if (std::ranges::find(list, like) != list.end()) { list.push_back(made); }
  };
  const auto charge = std::ranges::find(m_cluster.new_pods, like, &model::NewPod::pod);
  const std::optional<std::int32_t> charged =
      charge == m_cluster.new_pods.end() ? std::nullopt : std::optional(charge->charge);
  for (std::int64_t number = 1; number <= count; ++number) {
    model::Pod pod = m_cluster.pods[at(like)];
    pod.name = m_cluster.strings.intern(util::concat(pod.name, " (more ", number, ')'));
    pod.uid = {};
    pod.node_name = {};
    pod.phase = model::PodPhase::Pending;
    if (pod.pending == nullptr) { pod.pending = &m_cluster.pending_statuses.emplace_back(); }
    const auto made = static_cast<PodIndex>(m_cluster.pods.size());
    m_cluster.pods.push_back(pod);
    m_job.pods.push_back(made);
    if (pod.group != model::k_none) {
      model::PodGroup& group = m_cluster.groups[at(pod.group)];
      group.members.push_back(made);
      for (model::SubGroup& part : group.sub_groups) { joins(part.members, made); }
    }
    for (std::vector<PodIndex>& awaited : m_cluster.wait_sets) { joins(awaited, made); }
    if (charged) { m_cluster.new_pods.push_back({made, *charged}); }
    queue_like(like, made);
  }
  const Renumbered places = sort_by_names(m_cluster);
  for (PodIndex& pod : m_job.pods) { pod = places.pods[at(pod)]; }
  std::ranges::sort(m_job.pods);
}

// Kueue admits the pod with the one that it is like, or by itself if it does so with the others of the role.
void Resized::queue_like(PodIndex like, PodIndex made) {
  std::vector<model::KueueWorkload>& workloads = m_cluster.kueue_workloads;
  const auto workload = std::ranges::find_if(workloads, [&](const model::KueueWorkload& other) {
    return std::ranges::find(other.pods, like) != other.pods.end();
  });
  if (workload == workloads.end()) { return; }
  if (workload->pods.size() == 1 && m_role.pods.size() > 1) {
    model::KueueWorkload alone = *workload;
    alone.name = m_cluster.pods[at(made)].name;
    alone.pods = {made};
    for (model::KueuePodSet& set : alone.pod_sets) { set.pods = {made}; }
    workloads.push_back(std::move(alone));
    return;
  }
  workload->pods.push_back(made);
  for (model::KueuePodSet& set : workload->pod_sets) {
    if (std::ranges::find(set.pods, like) == set.pods.end()) { continue; }
    set.pods.push_back(made);
    ++set.count;
  }
}

// Drops the last pods that are not bound, as if the manifest did not create them.
void Resized::drop_pods(std::int64_t count) {
  for (auto pod = m_role.pods.rbegin(); pod != m_role.pods.rend() && count > 0; ++pod) {
    model::Pod& dropped = m_cluster.pods[at(*pod)];
    if (dropped.bound()) { continue; }
    --count;
    if (dropped.group != model::k_none) {
      model::PodGroup& group = m_cluster.groups[at(dropped.group)];
      std::erase(group.members, *pod);
      for (model::SubGroup& part : group.sub_groups) { std::erase(part.members, *pod); }
    }
    for (std::vector<PodIndex>& awaited : m_cluster.wait_sets) { std::erase(awaited, *pod); }
    std::erase_if(m_cluster.new_pods, [&](const model::NewPod& made) { return made.pod == *pod; });
    std::erase(m_job.pods, *pod);
    for (model::KueueWorkload& workload : m_cluster.kueue_workloads) {
      std::erase(workload.pods, *pod);
      for (model::KueuePodSet& set : workload.pod_sets) {
        set.count -= static_cast<std::int32_t>(std::erase(set.pods, *pod));
      }
    }
    dropped.phase = model::PodPhase::Failed;
    dropped.group = model::k_none;
  }
}

void Resized::set_request(model::ResourceId resource, std::int64_t amount) {
  std::map<const model::PodSpec*, const model::PodSpec*> changed; // keeps equal members in one class
  for (const PodIndex index : m_role.pods) {
    model::Pod& pod = m_cluster.pods[at(index)];
    const std::int64_t before = model::amount_of(pod.spec->requests, resource);
    if (pod.bound() || before == 0) { continue; }
    const model::PodSpec*& now = changed[pod.spec];
    if (now == nullptr) { now = &m_cluster.pod_specs.emplace_back(with_request(*pod.spec, resource, amount)); }
    if (pod.group != model::k_none && m_cluster.groups[at(pod.group)].min_resources) {
      model::ResourceQuantities& sums = *m_cluster.groups[at(pod.group)].min_resources;
      shift(sums, m_cluster, *pod.spec, -1);
      shift(sums, m_cluster, *now, 1);
    }
    pod.spec = now;
    charge_more(index, resource, amount - before);
  }
  // The set has the pods' spec as it was before Kueue's flavor changed it.
  const auto is_changed = [&](PodIndex index) {
    return std::ranges::binary_search(m_role.pods, index) && !m_cluster.pods[at(index)].bound();
  };
  for (model::KueueWorkload& workload : m_cluster.kueue_workloads) {
    for (model::KueuePodSet& set : workload.pod_sets) {
      if (std::ranges::none_of(set.pods, is_changed) || model::amount_of(set.spec->requests, resource) == 0) {
        continue;
      }
      const model::PodSpec*& now = changed[set.spec];
      if (now == nullptr) { now = &m_cluster.pod_specs.emplace_back(with_request(*set.spec, resource, amount)); }
      set.spec = now;
    }
  }
}

// Changes what creating the pod charges to quotas, under the quotas' names for the resource.
void Resized::charge_more(PodIndex pod, model::ResourceId resource, std::int64_t more) {
  const auto made = std::ranges::find(m_cluster.new_pods, pod, &model::NewPod::pod);
  if (made == m_cluster.new_pods.end()) { return; }
  const std::string_view name = m_cluster.resources.name(resource);
  model::QuotaCharge charge = m_cluster.quota_charges[at(made->charge)];
  for (auto& [charged, sum] : charge.amounts) {
    if (charged == name || charged == util::concat("requests.", name)) { sum += quantity(resource, more); }
  }
  made->charge = static_cast<std::int32_t>(m_cluster.quota_charges.size());
  m_cluster.quota_charges.push_back(std::move(charge));
}

// ---- queries -------------------------------------------------------------------------------------------------------

void Resized::build() {
  if (!m_experiment) { m_experiment = std::make_unique<Experiment>(m_cluster, m_original.rules.options); }
}

bool Resized::places_all() {
  build();
  const Timeline timeline = m_experiment->run();
  return std::ranges::all_of(m_job.pods, [&](PodIndex pod) {
    const model::Outcome outcome = timeline.pods[at(pod)].outcome;
    return outcome == model::Outcome::Bound || outcome == model::Outcome::AlreadyBound;
  });
}

bool Resized::is_impossible() {
  build();
  std::vector<PodIndex> members = m_job.pods;
  std::erase_if(members, [&](PodIndex pod) { return m_cluster.pods[at(pod)].bound(); });
  const auto all = static_cast<std::int32_t>(members.size());
  const Rules& rules = m_experiment->rules;
  return solve({rules, m_experiment->on_bound(), std::move(members), 0, all}).report.answer ==
         model::FeasibilityAnswer::Infeasible;
}

} // namespace engine
