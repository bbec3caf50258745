// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/cycle.hpp"

#include "engine/index.hpp"
#include "engine/rules/nodes_to_score.hpp"

#include <algorithm>
#include <compare>
#include <utility>

namespace engine {

namespace {

// The order of two plugins at the profile's PreFilter.
std::strong_ordering pre_filter_order(const model::SchedulerProfile& profile, std::string_view a, std::string_view b) {
  const std::vector<std::string_view> names = profile.names_at(model::ExtensionPoint::PreFilter);
  return std::ranges::find(names, a) <=> std::ranges::find(names, b);
}

} // namespace

std::optional<SchedulingCycle::KeptOut> SchedulingCycle::pre_enqueue(model::PodIndex index) {
  const model::Pod& pod = m_state.pod_at(index);
  const model::SchedulerProfile& profile = *m_state.rules.profile_of(pod);
  for (const Filter* const row : pre_enqueue_steps(profile)) {
    std::string text =
        row->pre_enqueue({m_state.nodes, m_state.feasibility.usage(), pod, *pod.spec, profile, m_state.rules.version});
    if (!text.empty()) { return KeptOut{row->name, std::move(text)}; }
  }
  return std::nullopt;
}

const std::vector<const Filter*>& SchedulingCycle::pre_enqueue_steps(const model::SchedulerProfile& profile) {
  const auto [known, is_new] = m_pre_enqueue_steps.try_emplace(&profile);
  if (!is_new) { return known->second; }
  for (const std::string_view plugin : profile.names_at(model::ExtensionPoint::PreEnqueue)) {
    const Filter* const row = find_filter(plugin);
    if (row != nullptr && row->pre_enqueue) { known->second.push_back(row); }
  }
  return known->second;
}

std::optional<model::NodeIndex> SchedulingCycle::find_place(model::PodIndex pod, NodeSet& narrowed,
                                                            RefusalRecord& record, Attempt& attempt) {
  if (m_state.nodes.size() == 0) {
    record.no_nodes = true;
    return std::nullopt;
  }
  if (!pre_filter(pod, record, narrowed)) { return std::nullopt; }
  // The nominated node is checked first, even if PreFilter leaves it out. (evaluateNominatedNode)
  if (const model::NodeIndex own = m_state.nominator.all().node_of(pod); own != model::k_none && !narrowed.has(own)) {
    narrowed.insert(own);
    --record.cut_off;
  }
  const bool is_plain = narrowed.size() == m_state.nodes.size() && m_state.nominator.all().empty();
  if (is_plain && !m_state.setup.record_scores) {
    const int number = class_of(pod);
    const std::size_t wanted = nodes_to_find(pod, narrowed);
    std::optional<Feasibility::Found> found;
    if (!m_search.starts_at_random()) { found = m_state.feasibility.best_of_first_met(number, m_search.next(wanted)); }
    if (!found) {
      if (m_state.feasibility.feasible(number).empty()) { return std::nullopt; }
      found = m_state.feasibility.best_of_first(number, m_search.next(wanted));
    }
    if (found) {
      m_search.visited(found->visited);
      m_state.timeline.pods.edit(at(pod)).on_a_tie = found->tied;
      return found->node;
    }
  }
  const NodeSet candidates = filter(pod, narrowed);
  const std::size_t count = candidates.size();
  if (count == 0) { return std::nullopt; }
  if (m_state.setup.record_scores && count > 1) {
    attempt.scores = m_state.feasibility.score_sheet(class_of(pod), candidates);
  }
  bool tied = false;
  const model::NodeIndex node = m_state.feasibility.best(class_of(pod), candidates, &tied);
  m_state.timeline.pods.edit(at(pod)).on_a_tie = tied;
  return node;
}

// Returns which rule of Coscheduling's PreFilter refused the pod, None if it passed.
RefusalRecord::Gang SchedulingCycle::gang_pre_filter(model::PodIndex index, PreFilterAnswer& answer) {
  const model::GroupIndex group = m_state.pod_at(index).group;
  auto refused = m_state.gang.pre_filter(index, m_state.world.now(), m_state.nodes, m_state.feasibility.usage(),
                                         [&] { return m_state.own_places(group); });
  if (!refused) { return RefusalRecord::Gang::None; }
  answer.refused = std::move(refused->text);
  answer.unresolvable = refused->unresolvable;
  return refused->kind;
}

const std::vector<SchedulingCycle::PreFilterStep>&
SchedulingCycle::pre_filter_steps(const model::SchedulerProfile& profile) {
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

// Returns false if a PreFilter plugin refuses the pod. Reduces `narrowed` to the nodes that the plugins leave. After a
// refusal that preemption may cure, the later plugins still run, and the last refusal counts. (RunPreFilterPlugins)
bool SchedulingCycle::pre_filter(model::PodIndex index, RefusalRecord& record, NodeSet& narrowed) {
  const model::Pod& pod = m_state.pod_at(index);
  const model::SchedulerProfile& profile = *m_state.rules.profile_of(pod);
  const FilterInput input{m_state.nodes, m_state.feasibility.usage(), pod, *pod.spec, profile, m_state.rules.version};
  record.stage = model::Stage::PreFilter;
  bool refused = false;
  PreFilterAnswer answer(m_state.nodes.size());
  for (const PreFilterStep& step : pre_filter_steps(profile)) {
    RefusalRecord::Gang kind = RefusalRecord::Gang::None;
    if (step.row != nullptr) {
      step.row->pre_filter(input, answer);
    } else if (m_state.rules.coscheduling_at(model::ExtensionPoint::PreFilter, pod)) {
      kind = gang_pre_filter(index, answer);
    }
    if (!answer.refused.empty()) {
      refused = true;
      record.text = std::move(answer.refused);
      record.plugin = step.plugin;
      record.gang = kind;
      record.resolvable = !answer.unresolvable;
      if (answer.unresolvable) { return false; }
      answer = PreFilterAnswer(m_state.nodes.size());
    } else if (answer.nodes.size() != m_state.nodes.size()) {
      narrowed.keep_if([&](model::NodeIndex node) { return answer.nodes.has(node); });
      record.cut_off_by.push_back(step.plugin);
      answer = PreFilterAnswer(m_state.nodes.size());
    }
  }
  if (refused) { return false; }
  record.cut_off = static_cast<std::int64_t>(m_state.nodes.size() - narrowed.size());
  record.stage = model::Stage::Filter;
  return true;
}

// Returns the nodes that an attempt scores. If the pod's nominated node passes, it is the only one.
NodeSet SchedulingCycle::filter(model::PodIndex pod, const NodeSet& narrowed) {
  const NodeSet& feasible = m_state.feasibility.feasible(class_of(pod));
  NodeSet candidates = feasible;
  if (narrowed.size() != m_state.nodes.size()) {
    candidates.keep_if([&](model::NodeIndex node) { return narrowed.has(node); });
  }
  if (!m_state.nominator.all().empty()) { leave_out_for_nominated(pod, candidates); }
  const model::NodeIndex own = m_state.nominator.all().node_of(pod);
  if (own != model::k_none && candidates.has(own)) {
    NodeSet one = NodeSet::none(m_state.nodes.size());
    one.insert(own);
    return one;
  }
  m_search.reduce(candidates, narrowed, nodes_to_find(pod, narrowed));
  return candidates;
}

std::size_t SchedulingCycle::nodes_to_find(model::PodIndex pod, const NodeSet& searched) const {
  return nodes_to_score(m_state.rules, *m_state.rules.profile_of(m_state.pod_at(pod)), searched.size());
}

// Removes the nodes on which the pod does not fit beside the pods nominated there.
void SchedulingCycle::leave_out_for_nominated(model::PodIndex pod, NodeSet& candidates) {
  for (const auto& [node, pods] : m_state.nominator.all().by_node()) {
    // Without nominated pods it fits, as `feasible` shows.
    if (candidates.has(node) && refusal_beside_nominated(pod, node).value_or(0) != 0) { candidates.erase(node); }
  }
}

SchedulingCycle::Kept* SchedulingCycle::kept_for(model::PodIndex pod) {
  if (!m_state.feasibility.remembers()) { return nullptr; }
  constexpr std::size_t k_most_bytes = std::size_t{16} * 1024 * 1024, k_bytes_of_node = 16;
  const std::size_t most = std::max<std::size_t>(4, k_most_bytes / (1 + m_state.nodes.size() * k_bytes_of_node));
  const auto key = std::pair(class_of(pod), m_state.pod_at(pod).spec->priority);
  auto known = m_kept.find(key);
  if (known == m_kept.end()) {
    if (m_kept.size() >= most) {
      m_kept.erase(std::ranges::min_element(m_kept, {}, [](const auto& entry) { return entry.second.last_used; }));
    }
    known = m_kept.emplace(key, Kept()).first;
  }
  known->second.last_used = ++m_kept_used;
  return &known->second;
}

// The node's refusal of the pod with the pods nominated there, if any of them comes before the pod.
std::optional<RefusalId> SchedulingCycle::refusal_beside_nominated(model::PodIndex pod, model::NodeIndex node) {
  // A pod does not count beside itself, so equal pods get another answer.
  Kept* const kept = m_state.nominator.all().node_of(pod) == node ? nullptr : kept_for(pod);
  const std::uint32_t stamp = NodeStamps(m_state.feasibility, m_state.nominator.all(), class_of(pod)).of(node);
  const std::int32_t* const known = kept != nullptr ? kept->beside.find(node, stamp) : nullptr;
  std::int32_t answer = known != nullptr ? *known : -1;
  if (known == nullptr) {
    const std::vector<model::PodIndex> before = m_state.nominator.before(pod, node);
    if (!before.empty()) {
      const Filter* by = nullptr;
      const Refusal refusal = refusal_beside(before, pod, node, &by);
      answer = refusal.reasons.empty() ? 0 : static_cast<std::int32_t>(m_state.feasibility.known().intern(by, refusal));
    }
    if (kept != nullptr) { kept->beside.keep(node, stamp, answer, m_state.nodes.size()); }
  }
  return answer < 0 ? std::nullopt : std::optional(static_cast<RefusalId>(answer));
}

// The node's refusal of the pod with the pods in `before` (Nominator::before) on the node. If there is none, the
// refusal without them. (RunFilterPluginsWithNominatedPods)
Refusal SchedulingCycle::refusal_beside(const std::vector<model::PodIndex>& before, model::PodIndex pod,
                                        model::NodeIndex node, const Filter** by) {
  if (!before.empty()) {
    const std::vector<const Filter*> skipping = m_state.feasibility.skip_cycle(class_of(pod));
    Feasibility::NodeSimulation question(m_state.feasibility, node);
    for (const model::PodIndex other : before) { question.add_pod(other); }
    Refusal found = m_state.feasibility.refusal_on(class_of(pod), node, by, skipping);
    if (!found.reasons.empty()) { return found; }
  }
  return m_state.feasibility.refusal_on(class_of(pod), node, by);
}

// Looks again at the nodes that changed since the last failed attempt of such a pod; at all nodes the first time.
void SchedulingCycle::bring_up_to_date(Kept& kept, model::PodIndex pod) {
  const std::vector<RefusalId>& plain = m_state.feasibility.refusals(class_of(pod));
  const std::vector<model::NodeIndex>& changes = m_state.feasibility.log();
  const std::vector<model::NodeIndex>& nominations = m_state.nominator.all().log();
  const auto look = [&](model::NodeIndex node) {
    const RefusalId now = refusal_beside_nominated(pod, node).value_or(plain[at(node)]);
    RefusalId& said = kept.said[at(node)];
    --kept.said_counts[said];
    said = now;
    if (now >= kept.said_counts.size()) { kept.said_counts.resize(std::size_t{now} + 1, 0); }
    ++kept.said_counts[now];
    if (!kept.counted.empty()) { kept.changed.push_back(node); }
  };
  if (kept.said.empty()) {
    kept.said = plain;
    for (const RefusalId said : plain) {
      if (said >= kept.said_counts.size()) { kept.said_counts.resize(std::size_t{said} + 1, 0); }
      ++kept.said_counts[said];
    }
    for (const auto& [node, pods] : m_state.nominator.all().by_node()) { look(node); }
  } else {
    for (std::size_t i = kept.changes_seen; i < changes.size(); ++i) { look(changes[i]); }
    for (std::size_t i = kept.nominations_seen; i < nominations.size(); ++i) { look(nominations[i]); }
  }
  kept.changes_seen = changes.size();
  kept.nominations_seen = nominations.size();
}

// Counts nodes with nominated pods of at least this pod's priority by their first refusal, which includes those pods.
// (NodeToStatus)
void SchedulingCycle::count_refusals(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record) {
  const bool looks_at_all = narrowed.size() == m_state.nodes.size() &&
                            m_state.nominator.all().node_of(pod) == model::k_none &&
                            !m_state.feasibility.looks_at_other_nodes(class_of(pod));
  Kept* const kept = looks_at_all ? kept_for(pod) : nullptr;
  std::vector<std::int64_t> counts;
  if (kept != nullptr) {
    bring_up_to_date(*kept, pod);
    m_said_by_node = &kept->said;
    counts = kept->said_counts;
  } else {
    m_said_now = m_state.feasibility.refusals(class_of(pod));
    for (const auto& [node, pods] : m_state.nominator.all().by_node()) {
      if (!narrowed.has(node)) { continue; }
      if (const std::optional<RefusalId> refusal = refusal_beside_nominated(pod, node)) {
        m_said_now[at(node)] = *refusal;
      }
    }
    m_said_by_node = &m_said_now;
    counts.resize(m_state.feasibility.known().all().size());
    narrowed.for_each([&](model::NodeIndex node) { ++counts[m_said_now[at(node)]]; });
  }
  // The check of the nominated node comes before the text about nodes that PreFilter left out, which names all plugins
  // that refused so far. (findNodesThatFitPod)
  if (const model::NodeIndex own = m_state.nominator.all().node_of(pod); own != model::k_none && record.cut_off > 0) {
    const Filter* const by = m_state.feasibility.known()[(*m_said_by_node)[at(own)]].filter;
    if (by != nullptr && std::ranges::find(record.cut_off_by, by->name) == record.cut_off_by.end()) {
      record.cut_off_by.push_back(by->name);
    }
  }
  record.counts.clear();
  for (std::size_t id = 0; id < counts.size(); ++id) {
    if (counts[id] > 0) { record.counts.emplace_back(static_cast<RefusalId>(id), counts[id]); }
  }
}

Preemption SchedulingCycle::try_preemption(model::PodIndex index, const NodeSet& narrowed,
                                           const RefusalRecord& record) {
  const bool in_pre_filter = record.stage == model::Stage::PreFilter;
  const model::NodeIndex on = m_state.nominator.all().node_of(index);
  const auto may_help = [&](model::NodeIndex node) {
    if (in_pre_filter) { return record.resolvable; }
    return !m_state.feasibility.known()[(*m_said_by_node)[at(node)]].refusal.unresolvable && narrowed.has(node);
  };
  Kept* const kept = on == model::k_none ? kept_for(index) : nullptr;
  std::int64_t helpful = in_pre_filter && record.resolvable ? static_cast<std::int64_t>(m_state.nodes.size()) : 0;
  for (const auto& [id, nodes] : record.counts) {
    helpful += m_state.feasibility.known()[id].refusal.unresolvable ? 0 : nodes;
  }
  PreemptionInput input{
      m_state.rules,
      m_state.feasibility,
      index,
      on,
      on != model::k_none && !may_help(on),
      may_help,
      helpful,
      [&](model::PodIndex other) { return m_state.world.is_leaving(other); },
      [&](model::NodeIndex node) { return refusal_beside(m_state.nominator.before(index, node), index, node); },
      kept == nullptr ? nullptr : &kept->victims,
      nullptr,
      NodeStamps(m_state.feasibility, m_state.nominator.all(), class_of(index)),
      m_state.setup.record_reasons};
  const model::PodSpec& spec = *m_state.pod_at(index).spec;
  const bool searches = !spec.never_preempts && m_state.feasibility.usage().lowest_priority() < spec.priority;
  if (kept != nullptr && searches && !in_pre_filter && m_said_by_node == &kept->said) {
    sum_up(*kept, input);
    input.sums = &kept->sums;
  }
  return preempt(input);
}

// Brings the sums of what preemption finds up to date, after bring_up_to_date().
void SchedulingCycle::sum_up(Kept& kept, const PreemptionInput& input) {
  if (kept.counted.empty()) {
    kept.counted.assign(m_state.nodes.size(), Kept::k_not_counted);
    for (std::size_t node = 0; node < m_state.nodes.size(); ++node) {
      kept.changed.push_back(static_cast<model::NodeIndex>(node));
    }
  }
  const auto count = [&](std::uint32_t outcome, model::NodeIndex node, std::int64_t sign) {
    if (outcome == Kept::k_not_counted) { return; }
    if (outcome == KeptVictims::k_candidate) {
      sign > 0 ? static_cast<void>(kept.sums.candidates.insert(node))
               : static_cast<void>(kept.sums.candidates.erase(node));
      return;
    }
    if (outcome >= kept.sums.counts.size()) { kept.sums.counts.resize(std::size_t{outcome} + 1, 0); }
    kept.sums.counts[outcome] += sign;
  };
  if (!kept.changed.empty()) { kept.sums.no_candidate_text.clear(); }
  for (const model::NodeIndex node : kept.changed) {
    const bool may_help = !m_state.feasibility.known()[kept.said[at(node)]].refusal.unresolvable;
    const std::uint32_t outcome = may_help ? preemption_outcome(input, node) : Kept::k_not_counted;
    count(kept.counted[at(node)], node, -1);
    count(outcome, node, 1);
    kept.counted[at(node)] = outcome;
  }
  kept.changed.clear();
}

// One of the pod's claims that DynamicResources found unavailable on a node and may free; k_none: none. Of several, the
// live scheduler picks one at random. (DynamicResources.PostFilter)
model::ResourceClaimIndex SchedulingCycle::claim_to_free_for(const model::Pod& pod, const NodeSet& narrowed,
                                                             const RefusalRecord& record) const {
  if (record.stage != model::Stage::Filter) { return model::k_none; }
  std::vector<model::NodeIndex> refusing;
  narrowed.for_each([&](model::NodeIndex node) {
    const KnownRefusal& said = m_state.feasibility.known()[(*m_said_by_node)[at(node)]];
    if (said.filter != nullptr && said.filter->name == "DynamicResources") { refusing.push_back(node); }
  });
  return claim_to_free(m_state.rules.cluster, m_state.feasibility.usage().devices(), pod, refusing);
}

// The plugins after DynamicResources still see the claim as it was at the start of the cycle.
std::optional<std::string_view> SchedulingCycle::post_filter(model::PodIndex index, const NodeSet& narrowed,
                                                             RefusalRecord& record, Attempt& attempt) {
  model::ResourceClaimIndex freed = model::k_none;
  const std::optional<std::string_view> rejects = run_post_filter(index, narrowed, record, attempt, freed);
  if (freed != model::k_none) {
    m_state.feasibility.free(freed);
    m_has_freed_claim = true;
  }
  return rejects;
}

void SchedulingCycle::tell(RefusalRecord& record, std::string text) const {
  if (m_state.setup.record_reasons) { record.post_filter.push_back(std::move(text)); }
}

std::optional<std::string_view> SchedulingCycle::run_post_filter(model::PodIndex index, const NodeSet& narrowed,
                                                                 RefusalRecord& record, Attempt& attempt,
                                                                 model::ResourceClaimIndex& freed) {
  const model::Pod& pod = m_state.pod_at(index);
  const auto points = m_state.rules.profile_of(pod)->plugins.find(model::ExtensionPoint::PostFilter);
  if (points == m_state.rules.profile_of(pod)->plugins.end()) { return std::nullopt; }
  std::optional<std::string_view> rejects_waiting;
  const bool in_pre_filter = record.stage == model::Stage::PreFilter;
  for (const model::EnabledPlugin& plugin : points->second) {
    if (plugin.name == "DynamicResources" && m_state.rules.version.dynamic_resources_post_filter()) {
      const std::strong_ordering refused =
          in_pre_filter ? pre_filter_order(*m_state.rules.profile_of(pod), record.plugin, plugin.name)
                        : std::strong_ordering::greater;
      // A permanent refusal before its own PreFilter leaves no state for DynamicResources: the error ends the chain.
      if (refused < 0 && !record.resolvable) {
        tell(record, "not found");
        return rejects_waiting;
      }
      // The state holds the claims once DynamicResources' own PreFilter has passed.
      const bool has_claims = !pod.spec->resource_claims.empty() && refused > 0;
      if (has_claims) { freed = claim_to_free_for(pod, narrowed, record); }
      tell(record, !has_claims              ? "no new claims to deallocate"
                   : freed != model::k_none ? "deallocation of ResourceClaim completed"
                                            : "still not schedulable");
    } else if (plugin.name == "DefaultPreemption" && m_state.rules.native_group_of(pod) != model::k_none) {
      tell(record, "preemption: not eligible due to workload aware preemption enabled");
    } else if (plugin.name == "DefaultPreemption") {
      Preemption preemption = try_preemption(index, narrowed, record);
      if (preemption.node != model::k_none) {
        record.post_filter.clear(); // on success, preemption ends the chain without text
        attempt.nominated = preemption.node;
        attempt.victims = std::move(preemption.victims);
        m_state.timeline.pods.edit(at(index)).on_a_tie = preemption.on_a_tie;
        m_state.nominator.take_from(preemption.node, pod.spec->priority);
        m_state.nominator.nominate(index, preemption.node);
        return rejects_waiting;
      }
      tell(record, std::move(preemption.text));
      if (preemption.eligible) { m_state.nominator.nominate(index, model::k_none); }
    } else if (plugin.name == "Coscheduling" && m_state.rules.coscheduling_at(model::ExtensionPoint::PostFilter, pod) &&
               m_state.rules.policy_of(pod).post_filter != PostFilterRule::None) {
      GangRules::PostFilterAnswer answer = m_state.gang.post_filter(index, in_pre_filter, m_state.world.now());
      tell(record, std::move(answer.text));
      if (answer.reject_waiting) { rejects_waiting = m_state.rules.policy_of(pod).post_filter_text; }
    }
  }
  return rejects_waiting;
}

// The plugin of a refusal by its number.
UnschedulablePlugins SchedulingCycle::plugin_of(RefusalId id) {
  if (id >= m_plugins.size()) { m_plugins.resize(std::size_t{id} + 1, 0); }
  if (m_plugins[id] == 0) { m_plugins[id] = unschedulable_plugin(m_state.feasibility.known()[id].filter->name); }
  return m_plugins[id];
}

UnschedulablePlugins SchedulingCycle::unschedulable_plugins_of(const RefusalRecord& record) {
  if (record.stage == model::Stage::PreFilter) { return unschedulable_plugin(record.plugin); }
  UnschedulablePlugins rejectors = 0;
  for (const std::string_view plugin : record.cut_off_by) { rejectors |= unschedulable_plugin(plugin); }
  for (const auto& [id, nodes] : record.counts) { rejectors |= plugin_of(id); }
  return rejectors;
}

} // namespace engine
