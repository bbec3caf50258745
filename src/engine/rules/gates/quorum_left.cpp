// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/quorum_left.hpp"

#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace engine {

QuorumLeft quorum_left(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  QuorumLeft quorum;
  quorum.missing = quorum_of(cluster, group);
  std::vector<NamedAmounts> requests; // parallel to quorum.pending
  std::set<std::string_view> resources;
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (counts_of(cluster, pod).placed) {
      --quorum.missing;
      continue;
    }
    const bool is_its = model::is_scheduler_of(pod.spec->scheduler_name, group.dialect);
    if (!is_its || !pod.live() || pod.bound() || pod.terminating || pod.gated()) { continue; }
    quorum.pending.push_back(index);
    requests.push_back(named(cluster, pod.spec->requests));
    for (const auto& [resource, amount] : requests.back()) { resources.insert(resource); }
    add(quorum.all, requests.back());
  }
  quorum.missing = std::clamp<std::int64_t>(quorum.missing, 0, std::ssize(quorum.pending));
  for (const std::string_view resource : resources) {
    std::vector<model::Quantity> amounts;
    for (const NamedAmounts& request : requests) { amounts.push_back(amount_of(request, resource)); }
    std::ranges::sort(amounts);
    for (std::int64_t i = 0; i < quorum.missing; ++i) {
      quorum.least[resource] += amounts[static_cast<std::size_t>(i)];
    }
  }
  return quorum;
}

// A queue's scheduler tries the members one after the other once the quorum is placed. (Volcano: allocate asks
// Allocatable for each task; KAI: each further task is a chunk of its own)
void hold_surplus(const model::ClusterSnapshot& cluster, const QuorumLeft& quorum,
                  const std::vector<model::GateReport>& queues, NamedAmounts (*named_by)(const NamedAmounts&),
                  Gates& gates) {
  const auto requests_of = [&](model::PodIndex index) -> const model::ResourceAmounts& {
    return cluster.pods[at(index)].spec->requests;
  };
  const bool are_equal = std::ranges::all_of(
      quorum.pending, [&](model::PodIndex index) { return requests_of(index) == requests_of(quorum.pending.front()); });
  if (quorum.missing > 0 && !are_equal) { return; } // which of them form the quorum is open
  std::vector<NamedAmounts> taken(queues.size());
  const auto lacks = [&](const NamedAmounts& request, std::size_t queue) -> std::string {
    if (!queues[queue].note.empty()) { return queues[queue].note; }
    for (const model::GateAmount& amount : queues[queue].amounts) {
      const model::Quantity asked = amount_of(request, amount.resource);
      model::Quantity left = amount.left;
      left -= amount_of(taken[queue], amount.resource);
      if (asked.is_zero() || asked <= left) { continue; }
      return util::concat("Queue ", queues[queue].name, " has ", not_negative(left).text(), " of ", amount.limit.text(),
                          ' ', amount.resource, " left");
    }
    return {};
  };
  for (const model::PodIndex index : quorum.pending) {
    const NamedAmounts request = named_by(named(cluster, requests_of(index)));
    std::string reason;
    for (std::size_t queue = 0; queue < queues.size() && reason.empty(); ++queue) { reason = lacks(request, queue); }
    if (!reason.empty()) {
      gates.hold(index, {queues.front().gate, std::move(reason)});
      continue;
    }
    for (NamedAmounts& sum : taken) { add(sum, request); }
  }
}

} // namespace engine
