// SPDX-License-Identifier: Apache-2.0
// Result of a bind run: the state of the cluster, not the requests sent.
#include "commands/bind/bind_run.hpp"
#include "commands/bind/group_state.hpp"
#include "engine/solver/placement_check.hpp"
#include "report/amounts.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace commands {

model::BindingReport BindRun::what_became_of(const Sent& sent) const {
  const kube::Binding& binding = sent.binding;
  model::BindingReport report;
  report.namespace_name = binding.namespace_name;
  report.pod = binding.pod;
  report.node = binding.node;
  report.group = sent.group;
  report.result = model::BindingResult::Failed;
  const model::PodIndex index = m_picture.cluster.find_pod(binding.namespace_name, binding.pod);
  const model::Pod* const pod =
      index == model::k_none ? nullptr : &m_picture.cluster.pods[static_cast<std::size_t>(index)];
  if (pod == nullptr || pod->uid != binding.uid) {
    report.message = "the pod is gone";
  } else if (pod->node_name == binding.node || (pod->finished() && sent.trouble.empty())) {
    report.result = model::BindingResult::Bound;
  } else if (pod->bound()) {
    report.message = util::concat("another client bound it to ", pod->node_name);
  } else {
    report.message = sent.trouble;
  }
  return report;
}

model::Report BindRun::read_back(const BindTargets& targets) {
  m_session.finishing = true; // reading the result is worth a short delay even if the user wants to stop
  model::Report report = std::move(plan_afresh(targets, Others::Simulated).report);
  std::vector<model::BindingReport> bindings;
  for (const Sent& sent : m_sent) { bindings.push_back(what_became_of(sent)); }
  for (model::BindingReport& planned : report.bindings) {
    const BindTargets::Name batch = batch_name(planned.namespace_name, planned.group, planned.pod);
    if (m_place.contains({planned.namespace_name, planned.pod}) || m_finished.contains(batch)) { continue; }
    if (planned.result == model::BindingResult::WouldBind) {
      const auto given_up = m_given_up.find(batch);
      planned.result = model::BindingResult::Skipped;
      planned.message = given_up != m_given_up.end() ? given_up->second : util::concat("not begun: ", m_over);
    }
    bindings.push_back(std::move(planned));
  }
  report.bindings = std::move(bindings);
  judge(targets, report);
  return report;
}

// Yes if all targets are bound, by the report on the cluster and by the course of the run.
void BindRun::judge(const BindTargets& targets, model::Report& report) const {
  for (const auto& [name, why] : m_given_up) { report.refusals.push_back(util::concat(name_text(name), ": ", why)); }
  if (!m_over.empty()) { report.refusals.push_back(util::concat("bind stopped: ", m_over)); }
  const bool all_groups = std::ranges::all_of(targets.groups, [&](const BindTargets::Name& name) {
    const model::GroupReport* const group = find_group(report, name);
    return group != nullptr && group->verdict != model::GroupVerdict::Fits &&
           (is_whole(*group) || !m_begun.contains(name));
  });
  const bool all_pods = std::ranges::all_of(targets.pods, [&](const BindTargets::Name& name) {
    const model::PodIndex index = m_picture.cluster.find_pod(name.first, name.second);
    if (index == model::k_none) { return false; }
    const model::Pod& pod = m_picture.cluster.pods[static_cast<std::size_t>(index)];
    return pod.bound() || pod.finished();
  });
  judge_nodes(targets, report);
  if (!all_groups || !all_pods || !report.refusals.empty()) { report.verdict = model::Verdict::No; }
}

// Checks the nodes of the targets for over-commitment. It occurs if another binder and this run did not know of each
// other.
void BindRun::judge_nodes(const BindTargets& targets, model::Report& report) const {
  std::set<model::NodeIndex> nodes;
  for (std::size_t i = 0; i < m_picture.cluster.pods.size(); ++i) {
    const model::Pod& pod = m_picture.cluster.pods[i];
    const model::NodeIndex node = m_picture.cluster.node_of(static_cast<model::PodIndex>(i));
    if (node == model::k_none) { continue; }
    const std::string_view group =
        pod.group == model::k_none ? "" : m_picture.cluster.groups[static_cast<std::size_t>(pod.group)].name;
    const std::string space(pod.namespace_name);
    const bool is_asked_for = group.empty() ? targets.pods.contains({space, std::string(pod.name)})
                                            : targets.groups.contains({space, std::string(group)});
    if (is_asked_for) { nodes.insert(node); }
  }
  const model::SchedulerProfile& profile = m_input.request.options.configuration.profiles.front();
  for (const engine::Overcommitment& over :
       engine::overcommitments(m_picture.cluster, profile, {nodes.begin(), nodes.end()})) {
    const std::string resource(m_picture.cluster.resources.name(over.resource));
    report.refusals.push_back(util::concat(
        "node ", m_picture.cluster.nodes[static_cast<std::size_t>(over.node)].name,
        " is over-committed: its pods request ", report::amount_of_text(resource, over.requested, report::Rounding::Up),
        ", and it has ", report::amount_text(resource, over.allocatable, report::Rounding::Down),
        "; delete pods of it until the rest fits"));
  }
}

std::string BindRun::known_so_far() const {
  std::vector<std::string> bound, unknown;
  for (const Sent& sent : m_sent) {
    (sent.trouble.empty() ? bound : unknown)
        .push_back(util::concat(sent.binding.namespace_name, '/', sent.binding.pod));
  }
  if (m_sent.empty()) { return {}; }
  return util::concat("bound for certain: ", bound.empty() ? "nothing" : util::joined(bound, ", "),
                      unknown.empty() ? "" : "; not known: ", util::joined(unknown, ", "));
}

} // namespace commands
