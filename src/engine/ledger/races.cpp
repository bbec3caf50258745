// SPDX-License-Identifier: Apache-2.0
// Pods that wait for different schedulers. Each program has a queue of its own, and nothing orders these queues: the
// scheduler that looks first takes the capacity. (kube-scheduler, schedule_one.go: ScheduleOne takes the next pod of
// its own queue) The run knows one queue for all, so it shows one order of many.
//
// Cost: nothing if all pods wait for one scheduler; else at most one more run for each scheduler, with its pods alone.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/rules/known_schedulers.hpp"
#include "engine/world/simulation_setup.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace engine {

namespace {

using Pods = std::vector<model::PodIndex>;

// A scheduler that the input shows, or that may be there. Pods for `bind` wait for a person.
bool may_be_at_work(const LedgerInput& input, std::string_view name) {
  const SchedulersAtWork& schedulers = input.schedulers;
  if (name == "kubectl-gang" || schedulers.down.contains(name)) { return false; }
  return name == "default-scheduler" || find_scheduler(name) != nullptr || !schedulers.shows_any ||
         schedulers.shows(name);
}

bool takes_part(const LedgerInput& input, model::PodIndex index) {
  const model::Pod& pod = input.pod(index);
  const bool waits = !pod.bound() && !pod.finished() && !pod.terminating && pod.waits_for == model::k_none;
  return waits && !input.run.rules.gated(index) && may_be_at_work(input, pod.spec->scheduler_name);
}

// The pods that get a node if only these wait.
Pods placed_alone(const LedgerInput& input, const Pods& pods) {
  SimulationSetup setup{pods};
  setup.record_reasons = false;
  const auto placed_by = [&](const Experiment& experiment) {
    const Timeline timeline = experiment.run(setup);
    Pods placed;
    std::ranges::copy_if(pods, std::back_inserter(placed), [&](model::PodIndex index) {
      return timeline.pods[at(index)].outcome == model::Outcome::Bound;
    });
    return placed;
  };
  if (input.run.rules.profile_of(input.pod(pods.front())) != nullptr) { return placed_by(input.run.experiment); }
  Options options = input.run.rules.options; // the configuration is that of another scheduler
  options.configuration = model::SchedulerConfiguration();
  return placed_by(Experiment(input.cluster, options));
}

// Nodes by spec of the pods.
class Reach {
 public:
  explicit Reach(const LedgerInput& input) : m_input(input) {}

  const NodeSet& of(model::PodIndex index) {
    const model::PodSpec* const spec = m_input.pod(index).spec;
    auto known = m_nodes.find(spec);
    if (known == m_nodes.end()) { known = m_nodes.emplace(spec, admitting_nodes(m_input.run.nodes, *spec)).first; }
    return known->second;
  }

 private:
  const LedgerInput& m_input;
  std::map<const model::PodSpec*, NodeSet> m_nodes;
};

} // namespace

std::string_view queue_of(const LedgerInput& input, const model::Pod& pod) {
  const model::SchedulerConfiguration& configuration = input.run.rules.options.configuration;
  const bool is_one_queue = !configuration.assumed && configuration.profile_for(pod.spec->scheduler_name) != nullptr;
  return is_one_queue ? std::string_view(configuration.profiles.front().scheduler_name) : pod.spec->scheduler_name;
}

// kube-scheduler places the members of a native group one by one. The pod that completes the quorum comes first, the
// others come in a random order, and that order stays. (1.36, schedule_one_podgroup.go: podGroupInfoForPod)
std::vector<bool> native_gangs_by_order(const Run& run) {
  constexpr std::uint32_t k_draws = 8;
  const model::PodGroupList& groups = run.rules.cluster.groups;
  const auto has_different_members = [&](const model::PodGroup& group) {
    if (group.dialect != model::Dialect::Native || !model::is_gang(group)) { return false; }
    std::set<std::pair<std::int32_t, const model::PodSpec*>> kinds; // the order of priorities is sure
    std::set<std::int32_t> priorities;
    for (const model::PodIndex index : group.members) {
      const model::Pod& pod = run.rules.cluster.pods[at(index)];
      if (pod.bound() || pod.finished() || pod.terminating) { continue; }
      kinds.emplace(pod.spec->priority, pod.spec);
      priorities.insert(pod.spec->priority);
    }
    return kinds.size() > priorities.size();
  };
  if (std::ranges::none_of(groups, has_different_members)) { return {}; }
  std::vector<bool> varies(groups.size(), false);
  for (std::uint32_t draw = 1; draw <= k_draws; ++draw) {
    SimulationSetup setup{run.pending};
    setup.sibling_order = draw;
    setup.record_reasons = false;
    const Timeline timeline = run.experiment.run(setup);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto group = static_cast<model::GroupIndex>(i);
      if (varies[i] || !has_different_members(groups[i])) { continue; }
      varies[i] = reaches_quorum(run, group) != reaches_quorum({run.experiment, timeline}, group);
    }
  }
  return varies;
}

void add_races(const LedgerInput& input, DoubtfulPods& doubtful) {
  std::map<std::string_view, Pods> queues;
  for (std::size_t i = 0; i < input.cluster.pods.size(); ++i) {
    const auto index = static_cast<model::PodIndex>(i);
    if (takes_part(input, index)) { queues[queue_of(input, input.pod(index))].push_back(index); }
  }
  if (queues.size() < 2) { return; }
  const auto is_placed = [&](model::PodIndex index) { return is_placed_by_run(input, index); };
  Reach reach(input);
  std::map<std::string_view, NodeSet> nodes; // that the pods of a queue may take
  for (auto& [name, pods] : queues) {
    Pods rivals;
    if (!std::ranges::all_of(pods, is_placed)) { rivals = placed_alone(input, pods); }
    std::erase_if(rivals, is_placed);
    std::erase_if(pods, [&](model::PodIndex index) { return !is_placed(index); });
    NodeSet& own = nodes.emplace(name, NodeSet::none(input.run.nodes.size())).first->second;
    for (const Pods* const all : {&std::as_const(pods), &std::as_const(rivals)}) {
      for (const model::PodIndex index : *all) {
        reach.of(index).for_each([&](model::NodeIndex node) { own.insert(node); });
      }
    }
    std::ranges::copy(rivals, std::back_inserter(doubtful.rivals));
  }
  for (const auto& queue : queues) {
    for (const model::PodIndex index : queue.second) {
      const NodeSet& own = reach.of(index);
      const bool is_shared = std::ranges::any_of(
          nodes, [&](const auto& other) { return other.first != queue.first && own.intersects(other.second); });
      if (is_shared) { doubtful.racing.push_back(index); }
    }
  }
  std::ranges::sort(doubtful.racing);
  std::ranges::sort(doubtful.rivals);
}

} // namespace engine
