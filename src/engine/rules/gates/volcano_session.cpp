// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/volcano_session.hpp"

#include "engine/index.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace engine {

namespace {

constexpr std::string_view k_root = "root"; // the parent of all queues

std::string_view parent_of(const model::VolcanoQueue& queue) { return queue.parent.empty() ? k_root : queue.parent; }

VolcanoHierarchy hierarchy_of(const model::ClusterSnapshot& cluster) {
  const auto& configurations = cluster.volcano_configurations;
  const auto with = std::ranges::count(configurations, true, &model::VolcanoConfiguration::has_hierarchy);
  if (configurations.empty() || (with > 0 && with < std::ssize(configurations))) { return VolcanoHierarchy::NotGiven; }
  return with > 0 ? VolcanoHierarchy::On : VolcanoHierarchy::Off;
}

// Operators put names of quotas into minResources; those do not count. (api.NewResource)
bool counts(std::string_view resource) {
  if (resource == "cpu" || resource == "memory" || resource == "pods" || resource == "ephemeral-storage") {
    return true;
  }
  return !resource.starts_with("requests.") && !resource.starts_with("limits.") && !resource.starts_with("count/") &&
         model::is_scalar_resource_name(resource);
}

NamedAmounts counted(const model::ResourceQuantities& quantities) {
  NamedAmounts out;
  for (const auto& [resource, quantity] : quantities) {
    if (counts(resource)) { out[resource] += quantity; }
  }
  return out;
}

// A capability of 0 for cpu or memory means no limit.
void limit(NamedAmounts& amounts, const model::ResourceQuantities& capability) {
  for (const auto& [resource, most] : counted(capability)) {
    if (most.is_zero() && (resource == "cpu" || resource == "memory")) { continue; }
    amounts[resource] = std::min(amount_of(amounts, resource), most);
  }
}

} // namespace

std::string_view queue_of(const model::PodGroup& group) { return group.queue.empty() ? "default" : group.queue; }

std::string why_not_open(const model::VolcanoQueue& queue) {
  if (queue.unopened) {
    return util::concat("Queue ", queue.name, " has no state: Volcano's controller has not opened it");
  }
  if (queue.state.empty() || queue.state == "Open") { return {}; }
  return util::concat("Queue ", queue.name, " is ", queue.state);
}

model::GateReport volcano_report(model::GateKind gate, const model::VolcanoQueue& queue) {
  model::GateReport report;
  report.gate = gate;
  report.kind = "Queue";
  report.name = queue.name;
  return report;
}

model::GateAmount volcano_amount(std::string_view rule, std::string_view resource, const model::Quantity& asked,
                                 const model::Quantity& limit, const model::Quantity& used) {
  model::Quantity left = limit;
  left -= used;
  return {std::string(resource), std::string(rule), asked, limit, used, not_negative(left)};
}

void leave_undecided(model::GateReport& report, std::string doubt) {
  report.open = true;
  report.held = 0;
  report.amounts.clear();
  report.note.clear();
  report.undecided = std::move(doubt);
}

VolcanoSession::VolcanoSession(const model::ClusterSnapshot& cluster)
    : hierarchy(hierarchy_of(cluster)), m_cluster(cluster) {
  // The total includes nodes that are cordoned or not ready. (NodeInfo.setNodeState)
  for (const model::Node& node : cluster.nodes) { add(total, named(cluster, node.allocatable)); }
  for (const model::Pod& pod : cluster.pods) {
    if (pod.bound()) { add(used, taken_by(cluster, *pod.spec)); }
  }
  add_queues();
  add_jobs();
}

std::size_t VolcanoSession::find_queue(std::string_view name) const {
  const auto name_of = [](const VolcanoQueueState& state) { return state.queue->name; };
  const auto found = std::ranges::lower_bound(queues, name, {}, name_of);
  const bool there = found != queues.end() && name_of(*found) == name;
  return there ? static_cast<std::size_t>(found - queues.begin()) : queues.size();
}

void VolcanoSession::add_queues() {
  for (const model::VolcanoQueue& queue : m_cluster.volcano_queues) { queues.push_back({&queue, {}, {}, {}, {}, {}}); }
  std::map<std::string_view, NamedAmounts> guaranteed; // by the parent's name
  NamedAmounts all_guaranteed;
  for (const model::VolcanoQueue& queue : m_cluster.volcano_queues) {
    add(guaranteed[parent_of(queue)], counted(queue.guarantee));
    add(all_guaranteed, counted(queue.guarantee));
  }
  for (std::size_t own = 0; own < queues.size(); ++own) {
    std::vector<std::size_t>& chain = queues[own].chain;
    for (std::size_t next = own; next < queues.size() && queues[next].queue->name != k_root;
         next = find_queue(queues[next].queue->parent)) {
      if (std::ranges::find(chain, next) != chain.end()) { break; } // a cycle, which the webhook rejects
      chain.push_back(next);
    }
  }
  for (VolcanoQueueState& state : queues) {
    state.real_capability = total;
    for (auto above = state.chain.rbegin(); above != state.chain.rend(); ++above) { // from the top down
      const model::VolcanoQueue& queue = *queues[*above].queue;
      state.real_capability = beyond(state.real_capability, guaranteed[parent_of(queue)]);
      add(state.real_capability, counted(queue.guarantee));
      if (queue.capability) { limit(state.real_capability, *queue.capability); }
    }
    state.flat_capability = beyond(total, all_guaranteed);
    add(state.flat_capability, counted(state.queue->guarantee));
    if (state.queue->capability) { limit(state.flat_capability, *state.queue->capability); }
  }
}

VolcanoQuota VolcanoSession::quota_of(std::size_t above, const VolcanoJob& job) const {
  const VolcanoQueueState& state = queues[above];
  if (hierarchy == VolcanoHierarchy::On || above != job.queue) {
    return {"capacity", state.real_capability, &state.usage};
  }
  VolcanoQuota quota = {"proportion", state.flat_capability, &state.own_usage};
  if (hierarchy == VolcanoHierarchy::Off) { return quota; }
  for (const auto& [resource, amount] : state.real_capability) {
    quota.limits[resource] = std::max(amount_of(quota.limits, resource), amount);
  }
  return quota;
}

std::string VolcanoSession::doubt_about_parent(std::size_t above, const VolcanoJob& job) const {
  if (hierarchy == VolcanoHierarchy::On) { return {}; }
  return util::concat("Queue ", queues[above].queue->name, " limits Queue ", queues[job.queue].queue->name,
                      " only with the plugin capacity and enableHierarchy, and Volcano's configuration is not in the "
                      "input");
}

std::string VolcanoSession::doubt_about_limits() const {
  for (const model::VolcanoConfiguration& configuration : m_cluster.volcano_configurations) {
    if (configuration.limits_queues) { continue; }
    return util::concat("ConfigMap ", configuration.name,
                        " gives Volcano neither the plugin proportion nor capacity, and other limits of queues are not "
                        "simulated");
  }
  return {};
}

VolcanoJob VolcanoSession::job_of(model::GroupIndex index) const {
  const model::PodGroup& group = m_cluster.groups[at(index)];
  VolcanoJob job;
  job.group = index;
  job.has_min = group.min_resources.has_value();
  if (job.has_min) { job.min = counted(*group.min_resources); }
  for (const model::PriorityClass& priority_class : m_cluster.priority_classes) {
    const bool default_one = group.priority_class.empty() && priority_class.global_default;
    if (default_one || priority_class.name == group.priority_class) { job.priority = priority_class.value; }
  }
  for (const model::PodIndex member : group.members) {
    const model::Pod& pod = m_cluster.pods[at(member)];
    if (pod.gated()) { add(job.gated, taken_by(m_cluster, *pod.spec)); }
    if (!pod.bound() || pod.terminating) { continue; }
    add(job.allocated, taken_by(m_cluster, *pod.spec));
    ++job.allocated_pods;
  }
  return job;
}

// GetInqueueResource, GetElasticResources
void VolcanoSession::add_jobs() {
  for (std::size_t index = 0; index < m_cluster.groups.size(); ++index) {
    const model::PodGroup& group = m_cluster.groups[index];
    if (group.dialect != model::Dialect::Volcano || !group.declared) { continue; }
    const std::size_t queue = find_queue(queue_of(group));
    if (queue == queues.size()) {
      lost.push_back(static_cast<model::GroupIndex>(index));
      continue;
    }
    VolcanoJob job = job_of(static_cast<model::GroupIndex>(index));
    job.queue = queue;
    const auto use = [&](VolcanoUsage& usage) {
      add(usage.allocated, job.allocated);
      add(usage.elastic, beyond(job.allocated, job.min));
    };
    for (const std::size_t above : queues[queue].chain) { use(queues[above].usage); }
    use(queues[queue].own_usage);
    const bool runs = group.status.phase == "Running" && job.allocated_pods >= group.min_member.value_or(0);
    if (job.has_min && (group.status.phase == "Inqueue" || runs)) { promise(job, beyond(job.min, job.allocated)); }
    jobs.push_back(std::move(job));
  }
}

// Gated members reserve nothing. (DeductSchGatedResources)
void VolcanoSession::promise(const VolcanoJob& job, const NamedAmounts& amounts) {
  const NamedAmounts held_back = beyond(amounts, job.gated);
  for (const std::size_t above : queues[job.queue].chain) { add(queues[above].usage.inqueue, held_back); }
  add(queues[job.queue].own_usage.inqueue, held_back);
  add(inqueue, held_back);
  if (m_cluster.groups[at(job.group)].status.phase == "Inqueue") {
    m_promises.push_back({job.group, job.queue, held_back});
  }
}

std::vector<model::PromisedAmount> VolcanoSession::promised_of(std::string_view resource,
                                                               std::optional<std::size_t> queue) const {
  std::vector<model::PromisedAmount> found;
  for (const Promise& promise : m_promises) {
    const std::vector<std::size_t>& chain = queues[promise.queue].chain;
    if (queue && std::ranges::find(chain, *queue) == chain.end()) { continue; }
    const model::Quantity amount = amount_of(promise.amounts, resource);
    const model::PodGroup& group = m_cluster.groups[at(promise.group)];
    if (!amount.is_zero()) { found.push_back({std::string(group.namespace_name), std::string(group.name), amount}); }
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &model::PromisedAmount::amount);
  return found;
}

} // namespace engine
