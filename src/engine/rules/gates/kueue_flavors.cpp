// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_flavors.hpp"

#include "engine/rules/gates/named_amounts.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace engine {

namespace {

using model::Quantity;

// Label keys of the flavors of a group. Quota ignores other labels that pods select.
std::set<std::string_view> keys_of(const std::vector<const model::ResourceFlavor*>& flavors) {
  std::set<std::string_view> keys;
  for (const model::ResourceFlavor* const flavor : flavors) {
    if (flavor == nullptr) { continue; }
    for (const model::Label& label : flavor->node_labels) { keys.insert(label.key); }
  }
  return keys;
}

bool selects(const model::PodSpec& spec, const std::set<std::string_view>& keys, const model::Labels& labels) {
  for (const model::Label& wanted : spec.node_selector) {
    if (keys.contains(wanted.key) && model::find_label(labels, wanted.key) != wanted.value) { return false; }
  }
  if (!spec.required_node_terms || spec.required_node_terms->empty()) { return true; }
  const auto known = [&](const model::Requirement& requirement) { return keys.contains(requirement.key); };
  return std::ranges::any_of(*spec.required_node_terms, [&](const model::NodeSelectorTerm& term) {
    return std::ranges::all_of(term.expressions, [&](const model::Requirement& requirement) {
      return !known(requirement) || model::matches(requirement, labels);
    });
  });
}

// How a pod set asks for Topology Aware Scheduling.
enum class Topology : std::uint8_t { Unwanted, Implied, Requested };

// A pod set without a request uses topologies if all flavors of the queue have one. (kueue tas_flavorassigner.go,
// isTASImplied; clusterqueue.go, tasOnly)
bool has_only_topologies(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue) {
  bool any = false;
  for (const model::KueueResourceGroup& group : queue.groups) {
    for (const model::KueueFlavorQuotas& quotas : group.flavors) {
      const auto flavor = std::ranges::find(cluster.resource_flavors, quotas.flavor, &model::ResourceFlavor::name);
      if (flavor == cluster.resource_flavors.end() || flavor->topology.empty()) { return false; }
      any = true;
    }
  }
  return any;
}

// (kueue tas_flavorassigner.go, checkPodSetAndFlavorMatchForTAS)
std::string topology_refusal(const model::ResourceFlavor& flavor, Topology wanted) {
  if (wanted == Topology::Requested && flavor.topology.empty()) {
    return util::concat("Flavor \"", flavor.name, "\" does not support TopologyAwareScheduling");
  }
  if (wanted == Topology::Unwanted && !flavor.topology.empty()) {
    return util::concat("Flavor \"", flavor.name, "\" supports only TopologyAwareScheduling");
  }
  return {};
}

// A node belongs to a Topology if it has the labels of all levels and those of the flavor. (kueue tas_flavor.go)
bool is_in(const model::KueueTopology& topology, const model::ResourceFlavor& flavor, const model::Node& node) {
  return std::ranges::all_of(
             topology.levels,
             [&](std::string_view level) { return model::find_label(*node.labels, level).has_value(); }) &&
         std::ranges::all_of(flavor.node_labels, [&](const model::Label& label) {
           return model::find_label(*node.labels, label.key) == label.value;
         });
}

struct TopologyAnswer {
  std::string refusal; // no node can take the pods; empty: some may
  std::string open;    // what is not simulated; empty: nothing
};

// The nodes that lack a level although the flavor selects them: "; node n1 lacks rack"
std::string left_out(const model::ClusterSnapshot& cluster, const model::KueueTopology& topology,
                     const model::ResourceFlavor& flavor) {
  constexpr std::size_t k_most_nodes = 3;
  std::string text;
  std::size_t count = 0;
  for (const model::Node& node : cluster.nodes) {
    if (is_in(topology, flavor, node) || !is_in({}, flavor, node) || ++count > k_most_nodes) { continue; }
    const auto level = std::ranges::find_if(
        topology.levels, [&](std::string_view key) { return !model::find_label(*node.labels, key).has_value(); });
    text += util::concat(count == 1 ? "; node " : ", node ", node.name, " lacks ", *level);
  }
  return count > k_most_nodes ? util::concat(text, " and ", count - k_most_nodes, " more") : text;
}

TopologyAnswer ask_topology(const model::ClusterSnapshot& cluster, const model::ResourceFlavor& flavor) {
  if (flavor.topology.empty()) { return {}; }
  const auto topology = std::ranges::find(cluster.kueue_topologies, flavor.topology, &model::KueueTopology::name);
  if (topology == cluster.kueue_topologies.end()) {
    return {
        {},
        util::concat("Topology ", flavor.topology, " of flavor ", flavor.name, " decides, and it is not in the input")};
  }
  const auto is_of_it = [&](const model::Node& node) { return is_in(*topology, flavor, node); };
  if (!cluster.nodes.empty() && std::ranges::none_of(cluster.nodes, is_of_it)) {
    std::string levels;
    for (const std::string_view level : topology->levels) { levels += util::concat(levels.empty() ? "" : ", ", level); }
    const bool is_of_flavor =
        std::ranges::any_of(cluster.nodes, [&](const model::Node& node) { return is_in({}, flavor, node); });
    return {util::concat("no node ", is_of_flavor ? "" : util::concat("of flavor ", flavor.name, ' '),
                         "has all labels of Topology ", topology->name, " (", levels, ')',
                         left_out(cluster, *topology, flavor)),
            {}};
  }
  return {{},
          util::concat("Kueue chooses the nodes by Topology ", topology->name, ", which is not simulated",
                       left_out(cluster, *topology, flavor))};
}

// Returns why the flavor rejects pods of this spec; "" if it accepts them.
std::string refusal(const model::PodSpec& spec, const std::set<std::string_view>& keys, std::string_view name,
                    const model::ResourceFlavor* flavor, Topology wanted) {
  if (flavor == nullptr) { return util::concat("there is no ResourceFlavor ", name); }
  for (const model::Taint& taint : flavor->node_taints) {
    if (taint.effect == model::TaintEffect::PreferNoSchedule) { continue; }
    if (model::tolerated(spec.tolerations, taint) || model::tolerated(flavor->tolerations, taint)) { continue; }
    const std::string_view equals = taint.value.empty() ? "" : "=";
    return util::concat("flavor ", name, " has the taint ", taint.key, equals, taint.value,
                        ", which its pods do not tolerate");
  }
  if (!selects(spec, keys, flavor->node_labels)) {
    return util::concat("flavor ", name, " has other labels than its pods select");
  }
  return topology_refusal(*flavor, wanted);
}

// A flavor for those resources of a group that one pod set requests.
struct FlavorCandidate {
  std::map<FlavorResource, Quantity> usage;
  std::vector<model::GateAmount> amounts;
  bool fits = true, borrows = false;
  std::string topology;       // what is not simulated about its Topology
  bool within_nominal = true; // with the requests of earlier pod sets, whatever the queue uses
};

// Which flavors an assignment may take.
enum class Take : std::uint8_t { Fitting, WithinNominal }; // WithinNominal: also flavors that fit later

class Assigner {
 public:
  Assigner(const model::ClusterSnapshot& cluster, const QuotaTree& quota, std::size_t queue, Take takes,
           std::size_t set_count)
      : m_cluster(cluster), m_quota(quota), m_queue(queue), m_takes(takes),
        m_only_topologies(has_only_topologies(cluster, cluster.cluster_queues[queue])), m_set_count(set_count) {}

  FlavorAssignment result;

  // Returns true if the pod set gets flavors for all its requests. After one that does not, the others are for the
  // report.
  bool assign(const model::KueuePodSet& set, std::int32_t count) {
    m_set = &set;
    NamedAmounts asked = named(m_cluster, set.spec->requests);
    for (auto& [resource, amount] : asked) { amount *= count; }
    configure(asked);
    if (group_of("pods") != nullptr) { asked["pods"] = Quantity::from_units(count); }
    result.flavors.emplace_back();
    m_wanted = set.wants_topology ? Topology::Requested : m_only_topologies ? Topology::Implied : Topology::Unwanted;
    std::set<const model::KueueResourceGroup*> done;
    for (const auto& [resource, amount] : asked) {
      const model::KueueResourceGroup* const group = group_of(resource);
      if (group == nullptr && (amount.is_zero() || passes_uncovered())) { continue; }
      if (group == nullptr) {
        refuse(util::concat("ClusterQueue ", queue().name, " has no quota for ", resource));
        return false;
      }
      if (done.insert(group).second && !assign_group(*group, *set.spec, asked)) { return false; }
    }
    return true;
  }

 private:
  const model::ClusterQueue& queue() const { return m_cluster.cluster_queues[m_queue]; }

  // Applies the configuration of Kueue's manager: excludeResourcePrefixes, then transformations, which are not
  // simulated. (pkg/workload, dropExcludedResources and applyResourceTransformations)
  void configure(NamedAmounts& asked) {
    for (const model::KueueConfiguration& configuration : m_cluster.kueue_configurations) {
      std::erase_if(asked, [&](const auto& item) {
        return std::ranges::any_of(configuration.excluded,
                                   [&](std::string_view prefix) { return item.first.starts_with(prefix); });
      });
    }
    for (const model::KueueConfiguration& configuration : m_cluster.kueue_configurations) {
      for (const std::string_view resource : configuration.transformed) {
        if (asked.contains(resource) && result.transformed.empty()) { result.transformed = resource; }
      }
    }
  }

  // (quotaCheckStrategy, since v0.18)
  bool passes_uncovered() const {
    return std::ranges::any_of(m_cluster.kueue_configurations, &model::KueueConfiguration::passes_uncovered);
  }

  void refuse(std::string why) {
    if (std::ranges::find(result.refusals, why) == result.refusals.end()) { result.refusals.push_back(std::move(why)); }
  }

  const model::KueueResourceGroup* group_of(std::string_view resource) const {
    for (const model::KueueResourceGroup& group : queue().groups) {
      if (std::ranges::find(group.covered, resource) != group.covered.end()) { return &group; }
    }
    return nullptr;
  }

  const model::ResourceFlavor* find(std::string_view name) const {
    const auto found = std::ranges::lower_bound(m_cluster.resource_flavors, name, {}, &model::ResourceFlavor::name);
    return found == m_cluster.resource_flavors.end() || found->name != name ? nullptr : &*found;
  }

  FlavorCandidate candidate(std::string_view flavor, const model::KueueResourceGroup& group,
                            const NamedAmounts& asked) const {
    FlavorCandidate made;
    for (const std::string_view resource : group.covered) {
      if (!asked.contains(resource)) { continue; }
      const FlavorResource what{flavor, resource};
      Quantity wanted = amount_of(asked, resource);
      made.usage[what] = wanted;
      if (const auto earlier = result.usage.find(what); earlier != result.usage.end()) { wanted += earlier->second; }
      const Quantity used = m_quota.used(m_queue, what);
      Quantity after = used;
      after += wanted;
      made.borrows = made.borrows || after > m_quota.nominal(m_queue, what);
      made.within_nominal = made.within_nominal && wanted <= m_quota.nominal(m_queue, what);
      const model::GateAmount row{std::string(resource),
                                  std::string(flavor),
                                  wanted,
                                  not_negative(m_quota.potential(m_queue, what)),
                                  used,
                                  not_negative(m_quota.available(m_queue, what))};
      made.fits = made.fits && !(row.short_of() && !wanted.is_zero());
      made.amounts.push_back(row);
    }
    return made;
  }

  void take(const FlavorCandidate& chosen) {
    for (const auto& [what, amount] : chosen.usage) { result.usage[what] += amount; }
    result.borrows = result.borrows || chosen.borrows;
    if (!chosen.usage.empty()) { result.flavors.back().push_back(chosen.usage.begin()->first.first); }
    if (!chosen.topology.empty() && std::ranges::find(result.topologies, chosen.topology) == result.topologies.end()) {
      result.topologies.push_back(chosen.topology);
    }
    record(chosen.amounts);
  }

  // A row of a later pod set counts the earlier ones too, except those that have a choice of flavors and do not fit.
  void record(const std::vector<model::GateAmount>& rows) {
    for (const model::GateAmount& row : rows) {
      const auto earlier = std::ranges::find_if(result.amounts, [&](const model::GateAmount& other) {
        return other.rule == row.rule && other.resource == row.resource;
      });
      if (earlier == result.amounts.end()) {
        result.amounts.push_back(row);
      } else if (earlier->asked < row.asked) {
        *earlier = row;
      }
    }
  }

  // The pod set has no other flavor: its requests count for those after it.
  void count_refused(const FlavorCandidate& only) {
    for (const auto& [what, amount] : only.usage) { result.usage[what] += amount; }
    if (m_set_count <= 1 || m_is_named) { return; }
    for (const auto& [what, amount] : only.usage) {
      if (amount <= not_negative(m_quota.available(m_queue, what))) { continue; }
      refuse(util::concat("pod set ", m_set->name, " alone asks for ", amount.text(), ' ', what.second));
      m_is_named = true;
      return;
    }
  }

  // Kueue gives flavors to one pod set after the other and takes none back. (flavorassigner.go, assignFlavors)
  void name_taken_by_earlier(const std::vector<FlavorCandidate>& tried) {
    for (const FlavorCandidate& each : tried) {
      for (const auto& [what, amount] : each.usage) {
        const auto earlier = result.usage.find(what);
        const Quantity left = not_negative(m_quota.available(m_queue, what));
        if (earlier == result.usage.end() || left < amount) { continue; }
        Quantity both = amount;
        both += earlier->second;
        if (both <= left) { continue; }
        return refuse(util::concat("pod set ", m_set->name, " asks for ", amount.text(), ' ', what.second,
                                   ", and earlier pod sets take ", earlier->second.text(), " of flavor ", what.first,
                                   " first"));
      }
    }
  }

  bool assign_group(const model::KueueResourceGroup& group, const model::PodSpec& spec, const NamedAmounts& asked) {
    std::vector<const model::ResourceFlavor*> flavors;
    for (const model::KueueFlavorQuotas& flavor : group.flavors) { flavors.push_back(find(flavor.flavor)); }
    const std::set<std::string_view> keys = keys_of(flavors);
    std::optional<FlavorCandidate> best;
    std::vector<FlavorCandidate> tried;
    bool may_fit_later = false;
    for (std::size_t at = 0; at < flavors.size(); ++at) {
      const std::string_view name = group.flavors[at].flavor;
      if (std::string why = refusal(spec, keys, name, flavors[at], m_wanted); !why.empty()) {
        refuse(std::move(why));
        continue;
      }
      TopologyAnswer topology = ask_topology(m_cluster, *flavors[at]);
      if (!topology.refusal.empty()) {
        refuse(std::move(topology.refusal));
        continue;
      }
      FlavorCandidate next = candidate(name, group, asked);
      tried.push_back(next);
      may_fit_later = may_fit_later || std::ranges::none_of(next.amounts, &model::GateAmount::never);
      if (!next.fits && !(m_takes == Take::WithinNominal && next.within_nominal)) { continue; }
      if (!next.fits) { next.borrows = false; } // it waits until it need not borrow
      next.topology = std::move(topology.open);
      if (!best || (best->borrows && !next.borrows)) { best = std::move(next); }
      if (!best->borrows || queue().borrows_before_next_flavor) { break; }
    }
    if (best) {
      take(*best);
    } else {
      result.hopeless = result.hopeless || !may_fit_later;
      for (const FlavorCandidate& each : tried) { record(each.amounts); }
      if (tried.size() == 1) {
        count_refused(tried.front());
      } else {
        name_taken_by_earlier(tried);
      }
      name_unlisted(group, spec, asked);
    }
    return best.has_value();
  }

  // Names flavors in which the cohort has enough left, but the queue has no quota: it borrows only in flavors that it
  // lists, if only with a nominal quota of 0.
  void name_unlisted(const model::KueueResourceGroup& group, const model::PodSpec& spec, const NamedAmounts& asked) {
    if (queue().cohort.empty()) { return; }
    for (const model::ResourceFlavor& flavor : m_cluster.resource_flavors) {
      if (std::ranges::find(group.flavors, flavor.name, &model::KueueFlavorQuotas::flavor) != group.flavors.end()) {
        continue;
      }
      const std::vector<model::GateAmount> amounts = candidate(flavor.name, group, asked).amounts;
      const bool has_left = std::ranges::all_of(amounts, [](const auto& row) { return row.asked <= row.left; });
      const bool is_of_cohort = std::ranges::any_of(amounts, [](const auto& row) { return !row.limit.is_zero(); });
      if (!has_left || !is_of_cohort || !refusal(spec, keys_of({&flavor}), flavor.name, &flavor, m_wanted).empty()) {
        continue;
      }
      refuse(util::concat("its cohort has enough left in flavor ", flavor.name, ", which ClusterQueue ", queue().name,
                          " does not list"));
    }
  }

  const model::ClusterSnapshot& m_cluster;
  const QuotaTree& m_quota;
  std::size_t m_queue;
  Take m_takes;
  bool m_only_topologies;
  std::size_t m_set_count;
  const model::KueuePodSet* m_set = nullptr; // the one at hand
  Topology m_wanted = Topology::Unwanted;    // of it
  bool m_is_named = false;                   // a pod set that does not fit even alone
};

} // namespace

FlavorAssignment assign_flavors(const model::ClusterSnapshot& cluster, const QuotaTree& quota, std::size_t queue,
                                const model::KueueWorkload& workload, const std::vector<std::int32_t>& counts) {
  Assigner assigner(cluster, quota, queue, Take::Fitting, workload.pod_sets.size());
  assigner.result.fits = true;
  for (std::size_t at = 0; at < workload.pod_sets.size(); ++at) {
    // Later pod sets are for the report: Kueue stops at the first one that does not fit.
    assigner.result.fits = assigner.assign(workload.pod_sets[at], counts[at]) && assigner.result.fits;
  }
  return std::move(assigner.result);
}

std::map<FlavorResource, Quantity> kept_quota(const model::ClusterSnapshot& cluster, const QuotaTree& quota,
                                              std::size_t queue, const model::KueueWorkload& workload) {
  Assigner assigner(cluster, quota, queue, Take::WithinNominal, workload.pod_sets.size());
  for (const model::KueuePodSet& set : workload.pod_sets) {
    if (!assigner.assign(set, set.count)) { return {}; }
  }
  std::map<FlavorResource, Quantity> kept = std::move(assigner.result.usage);
  for (auto& [what, amount] : kept) {
    std::optional<Quantity> most = quota.borrowing_left(queue, what);
    if (!assigner.result.borrows) {
      most = quota.nominal(queue, what);
      *most -= quota.used(queue, what);
    }
    if (most) { amount = not_negative(std::min(amount, *most)); }
  }
  return kept;
}

std::vector<std::string_view> admission_checks_of(const model::ClusterQueue& queue,
                                                  const FlavorAssignment& assignment) {
  std::vector<std::string_view> checks;
  for (const std::string_view check : queue.admission_checks) {
    bool is_limited = false, is_met = false;
    for (const auto& [name, flavor] : queue.checks_of_flavors) {
      if (name != check) { continue; }
      is_limited = true;
      is_met = is_met || std::ranges::any_of(assignment.flavors, [&, wanted = flavor](const auto& set) {
                 return std::ranges::find(set, wanted) != set.end();
               });
    }
    if (!is_limited || is_met) { checks.push_back(check); }
  }
  return checks;
}

} // namespace engine
