// SPDX-License-Identifier: Apache-2.0
// Unsettled pods may get another node than the run gives them, before the subject's pods are tried. The subject's nodes
// are sure if each also holds all of these pods that it admits, or if enough capacity is left wherever they go.
// conflicts.cpp: what else they may refuse.
//
// Cost: the pods are counted by spec, so a subject costs the number of specs for each of its pods. Only if its nodes
// cannot hold them all, it costs a pass over the nodes and over the doubtful pods.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/world/simulation_setup.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace engine {

namespace {

using Pods = std::vector<model::PodIndex>;

std::int64_t request_of(const model::PodSpec& spec, model::ResourceId resource) {
  return resource == model::k_pods ? 1 : std::max<std::int64_t>(model::amount_of(spec.requests, resource), 0);
}

// With that for the pod itself.
std::vector<model::ResourceAmount> requests_of(const model::PodSpec& spec) {
  std::vector<model::ResourceAmount> requests = {{model::k_pods, 1}};
  std::ranges::copy_if(spec.requests, std::back_inserter(requests), [](const model::ResourceAmount& request) {
    return request.resource != model::k_pods && request.amount > 0;
  });
  return requests;
}

// The most places of that size that a pod takes on a node: its requests, each rounded up to whole places.
std::int64_t whole_places(const model::PodSpec& pod, const std::vector<model::ResourceAmount>& of_one) {
  std::int64_t most = 0;
  for (const model::ResourceAmount& one : of_one) {
    most = std::max(most, (request_of(pod, one.resource) + one.amount - 1) / one.amount);
  }
  return most;
}

// True if no rule but capacity, selectors and taints decides about the pod's node.
bool is_plain(const model::PodSpec& spec) {
  const auto is_hard = [](const model::TopologySpreadConstraint& spread) { return spread.do_not_schedule; };
  return spec.required_affinity.empty() && spec.required_anti_affinity.empty() && spec.host_ports.empty() &&
         spec.volumes.empty() && spec.resource_claims.empty() && std::ranges::none_of(spec.spread, is_hard);
}

// A pod that another one may keep off its node, and how: "may take the capacity of".
struct Loss {
  model::PodIndex pod, other;
  std::string_view what;
};

class Competition {
 public:
  Competition(const LedgerInput& input, const Pods& pods) : m_input(input) {
    for (const model::PodIndex index : pods) {
      if (std::ranges::binary_search(input.doubtful.unsettled, index)) { m_own.insert(index); }
      if (is_placed_by_run(input, index)) { m_placed.push_back(index); }
    }
    for (const model::PodIndex index : m_placed) {
      note_last(index);
      note_own(index);
    }
    note_others();
  }

  // What the competition may cost the subject.
  std::optional<Loss> loss() const {
    if (std::ranges::all_of(m_counts, [](std::int64_t count) { return count == 0; })) { return std::nullopt; }
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
      if (m_counts[i] == 0) { continue; }
      const DoubtfulPods::Class& each = m_input.doubtful.classes[i];
      for (const model::PodIndex index : m_placed) {
        const std::string_view what = conflict_of(m_input, index, each, m_counts[i]);
        if (!what.empty()) { return Loss{index, first_other_of(each), what}; }
      }
    }
    if (has_ample_room() || hold_all() || has_enough_places()) { return std::nullopt; }
    return Loss{m_placed.front(), first_other(), "may take the capacity of"};
  }

 private:
  // Capacity of one resource, in the search for places.
  struct Demand {
    Demand(model::ResourceId of, std::size_t nodes) : resource(of), moving(nodes, 0) {}
    model::ResourceId resource;
    std::int64_t of_one = 0;                                          // request of the subject's largest pod
    std::int64_t wanted = 0;                                          // by the others in all
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max(); // the least that one of the others requests
    std::vector<std::int64_t> moving; // by node: requests of the subject's pods and of the others there
    std::vector<std::int64_t> costs;  // of the first place of each node
  };

  // A spec of the subject's pods, and the nodes that it allows.
  struct Own {
    const model::PodSpec* spec = nullptr;
    Pods unsettled;
    NodeSet nodes;
  };

  // By scheduler and priority, keeps the last place in the queue: others that come before any pod come before it.
  void note_last(model::PodIndex index) {
    const Precedence place = precedence_of(m_input, index);
    const auto last = std::ranges::find_if(m_last, [&](const Precedence& other) {
      return other.priority == place.priority && other.scheduler_name == place.scheduler_name;
    });
    if (last == m_last.end()) {
      m_last.push_back(place);
    } else {
      last->last = std::max(last->last, place.last);
    }
  }

  void note_own(model::PodIndex index) {
    const model::PodSpec* const spec = m_input.pod(index).spec;
    auto own = std::ranges::find(m_own_specs, spec, &Own::spec);
    if (own == m_own_specs.end()) {
      own = m_own_specs.insert(own, {spec, {}, admitting_nodes(m_input.run.nodes, *spec)});
    }
    if (m_own.contains(index)) { own->unsettled.push_back(index); }
  }

  bool may_come_before_any(const Precedence& place) const {
    return std::ranges::any_of(m_last, [&](const Precedence& last) { return may_come_first(place, last); });
  }

  void note_others() {
    const DoubtfulPods& doubtful = m_input.doubtful;
    m_is_other.resize(doubtful.unsettled.size());
    for (const DoubtfulPods::Class& each : doubtful.classes) {
      std::int64_t count = 0;
      if (!gives_way(each)) {
        for (const std::size_t i : each.pods) {
          m_is_other[i] = may_come_before_any(doubtful.precedences[i]) && !m_own.contains(doubtful.unsettled[i]);
          count += m_is_other[i] ? 1 : 0;
        }
      }
      m_counts.push_back(count);
    }
  }

  // True if the pods only may come first because they wait for another scheduler, and if the subject's pods preempt
  // them then. (preemption.go: SelectVictimsOnNode looks at priorities, not at schedulerNames)
  bool gives_way(const DoubtfulPods::Class& each) const {
    const auto preempts = [&](model::PodIndex index) {
      const model::Pod& pod = m_input.pod(index);
      const bool is_native =
          pod.group != model::k_none && m_input.cluster.groups[at(pod.group)].dialect == model::Dialect::Native;
      return !is_native && !pod.spec->never_preempts && pod.spec->priority > each.spec->priority;
    };
    const auto is_doubtful = [&](std::size_t i) {
      return std::ranges::binary_search(m_input.doubtful.placed, m_input.doubtful.unsettled[i]);
    };
    return std::ranges::all_of(m_placed, preempts) && std::ranges::none_of(each.pods, is_doubtful);
  }

  // A doubtful pod, or one of another scheduler than the subject's.
  bool is_cause(model::PodIndex index) const {
    return std::ranges::binary_search(m_input.doubtful.placed, index) ||
           queue_of(m_input, m_input.pod(index)) != queue_of(m_input, m_input.pod(m_placed.front()));
  }

  // Of a class with such pods; a doubtful one, if it has one.
  model::PodIndex first_other_of(const DoubtfulPods::Class& each) const {
    model::PodIndex first = model::k_none;
    bool is_doubtful = false;
    for (const std::size_t i : each.pods) {
      if (!m_is_other[i]) { continue; }
      const model::PodIndex other = m_input.doubtful.unsettled[i];
      const bool doubtful = is_cause(other);
      if (first != model::k_none && (is_doubtful > doubtful || (is_doubtful == doubtful && first < other))) {
        continue;
      }
      first = other;
      is_doubtful = doubtful;
    }
    return first;
  }

  // The first other pod that a node of the subject's pods admits, else the first of all; a doubtful one, if there is
  // one.
  model::PodIndex first_other() const {
    model::PodIndex first = model::k_none;
    std::pair<int, model::PodIndex> best = {4, model::k_none};
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
      if (m_counts[i] == 0) { continue; }
      const DoubtfulPods::Class& each = m_input.doubtful.classes[i];
      const model::PodIndex other = first_other_of(each);
      const auto is_on = [&](model::PodIndex index) { return each.nodes.has(node_of(index)); };
      const int far = std::ranges::any_of(m_placed, is_on) ? 0 : 2;
      const int indirect = is_cause(other) ? 0 : 1;
      if (const std::pair rank = {far + indirect, other}; rank < best) {
        best = rank;
        first = other;
      }
    }
    return first;
  }

  model::NodeIndex node_of(model::PodIndex index) const { return m_input.run.timeline.pods[at(index)].node; }

  std::int64_t free_at_end(model::ResourceId resource, model::NodeIndex node) const {
    return m_input.run.nodes.allocatable[resource][at(node)] -
           m_input.run.timeline.usage_at_end.requested(resource, node);
  }

  // Requests of the others that the node admits and that the run places elsewhere. The subject's unsettled pods of
  // other specs are others too: if they change places, one may find none that it needs.
  std::int64_t wanted_on(model::NodeIndex node, model::ResourceId resource, const model::PodSpec& spec) const {
    std::int64_t wanted = 0;
    for (const Own& own : m_own_specs) {
      if (own.spec == &spec || !own.nodes.has(node)) { continue; }
      const auto elsewhere =
          std::ranges::count_if(own.unsettled, [&](model::PodIndex index) { return node_of(index) != node; });
      wanted += elsewhere * request_of(*own.spec, resource);
    }
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
      const DoubtfulPods::Class& each = m_input.doubtful.classes[i];
      if (m_counts[i] > 0 && each.nodes.has(node)) { wanted += m_counts[i] * request_of(*each.spec, resource); }
    }
    const auto here = m_input.doubtful.by_node.find(node);
    if (here == m_input.doubtful.by_node.end()) { return wanted; }
    for (const std::size_t i : here->second) {
      if (m_is_other[i]) { wanted -= request_of(*m_input.pod(m_input.doubtful.unsettled[i]).spec, resource); }
    }
    return wanted;
  }

  // True if each node of the subject's pods holds all the others too.
  bool hold_all() const {
    std::set<std::pair<model::NodeIndex, const model::PodSpec*>> asked;
    return std::ranges::all_of(m_placed, [&](model::PodIndex index) {
      const model::NodeIndex node = node_of(index);
      const model::PodSpec& spec = *m_input.pod(index).spec;
      if (!asked.emplace(node, &spec).second) { return true; }
      return std::ranges::all_of(requests_of(spec), [&](const model::ResourceAmount& request) {
        const std::int64_t wanted = wanted_on(node, request.resource, spec);
        return wanted <= 0 || wanted <= free_at_end(request.resource, node);
      });
    });
  }

  // Nodes on which each of the subject's pods may be.
  NodeSet open_nodes() const {
    const NodeTable& table = m_input.run.nodes;
    NodeSet open(table.size());
    open.keep_if([&](model::NodeIndex node) { return !table.node(node).unschedulable; });
    for (const Own& own : m_own_specs) {
      open.keep_if([&](model::NodeIndex node) { return own.nodes.has(node); });
    }
    return open;
  }

  std::vector<Demand> demands() const {
    std::vector<Demand> found;
    for (const model::PodIndex index : m_placed) {
      for (const model::ResourceAmount& request : requests_of(*m_input.pod(index).spec)) {
        auto demand = std::ranges::find(found, request.resource, &Demand::resource);
        if (demand == found.end()) {
          demand = found.insert(demand, Demand(request.resource, m_input.run.nodes.size()));
        }
        demand->of_one = std::max(demand->of_one, request.amount);
      }
    }
    return found;
  }

  void count_others(const NodeSet& open, std::vector<Demand>& demands) const {
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
      const DoubtfulPods::Class& each = m_input.doubtful.classes[i];
      if (m_counts[i] == 0 || !each.nodes.intersects(open)) { continue; }
      for (Demand& demand : demands) {
        const std::int64_t amount = request_of(*each.spec, demand.resource);
        demand.wanted += m_counts[i] * amount;
        if (amount > 0) { demand.smallest = std::min(demand.smallest, amount); }
      }
    }
    const auto move = [&](model::PodIndex index) {
      for (Demand& demand : demands) {
        demand.moving[at(node_of(index))] += request_of(*m_input.pod(index).spec, demand.resource);
      }
    };
    std::ranges::for_each(m_placed, move);
    for (std::size_t i = 0; i < m_is_other.size(); ++i) {
      const model::PodIndex other = m_input.doubtful.unsettled[i];
      if (m_is_other[i] && is_placed_by_run(m_input, other)) { move(other); }
    }
  }

  // The same for all subjects of a spec.
  DoubtfulPods::Room room_of(const model::PodSpec& spec) const {
    const std::vector<model::ResourceAmount> wanted = requests_of(spec);
    const NodeSet open = open_nodes();
    DoubtfulPods::Room room;
    open.for_each([&](model::NodeIndex node) {
      const auto here = m_input.doubtful.by_node.find(node);
      std::int64_t places = std::numeric_limits<std::int64_t>::max();
      for (const model::ResourceAmount& request : wanted) {
        std::int64_t free = free_at_end(request.resource, node);
        if (here != m_input.doubtful.by_node.end()) {
          for (const std::size_t i : here->second) {
            free += request_of(*m_input.pod(m_input.doubtful.unsettled[i]).spec, request.resource);
          }
        }
        places = std::min(places, free / request.amount);
      }
      room.places += std::max<std::int64_t>(places, 0);
    });
    for (const DoubtfulPods::Class& each : m_input.doubtful.classes) {
      if (each.nodes.intersects(open)) {
        room.taken_at_most += whole_places(*each.spec, wanted) * std::ssize(each.pods);
      }
    }
    return room;
  }

  // True if there are places for the subject's pods wherever all unsettled pods go, also those that come later.
  bool has_ample_room() const {
    if (m_own_specs.size() != 1 || !is_plain(*m_own_specs.front().spec)) { return false; }
    const model::PodSpec& spec = *m_own_specs.front().spec;
    const auto [known, is_new] = m_input.doubtful.rooms.try_emplace(&spec);
    if (is_new) { known->second = room_of(spec); }
    const std::int64_t by_others = known->second.taken_at_most - std::ssize(m_own_specs.front().unsettled);
    return known->second.places - by_others >= std::ssize(m_placed);
  }

  // True if there are places for pods as large as the subject's largest, however the others are spread. To take the
  // first place of a node, they need a bit more than what it has beyond its places, and for another one such a request.
  bool has_enough_places() const {
    if (!std::ranges::all_of(m_placed, [&](model::PodIndex index) { return is_plain(*m_input.pod(index).spec); })) {
      return false;
    }
    const NodeSet open = open_nodes();
    std::vector<Demand> of_all = demands();
    count_others(open, of_all);
    std::int64_t places = 0;
    open.for_each([&](model::NodeIndex node) {
      // Without the subject's pods and the others.
      const auto free = [&](const Demand& demand) {
        return free_at_end(demand.resource, node) + demand.moving[at(node)];
      };
      std::int64_t here = std::numeric_limits<std::int64_t>::max();
      for (const Demand& demand : of_all) { here = std::min(here, free(demand) / demand.of_one); }
      if (here <= 0) { return; }
      places += here;
      for (Demand& demand : of_all) {
        if (demand.wanted > 0) { demand.costs.push_back(free(demand) - here * demand.of_one + 1); }
      }
    });
    std::int64_t taken = 0;
    for (Demand& demand : of_all) { taken += takable(demand); }
    return places - std::min(taken, taken_at_most(open, of_all)) >= std::ssize(m_placed);
  }

  // The most places that the others can take, each on a node of its own.
  std::int64_t taken_at_most(const NodeSet& open, const std::vector<Demand>& demands) const {
    std::vector<model::ResourceAmount> largest;
    for (const Demand& demand : demands) { largest.push_back({demand.resource, demand.of_one}); }
    std::int64_t taken = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
      const DoubtfulPods::Class& each = m_input.doubtful.classes[i];
      if (each.nodes.intersects(open)) { taken += whole_places(*each.spec, largest) * m_counts[i]; }
    }
    return taken;
  }

  // The most places that the others can take by their requests for one resource.
  static std::int64_t takable(Demand& demand) {
    std::ranges::sort(demand.costs);
    std::int64_t left = demand.wanted, nodes = 0, most = 0;
    for (const std::int64_t cost : demand.costs) { // the first place of a node, then others there
      left -= std::max(cost, demand.smallest);
      if (left < 0) { break; }
      ++nodes;
      most = std::max(most, nodes + left / demand.of_one);
    }
    return most;
  }

  const LedgerInput& m_input;
  std::set<model::PodIndex> m_own;    // the subject's unsettled pods
  Pods m_placed;                      // the subject's pods with a node
  std::vector<Own> m_own_specs;       // of those
  std::vector<Precedence> m_last;     // of those, the last one of each scheduler and priority
  std::vector<std::int64_t> m_counts; // by class: unsettled pods of others that may come first
  std::vector<bool> m_is_other;       // by position in the unsettled pods: those that m_counts counts
};

} // namespace

void competitor_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  if (input.doubtful.unsettled.empty() || model::first_with(out.ledger, model::Reply::NotAsked) != nullptr) { return; }
  const Competition competition(input, pods_of(input, subject));
  const std::optional<Loss> loss = competition.loss();
  if (!loss) { return; }
  const std::string name = model::pod_key(input.pod(loss->other));
  out.add(model::Authority::Inputs, model::Reply::NotAsked,
          util::concat("pod ", name, ' ', loss->what, " pod ", model::pod_key(input.pod(loss->pod)), " first: it ",
                       doubt_about_node(input, loss->other)),
          util::concat("pod ", name));
}

model::PodIndex taker_of_all_doubtful(const LedgerInput& input) {
  if (input.question.pods.empty()) { return model::k_none; }
  Pods doubtful = input.doubtful.placed;
  // Pods of other schedulers, but not those that preempt the question's pods if they come later.
  const auto is_racer = [&](model::PodIndex index) {
    const model::Pod& pod = input.pod(index);
    return std::ranges::all_of(input.question.pods, [&](model::PodIndex own) {
      return queue_of(input, input.pod(own)) != queue_of(input, pod) &&
             pod.spec->priority <= input.pod(own).spec->priority;
    });
  };
  std::ranges::copy_if(input.doubtful.racing, std::back_inserter(doubtful), is_racer);
  if (doubtful.empty()) { return model::k_none; }
  const model::PodIndex first = doubtful.front();
  std::ranges::sort(doubtful);
  SimulationSetup setup{input.run.timeline.initial_order};
  std::erase_if(setup.pending, [&](model::PodIndex index) { return std::ranges::binary_search(doubtful, index); });
  std::ranges::sort(setup.pending);
  setup.record_reasons = false;
  const Timeline timeline = input.run.experiment.run(setup);
  const bool fit = std::ranges::all_of(input.question.pods, [&](model::PodIndex index) {
    return input.pod(index).bound() || timeline.pods[at(index)].outcome == model::Outcome::Bound;
  });
  return fit ? first : model::k_none;
}

} // namespace engine
