// SPDX-License-Identifier: Apache-2.0
// What became of a run of bind: not what was sent, but what the cluster says.
#include "commands/bind/bind_run.hpp"
#include "commands/bind/group_state.hpp"
#include "util/concat.hpp"

#include <algorithm>
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
  const model::PodIndex index = m_cluster.find_pod(binding.namespace_name, binding.pod);
  const model::Pod* const pod = index == model::k_none ? nullptr : &m_cluster.pods[static_cast<std::size_t>(index)];
  if (pod == nullptr || pod->uid != binding.uid) {
    report.message = "the pod is gone";
  } else if (pod->node_name == binding.node || (pod->finished() && sent.trouble.empty())) {
    report.result = model::BindingResult::Bound;
  } else if (pod->bound()) {
    report.message = util::concat("somebody else has bound it to ", pod->node_name);
  } else {
    report.message = sent.trouble;
  }
  return report;
}

model::Report BindRun::read_back(const BindTargets& targets) {
  m_session.finishing = true; // to know what is bound is worth a moment to whoever wants to stop
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

// Yes where everything that was asked for is bound: what the answer says of the picture, and what became of the run.
void BindRun::judge(const BindTargets& targets, model::Report& report) const {
  for (const auto& [name, why] : m_given_up) { report.refusals.push_back(util::concat(name_text(name), ": ", why)); }
  if (!m_over.empty()) { report.refusals.push_back(util::concat("bind stopped: ", m_over)); }
  const bool all_groups = std::ranges::all_of(targets.groups, [&](const BindTargets::Name& name) {
    const model::GroupReport* const group = find_group(report, name);
    return group != nullptr && group->verdict != model::GroupVerdict::Fits &&
           (is_whole(*group) || !m_begun.contains(name));
  });
  const bool all_pods = std::ranges::all_of(targets.pods, [&](const BindTargets::Name& name) {
    const model::PodIndex index = m_cluster.find_pod(name.first, name.second);
    if (index == model::k_none) { return false; }
    const model::Pod& pod = m_cluster.pods[static_cast<std::size_t>(index)];
    return pod.bound() || pod.finished();
  });
  if (!all_groups || !all_pods || !report.refusals.empty()) { report.verdict = model::Verdict::No; }
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
