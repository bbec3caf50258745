// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/leavers.hpp"

#include "engine/index.hpp"
#include "engine/nodes/disruption.hpp"
#include "engine/remedies/clearing.hpp"
#include "engine/remedies/fewest.hpp"
#include "engine/remedies/lower_bound.hpp"
#include "engine/rules/whole_workloads.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace engine {

namespace {

using model::GroupIndex;
using model::PodIndex;

class Leavers {
 public:
  Leavers(BlockedGroup& group, const Leaving& leaving)
      : m_group(group), m_leaving(leaving), m_workloads(group.cluster()) {
    m_pods.reserve(2 * cluster().pods.size()); // each alone and in a group
    std::set<GroupIndex> groups;
    std::map<WholeWorkloads::Name, Ranked> wholes; // a job that needs all its pods ends with any of them
    for (std::size_t i = 0; i < cluster().pods.size(); ++i) {
      if (group.node_of(static_cast<PodIndex>(i)) == model::k_none) { continue; }
      const model::Pod& pod = cluster().pods[i];
      if (pod.group == group.index) { continue; }
      const std::optional<std::int32_t> rank = leaving.rank(pod);
      if (!rank) { continue; }
      if (pod.group != model::k_none && leaving.quorums == Quorums::Kept) {
        groups.insert(pod.group);
      } else if (m_workloads.needs_all_pods(pod)) {
        Ranked& whole = wholes[m_workloads.top_owner(pod)];
        whole.pods.push_back(static_cast<PodIndex>(i));
        whole.rank = std::max(whole.rank, *rank);
      } else {
        const auto alone = static_cast<PodIndex>(i);
        m_all.push_back({kept({&alone, 1}), *rank});
      }
    }
    for (const auto& [name, whole] : wholes) { m_all.push_back({kept(whole.pods), whole.rank}); }
    for (const GroupIndex index : groups) { add_members(index); }
    std::ranges::stable_sort(m_all, [&](const Leaver& a, const Leaver& b) { return sooner(a, b); });
  }

  const std::vector<Leaver>& all() const { return m_all; }

  // True if the set has no pod twice, breaks no budget, and takes no group below its quorum except as a whole.
  bool may_leave(const Subset& set) const {
    std::map<GroupIndex, std::int32_t> left;
    for (const std::size_t i : set) {
      const Leaver& leaver = m_all[i];
      if (leaver.whole != model::k_none && !left.emplace(leaver.whole, 0).second) { return false; }
      if (leaver.part_of == model::k_none) { continue; }
      const auto [place, is_new] = left.emplace(leaver.part_of, to_spare(leaver.part_of));
      if (--place->second < 0) { return false; }
    }
    return !m_leaving.budgets || within_budgets(set);
  }

  std::int64_t pods_of(const Subset& set) const {
    std::int64_t pods = 0;
    for (const std::size_t i : set) { pods += std::ssize(m_all[i].pods); }
    return pods;
  }

  std::vector<PodIndex> pods_up_to(std::int32_t highest_rank) const {
    std::vector<PodIndex> pods;
    for (const Leaver& leaver : m_all) {
      if (leaver.rank <= highest_rank) { pods.insert(pods.end(), leaver.pods.begin(), leaver.pods.end()); }
    }
    return pods;
  }

  // As many elements up to a rank as may leave together, the preferred ones first.
  Subset as_many_as_may(std::int32_t highest_rank) const {
    Subset set;
    for (std::size_t i = 0; i < m_all.size() && m_all[i].rank <= highest_rank; ++i) {
      set.push_back(i);
      if (!may_leave(set)) { set.pop_back(); }
    }
    return set;
  }

 private:
  struct Ranked {
    std::vector<PodIndex> pods;
    std::int32_t rank = 0;
  };

  const model::ClusterSnapshot& cluster() const { return m_group.cluster(); }

  std::span<const PodIndex> kept(std::span<const PodIndex> pods) {
    const std::size_t first = m_pods.size();
    m_pods.insert(m_pods.end(), pods.begin(), pods.end());
    return std::span(m_pods).subspan(first);
  }

  std::int32_t to_spare(GroupIndex group) const {
    return members_to_spare(cluster(), cluster().groups[at(group)]).value_or(0);
  }

  // Adds each member if the group can spare one, and all of them together if all may leave.
  void add_members(GroupIndex index) {
    Ranked together;
    const bool is_whole = std::ranges::any_of(cluster().groups[at(index)].members, [&](PodIndex member) {
      return m_workloads.needs_all_pods(cluster().pods[at(member)]);
    });
    const bool can_spare = to_spare(index) > 0 && !is_whole;
    bool all_may = true;
    for (const PodIndex member : cluster().groups[at(index)].members) {
      const model::Pod& pod = cluster().pods[at(member)];
      if (!pod.bound()) { continue; }
      const bool has_node = m_group.node_of(member) != model::k_none;
      const std::optional<std::int32_t> rank = has_node ? m_leaving.rank(pod) : std::nullopt;
      all_may = all_may && rank;
      if (!rank) { continue; }
      together.rank = together.pods.empty() ? *rank : std::max(together.rank, *rank);
      together.pods.push_back(member);
      if (can_spare) { m_all.push_back({kept({&member, 1}), *rank, model::k_none, index}); }
    }
    if (all_may && !together.pods.empty()) { m_all.push_back({kept(together.pods), together.rank, index}); }
  }

  // Order of preference: lower rank, fewer pods, later start, name.
  bool sooner(const Leaver& a, const Leaver& b) const {
    if (a.rank != b.rank) { return a.rank < b.rank; }
    if (a.pods.size() != b.pods.size()) { return a.pods.size() < b.pods.size(); }
    const model::Pod& pod_a = cluster().pods[at(a.pods.front())];
    const model::Pod& pod_b = cluster().pods[at(b.pods.front())];
    const auto since = [](const model::Pod& pod) { return pod.started ? pod.started : pod.created; };
    if (since(pod_a) != since(pod_b)) { return since(pod_a) > since(pod_b); }
    return std::ranges::lexicographical_compare(a.pods, b.pods);
  }

  bool within_budgets(const Subset& set) const {
    if (cluster().disruption_budgets.empty()) { return true; }
    DisruptionAllowance allowance(cluster(), m_group.run.rules.version);
    return std::ranges::none_of(set, [&](std::size_t i) {
      return std::ranges::any_of(m_all[i].pods, [&](PodIndex pod) { return allowance.is_broken_by(m_group.pod(pod)); });
    });
  }

  BlockedGroup& m_group;
  const Leaving& m_leaving;
  const WholeWorkloads m_workloads;
  std::vector<PodIndex> m_pods; // Leaver::pods are parts of it, so it must not grow beyond what is reserved
  std::vector<Leaver> m_all;
};

void end_all(Scenario& scenario, const std::vector<Leaver>& leavers, const Subset& set) {
  for (const std::size_t i : set) {
    for (const PodIndex pod : leavers[i].pods) { scenario.end(pod); }
  }
}

model::Fix described(const BlockedGroup& group, model::FixKind kind, const std::vector<Leaver>& leavers,
                     const Subset& set) {
  model::Fix fix;
  fix.kind = kind;
  for (const std::size_t i : set) {
    for (const PodIndex pod : leavers[i].pods) {
      model::Change& change = fix.changes.emplace_back(change_of(group.cluster(), pod));
      if (leavers[i].whole == model::k_none) { continue; }
      const model::PodGroup& whole = group.cluster().groups[at(leavers[i].whole)];
      change.group = util::concat(whole.namespace_name, '/', whole.name);
    }
  }
  fix.things = std::ssize(fix.changes);
  return fix;
}

// Namespaces by whose pods the cluster itself works: network, storage, drivers, schedulers, certificates.
bool is_of_the_cluster(std::string_view namespace_name) {
  constexpr std::array<std::string_view, 6> k_names = {"cert-manager",      "cilium",   "gpu-operator", "metallb",
                                                       "scheduler-plugins", "rook-ceph"};
  return namespace_name.starts_with("kube-") || namespace_name.starts_with("openshift-") ||
         namespace_name.starts_with("calico-") || namespace_name.starts_with("nvidia-") ||
         namespace_name.ends_with("-system") || std::ranges::find(k_names, namespace_name) != k_names.end();
}

} // namespace

bool may_be_disturbed(const BlockedGroup& group, const model::Pod& pod) {
  return !pod.terminating && pod.group != group.index && !is_of_its_node(pod) && !is_of_the_cluster(pod.namespace_name);
}

std::optional<std::int32_t> members_to_spare(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  if (!group.sub_groups.empty()) { return std::nullopt; }
  const auto running = std::ranges::count_if(group.members, [&](PodIndex member) {
    const model::Pod& pod = cluster.pods[at(member)];
    return pod.bound() && !pod.terminating;
  });
  const std::int32_t quorum = std::max(1, group.min_member.value_or(0));
  const auto count = static_cast<std::int32_t>(running);
  return count < quorum ? count : count - quorum; // a group below its quorum has none to lose
}

namespace {

// Usually more leaving pods free more capacity. But other pending pods use part of it, and scores may then favour
// other nodes, so fewer pods may work where more do not. Among a few pods, tries all sets.
std::optional<Chosen> chosen_up_to(BlockedGroup& group, const Leavers& leavers, const Choice& choice,
                                   std::int32_t rank) {
  constexpr std::size_t k_few = 8;
  const auto applied = [&](const Subset& set) { return [&choice, &set](Scenario& s) { choice.apply(s, set); }; };
  const bool are_many = std::ssize(choice.weights) > group.trials.left();
  Subset enough = cleared(group, leavers.all(), choice);
  if (!enough.empty() && group.trials.starts(applied(enough))) {
    // If the trials allow all sets, fewest() returns the best of the smallest.
    const bool is_least = are_many && leavers.pods_of(enough) <= least_to_leave(group, leavers.pods_up_to(rank));
    if (is_least) { return Chosen{enough, true}; }
    return fewest(group.trials, choice, std::move(enough));
  }
  if (are_many) { return std::nullopt; }
  enough = leavers.as_many_as_may(rank);
  if (group.trials.starts(applied(enough))) { return fewest(group.trials, choice, std::move(enough)); }
  if (choice.weights.size() > k_few) { return std::nullopt; }
  std::optional<Subset> found = search(group.trials, choice);
  return found ? std::optional(Chosen{std::move(*found), true}) : std::nullopt;
}

} // namespace

std::optional<model::Fix> fewest_leavers(BlockedGroup& group, const Leaving& leaving) {
  const Leavers leavers(group, leaving);
  std::set<std::int32_t> ranks;
  for (const Leaver& leaver : leavers.all()) { ranks.insert(leaver.rank); }
  Choice choice;
  choice.apply = [&](Scenario& scenario, const Subset& set) { end_all(scenario, leavers.all(), set); };
  choice.is_allowed = [&](const Subset& set) { return leavers.may_leave(set); };
  bool has_refuted_lower_ranks = true;
  for (const std::int32_t rank : ranks) {
    group.trials.begin();
    while (choice.weights.size() < leavers.all().size() && leavers.all()[choice.weights.size()].rank <= rank) {
      choice.weights.push_back(std::ssize(leavers.all()[choice.weights.size()].pods));
    }
    const std::optional<Chosen> chosen = chosen_up_to(group, leavers, choice, rank);
    if (!chosen) {
      has_refuted_lower_ranks = has_refuted_lower_ranks && std::ssize(choice.weights) <= group.trials.limit();
      continue;
    }
    model::Fix fix = described(group, leaving.kind, leavers.all(), chosen->set);
    fix.minimal = chosen->minimal && has_refuted_lower_ranks;
    return group.confirmed(std::move(fix), [&](Scenario& scenario) { choice.apply(scenario, chosen->set); });
  }
  return std::nullopt;
}

} // namespace engine
