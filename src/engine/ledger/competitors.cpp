// SPDX-License-Identifier: Apache-2.0
// Doubtful pods may get another node than the run gives them, before the subject's pods are tried. The subject's nodes
// are sure if each holds all of these pods too, or if enough capacity is left wherever they go.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "engine/world/simulation_setup.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <set>

namespace engine {

namespace {

using Pods = std::vector<model::PodIndex>;
using Amounts = std::map<model::ResourceId, std::int64_t>;

// Another scheduler has a queue of its own.
bool may_come_first(const model::Pod& other, const model::Pod& pod) {
  return other.spec->scheduler_name != pod.spec->scheduler_name || other.spec->priority > pod.spec->priority ||
         (other.spec->priority == pod.spec->priority && !(pod.created < other.created));
}

Amounts requests_of(const model::Pod& pod) {
  Amounts amounts = {{model::k_pods, 1}};
  for (const model::ResourceAmount& request : pod.spec->requests) {
    if (request.amount > 0) { amounts[request.resource] = request.amount; }
  }
  return amounts;
}

// True if no rule but capacity, selectors and taints decides about the pod's node.
bool is_plain(const model::PodSpec& spec) {
  const auto is_hard = [](const model::TopologySpreadConstraint& spread) { return spread.do_not_schedule; };
  return spec.required_affinity.empty() && spec.required_anti_affinity.empty() && spec.host_ports.empty() &&
         spec.volumes.empty() && spec.resource_claims.empty() && std::ranges::none_of(spec.spread, is_hard);
}

class Competition {
 public:
  Competition(const LedgerInput& input, const Pods& pods) : m_input(input) {
    const std::set<model::PodIndex> own(pods.begin(), pods.end());
    std::ranges::copy_if(pods, std::back_inserter(m_placed),
                         [&](model::PodIndex index) { return is_placed_by_run(input, index); });
    for (const model::PodIndex other : input.doubtful) {
      const auto is_behind = [&](model::PodIndex index) { return may_come_first(input.pod(other), input.pod(index)); };
      if (own.contains(other) || std::ranges::none_of(m_placed, is_behind)) { continue; }
      m_others.push_back(other);
      for (const auto& [resource, amount] : requests_of(input.pod(other))) {
        m_wanted[resource] += amount;
        const auto smallest = m_smallest.try_emplace(resource, amount).first;
        smallest->second = std::min(smallest->second, amount);
      }
    }
  }

  bool is_harmless() const { return m_others.empty() || hold_all() || has_enough_places(); }
  model::PodIndex first_placed() const { return m_placed.front(); }
  model::PodIndex first_other() const { return m_others.front(); }

 private:
  model::NodeIndex node_of(model::PodIndex index) const { return m_input.run.timeline.pods[at(index)].node; }

  std::int64_t free_at_end(model::ResourceId resource, model::NodeIndex node) const {
    return m_input.run.nodes.allocatable[resource][at(node)] -
           m_input.run.timeline.usage_at_end.requested(resource, node);
  }

  // True if each node of the subject's pods holds all the others too.
  bool hold_all() const {
    return std::ranges::all_of(m_placed, [&](model::PodIndex index) {
      Amounts elsewhere = m_wanted;
      for (const model::PodIndex other : m_others) {
        if (node_of(other) != node_of(index)) { continue; }
        for (const auto& [resource, amount] : requests_of(m_input.pod(other))) { elsewhere[resource] -= amount; }
      }
      return std::ranges::all_of(requests_of(m_input.pod(index)), [&](const auto& request) {
        const auto wanted = elsewhere.find(request.first);
        return wanted == elsewhere.end() || wanted->second <= 0 ||
               wanted->second <= free_at_end(request.first, node_of(index));
      });
    });
  }

  bool is_open(const model::Node& node) const {
    return !node.unschedulable && std::ranges::all_of(m_placed, [&](model::PodIndex index) {
      const model::PodSpec& spec = *m_input.pod(index).spec;
      return admits(spec, node) && std::ranges::all_of(node.taints, [&](const model::Taint& taint) {
               return taint.effect == model::TaintEffect::PreferNoSchedule || model::tolerated(spec.tolerations, taint);
             });
    });
  }

  // What is free on a node without the subject's pods and the others.
  Amounts free_without(model::NodeIndex node, const std::map<model::NodeIndex, Amounts>& moving,
                       const Amounts& resources) const {
    Amounts free;
    const auto here = moving.find(node);
    for (const auto& [resource, amount] : resources) {
      free[resource] = free_at_end(resource, node);
      if (here == moving.end()) { continue; }
      const auto moved = here->second.find(resource);
      if (moved != here->second.end()) { free[resource] += moved->second; }
    }
    return free;
  }

  // True if there are places for pods as large as the subject's largest, however the others are spread. To take the
  // first place of a node, they need a bit more than what it has beyond its places, and for another one such a request.
  bool has_enough_places() const {
    Amounts largest;
    std::map<model::NodeIndex, Amounts> moving;
    for (const model::PodIndex index : m_placed) {
      if (!is_plain(*m_input.pod(index).spec)) { return false; }
      for (const auto& [resource, amount] : requests_of(m_input.pod(index))) {
        largest[resource] = std::max(largest[resource], amount);
        moving[node_of(index)][resource] += amount;
      }
    }
    for (const model::PodIndex other : m_others) {
      for (const auto& [resource, amount] : requests_of(m_input.pod(other))) {
        moving[node_of(other)][resource] += amount;
      }
    }
    std::int64_t places = 0;
    std::map<model::ResourceId, std::vector<std::int64_t>> costs; // of the first place of each node
    for (std::size_t index = 0; index < m_input.cluster.nodes.size(); ++index) {
      if (!is_open(m_input.cluster.nodes[index])) { continue; }
      const Amounts free = free_without(static_cast<model::NodeIndex>(index), moving, largest);
      std::int64_t here = std::numeric_limits<std::int64_t>::max();
      for (const auto& [resource, amount] : largest) { here = std::min(here, free.at(resource) / amount); }
      if (here <= 0) { continue; }
      places += here;
      for (const auto& [resource, amount] : largest) {
        costs[resource].push_back(free.at(resource) - here * amount + 1);
      }
    }
    for (const auto& [resource, amount] : largest) { places -= takable(costs[resource], resource, amount); }
    return places >= std::ssize(m_placed);
  }

  // The most places that the others can take by their requests for one resource.
  std::int64_t takable(std::vector<std::int64_t>& costs, model::ResourceId resource, std::int64_t of_one) const {
    const auto wanted = m_wanted.find(resource);
    if (wanted == m_wanted.end()) { return 0; }
    std::ranges::sort(costs);
    std::int64_t left = wanted->second, nodes = 0, most = 0;
    for (const std::int64_t cost : costs) { // the first place of a node, then others there
      left -= std::max(cost, m_smallest.at(resource));
      if (left < 0) { break; }
      ++nodes;
      most = std::max(most, nodes + left / of_one);
    }
    return most;
  }

  const LedgerInput& m_input;
  Pods m_placed, m_others;      // the subject's pods with a node; the doubtful ones that may come first
  Amounts m_wanted, m_smallest; // of the others: in all, and the least of one that requests it
};

} // namespace

void competitor_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  if (input.doubtful.empty() || model::first_with(out.ledger, model::Reply::NotAsked) != nullptr) { return; }
  const Competition competition(input, pods_of(input, subject));
  if (competition.is_harmless()) { return; }
  const std::string name = model::pod_key(input.pod(competition.first_other()));
  out.add(model::Authority::Inputs, model::Reply::NotAsked,
          util::concat("pod ", name, " may take the capacity of pod ",
                       model::pod_key(input.pod(competition.first_placed())), " first: it ",
                       doubt_about_place(input, competition.first_other())),
          util::concat("pod ", name));
}

bool fit_without_doubtful(const LedgerInput& input) {
  if (input.doubtful.empty() || input.question.pods.empty()) { return false; }
  SimulationSetup setup{input.run.timeline.initial_order};
  std::erase_if(setup.pending, [&](model::PodIndex index) {
    return std::ranges::find(input.doubtful, index) != input.doubtful.end();
  });
  std::ranges::sort(setup.pending);
  setup.record_reasons = false;
  const Timeline timeline = input.run.experiment.run(setup);
  return std::ranges::all_of(input.question.pods, [&](model::PodIndex index) {
    return input.pod(index).bound() || timeline.pods[at(index)].outcome == model::Outcome::Bound;
  });
}

} // namespace engine
