// SPDX-License-Identifier: Apache-2.0
#include "bench/openb_cluster.hpp"

#include "document/reading/reader.hpp"
#include "snapshot/build/builder.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace openb {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

Amounts amounts(const model::ClusterSnapshot& cluster, const model::ResourceAmounts& list) {
  const std::optional<model::ResourceId> gpu = cluster.resources.find(k_gpu);
  return {model::amount_of(list, model::k_cpu), model::amount_of(list, model::k_memory),
          model::amount_of(list, model::k_pods), gpu ? model::amount_of(list, *gpu) : 0};
}

// The node for a pod; among equal nodes the first by name. k_none if the pod fits on no node.
model::NodeIndex choose(const Ledger& ledger, std::size_t nodes, const Amounts& asks, Fill way) {
  model::NodeIndex best = model::k_none;
  std::int64_t best_score = 0;
  for (model::NodeIndex node(0); at(node) < nodes; ++node) {
    if (!ledger.fits(asks, node)) { continue; }
    const std::int64_t fullness = ledger.fullness(asks, node);
    const std::int64_t score = way == Fill::Packed ? fullness : -fullness;
    if (best == model::k_none || score > best_score) {
      best = node;
      best_score = score;
    }
  }
  return best;
}

} // namespace

Amounts asks_of(const model::ClusterSnapshot& cluster, const model::PodSpec& spec) {
  Amounts asks = amounts(cluster, spec.requests);
  asks[Pods] = 1;
  return asks;
}

Ledger::Ledger(const model::ClusterSnapshot& cluster) {
  for (const model::Node& node : cluster.nodes) { m_offers.push_back(amounts(cluster, node.allocatable)); }
  m_free = m_offers;
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::NodeIndex node = cluster.node_of(static_cast<model::PodIndex>(i));
    if (node != model::k_none) { take(asks_of(cluster, *cluster.pods[i].spec), node); }
  }
}

bool Ledger::fits(const Amounts& asks, model::NodeIndex node) const {
  const Amounts& free = m_free[at(node)];
  return std::equal(asks.begin(), asks.end(), free.begin(), [](auto asked, auto left) { return asked <= left; });
}

void Ledger::take(const Amounts& asks, model::NodeIndex node) {
  for (std::size_t r = 0; r < asks.size(); ++r) { m_free[at(node)][r] -= asks[r]; }
}

Amounts Ledger::free() const {
  Amounts sums = {};
  for (const Amounts& free : m_free) {
    for (std::size_t r = 0; r < sums.size(); ++r) { sums[r] += free[r]; }
  }
  return sums;
}

std::int64_t Ledger::fullness(const Amounts& asks, model::NodeIndex node) const {
  const Amounts &free = m_free[at(node)], &offers = m_offers[at(node)];
  std::int64_t sum = 0;
  for (const Resource r : {Cpu, Memory, Gpus}) { sum += (offers[r] - free[r] + asks[r]) * 100 / offers[r]; }
  return sum;
}

model::ClusterSnapshot read_trace(const std::string& path) {
  snapshot::Builder builder;
  document::read(
      path, {}, [&](const document::Item& item) { builder.add(item); },
      [](const util::Problem& problem) { throw util::Error(problem.message); });
  model::ClusterSnapshot trace = builder.finish();
  erase_if(trace.nodes, [&](const model::Node& node) {
    const Amounts offers = amounts(trace, node.allocatable);
    return offers[Cpu] == 0 || offers[Memory] == 0 || offers[Gpus] == 0;
  });
  if (trace.nodes.empty()) { throw util::Error(util::concat(path, ": no node offers ", k_gpu)); }
  trace.groups.resize(0);
  for (model::Pod& pod : trace.pods) {
    pod.group = model::k_none;
    pod.node_name = {};
  }
  trace.node_of_pod = {}; // no pod has a node
  return trace;
}

model::ClusterSnapshot filled(const model::ClusterSnapshot& trace, Fill way, int percent) {
  model::ClusterSnapshot cluster = model::ClusterSnapshot::copy_of(trace);
  cluster.pods.resize(0);
  std::map<std::string_view, model::NodeIndex> nodes_by_name;
  std::vector<const model::Pod*> queue;
  for (const model::Pod& pod : trace.pods) { queue.push_back(&pod); }
  std::ranges::stable_sort(queue, {}, &model::Pod::created);
  Ledger ledger(cluster);
  const std::int64_t all = ledger.free()[Gpus];
  std::int64_t used = 0;
  for (auto next = queue.begin(); used * 100 < all * percent; ++next) {
    if (next == queue.end()) { throw util::Error(util::concat("the pods do not fill ", percent, " % of the GPUs")); }
    const Amounts asks = asks_of(trace, *(*next)->spec);
    const model::NodeIndex node = choose(ledger, cluster.nodes.size(), asks, way);
    if (node == model::k_none) { continue; }
    ledger.take(asks, node);
    used += asks[Gpus];
    model::Pod& pod = cluster.pods.emplace_back(**next);
    pod.node_name = cluster.nodes[at(node)].name;
    nodes_by_name.emplace(pod.node_name, node);
    pod.phase = model::PodPhase::Running;
    pod.pending = nullptr;
  }
  std::ranges::sort(cluster.pods, model::key_less);
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    cluster.set_node(static_cast<model::PodIndex>(i), nodes_by_name.at(std::as_const(cluster).pods[i].node_name));
  }
  return cluster;
}

} // namespace openb
