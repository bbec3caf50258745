// SPDX-License-Identifier: Apache-2.0
#include "engine/answer/bindings.hpp"

#include "engine/answer/pre_bind.hpp"
#include "engine/index.hpp"
#include "engine/solver/placement_check.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace engine {

namespace {

using model::GroupIndex;
using model::PodIndex;

// Pods to bind together: the members of a group, or one pod of no group.
struct Together {
  GroupIndex group = model::k_none;
  std::vector<Placement> placements;
  std::string refusal; // why bind skips the pods; empty: it binds them
};

// Pods that the run binds, in the order of their successful attempts.
std::vector<Placement> placements_of(const Run& run) {
  std::map<PodIndex, std::size_t> last; // the pod's last successful attempt
  const std::vector<Attempt>& attempts = run.timeline.attempts;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    if (attempts[i].result != model::AttemptResult::Unschedulable) { last[attempts[i].pod] = i; }
  }
  std::vector<Placement> placements;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const PodIndex pod = attempts[i].pod;
    const PodOutcome& outcome = run.timeline.pods[at(pod)];
    const auto found = last.find(pod);
    if (found == last.end() || found->second != i || outcome.outcome != model::Outcome::Bound) { continue; }
    placements.push_back({pod, outcome.node});
  }
  return placements;
}

// Groups and pods of the question that start, in queue order.
std::vector<Together> together(const Run& run, const Question& question) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  std::map<std::pair<GroupIndex, PodIndex>, std::size_t> known;
  std::vector<Together> all;
  const auto key = [&](PodIndex index) {
    const GroupIndex group = cluster.pods[at(index)].group;
    return std::pair(group, group == model::k_none ? index : model::k_none);
  };
  for (const PodIndex index : run.timeline.initial_order) {
    if (!is_asked(question, cluster.pods[at(index)], index)) { continue; }
    if (known.emplace(key(index), all.size()).second) { all.push_back({cluster.pods[at(index)].group, {}, {}}); }
  }
  for (const Placement& placement : placements_of(run)) {
    const auto found = known.find(key(placement.pod));
    if (found != known.end()) { all[found->second].placements.push_back(placement); }
  }
  std::erase_if(all, [&](const Together& one) {
    return one.placements.empty() || (one.group != model::k_none && !reaches_quorum(run, one.group));
  });
  return all;
}

void refuse_what_needs_more(const model::ClusterSnapshot& cluster, Together& one) {
  for (const Placement& placement : one.placements) {
    const model::Pod& pod = cluster.pods[at(placement.pod)];
    const std::string obstacle = pre_bind_obstacle(cluster, pod);
    if (obstacle.empty()) { continue; }
    one.refusal = util::concat("pod ", model::pod_key(pod), ' ', obstacle);
    return;
  }
}

// A refusal frees capacity, and removes pods that others need nearby. So checks all again until no new objection
// comes.
void refuse_what_does_not_hold(const Run& run, std::vector<Together>& all) {
  for (bool is_certain = false; !is_certain;) {
    std::vector<Placement> placements;
    for (const Together& one : all) {
      if (one.refusal.empty()) { std::ranges::copy(one.placements, std::back_inserter(placements)); }
    }
    is_certain = true;
    for (const Objection& objection : objections(run.rules, placements)) {
      const auto owner = std::ranges::find_if(all, [&](const Together& one) {
        return std::ranges::any_of(one.placements, [&](const Placement& p) { return p.pod == objection.pod; });
      });
      if (!owner->refusal.empty()) { continue; }
      const model::Pod& pod = run.rules.cluster.pods[at(objection.pod)];
      const auto node = run.timeline.pods[at(objection.pod)].node;
      owner->refusal = util::concat("the plan would put pod ", model::pod_key(pod), " on ",
                                    run.rules.cluster.nodes[at(node)].name, ", but: ", objection.reason);
      is_certain = false;
    }
  }
}

} // namespace

void list_bindings(const Run& run, const Question& question, const Ledgers& ledgers, model::Report& report) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  std::vector<Together> all = together(run, question);
  for (Together& one : all) {
    refuse_what_needs_more(cluster, one);
    if (one.refusal.empty()) { one.refusal = ledgers.doubt_about_binding(one.group, one.placements.front().pod); }
  }
  refuse_what_does_not_hold(run, all);
  for (const Together& one : all) {
    const std::string group =
        one.group == model::k_none ? std::string() : std::string(cluster.groups[at(one.group)].name);
    for (const Placement& placement : one.placements) {
      const model::Pod& pod = cluster.pods[at(placement.pod)];
      model::BindingReport binding;
      binding.namespace_name = pod.namespace_name;
      binding.pod = pod.name;
      binding.node = cluster.nodes[at(placement.node)].name;
      binding.group = group;
      if (!one.refusal.empty()) {
        binding.result = model::BindingResult::Skipped;
        binding.message = one.refusal;
      }
      report.bindings.push_back(std::move(binding));
    }
    if (!one.refusal.empty()) {
      const model::Pod& first = cluster.pods[at(one.placements.front().pod)];
      report.refusals.push_back(
          util::concat(first.namespace_name, '/', group.empty() ? std::string(first.name) : group, ": ", one.refusal));
    }
  }
}

} // namespace engine
