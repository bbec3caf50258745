// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/gang_rules.hpp"

#include "engine/rules/sub_groups.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace engine {

namespace {

model::Time after(model::Time now, std::int64_t seconds) { return {now.micros + seconds * 1'000'000}; }

std::string full_name(const model::PodGroup& group) { return util::concat(group.namespace_name, '/', group.name); }

} // namespace

GangRules::GangRules(const Rules& rules, QueueSort& queue_sort)
    : m_rules(rules), m_queue_sort(queue_sort), m_members(rules.cluster.groups.size()) {
  find_schedulers();
  const std::size_t instances =
      std::max({std::size_t{1}, rules.options.configuration.profiles.size(), m_scheduler_names.size()});
  m_states.resize(rules.cluster.groups.size() * instances);
  for (const model::PodGroup& g : rules.cluster.groups) {
    m_first_min_available.push_back(g.min_member.value_or(0));
    const bool any = !g.members.empty();
    m_first_priority.push_back(any ? pod(g.members.front()).spec->priority : 0);
  }
}

void GangRules::find_schedulers() {
  if (!m_rules.options.configuration.assumed) { return; }
  for (const model::PodGroup& g : m_rules.cluster.groups) {
    if (!counts_by_profile(g.dialect) || g.members.empty()) { continue; }
    const std::string_view first = pod(g.members.front()).spec->scheduler_name;
    const auto names_another = [&](model::PodIndex index) { return pod(index).spec->scheduler_name != first; };
    if (std::ranges::none_of(g.members, names_another)) { continue; }
    for (const model::PodIndex index : g.members) {
      const std::string_view name = pod(index).spec->scheduler_name;
      if (std::ranges::find(m_scheduler_names, name) == m_scheduler_names.end()) { m_scheduler_names.push_back(name); }
    }
  }
}

std::size_t GangRules::instance_of(const model::Pod& p) const {
  if (!m_scheduler_names.empty() && counts_by_profile(group(p.group).dialect)) {
    const auto found = std::ranges::find(m_scheduler_names, p.spec->scheduler_name);
    return found == m_scheduler_names.end() ? 0 : static_cast<std::size_t>(found - m_scheduler_names.begin());
  }
  const model::SchedulerProfile* profile = m_rules.profile_of(p);
  const auto& profiles = m_rules.options.configuration.profiles;
  return profile ? static_cast<std::size_t>(profile - profiles.data()) : 0;
}

GangRules::State* GangRules::state(model::PodIndex index) {
  const model::GroupIndex gang = m_rules.gang_of(pod(index));
  if (gang == model::k_none) { return nullptr; }
  return &m_states[instance_of(pod(index)) * m_rules.cluster.groups.size() + static_cast<std::size_t>(gang)];
}

void GangRules::appeared(model::PodIndex index) {
  const model::Pod& p = pod(index);
  if (p.group == model::k_none) { return; }
  Members& members = m_members[static_cast<std::size_t>(p.group)];
  ++members.live;
  members.gated += m_rules.gated(index) ? 1 : 0;
  members.foreign += !p.bound() && !m_rules.profile_of(p) ? 1 : 0;
}

void GangRules::bound_before(model::PodIndex index) {
  const model::GroupIndex gang = m_rules.gang_of(pod(index));
  if (gang == model::k_none) { return; }
  // Each profile has its own instance of the plugin, and every instance sees bound pods.
  const std::size_t groups = m_rules.cluster.groups.size();
  for (std::size_t at = static_cast<std::size_t>(gang); at < m_states.size(); at += groups) { ++m_states[at].assigned; }
}

void GangRules::gone(model::PodIndex index, bool held_place) {
  const model::Pod& p = pod(index);
  if (p.group == model::k_none) { return; }
  Members& members = m_members[static_cast<std::size_t>(p.group)];
  --members.live;
  members.gated -= m_rules.gated(index) ? 1 : 0;
  if (State* s = state(index); s && held_place) { --s->assigned; }
}

std::int32_t GangRules::assigned(model::PodIndex index) const {
  const State* s = state(index);
  return s ? s->assigned : 0;
}

// ---- PreEnqueue ------------------------------------------------------------------------------------------------

std::string GangRules::pre_enqueue(model::GroupIndex index) const {
  const model::PodGroup& g = group(index);
  if (!g.declared) {
    const bool by_workload = m_rules.policies[static_cast<std::size_t>(index)]->native == Policy::Native::Barrier;
    return util::concat("waiting for pods's ", by_workload ? "workload" : "pod group", " \"",
                        g.name.substr(0, by_workload ? g.name.find('/') : g.name.size()),
                        "\" to appear in scheduling queue");
  }
  const Members counted = members(index);
  if (!g.gang || counted.live - counted.foreign >= g.min_member.value_or(0)) { return {}; }
  return "waiting for minCount pods from a gang to appear in scheduling queue";
}

// ---- PreFilter -------------------------------------------------------------------------------------------------

std::optional<GangRules::Refused> GangRules::pre_filter_label_only(const model::Pod& p,
                                                                   const model::PodGroup& g) const {
  const auto at = static_cast<std::size_t>(p.group);
  if (p.group_min_available != 0 && p.group_min_available != m_first_min_available[at]) {
    return Refused{"PodGroupMinAvailables do not match", RefusalRecord::Gang::Mismatch, false};
  }
  if (p.spec->priority != m_first_priority[at]) {
    return Refused{"Priorities do not match", RefusalRecord::Gang::Mismatch, false};
  }
  // This check counts members in any phase.
  if (static_cast<std::int64_t>(g.members.size()) < g.min_member.value_or(0)) {
    return Refused{"less than pgMinAvailable", RefusalRecord::Gang::FewSiblings, false};
  }
  return std::nullopt;
}

std::optional<ResourceGap> GangRules::gap_of(State& state, const model::PodGroup& group, const NodeTable& nodes,
                                             const NodeUsage& usage, const Places& own) const {
  if (state.gap && own.empty() && state.gap_as_of == usage.changes()) { return state.gap; }
  const NodeOrder order = m_rules.options.over_committed_nodes_first ? NodeOrder::WorstFirst : NodeOrder::ByZone;
  std::optional<ResourceGap> gap = resource_gap(nodes, usage, group, own, order);
  state.gap = own.empty() ? gap : std::nullopt;
  state.gap_as_of = usage.changes();
  return gap;
}

std::optional<GangRules::Refused> GangRules::pre_filter(model::PodIndex index, model::Time now, const NodeTable& nodes,
                                                        const NodeUsage& usage,
                                                        const std::function<Places()>& own_places) {
  State* s = state(index);
  const model::Pod& p = pod(index);
  if (!s || !group(p.group).declared) { return std::nullopt; } // Permit handles a missing PodGroup
  const Policy& policy = m_rules.policy_of(p);
  const model::PodGroup& g = group(p.group);
  if (policy.label_only) { return pre_filter_label_only(p, g); }
  const bool hard = policy.pre_filter_unresolvable;
  if (s->denied_until && now < *s->denied_until) {
    const std::string_view ttl = policy.denied_text_says_3s ? "3s" : "20s";
    return Refused{util::concat("pod with pgName: ", full_name(g), " last failed in ", ttl, ", deny"),
                   RefusalRecord::Gang::BackedOff, hard};
  }
  if (s->backed_off_until && now < *s->backed_off_until) {
    return Refused{util::concat("podGroup ", full_name(g), " failed recently"), RefusalRecord::Gang::BackedOff, hard};
  }
  const Members members = m_members[static_cast<std::size_t>(p.group)];
  const std::int32_t min_member = g.min_member.value_or(0);
  if (members.live < min_member) {
    return Refused{util::concat("pre-filter pod ", p.name, " cannot find enough sibling pods, current pods number: ",
                                members.live, ", minMember of group: ", min_member),
                   RefusalRecord::Gang::FewSiblings, hard};
  }
  if (a_part_lacks_members(m_rules.cluster, g)) { // our text: Coscheduling does not know parts of a group
    return Refused{
        util::concat("pre-filter pod ", p.name, " cannot find enough sibling pods in each part of the group"),
        RefusalRecord::Gang::FewSiblings, hard};
  }
  if (policy.gated_members_do_not_count && members.live - members.gated < min_member) {
    return Refused{util::concat("pre-filter pod ", p.name, " cannot proceed due to gated pods in the same PodGroup"),
                   RefusalRecord::Gang::GatedSiblings, hard};
  }
  // Other schedulers compare minResources with their queues' quota, and use names that nodes do not have.
  if (!g.min_resources || model::is_approximated(g.dialect)) { return std::nullopt; }
  if (s->permitted_until && now < *s->permitted_until) { return std::nullopt; }
  if (const std::optional<ResourceGap> gap = gap_of(*s, g, nodes, usage, own_places())) {
    if (policy.denied_seconds > 0) { s->denied_until = after(now, policy.denied_seconds); }
    return Refused{gap->text, RefusalRecord::Gang::ResourceGap, hard};
  }
  // The plugin caches a passed check for its permitWaitingTimeSeconds; an argument of 0 means 3 s, the cache's default.
  const std::int64_t argument = permit_waiting_argument(m_rules, p);
  s->permitted_until = after(now, argument == 0 ? 3 : argument);
  return std::nullopt;
}

// ---- Permit ----------------------------------------------------------------------------------------------------

std::int64_t permit_waiting_argument(const Rules& rules, const model::Pod& p) {
  if (rules.options.configuration.assumed) { return rules.policy_of(p).default_wait_seconds; }
  const model::SchedulerProfile* profile = rules.profile_of(p);
  return profile ? profile->coscheduling.permit_waiting_time_seconds : 0;
}

// (util.GetWaitTimeDuration and Permit: an explicit 0 means the plugin's argument; an unset field means the argument,
// or 60 s if that is 0. The framework caps every wait at 15 minutes.)
std::int64_t permit_wait_seconds(const Rules& rules, const model::PodGroup& g, const model::Pod& p) {
  constexpr std::int64_t k_default = 60;
  constexpr std::int64_t k_cap = std::int64_t{15} * 60;
  const std::int64_t argument = permit_waiting_argument(rules, p);
  std::int64_t seconds = argument == 0 ? k_default : argument;
  if (g.schedule_timeout_seconds) {
    seconds = *g.schedule_timeout_seconds == 0 ? argument : *g.schedule_timeout_seconds;
  }
  return std::min(seconds, k_cap);
}

std::int64_t group_backoff_seconds(const Rules& rules, const model::Pod& member) {
  if (rules.gang_of(member) == model::k_none) { return 0; }
  const Policy& policy = rules.policy_of(member);
  if (policy.denied_seconds > 0) { return policy.denied_seconds; }
  const model::SchedulerProfile* profile = rules.profile_of(member);
  return policy.group_backoff && profile != nullptr ? profile->coscheduling.pod_group_backoff_seconds : 0;
}

GangRules::PermitAnswer GangRules::permit(model::PodIndex index) {
  State* s = state(index);
  if (!s) { return {}; }
  const model::Pod& p = pod(index);
  const model::PodGroup& g = group(p.group);
  if (!g.declared) { return {Permit::NotFound, 0, false}; }
  ++s->assigned;
  if (s->assigned >= g.min_member.value_or(0)) {
    if (m_rules.is_of_first_profile(p)) { m_queue_sort.clear_failure(p.group); }
    return {};
  }
  const Policy& policy = m_rules.policy_of(p);
  const bool activates = policy.activation == SiblingActivation::EveryWaiting ||
                         (policy.activation == SiblingActivation::FirstWaiting && s->assigned == 1);
  return {Permit::Wait, permit_wait_seconds(m_rules, g, p), activates};
}

// ---- PostFilter and Unreserve ----------------------------------------------------------------------------------

GangRules::PostFilterAnswer GangRules::post_filter(model::PodIndex index, bool failed_in_pre_filter, model::Time now) {
  State* s = state(index);
  const model::Pod& p = pod(index);
  if (!s || !group(p.group).declared) { return {"can not find pod group", false}; }
  const Policy& policy = m_rules.policy_of(p);
  const model::PodGroup& g = group(p.group);
  if (policy.post_filter == PostFilterRule::FilterFailures && failed_in_pre_filter) { return {}; }
  const std::int32_t min_member = g.min_member.value_or(0);
  if (s->assigned >= min_member) { return {}; } // a surplus member never causes a rejection
  const model::SchedulerProfile* profile = m_rules.profile_of(p);
  const std::int64_t percentage =
      policy.reject_percentage_argument && profile ? profile->coscheduling.pod_group_reject_percentage : 10;
  if (100 * std::int64_t{min_member - s->assigned} <= percentage * min_member) { return {}; }
  back_off(index, now);
  s->permitted_until.reset();
  if (m_rules.is_of_first_profile(p)) { m_queue_sort.mark_failure(p.group, now); }
  return {util::concat("PodGroup ", full_name(g), " gets rejected due to Pod ", p.name,
                       " is unschedulable even after PostFilter"),
          true};
}

void GangRules::back_off(model::PodIndex index, model::Time now) {
  State* s = state(index);
  const model::Pod& p = pod(index);
  const std::int64_t seconds = group_backoff_seconds(m_rules, p);
  if (seconds == 0) { return; }
  if (m_rules.policy_of(p).denied_seconds > 0) {
    s->denied_until = after(now, seconds);
  } else if (m_members[static_cast<std::size_t>(p.group)].live >= group(p.group).min_member.value_or(0) &&
             !(s->backed_off_until && now < *s->backed_off_until)) {
    s->backed_off_until = after(now, seconds);
  }
}

bool GangRules::unreserve(model::PodIndex index, model::Time now) {
  State* s = state(index);
  const model::Pod& p = pod(index);
  // Without the PodGroup object, or if the profile disables the plugin at Reserve, Unreserve changes nothing.
  if (!s || !group(p.group).declared || !m_rules.coscheduling_at(model::ExtensionPoint::Reserve, p)) { return false; }
  --s->assigned;
  s->permitted_until.reset();
  const Policy& policy = m_rules.policy_of(p);
  if (policy.denied_seconds > 0) { s->denied_until = after(now, policy.denied_seconds); }
  if (m_rules.is_of_first_profile(p)) { m_queue_sort.mark_failure(p.group, now); }
  return policy.unreserve_rejects;
}

} // namespace engine
