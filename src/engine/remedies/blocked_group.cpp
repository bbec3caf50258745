// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/blocked_group.hpp"

#include "engine/explain/usage_of_others.hpp"
#include "engine/index.hpp"
#include "engine/kube_scheduler/gang_rules.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace engine {

std::int64_t simulation_steps(const Run& run) {
  std::int64_t attempts = 0;
  for (const model::PodIndex pod : run.pending) { attempts += run.timeline.pods[at(pod)].attempts; }
  const auto pods = static_cast<std::int64_t>(run.rules.cluster.pods.size());
  const auto nodes = static_cast<std::int64_t>(run.nodes.size());
  return 2 * pods + nodes + attempts * (nodes + 16);
}

std::int64_t affordable_simulations(const Run& run) {
  return std::clamp<std::int64_t>(1'000'000 / (simulation_steps(run) + 1), 2, 2'000);
}

BlockedGroup::BlockedGroup(const Run& whole_run, model::GroupIndex group_index, const model::GroupReport& found)
    : BlockedGroup(whole_run, group_index, found, {whole_run, found, whole_run.timeline}, nullptr) {}

BlockedGroup::BlockedGroup(const Run& whole_run, model::GroupIndex group_index, const model::GroupReport& found,
                           const Before& led_to_it)
    : BlockedGroup(whole_run, group_index, found, led_to_it, &led_to_it.running) {}

BlockedGroup::BlockedGroup(const Run& whole_run, model::GroupIndex group_index, const model::GroupReport& found,
                           const Before& led_to_it, const Timeline* holds_after)
    : run(whole_run), before(led_to_it.run), index(group_index), report(found), report_before(led_to_it.report),
      group(whole_run.rules.cluster.groups[at(group_index)]), bound(found.members.bound),
      scenario(whole_run, group_index), trials(scenario, affordable_simulations(whole_run), holds_after),
      m_holds_after(holds_after) {
  for (const model::PodIndex pod : run.timeline.initial_order) {
    if (run.rules.cluster.pods[at(pod)].group != index || run.rules.gated(pod)) { continue; }
    if (run.rules.profile_of(run.rules.cluster.pods[at(pod)]) != nullptr) { members.push_back(pod); }
  }
  needed = std::max(1, std::max(1, report.min_member) - bound);
}

std::unique_ptr<BlockedGroup> BlockedGroup::copy() const {
  const Timeline& running = m_holds_after == nullptr ? run.timeline : *m_holds_after;
  return std::unique_ptr<BlockedGroup>(
      new BlockedGroup(run, index, report, {before, report_before, running}, m_holds_after));
}

std::vector<const model::PodSpec*> BlockedGroup::roles() const {
  std::vector<const model::PodSpec*> roles;
  for (const model::PodIndex member : members) {
    if (std::ranges::find(roles, pod(member).spec) == roles.end()) { roles.push_back(pod(member).spec); }
  }
  return roles;
}

std::vector<model::PodIndex> BlockedGroup::members_of(const model::PodSpec& role) const {
  std::vector<model::PodIndex> found;
  std::ranges::copy_if(members, std::back_inserter(found),
                       [&](model::PodIndex member) { return pod(member).spec == &role; });
  return found;
}

bool BlockedGroup::binds_only_now(const model::Change& change) const {
  const model::PodIndex pod = cluster().find_pod(change.namespace_name, change.name);
  return !change.node.empty() && pod != model::k_none && !before.rules.cluster.pods[at(pod)].bound();
}

// Sums the requests of the fix's pods for the scarce resource.
void BlockedGroup::count_freed(model::Fix& fix) const {
  const bool frees = fix.kind == model::FixKind::Evict || fix.kind == model::FixKind::WaitFor;
  if (!frees || report.evidence.shortages.empty()) { return; }
  const std::string& name = report.evidence.shortages.front().resource;
  const auto resource = cluster().resources.find(name);
  if (!resource) { return; }
  fix.resource = name;
  for (const model::Change& change : fix.changes) {
    const model::PodIndex freeing = cluster().find_pod(change.namespace_name, change.name);
    if (freeing != model::k_none) { fix.to += model::amount_of(pod(freeing).spec->requests, *resource); }
  }
}

// By names: new nodes shift the indexes of others.
std::vector<model::MemberPlace> BlockedGroup::places_of_members() const {
  std::vector<model::MemberPlace> places;
  std::set<std::pair<model::NodeIndex, const model::PodSpec*>> seen;
  for (const model::PodIndex member : members) {
    const model::NodeIndex node = scenario.place_of(member);
    if (node == model::k_none || !seen.emplace(node, pod(member).spec).second) { continue; }
    const std::string_view original = scenario.original_of(node);
    const bool is_copy = original != scenario.cluster().nodes[at(node)].name;
    places.push_back({pod_key(pod(member)), std::string(original), is_copy});
  }
  return places;
}

void BlockedGroup::complete(model::Fix& fix) {
  count_freed(fix);
  fix.places = places_of_members();
  const std::vector<std::string> of_one_stroke = scenario.losers();
  std::set<std::string> losers(of_one_stroke.begin(), of_one_stroke.end());
  for (const model::PodIndex victim : trials.victims()) {
    if (pod(victim).bound() && !pod(victim).terminating) { losers.insert(pod_key(pod(victim))); }
  }
  for (const model::Change& change : fix.changes) { // the change itself evicts them
    if (fix.kind == model::FixKind::Evict) { losers.erase(util::concat(change.namespace_name, '/', change.name)); }
  }
  fix.losers.assign(losers.begin(), losers.end());
  fix.shrunk = scenario.shrunk_groups();
  std::erase_if(fix.shrunk, [&](const model::ShrunkGroup& shrunk) { // the change already names the whole group
    return std::ranges::find(fix.changes, shrunk.name, &model::Change::group) != fix.changes.end();
  });
  for (model::Change& change : fix.changes) { change.waits = change.kind == "Pod" && binds_only_now(change); }
  // Pods of a manifest may come after the change. They are then new to the scheduler, so it does not retry them.
  const auto is_there = [&](model::PodIndex member) { return !pod(member).from_manifest; };
  if (std::ranges::any_of(members, is_there)) { fix.retry = trials.retry(); }
  if (fix.retry != model::Retry::AtOnce && !members.empty()) {
    fix.backoff_seconds = group_backoff_seconds(run.rules, pod(members.front()));
  }
}

Probe& BlockedGroup::probe() {
  if (!m_probe) { m_probe = std::make_unique<Probe>(run.rules, run.nodes, usage_of_others(run, members), members); }
  return *m_probe;
}

model::Change change_of(const model::PodGroup& group) {
  model::Change change;
  change.kind = "PodGroup";
  change.namespace_name = group.namespace_name;
  change.name = group.name;
  return change;
}

model::Change change_of(const model::Node& node) {
  model::Change change;
  change.kind = "Node";
  change.name = node.name;
  return change;
}

model::Change change_of(const model::ClusterSnapshot& cluster, model::PodIndex index) {
  const model::Pod& pod = cluster.pods[at(index)];
  const model::NodeIndex node = cluster.node_of(index);
  model::Change change;
  change.kind = "Pod";
  change.namespace_name = pod.namespace_name;
  change.name = pod.name;
  if (node != model::k_none) { change.node = cluster.nodes[at(node)].name; }
  if (pod.owner != nullptr) { change.owner = util::concat(pod.owner->kind, ' ', pod.owner->name); }
  return change;
}

} // namespace engine
