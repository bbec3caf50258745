// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/fragmentation.hpp"

#include "engine/filters/filters.hpp"
#include "engine/index.hpp"
#include "engine/remedies/scenario.hpp"
#include "util/int128.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace engine {

namespace {

using model::FragmentationReport;
using model::NodeIndex;
using model::ResourceId;

// Pods with equal requests and equal open nodes.
struct PodKind {
  model::PodIndex like = model::k_none; // one of them
  std::int64_t pods = 0;
  NodeSet open; // the nodes that are open to them regardless of usage
};

using Key = std::tuple<model::ResourceAmounts, model::Labels, std::optional<std::vector<model::NodeSelectorTerm>>,
                       std::vector<model::Toleration>, const model::SchedulerProfile*>;

NodeSet open_nodes(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage, const model::Pod& pod) {
  const model::SchedulerProfile& profile = *rules.profile_of(pod);
  NodeSet open(nodes.size());
  for (const Filter* const row : filters_of(profile)) {
    if (row->name == "NodeUnschedulable" || row->name == "TaintToleration" || row->name == "NodeAffinity") {
      row->keep({nodes, usage, pod, *pod.spec, profile, rules.version}, open);
    }
  }
  return open;
}

std::vector<PodKind> kinds_of_pods(const Rules& rules, const NodeTable& nodes, const NodeUsage& usage,
                                   ResourceId resource) {
  std::map<const model::PodSpec*, PodKind> by_spec;
  for (std::size_t i = 0; i < rules.cluster.pods.size(); ++i) {
    const model::Pod& pod = rules.cluster.pods[i];
    if (!pod.live() || pod.terminating || is_of_its_node(pod) || rules.profile_of(pod) == nullptr) { continue; }
    if (model::amount_of(pod.spec->requests, resource) <= 0) { continue; }
    PodKind& kind = by_spec[pod.spec];
    kind.like = kind.like == model::k_none ? static_cast<model::PodIndex>(i) : kind.like;
    ++kind.pods;
  }
  std::map<Key, PodKind> kinds;
  for (const auto& [spec, of_spec] : by_spec) {
    const model::SchedulerProfile* const profile = rules.profile_of(rules.cluster.pods[at(of_spec.like)]);
    PodKind& kind = kinds[{spec->requests, spec->node_selector, spec->required_node_terms, spec->tolerations, profile}];
    kind.like = kind.like == model::k_none ? of_spec.like : std::min(kind.like, of_spec.like);
    kind.pods += of_spec.pods;
  }
  std::vector<PodKind> all;
  for (auto& [key, kind] : kinds) {
    kind.open = open_nodes(rules, nodes, usage, rules.cluster.pods[at(kind.like)]);
    all.push_back(std::move(kind));
  }
  return all;
}

std::int64_t free_on(const NodeTable& nodes, const NodeUsage& usage, ResourceId resource, NodeIndex node) {
  return nodes.allocatable[resource][at(node)] - usage.requested(resource, node);
}

// Resources that the node lacks for the pod; "pods" if it has no slot for one more.
std::vector<ResourceId> lacking(const NodeTable& nodes, const NodeUsage& usage, const model::PodSpec& spec,
                                NodeIndex node) {
  std::vector<ResourceId> lacks;
  for (const model::ResourceAmount& request : spec.requests) {
    const bool is_short = request.amount > 0 && request.amount > free_on(nodes, usage, request.resource, node);
    if (is_short && request.resource != model::k_pods) { lacks.push_back(request.resource); }
  }
  if (free_on(nodes, usage, model::k_pods, node) < 1) { lacks.push_back(model::k_pods); }
  return lacks;
}

// One state of the cluster, for one resource.
class State {
 public:
  State(const NodeTable& nodes, const NodeUsage& usage, ResourceId resource, const std::vector<PodKind>& kinds)
      : m_nodes(nodes), m_usage(usage), m_resource(resource), m_kinds(kinds), m_open(NodeSet::none(nodes.size())),
        m_takes(nodes.size(), 0) {
    for (const PodKind& kind : kinds) {
      const model::PodSpec& spec = *nodes.pod(kind.like).spec;
      m_pods += kind.pods;
      kind.open.for_each([&](NodeIndex node) {
        m_open.insert(node);
        if (lacking(nodes, usage, spec, node).empty()) { m_takes[at(node)] += kind.pods; }
      });
    }
  }

  std::int64_t pods() const { return m_pods; }

  std::int64_t free_milli() const {
    util::int128 sum = 0;
    m_open.for_each([&](NodeIndex node) { sum += free(node); });
    return in_milli(sum, 1);
  }

  std::int64_t unusable_milli() const {
    util::int128 sum = 0;
    m_open.for_each([&](NodeIndex node) { sum += util::int128{free(node)} * (m_pods - m_takes[at(node)]); });
    return in_milli(sum, std::max<std::int64_t>(1, m_pods));
  }

  // Nodes with some of the resource free where no pod of the mix fits, although this resource would suffice for some.
  std::vector<FragmentationReport::StrandedNode> stranded() const {
    std::vector<FragmentationReport::StrandedNode> nodes;
    m_open.for_each([&](NodeIndex node) {
      if (free(node) == 0 || m_takes[at(node)] > 0) { return; }
      const std::optional<ResourceId> lacks = lacks_most(node);
      if (!lacks) { return; }
      nodes.push_back({std::string(m_nodes.node(node).name), in_milli(free(node), 1),
                       std::string(m_nodes.resources->name(*lacks)), false});
    });
    return nodes;
  }

 private:
  std::int64_t free(NodeIndex node) const {
    return std::max<std::int64_t>(0, free_on(m_nodes, m_usage, m_resource, node));
  }

  std::optional<ResourceId> lacks_most(NodeIndex node) const {
    std::map<ResourceId, std::int64_t> kept_away; // number of pods by lacking resource
    for (const PodKind& kind : m_kinds) {
      if (!kind.open.has(node)) { continue; }
      const std::vector<ResourceId> lacks = lacking(m_nodes, m_usage, *m_nodes.pod(kind.like).spec, node);
      if (std::ranges::find(lacks, m_resource) != lacks.end()) { continue; }
      for (const ResourceId resource : lacks) { kept_away[resource] += kind.pods; }
    }
    const auto most = std::ranges::max_element(kept_away, {}, [](const auto& entry) { return entry.second; });
    return most == kept_away.end() ? std::nullopt : std::optional(most->first);
  }

  // Rounds to the nearest integer.
  std::int64_t in_milli(util::int128 amount, std::int64_t divisor) const {
    const util::int128 milli = m_resource == model::k_cpu ? amount : amount * 1000;
    const util::int128 rounded = (2 * milli + divisor) / (2 * util::int128{divisor});
    constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max();
    return rounded > k_most ? k_most : static_cast<std::int64_t>(rounded);
  }

  const NodeTable& m_nodes;
  const NodeUsage& m_usage;
  ResourceId m_resource;
  const std::vector<PodKind>& m_kinds;
  NodeSet m_open;                    // open to any of the kinds
  std::int64_t m_pods = 0;           // of all kinds
  std::vector<std::int64_t> m_takes; // by node: number of pods in the mix of a kind that fits there
};

bool is_offered(const NodeTable& nodes, ResourceId resource) {
  return std::ranges::any_of(nodes.allocatable[resource], [](std::int64_t amount) { return amount > 0; });
}

} // namespace

std::vector<FragmentationReport> fragmentation(const Rules& rules, const NodeTable& nodes, const NodeUsage& before,
                                               const NodeUsage& after) {
  std::vector<FragmentationReport> rows;
  const auto add_row = [&](ResourceId resource) {
    const std::vector<PodKind> kinds = kinds_of_pods(rules, nodes, before, resource);
    if (kinds.empty()) { return; }
    const State was(nodes, before, resource, kinds), is(nodes, after, resource, kinds);
    FragmentationReport row;
    row.resource = nodes.resources->name(resource);
    row.pods = was.pods();
    row.free_before_milli = was.free_milli();
    row.free_after_milli = is.free_milli();
    row.unusable_before_milli = was.unusable_milli();
    row.unusable_after_milli = is.unusable_milli();
    row.stranded = is.stranded();
    const auto stranded_before = was.stranded();
    for (FragmentationReport::StrandedNode& node : row.stranded) {
      node.is_new = std::ranges::find(stranded_before, node.name, &FragmentationReport::StrandedNode::name) ==
                    stranded_before.end();
    }
    rows.push_back(std::move(row));
  };
  for (std::size_t i = model::k_pods + 1; i < nodes.resources->size(); ++i) {
    const auto resource = static_cast<ResourceId>(i);
    const bool is_extended = model::is_extended_resource_name(nodes.resources->name(resource));
    if (is_extended && is_offered(nodes, resource)) { add_row(resource); }
  }
  if (rows.empty()) { add_row(model::k_cpu); }
  std::ranges::sort(rows, {}, &FragmentationReport::resource);
  return rows;
}

} // namespace engine
