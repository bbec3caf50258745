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

// Returns why the flavor rejects pods of this spec; "" if it accepts them.
std::string refusal(const model::PodSpec& spec, const std::set<std::string_view>& keys, std::string_view name,
                    const model::ResourceFlavor* flavor) {
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
  return {};
}

// A flavor for those resources of a group that one pod set requests.
struct FlavorCandidate {
  std::map<FlavorResource, Quantity> usage;
  std::vector<model::GateAmount> amounts;
  bool fits = true, borrows = false;
  bool within_nominal = true; // with the requests of earlier pod sets, whatever the queue uses
};

// Which flavors an assignment may take.
enum class Take : std::uint8_t { Fitting, WithinNominal }; // WithinNominal: also flavors that fit later

class Assigner {
 public:
  Assigner(const model::ClusterSnapshot& cluster, const QuotaTree& quota, std::size_t queue, Take takes)
      : m_cluster(cluster), m_quota(quota), m_queue(queue), m_takes(takes) {}

  FlavorAssignment result;

  // Returns true if the pod set gets flavors for all its requests.
  bool assign(const model::KueuePodSet& set, std::int32_t count) {
    NamedAmounts asked = named(m_cluster, set.spec->requests);
    for (auto& [resource, amount] : asked) { amount *= count; }
    if (group_of("pods") != nullptr) { asked["pods"] = Quantity::from_units(count); }
    std::set<const model::KueueResourceGroup*> done;
    for (const auto& [resource, amount] : asked) {
      const model::KueueResourceGroup* const group = group_of(resource);
      if (group == nullptr && amount.is_zero()) { continue; }
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
    for (const model::GateAmount& row : chosen.amounts) { // replaces a row of an earlier pod set: it counts both
      std::erase_if(result.amounts, [&](const model::GateAmount& earlier) {
        return earlier.rule == row.rule && earlier.resource == row.resource;
      });
      result.amounts.push_back(row);
    }
  }

  bool assign_group(const model::KueueResourceGroup& group, const model::PodSpec& spec, const NamedAmounts& asked) {
    std::vector<const model::ResourceFlavor*> flavors;
    for (const model::KueueFlavorQuotas& flavor : group.flavors) { flavors.push_back(find(flavor.flavor)); }
    const std::set<std::string_view> keys = keys_of(flavors);
    std::optional<FlavorCandidate> best;
    std::vector<model::GateAmount> tried;
    for (std::size_t at = 0; at < flavors.size(); ++at) {
      const std::string_view name = group.flavors[at].flavor;
      if (std::string why = refusal(spec, keys, name, flavors[at]); !why.empty()) {
        refuse(std::move(why));
        continue;
      }
      FlavorCandidate next = candidate(name, group, asked);
      tried.insert(tried.end(), next.amounts.begin(), next.amounts.end());
      if (!next.fits && !(m_takes == Take::WithinNominal && next.within_nominal)) { continue; }
      if (!next.fits) { next.borrows = false; } // it waits until it need not borrow
      if (!best || (best->borrows && !next.borrows)) { best = std::move(next); }
      if (!best->borrows || queue().borrows_before_next_flavor) { break; }
    }
    if (best) {
      take(*best);
    } else {
      result.amounts.insert(result.amounts.end(), tried.begin(), tried.end());
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
      if (!has_left || !is_of_cohort || !refusal(spec, keys_of({&flavor}), flavor.name, &flavor).empty()) { continue; }
      refuse(util::concat("its cohort has enough left in flavor ", flavor.name, ", which ClusterQueue ", queue().name,
                          " does not list"));
    }
  }

  const model::ClusterSnapshot& m_cluster;
  const QuotaTree& m_quota;
  std::size_t m_queue;
  Take m_takes;
};

} // namespace

FlavorAssignment assign_flavors(const model::ClusterSnapshot& cluster, const QuotaTree& quota, std::size_t queue,
                                const model::KueueWorkload& workload, const std::vector<std::int32_t>& counts) {
  Assigner assigner(cluster, quota, queue, Take::Fitting);
  assigner.result.fits = true;
  for (std::size_t at = 0; at < workload.pod_sets.size(); ++at) {
    assigner.result.fits = assigner.assign(workload.pod_sets[at], counts[at]);
    if (!assigner.result.fits) { break; }
  }
  return std::move(assigner.result);
}

std::map<FlavorResource, Quantity> kept_quota(const model::ClusterSnapshot& cluster, const QuotaTree& quota,
                                              std::size_t queue, const model::KueueWorkload& workload) {
  Assigner assigner(cluster, quota, queue, Take::WithinNominal);
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

} // namespace engine
