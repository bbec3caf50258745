// SPDX-License-Identifier: Apache-2.0
#include "engine/answer/summary.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

namespace engine {

namespace {

using model::Code;
using model::GroupVerdict;
using model::QueueKind;
using model::ResourceId;

// The verdicts of the report by what they are about.
class Verdicts {
 public:
  explicit Verdicts(const model::Report& report) {
    for (const model::GroupReport& group : report.groups) {
      add(QueueKind::PodGroup, group.namespace_name, group.name, group.dialect, {group.verdict, group.code});
    }
    for (const model::PodReport& pod : report.pods) {
      if (pod.outcome == model::Outcome::AlreadyBound) { continue; } // it runs
      const bool fits = pod.outcome == model::Outcome::Bound;
      add(QueueKind::Pod, pod.namespace_name, pod.name, {},
          {pod.taken_back        ? *pod.taken_back
           : !fits               ? GroupVerdict::DoesNotFit
           : !pod.untold.empty() ? GroupVerdict::Unknown
                                 : GroupVerdict::Fits,
           {}});
    }
    for (const model::QueueEntry& entry : report.queue) {
      if (!entry.verdict) { continue; }
      add(entry.what.kind, entry.what.namespace_name, entry.what.name, entry.what.dialect,
          {*entry.verdict, entry.code.value_or(Code::None)});
    }
  }

  struct Found {
    GroupVerdict verdict = GroupVerdict::Idle;
    Code code = Code::None;
  };
  // Idle if the report does not have it.
  Found of(const model::QueueRef& what) const {
    const auto found = m_by_name.find({what.kind, what.namespace_name, what.name, what.dialect});
    return found == m_by_name.end() ? Found() : found->second;
  }
  template <typename Visit>
  void each(Visit visit) const {
    for (const auto& [key, found] : m_by_name) { visit(std::get<0>(key), found); }
  }

 private:
  void add(QueueKind kind, const std::string& space, const std::string& name, model::Dialect dialect, Found found) {
    m_by_name.insert_or_assign({kind, space, name, dialect}, found);
  }

  std::map<std::tuple<QueueKind, std::string, std::string, model::Dialect>, Found> m_by_name;
};

bool is_blocked(GroupVerdict verdict) {
  return verdict == GroupVerdict::DoesNotFit || verdict == GroupVerdict::Unknown;
}

void count_verdicts(const Verdicts& verdicts, model::ClusterSummary& summary) {
  std::map<Code, std::int64_t> causes;
  verdicts.each([&](QueueKind kind, const Verdicts::Found& found) {
    if (kind == QueueKind::Pod) {
      ++(found.verdict == GroupVerdict::Unknown ? summary.unknown_pods
         : is_blocked(found.verdict)            ? summary.blocked_pods
                                                : summary.starting_pods);
      return;
    }
    switch (found.verdict) {
    case GroupVerdict::DoesNotFit:
      ++summary.blocked_groups;
      break;
    case GroupVerdict::Unknown:
      ++summary.unknown_groups;
      break;
    case GroupVerdict::Fits:
      ++summary.starting_groups;
      break;
    case GroupVerdict::Satisfied:
      ++summary.running_groups;
      break;
    case GroupVerdict::Idle:
      break;
    }
    if (is_blocked(found.verdict)) { ++causes[found.code]; }
  });
  summary.causes.assign(causes.begin(), causes.end());
  std::ranges::stable_sort(summary.causes, std::greater<>(), &std::pair<Code, std::int64_t>::second);
}

std::int64_t free_capacity_on(const Run& run, ResourceId resource, model::NodeIndex node) {
  if (run.nodes.node(node).unschedulable) { return 0; }
  return std::max<std::int64_t>(0,
                                run.nodes.allocatable[resource][at(node)] - run.bound_usage.requested(resource, node));
}

std::int64_t free_capacity(const Run& run, ResourceId resource) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < run.nodes.size(); ++i) {
    sum += free_capacity_on(run, resource, static_cast<model::NodeIndex>(i));
  }
  return sum;
}

struct Requested {
  std::int64_t amount = 0, pods = 0;
};

// Requests of blocked pods by resource. Gated pods count: they wait for the same capacity.
std::map<ResourceId, Requested> requested_by_blocked(const Run& run, const std::vector<QueuePlace>& places,
                                                     const Verdicts& verdicts) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  std::map<ResourceId, Requested> requested;
  const auto add = [&](const model::Pod& pod) {
    if (pod.bound() || !pod.live()) { return; }
    for (const model::ResourceAmount& request : pod.spec->requests) {
      if (request.amount <= 0) { continue; }
      requested[request.resource].amount += request.amount;
      ++requested[request.resource].pods;
    }
  };
  for (const QueuePlace& place : places) {
    if (!is_blocked(verdicts.of(place.what).verdict)) { continue; }
    if (place.group == model::k_none) {
      add(cluster.pods[at(place.first)]);
    } else {
      for (const model::PodIndex member : cluster.groups[at(place.group)].members) { add(cluster.pods[at(member)]); }
    }
  }
  return requested;
}

std::optional<model::ScarceResource> scarce_resource(const Run& run, const std::vector<QueuePlace>& places,
                                                     const Verdicts& verdicts) {
  std::optional<model::ScarceResource> scarcest;
  double most = 0;
  ResourceId chosen = 0;
  for (const auto& [resource, requested] : requested_by_blocked(run, places, verdicts)) {
    const std::int64_t free = free_capacity(run, resource);
    const double ratio = static_cast<double>(requested.amount) / static_cast<double>(std::max<std::int64_t>(1, free));
    if (scarcest && ratio <= most) { continue; }
    most = ratio;
    chosen = resource;
    scarcest = {std::string(run.nodes.resources->name(resource)), free, requested.amount, requested.pods, {}};
  }
  if (!scarcest) { return scarcest; }
  std::map<std::int64_t, std::int64_t, std::greater<>> blocks;
  for (std::size_t i = 0; i < run.nodes.size(); ++i) {
    if (const std::int64_t free = free_capacity_on(run, chosen, static_cast<model::NodeIndex>(i)); free > 0) {
      ++blocks[free];
    }
  }
  scarcest->blocks.assign(blocks.begin(), blocks.end());
  return scarcest;
}

void find_extremes(const std::vector<QueuePlace>& places, const QueueSort& sort, const Verdicts& verdicts,
                   model::ClusterSummary& summary) {
  for (const QueuePlace& place : places) {
    const GroupVerdict verdict = verdicts.of(place.what).verdict;
    if (verdict == GroupVerdict::Fits && summary.next.size() < model::ClusterSummary::k_most_next) {
      summary.next.push_back(place.what);
    }
    if (!is_blocked(verdict)) { continue; }
    const std::optional<model::Time> since = sort.timestamp(place.first).time;
    if (!since || (summary.waits_since && !(*since < *summary.waits_since))) { continue; }
    summary.waits_longest = place.what;
    summary.waits_since = since;
  }
}

void find_in_the_way(const model::Report& report, model::ClusterSummary& summary) {
  std::map<std::string, std::pair<std::int64_t, const model::QueueRef*>> kept_out;
  for (const model::GroupReport& group : report.groups) {
    for (const auto* const takers : {&group.evidence.takers, &group.evidence.takers_behind, &group.evidence.holders}) {
      for (const model::QueueRef& taker : *takers) {
        auto& [groups, ref] = kept_out[taker.namespace_name + '/' + taker.name];
        ++groups;
        ref = &taker;
      }
    }
  }
  for (const auto& [name, found] : kept_out) {
    if (found.first <= summary.kept_out) { continue; }
    summary.kept_out = found.first;
    summary.in_the_way = *found.second;
  }
}

} // namespace

model::ClusterSummary summarize(const Run& run, const std::vector<QueuePlace>& places, const QueueSort& sort,
                                const model::Report& report) {
  const Verdicts verdicts(report);
  model::ClusterSummary summary;
  count_verdicts(verdicts, summary);
  if (!knows_no_nodes(run.rules.cluster)) { summary.scarce = scarce_resource(run, places, verdicts); }
  find_extremes(places, sort, verdicts, summary);
  find_in_the_way(report, summary);
  return summary;
}

} // namespace engine
