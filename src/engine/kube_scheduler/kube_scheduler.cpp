// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/kube_scheduler.hpp"

#include "engine/index.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "engine/rules/counted_members.hpp"

#include <algorithm>
#include <set>

namespace engine {

namespace {

// Groups repeat as a whole, plain pods each by itself.
std::vector<std::int32_t> number_units(const Rules& rules) {
  std::vector<std::int32_t> units;
  const auto groups = static_cast<std::int32_t>(rules.cluster.groups.size());
  for (std::size_t i = 0; i < rules.cluster.pods.size(); ++i) {
    const model::Pod& pod = rules.cluster.pods[i];
    const model::GroupIndex gang = std::max(rules.gang_of(pod), rules.native_group_of(pod));
    units.push_back(gang != model::k_none ? gang : groups + static_cast<std::int32_t>(i));
  }
  return units;
}

} // namespace

KubeScheduler::KubeScheduler(SchedulerInput input)
    : m_rules(input.rules), m_nodes(input.nodes), m_setup(input.setup), m_pending(std::move(input.pending)),
      m_units(number_units(m_rules)),
      m_feasibility(m_nodes, input.bound_usage, m_rules.version, m_rules.options.remembers_classes),
      m_queue_sort(m_rules, m_setup.last_failed), m_world(input.world), m_gang(m_rules, m_queue_sort),
      m_queue(m_units, m_rules.cluster.groups.size() + m_rules.cluster.pods.size(), *this,
              {m_rules.options.configuration.pod_initial_backoff_seconds,
               m_rules.options.configuration.pod_max_backoff_seconds},
              m_rules.version),
      m_repetition(m_rules.cluster.groups.size() + m_rules.cluster.pods.size()), m_timeline(input.timeline),
      m_classes(m_rules.cluster.pods.size(), -1), m_assumed(m_rules.cluster.pods.size(), model::k_none),
      m_last_refusal(m_rules.cluster.pods.size(), -1) {
  m_feasibility.break_ties(m_setup.ties, m_setup.record_ties ? &m_timeline.ties : nullptr);
}

bool KubeScheduler::wakes(const ClusterEvent& event, Rejectors rejectors, model::PodIndex pod) const {
  const model::Pod& asks = pod_at(pod);
  return engine::wakes(event, rejectors, asks, *m_rules.profile_of(asks), m_nodes, m_rules.version);
}

// ---- the start: who is where, who queues -----------------------------------------------------------------------

void KubeScheduler::start() {
  const model::ClusterSnapshot& cluster = m_rules.cluster;
  if (m_setup.last != model::k_none) { m_queue_sort.put_last(m_setup.last); }
  m_queue_sort.draw_siblings(m_setup.sibling_order);
  if (m_setup.reversed) { m_queue_sort.reverse_equals(); }

  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    const auto index = static_cast<model::PodIndex>(i);
    if (m_rules.gates.refuses(index)) { continue; }
    const Counts counts = counts_of(cluster, pod);
    if (counts.exists && !m_world.waits(pod)) { m_gang.appeared(index); }
    if (counts.placed && (pod.bound() || pod.finished())) { m_gang.bound_before(index); }
  }

  std::vector<model::PodIndex> gated;
  for (const model::PodIndex index : m_pending) {
    const model::Pod& pod = pod_at(index);
    if (!m_rules.profile_of(pod)) { continue; } // no profile serves its schedulerName: never attempted
    if (m_world.waits(pod)) { continue; }
    if (m_rules.gated(index)) {
      m_timeline.pods[at(index)].outcome = model::Outcome::Gated;
      m_queue.add_gated(index);
      gated.push_back(index);
    } else if (kept_out(index)) {
      m_queue.add_gated(index);
      gated.push_back(index);
    } else {
      m_timeline.initial_order.push_back(index);
    }
  }
  // Pushed in the order in which they entered: that of their times, and of the list after a restart.
  std::vector<model::PodIndex> entering = m_timeline.initial_order;
  if (m_rules.order != Order::Restart) {
    std::stable_sort(entering.begin(), entering.end(), [&](model::PodIndex a, model::PodIndex b) {
      return m_queue_sort.pod_time(a) < m_queue_sort.pod_time(b);
    });
  }
  std::vector<const Refused*> refused(cluster.pods.size(), nullptr);
  for (const Refused& pod : m_setup.refused) {
    refused[at(pod.pod)] = &pod;
    m_timeline.pods[at(pod.pod)].rejectors = pod.rejectors;
  }
  for (const model::PodIndex pod : entering) {
    refused[at(pod)] == nullptr ? m_queue.add(pod) : m_queue.add_refused(pod, refused[at(pod)]->rejectors);
  }
  m_queue_sort.sort(m_timeline.initial_order);
  m_queue_sort.sort(gated);
  m_timeline.initial_order.insert(m_timeline.initial_order.end(), gated.begin(), gated.end());

  std::set<std::pair<std::int32_t, const model::PodSpec*>> kinds;
  for (const model::PodIndex pod : m_pending) {
    m_moving.push_back(unit_of(pod));
    m_repetition.counts(unit_of(pod), kinds.emplace(unit_of(pod), pod_at(pod).spec).second);
  }
  std::sort(m_moving.begin(), m_moving.end());
  m_moving.erase(std::unique(m_moving.begin(), m_moving.end()), m_moving.end());

  for (const model::PodIndex index : m_pending) {
    const model::Pod& pod = pod_at(index);
    const model::NodeIndex node = m_world.nominated_node(index);
    if (node == model::k_none) { continue; }
    if (m_queue.place(index) != Place::Active && m_queue.place(index) != Place::Unschedulable) { continue; }
    if (m_rules.options.waiting == Waiting::Nominated && m_rules.gang_of(pod) != model::k_none) {
      m_queue.done(index);
      reserve(index, node);
      permit(index, node, Attempt::of(index, m_world.now()));
    } else {
      nominate(index, node);
    }
  }
  for (const model::PodIndex pod : m_setup.failed_recently) { m_gang.back_off(pod, m_world.now()); }
  for (const ClusterEvent& event : m_setup.events) { m_queue.happened(event, m_world.now()); }
}

// Whether a PreEnqueue plugin keeps a new pod out of the queue. Only new members of its group let it in.
bool KubeScheduler::kept_out(model::PodIndex index) {
  const model::Pod& pod = pod_at(index);
  if (pod.group != model::k_none && m_rules.policy_of(pod).native != Policy::Native::No) {
    if (std::string text = kept_out_with_group(pod.group); !text.empty()) {
      return keep_out(index, "GangScheduling", std::move(text));
    }
  }
  const model::SchedulerProfile& profile = *m_rules.profile_of(pod);
  for (const Filter* const row : pre_enqueue_steps(profile)) {
    std::string text = row->pre_enqueue({m_nodes, m_feasibility.usage(), pod, *pod.spec, profile, m_rules.version});
    if (!text.empty()) { return keep_out(index, row->name, std::move(text)); }
  }
  return false;
}

const std::vector<const Filter*>& KubeScheduler::pre_enqueue_steps(const model::SchedulerProfile& profile) {
  const auto [known, is_new] = m_pre_enqueue_steps.try_emplace(&profile);
  if (!is_new) { return known->second; }
  for (const std::string_view plugin : profile.names_at(model::ExtensionPoint::PreEnqueue)) {
    const Filter* const row = find_filter(plugin);
    if (row != nullptr && row->pre_enqueue) { known->second.push_back(row); }
  }
  return known->second;
}

bool KubeScheduler::keep_out(model::PodIndex index, std::string_view plugin, std::string text) {
  RefusalRecord record;
  record.stage = model::Stage::PreEnqueue;
  record.plugin = plugin;
  record.text = std::move(text);
  store(std::move(record), index);
  return true;
}

// ---- one scheduling cycle --------------------------------------------------------------------------------------

bool KubeScheduler::schedule_one(model::PodIndex pod) {
  Attempt attempt = Attempt::of(pod, m_world.now());
  ++m_timeline.pods[at(pod)].attempts;
  RefusalRecord record;
  NodeSet narrowed(m_nodes.size());
  if (const auto node = find_place(pod, narrowed, record, attempt)) {
    reserve(pod, *node);
    permit(pod, *node, std::move(attempt));
    return place_of(pod) != model::k_none;
  }
  if (record.no_nodes) {
    refuse(pod, std::move(record), std::move(attempt), 0);
    return false;
  }
  if (record.stage == model::Stage::Filter) { count_refusals(pod, narrowed, record); }
  post_filter(pod, narrowed, record, attempt);
  const std::vector<model::PodIndex> victims = attempt.victims;
  const Rejectors rejectors = rejectors_of(record);
  refuse(pod, std::move(record), std::move(attempt), rejectors);
  give_up_rejected();
  if (!victims.empty()) { evict(victims, {pod}); }
  return false;
}

// PreFilter, Filter and Score. Where no node is left, `record` has the stage; what the nodes say is counted by
// count_refusals.
std::optional<model::NodeIndex> KubeScheduler::find_place(model::PodIndex pod, NodeSet& narrowed, RefusalRecord& record,
                                                          Attempt& attempt) {
  if (m_nodes.size() == 0) {
    record.no_nodes = true;
    return std::nullopt;
  }
  if (!pre_filter(pod, record, narrowed)) { return std::nullopt; }
  const NodeSet candidates = filter(pod, narrowed);
  const std::size_t count = candidates.size();
  if (count == 0) { return std::nullopt; }
  if (m_setup.record_scores && count > 1) { attempt.scores = m_feasibility.score_sheet(class_of(pod), candidates); }
  bool tied = false;
  const model::NodeIndex node = m_feasibility.best(class_of(pod), candidates, &tied);
  m_timeline.pods[at(pod)].on_a_tie = tied;
  return node;
}

// What Coscheduling's PreFilter says; which of its rules spoke is the answer.
RefusalRecord::Gang KubeScheduler::gang_pre_filter(model::PodIndex index, PreFilterAnswer& answer) {
  const model::GroupIndex group = pod_at(index).group;
  auto refused =
      m_gang.pre_filter(index, m_world.now(), m_nodes, m_feasibility.usage(), [&] { return own_places(group); });
  if (!refused) { return RefusalRecord::Gang::None; }
  answer.refused = std::move(refused->text);
  answer.unresolvable = refused->unresolvable;
  return refused->kind;
}

const std::vector<KubeScheduler::PreFilterStep>&
KubeScheduler::pre_filter_steps(const model::SchedulerProfile& profile) {
  const auto [known, is_new] = m_pre_filter_steps.try_emplace(&profile);
  if (!is_new) { return known->second; }
  for (const std::string_view plugin : profile.names_at(model::ExtensionPoint::PreFilter)) {
    const Filter* const row = find_filter(plugin);
    if (plugin == "Coscheduling") {
      known->second.push_back({plugin, nullptr});
    } else if (row != nullptr && row->pre_filter) {
      known->second.push_back({plugin, row});
    }
  }
  return known->second;
}

// False where a PreFilter plugin refuses the pod. `narrowed` is reduced to the nodes that the plugins leave. A refusal
// that preemption may cure lets the later plugins speak too, and the last one is heard. (RunPreFilterPlugins)
bool KubeScheduler::pre_filter(model::PodIndex index, RefusalRecord& record, NodeSet& narrowed) {
  const model::Pod& pod = pod_at(index);
  const model::SchedulerProfile& profile = *m_rules.profile_of(pod);
  const FilterInput input{m_nodes, m_feasibility.usage(), pod, *pod.spec, profile, m_rules.version};
  record.stage = model::Stage::PreFilter;
  bool refused = false;
  PreFilterAnswer answer(m_nodes.size());
  for (const PreFilterStep& step : pre_filter_steps(profile)) {
    RefusalRecord::Gang kind = RefusalRecord::Gang::None;
    if (step.row != nullptr) {
      step.row->pre_filter(input, answer);
    } else if (m_rules.coscheduling_at(model::ExtensionPoint::PreFilter, pod)) {
      kind = gang_pre_filter(index, answer);
    }
    if (!answer.refused.empty()) {
      refused = true;
      record.text = std::move(answer.refused);
      record.plugin = step.plugin;
      record.gang = kind;
      record.resolvable = !answer.unresolvable;
      if (answer.unresolvable) { return false; }
      answer = PreFilterAnswer(m_nodes.size());
    } else if (answer.nodes.size() != m_nodes.size()) {
      narrowed.keep_if([&](model::NodeIndex node) { return answer.nodes.has(node); });
      record.cut_off_by.push_back(step.plugin);
      answer = PreFilterAnswer(m_nodes.size());
    }
  }
  if (refused) { return false; }
  record.cut_off = static_cast<std::int64_t>(m_nodes.size() - narrowed.size());
  record.stage = model::Stage::Filter;
  return true;
}

// The nodes that pass. A nominated node that passes is taken without looking further.
NodeSet KubeScheduler::filter(model::PodIndex pod, const NodeSet& narrowed) {
  const NodeSet& feasible = m_feasibility.feasible(class_of(pod));
  NodeSet candidates = feasible;
  if (narrowed.size() != m_nodes.size()) {
    candidates.keep_if([&](model::NodeIndex node) { return narrowed.has(node); });
  }
  if (m_nominated.empty()) { return candidates; }
  for (const auto& [node, pods] : m_nominated.by_node()) {
    if (!candidates.has(node)) { continue; }
    const std::vector<model::PodIndex> before = nominated_before(pod, node);
    if (before.empty()) { continue; } // that it fits alone is known
    if (!refusal_beside(before, pod, node).reasons.empty()) { candidates.erase(node); }
  }
  const model::NodeIndex own = m_nominated.node_of(pod);
  if (own != model::k_none && candidates.has(own)) {
    NodeSet one = NodeSet::none(m_nodes.size());
    one.insert(own);
    return one;
  }
  return candidates;
}

// The others that are nominated to the node and of at least the pod's priority.
std::vector<model::PodIndex> KubeScheduler::nominated_before(model::PodIndex pod, model::NodeIndex node) const {
  std::vector<model::PodIndex> before;
  for (const model::PodIndex other : m_nominated.on(node)) {
    if (other != pod && pod_at(other).spec->priority >= pod_at(pod).spec->priority) { before.push_back(other); }
  }
  return before;
}

// What the node says to the pod when `before` (nominated_before) are on it too, and where that is nothing, when they
// are not. (RunFilterPluginsWithNominatedPods)
Refusal KubeScheduler::refusal_beside(const std::vector<model::PodIndex>& before, model::PodIndex pod,
                                      model::NodeIndex node, const Filter** by) {
  if (!before.empty()) {
    Feasibility::Question question(m_feasibility, node);
    for (const model::PodIndex other : before) { question.drop(other); }
    Refusal found = m_feasibility.refusal_on(class_of(pod), node, by);
    if (!found.reasons.empty()) { return found; }
  }
  return m_feasibility.refusal_on(class_of(pod), node, by);
}

// What each node says after a Filter that left none: those nominated there are counted first, and the first refusal is
// heard. (NodeToStatus)
void KubeScheduler::count_refusals(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record) {
  m_said_by_node = m_feasibility.refusals(class_of(pod));
  for (const auto& [node, pods] : m_nominated.by_node()) {
    if (!narrowed.has(node)) { continue; }
    const std::vector<model::PodIndex> before = nominated_before(pod, node);
    if (before.empty()) { continue; }
    const Filter* by = nullptr;
    const Refusal refusal = refusal_beside(before, pod, node, &by);
    m_said_by_node[at(node)] = m_feasibility.intern(by, refusal);
  }
  std::vector<std::int64_t> counts(m_feasibility.all_known().size());
  narrowed.for_each([&](model::NodeIndex node) { ++counts[m_said_by_node[at(node)]]; });
  record.counts.clear();
  for (std::size_t id = 0; id < counts.size(); ++id) {
    if (counts[id] > 0) { record.counts.emplace_back(static_cast<RefusalId>(id), counts[id]); }
  }
}

Preemption KubeScheduler::try_preemption(model::PodIndex index, const NodeSet& narrowed, const RefusalRecord& record) {
  const bool in_pre_filter = record.stage == model::Stage::PreFilter;
  const model::NodeIndex on = m_nominated.node_of(index);
  const auto may_help = [&](model::NodeIndex node) {
    if (in_pre_filter) { return record.resolvable; }
    return !m_feasibility.known(m_said_by_node[at(node)]).refusal.unresolvable && narrowed.has(node);
  };
  std::int64_t helpful = in_pre_filter && record.resolvable ? static_cast<std::int64_t>(m_nodes.size()) : 0;
  for (const auto& [id, nodes] : record.counts) { helpful += m_feasibility.known(id).refusal.unresolvable ? 0 : nodes; }
  return preempt({m_rules, m_feasibility, index, on, on != model::k_none && !may_help(on), may_help, helpful,
                  [&](model::PodIndex other) { return m_world.is_leaving(other); },
                  [&](model::NodeIndex node) { return refusal_beside(nominated_before(index, node), index, node); }});
}

// The PostFilter plugins in the profile's order.
void KubeScheduler::post_filter(model::PodIndex index, const NodeSet& narrowed, RefusalRecord& record,
                                Attempt& attempt) {
  const model::Pod& pod = pod_at(index);
  const auto points = m_rules.profile_of(pod)->plugins.find(model::ExtensionPoint::PostFilter);
  if (points == m_rules.profile_of(pod)->plugins.end()) { return; }
  const bool in_pre_filter = record.stage == model::Stage::PreFilter;
  for (const model::EnabledPlugin& plugin : points->second) {
    if (plugin.name == "DynamicResources" && m_rules.version.dynamic_resources_post_filter()) {
      const auto pre_filters = m_rules.profile_of(pod)->names_at(model::ExtensionPoint::PreFilter);
      const auto own = std::ranges::find(pre_filters, plugin.name);
      const auto refused = std::ranges::find(pre_filters, record.plugin);
      // Refused for good before its own PreFilter, it finds no state: an error ends the chain.
      if (in_pre_filter && !record.resolvable && refused < own) {
        record.post_filter.push_back("not found");
        return;
      }
      // The state holds the claims once its own PreFilter has passed.
      const bool has_claims = !pod.spec->resource_claims.empty() && (!in_pre_filter || refused > own);
      record.post_filter.push_back(has_claims ? "still not schedulable" : "no new claims to deallocate");
    } else if (plugin.name == "DefaultPreemption" && m_rules.native_group_of(pod) != model::k_none) {
      record.post_filter.emplace_back("preemption: not eligible due to workload aware preemption enabled");
    } else if (plugin.name == "DefaultPreemption") {
      Preemption preemption = try_preemption(index, narrowed, record);
      if (preemption.node != model::k_none) {
        record.post_filter.clear(); // success ends the chain without words
        attempt.nominated = preemption.node;
        attempt.victims = std::move(preemption.victims);
        m_timeline.pods[at(index)].on_a_tie = preemption.on_a_tie;
        take_nominations_from(preemption.node, pod.spec->priority);
        nominate(index, preemption.node);
        return;
      }
      record.post_filter.push_back(std::move(preemption.text));
      if (preemption.eligible) { nominate(index, model::k_none); }
    } else if (plugin.name == "Coscheduling" && m_rules.coscheduling_at(model::ExtensionPoint::PostFilter, pod) &&
               m_rules.policy_of(pod).post_filter != PostFilterRule::None) {
      GangRules::PostFilterAnswer answer = m_gang.post_filter(index, in_pre_filter, m_world.now());
      record.post_filter.push_back(std::move(answer.text));
      if (answer.reject_waiting) { reject_waiting(pod.group, m_rules.policy_of(pod).post_filter_text); }
    }
  }
}

// ---- turns and timers ------------------------------------------------------------------------------------------

bool KubeScheduler::take_timer() {
  for (std::size_t i = 0; i < m_waiting.size(); ++i) {
    if (m_waiting[i].deadline <= m_world.now()) {
      time_out(i);
      return true;
    }
  }
  return false;
}

// The end of a back-off, or of a wait at Permit. What waits in a group that only repeats itself is not waited for.
std::optional<model::Time> KubeScheduler::next_timer() const {
  const std::optional<model::Time> end = m_queue.next_backoff_end();
  const auto first = std::ranges::min_element(m_waiting, {}, &WaitingPod::deadline);
  if (first == m_waiting.end() || (end && *end < first->deadline)) { return end; }
  return m_repetition.stale(unit_of(first->pod)) ? std::nullopt : std::optional(first->deadline);
}

Scheduler::Turn KubeScheduler::take_turn() {
  if (!m_popped) {
    m_popped = m_queue.pop(m_world.now());
    if (!m_popped) { return {try_those_who_gave_way() ? Turn::Kind::Taken : Turn::Kind::Idle}; }
    const std::int32_t unit = unit_of(*m_popped);
    const bool alone = m_queue.queued(unit) == static_cast<std::int32_t>(m_queue.size());
    // A native group comes up only where something has changed, and never turns in circles by itself.
    const bool native = m_rules.native_group_of(pod_at(*m_popped)) != model::k_none;
    const bool repeats = !native && m_repetition.seen(unit, *m_popped, m_queue.places_hash(unit), alone);
    if (!repeats && !native) { m_idle_turns = 0; }
    if (const std::optional<Turn> other = repeats ? instead_of_a_repetition() : std::nullopt) { return *other; }
  } else if (m_last_to_wait) {
    const auto first = std::ranges::find(m_waiting, *m_last_to_wait, &WaitingPod::pod);
    m_last_to_wait.reset();
    if (first->deadline <= m_world.now()) { time_out(static_cast<std::size_t>(first - m_waiting.begin())); }
  }
  const model::PodIndex pod = *m_popped;
  m_popped.reset();
  const bool native = m_rules.native_group_of(pod_at(pod)) != model::k_none;
  return {Turn::Kind::Taken, native ? schedule_pod_group(pod) : schedule_one(pod) ? k_placing : k_failing};
}

// A unit repeats itself: is there anything left that does not? Then the popped pod is tried again.
// - What was set off before it began may still change things.
// - A heap that nobody re-sorts can keep what spins on top of what was never tried; in the live scheduler races end
//   that sooner or later, here a fresh sort does.
// - While what spins keeps activeQ busy, others wait for their back-off to end: time passes for them without every turn
//   of the wheel.
// - A pod that waits while nothing of its group moves gets its timer, for its place may be what the others lack.
// - What gets no turn after all that is starved by priority, as it would be in the live scheduler.
std::optional<Scheduler::Turn> KubeScheduler::instead_of_a_repetition() {
  if (const std::optional<model::Time> answer = m_world.next_answer()) { return Turn::waits_until(*answer); }
  if (++m_idle_turns > 2 * static_cast<std::int64_t>(m_queue.size()) + 16) { return Turn{Turn::Kind::Repeats}; }
  bool backing_off = false;
  for (const std::int32_t unit : m_moving) {
    if (m_queue.queued(unit) == 0 || m_repetition.stale(unit)) { continue; }
    if (m_queue.active(unit) > 0) {
      constexpr std::int64_t k_turns_between = 16; // keys change as the wheel turns, but a sort costs many attempts
      if (m_idle_turns % k_turns_between == 1) { m_queue.shake(); }
      return std::nullopt;
    }
    backing_off = true;
  }
  if (backing_off) { return Turn::waits_until(m_queue.next_backoff_end().value_or(m_world.now())); }
  const WaitingPod* first = nullptr;
  for (const WaitingPod& waiting : m_waiting) {
    if (m_repetition.stale(unit_of(waiting.pod))) { continue; }
    if (first == nullptr || waiting.deadline < first->deadline) { first = &waiting; }
  }
  if (first == nullptr) { return Turn{Turn::Kind::Repeats}; }
  m_last_to_wait = first->pod;
  return Turn::waits_until(first->deadline);
}

// ---- the end ---------------------------------------------------------------------------------------------------

void KubeScheduler::finish(bool spins) {
  for (std::size_t i = 0; i < m_timeline.groups.size(); ++i) {
    m_timeline.groups[i].spins = spins && m_repetition.stale(static_cast<std::int32_t>(i));
    m_timeline.groups[i].last_failed = m_queue_sort.last_failed(static_cast<model::GroupIndex>(i));
  }
  for (const WaitingPod& waiting : m_waiting) { // a repetition ended the run while they held a place
    PodOutcome& outcome = m_timeline.pods[at(waiting.pod)];
    outcome.outcome = model::Outcome::Rejected;
    outcome.holds = waiting.node;
    if (m_last_refusal[at(waiting.pod)] < 0) { store(timeout_record(waiting), waiting.pod); } // that is what awaits it
  }
  for (std::size_t i = 0; i < m_timeline.pods.size(); ++i) { m_timeline.pods[i].refusal = m_last_refusal[i]; }
  for (const model::PodIndex pod : m_pending) {
    m_timeline.pods[at(pod)].is_refused = m_queue.place(pod) == Place::Unschedulable;
  }
  m_timeline.usage_at_end = m_feasibility.usage();
  m_timeline.known = m_feasibility.all_known();
}

} // namespace engine
