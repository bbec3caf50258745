// SPDX-License-Identifier: Apache-2.0
// Finds the greatest size by doubling and bisecting. A scheduler that places pod after pod can place a larger job and
// fail with a smaller one. So the result is a simulated size for which the simulation of the next size failed. The
// solver decides if any placement exists for the next size.
#include "engine/sizing/largest.hpp"

#include "engine/index.hpp"
#include "engine/nodes/storage.hpp"
#include "engine/sizing/resized.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace engine {

namespace {

using model::LargestReport;
using model::PodIndex;
using Change = std::function<void(Resized&, std::int64_t)>;

// Finds the role for a bare pod of the manifest. Equal bare pods share one role, as members of one group or on their
// own.
Role* alike(const model::ClusterSnapshot& cluster, std::vector<Role>& roles, const Role& bare) {
  const auto look = [&](const Role& role) {
    const model::Pod& pod = cluster.pods[at(role.pods.front())];
    return std::tuple(role.kind, pod.namespace_name, pod.group, pod.spec);
  };
  const auto found = std::ranges::find(roles, look(bare), look);
  return found == roles.end() ? nullptr : &*found;
}

void add_role(const model::ClusterSnapshot& cluster, std::vector<Role>& roles, Role role) {
  if (role.kind == "Pod") {
    const model::GroupIndex group = cluster.pods[at(role.pods.front())].group;
    role.name.clear();
    if (group != model::k_none) {
      role.kind = "PodGroup";
      role.object = cluster.groups[at(group)].name;
    }
    if (Role* const known = alike(cluster, roles, role)) {
      known->pods.insert(known->pods.end(), role.pods.begin(), role.pods.end());
      return;
    }
  }
  roles.push_back(std::move(role));
}

std::vector<Role> roles_of(const model::ClusterSnapshot& cluster, const std::vector<model::Expansion>& expansions) {
  std::vector<Role> roles;
  for (const model::Expansion& expansion : expansions) {
    for (const model::Expansion::Role& made : expansion.roles) {
      Role role{expansion.kind, expansion.namespace_name, expansion.name, made.name, {}, made.most};
      for (const std::string& name : made.pods) {
        const PodIndex pod = cluster.find_pod(expansion.namespace_name, name);
        if (pod != model::k_none && cluster.pods[at(pod)].live()) { role.pods.push_back(pod); }
      }
      if (!role.pods.empty()) { add_role(cluster, roles, std::move(role)); }
    }
  }
  for (Role& role : roles) { std::ranges::sort(role.pods); }
  return roles;
}

class Search {
 public:
  Search(const Run& run, const Job& job, const Role& role)
      : m_run(run), m_job(job), m_role(role),
        m_may_preempt(run.bound_usage.lowest_priority() < preempting_priority(cluster(), job)) {}

  const model::ClusterSnapshot& cluster() const { return m_run.rules.cluster; }
  const model::Pod& pod(PodIndex index) const { return cluster().pods[at(index)]; }

  // Sizes are multiples of `unit`; the other fields count units.
  struct Range {
    std::int64_t smallest, asked, limit, unit;
  };
  LargestReport greatest(const Range& range, const Change& change) const {
    const auto fits = [&](std::int64_t size) {
      Resized resized(m_run, m_job, m_role);
      change(resized, size * range.unit);
      return resized.places_all();
    };
    std::int64_t good = range.smallest - 1, bad = range.limit + 1; // bounds known so far
    const std::int64_t first = std::max(range.smallest, range.asked);
    if (first < bad && fits(first)) {
      good = first;
      for (std::int64_t step = 1; good < range.limit; step *= 2) {
        const std::int64_t next = std::min(good + step, range.limit);
        if (!fits(next)) {
          bad = next;
          break;
        }
        good = next;
      }
    } else {
      bad = std::min(bad, first);
    }
    while (bad - good > 1) {
      const std::int64_t middle = good + (bad - good) / 2;
      (fits(middle) ? good : bad) = middle;
    }
    LargestReport report;
    report.kind = m_role.kind;
    report.namespace_name = m_role.namespace_name;
    report.object = m_role.object;
    report.role = m_role.name;
    report.greatest = good < range.smallest ? 0 : good * range.unit;
    report.limit_reached = good == range.limit;
    report.exact = is_impossible(bad * range.unit, change);
    return report;
  }

 private:
  bool is_impossible(std::int64_t size, const Change& change) const {
    const bool is_served =
        std::ranges::all_of(m_job.pods, [&](PodIndex index) { return m_run.rules.profile_of(pod(index)) != nullptr; });
    if (m_may_preempt || !is_served) { return false; }
    Resized resized(m_run, m_job, m_role);
    change(resized, size);
    return resized.is_impossible();
  }

  const Run& m_run;
  const Job& m_job;
  const Role& m_role;
  bool m_may_preempt;
};

std::optional<LargestReport> most_replicas(const Search& search, const Role& role, std::int64_t limit) {
  const model::Pod& first = search.pod(role.pods.front());
  const auto differs = [&](PodIndex pod) { return search.pod(pod).group != first.group; };
  // Pods that name their node never come to a scheduler.
  const bool names_node = first.bound() && first.uid.empty();
  // A StatefulSet makes claims for each pod, and other controllers make those of ephemeral volumes and of templates of
  // claims for devices. More pods like this one do not have them.
  const bool is_stateful = first.owner != nullptr && first.owner->kind == "StatefulSet" && has_claims(*first.spec);
  const bool has_own = is_stateful || has_own_claims(*first.spec) ||
                       std::ranges::any_of(first.spec->resource_claims,
                                           [](std::string_view entry) { return entry.starts_with("template="); });
  const bool is_of_nodes = names_node || has_own || (first.owner != nullptr && first.owner->kind == "DaemonSet");
  if (is_of_nodes || std::ranges::any_of(role.pods, differs)) { return std::nullopt; }
  const std::int64_t asked = std::ssize(role.pods);
  std::int64_t most = std::max(asked, limit);
  const bool is_bounded = role.most && *role.most < most; // by the object
  if (is_bounded) { most = std::max<std::int64_t>(asked, *role.most); }
  LargestReport report = search.greatest({fewest_replicas(search.cluster(), role), asked, most, 1},
                                         [](Resized& resized, std::int64_t count) { resized.set_replicas(count); });
  if (is_bounded && report.limit_reached) {
    report.exact = true;
    report.limit_reached = false;
  }
  report.asked = asked;
  report.moves_min_member =
      first.group != model::k_none && needs_all_members(search.cluster(), search.cluster().groups[at(first.group)]);
  return report;
}

// Extended resources that the spec requests; if none, cpu, else memory.
std::vector<model::ResourceId> scarce_resources(const model::ClusterSnapshot& cluster, const model::PodSpec& spec) {
  std::vector<model::ResourceId> scarce;
  for (const model::ResourceAmount& request : spec.requests) {
    const bool is_extended = model::is_extended_resource_name(cluster.resources.name(request.resource));
    if (is_extended && request.amount > 0) { scarce.push_back(request.resource); }
  }
  for (const model::ResourceId plain : {model::k_cpu, model::k_memory}) {
    if (scarce.empty() && model::amount_of(spec.requests, plain) > 0) { scarce.push_back(plain); }
  }
  return scarce;
}

// Tries no request above what the largest node offers, and what LimitRanges allow.
LargestReport greatest_request(const Search& search, const Run& run, const model::Pod& pod,
                               model::ResourceId resource) {
  const model::PodSpec& spec = *pod.spec;
  const std::string_view name = search.cluster().resources.name(resource);
  const std::int64_t asked = model::amount_of(spec.requests, resource);
  const std::int64_t unit = resource == model::k_memory ? model::k_mebibyte : 1; // requests are whole mebibytes
  std::int64_t most = 1;
  for (const std::int64_t offered : run.nodes.allocatable[resource]) { most = std::max(most, countable(offered)); }
  bool is_bounded = false; // by a LimitRange
  for (const model::RequestBound& bound : search.cluster().request_bounds) {
    const bool counts = !bound.of_container || spec.container_count == 1;
    if (bound.namespace_name != pod.namespace_name || bound.resource != name || !counts) { continue; }
    is_bounded = is_bounded || bound.most < most;
    most = std::min(most, bound.most);
  }
  LargestReport report =
      search.greatest({1, std::max<std::int64_t>(1, asked / unit), most / unit, unit},
                      [resource](Resized& resized, std::int64_t amount) { resized.set_request(resource, amount); });
  report.exact = report.exact || (is_bounded && report.limit_reached);
  report.resource = name;
  report.asked = asked;
  report.limit_reached = false; // no node offers more
  return report;
}

// True if Kueue has reserved quota for the role as it is. What it does about another size is not simulated.
bool has_reserved_quota(const model::ClusterSnapshot& cluster, const Role& role) {
  const auto is_its = [&](PodIndex pod) { return std::ranges::binary_search(role.pods, pod); };
  return std::ranges::any_of(cluster.kueue_workloads, [&](const model::KueueWorkload& workload) {
    return !workload.finished && !workload.admitted_to.empty() && std::ranges::any_of(workload.pods, is_its);
  });
}

} // namespace

std::vector<LargestReport> find_largest(const Run& run, const Job& job, const std::vector<model::Expansion>& expansions,
                                        std::int64_t limit) {
  std::vector<LargestReport> all;
  for (const Role& role : roles_of(run.rules.cluster, expansions)) {
    if (has_reserved_quota(run.rules.cluster, role)) { continue; }
    const Search search(run, job, role);
    if (std::optional<LargestReport> replicas = most_replicas(search, role, limit)) {
      all.push_back(std::move(*replicas));
    }
    const auto pending = std::ranges::find_if(role.pods, [&](PodIndex pod) { return !search.pod(pod).bound(); });
    if (pending == role.pods.end()) { continue; }
    const model::Pod& pod = search.pod(*pending);
    for (const model::ResourceId resource : scarce_resources(run.rules.cluster, *pod.spec)) {
      all.push_back(greatest_request(search, run, pod, resource));
    }
  }
  return all;
}

} // namespace engine
