// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/obstacles.hpp"

#include "engine/explain/attempt_text.hpp"
#include "engine/filters/topology_spread.hpp"
#include "engine/index.hpp"
#include "engine/nodes/host_ports.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "engine/nodes/storage.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace engine {

namespace {

using model::Obstacle;

constexpr std::size_t k_most_names = 3;

void add_name(Obstacle& obstacle, std::string name) {
  ++obstacle.count;
  if (obstacle.names.size() < k_most_names) { obstacle.names.push_back(std::move(name)); }
}

// "app=cache, tier in (a, b)", as kubectl's -l reads it.
std::string text_of(const model::Requirement& requirement) {
  std::string key(requirement.key);
  std::vector<std::string> values(requirement.values.begin(), requirement.values.end());
  const std::string first = values.empty() ? std::string() : values.front();
  const auto of_set = [&](std::string_view word) {
    return util::concat(key, ' ', word, " (", util::joined(values, ", "), ')');
  };
  switch (requirement.op) {
  case model::SelectorOperator::In:
    return values.size() == 1 ? util::concat(key, '=', first) : of_set("in");
  case model::SelectorOperator::NotIn:
    return values.size() == 1 ? util::concat(key, "!=", first) : of_set("notin");
  case model::SelectorOperator::Exists:
    return key;
  case model::SelectorOperator::DoesNotExist:
    return util::concat('!', key);
  case model::SelectorOperator::Gt:
    return util::concat(key, '>', first);
  case model::SelectorOperator::Lt:
    return util::concat(key, '<', first);
  }
  return key;
}

// The labels that one pod must have to match all terms.
std::string labels_wanted(const std::vector<model::PodAffinityTerm>& terms) {
  std::vector<std::string> texts;
  for (const model::PodAffinityTerm& term : terms) {
    if (!term.selector) { continue; }
    for (const model::Requirement& requirement : *term.selector) {
      std::string text = text_of(requirement);
      if (std::ranges::find(texts, text) == texts.end()) { texts.push_back(std::move(text)); }
    }
  }
  const std::string labels = texts.empty() ? "its selector" : util::joined(texts, ", ");
  const std::vector<std::string_view>& namespaces = terms.front().namespaces;
  const bool is_in_one = namespaces.size() == 1 && std::ranges::all_of(terms, [&](const model::PodAffinityTerm& term) {
                           return term.namespaces == namespaces && !term.namespace_selector;
                         });
  return is_in_one ? util::concat(labels, " in namespace ", namespaces.front()) : labels;
}

class Finder {
 public:
  Finder(const Rules& rules, Feasibility& on_usage, const model::SchedulerProfile& profile, model::PodIndex index)
      : m_cluster(rules.cluster), m_pod(rules.cluster.pods[at(index)]), m_index(index),
        m_known(on_usage.known().all()), m_input{on_usage.nodes(), on_usage.usage(), m_pod,
                                                 *m_pod.spec,      profile,          rules.version},
        m_refusals(on_usage.refusals(on_usage.class_of(index, profile))) {
    for (const RefusalId id : std::set<RefusalId>(m_refusals.begin(), m_refusals.end())) {
      if (id == 0) { continue; }
      for (const std::string_view reason : m_known[id].refusal.reasons) {
        m_reasons.emplace(m_known[id].filter->name, reason);
      }
    }
  }

  std::vector<Obstacle> find() {
    find_labels(); // what no node has keeps the pod out whichever filter is asked first
    if (m_found.empty()) { find_label_combination(); }
    find_keys(Obstacle::Kind::AffinityKey, m_pod.spec->required_affinity);
    if (m_found.empty() && refuses_by_affinity("node(s) didn't match pod affinity rules")) { find_wanted_pods(); }
    if (is_refused_by("PodTopologySpread")) { find_spread(); }
    if (is_refused_by("InterPodAffinity")) { find_pods(); }
    if (is_refused_by("NodePorts")) { find_ports(); }
    find_unbound_claims();
    if (is_refused_by("VolumeBinding")) { find_volumes(); }
    find_node_names();
    return std::move(m_found);
  }

 private:
  bool is_refused_by(std::string_view plugin) const {
    const auto first = m_reasons.lower_bound({plugin, {}});
    return first != m_reasons.end() && first->first == plugin;
  }

  bool refuses_by_affinity(std::string_view reason) const { return m_reasons.contains({"InterPodAffinity", reason}); }

  template <typename Test>
  bool is_on_a_node(Test test) const {
    return std::ranges::any_of(m_cluster.nodes, [&](const model::Node& node) { return test(*node.labels); });
  }

  Obstacle& add(Obstacle::Kind kind, std::string_view subject) {
    Obstacle& made = m_found.emplace_back();
    made.kind = kind;
    made.subject = subject;
    return made;
  }

  // Labels that the pod requires of its node. Of several terms, which are alternatives, none is to blame alone.
  void find_labels() {
    for (const model::Label& wanted : m_pod.spec->node_selector) {
      if (is_on_a_node([&](const auto& labels) { return model::find_label(labels, wanted.key) == wanted.value; })) {
        continue;
      }
      add_name(add(Obstacle::Kind::NodeLabel, wanted.key), std::string(wanted.value));
    }
    const auto& terms = m_pod.spec->required_node_terms;
    if (!terms || terms->size() != 1) { return; }
    for (const model::Requirement& wanted : terms->front().expressions) {
      if (wanted.op != model::SelectorOperator::In) { continue; }
      if (is_on_a_node([&](const auto& labels) { return model::matches(wanted, labels); })) { continue; }
      Obstacle& made = add(Obstacle::Kind::NodeLabel, wanted.key);
      for (const std::string_view value : wanted.values) { add_name(made, std::string(value)); }
    }
  }

  // Labels that nodes have one by one, and no node has together.
  void find_label_combination() {
    const auto& terms = m_pod.spec->required_node_terms;
    if (terms && (terms->size() != 1 || !terms->front().fields.empty())) { return; }
    std::vector<model::Requirement> wanted;
    for (const model::Label& label : m_pod.spec->node_selector) {
      wanted.push_back({label.key, model::SelectorOperator::In, {label.value}});
    }
    if (terms) { wanted.insert(wanted.end(), terms->front().expressions.begin(), terms->front().expressions.end()); }
    const auto is_admitted = [&](const model::Node& node) { return admits(*m_pod.spec, node); };
    if (wanted.size() < 2 || std::ranges::any_of(m_cluster.nodes, is_admitted)) { return; }
    Obstacle made;
    made.kind = Obstacle::Kind::NodeLabels;
    for (const model::Requirement& requirement : wanted) {
      Obstacle on;
      for (const model::Node& node : m_cluster.nodes) {
        if (model::matches(requirement, *node.labels)) { add_name(on, std::string(node.name)); }
      }
      if (on.count == 0) { return; }
      const std::int64_t more = on.count - std::ssize(on.names);
      const std::string nodes = util::joined(on.names, ", ");
      add_name(made, more > 0 ? util::concat(text_of(requirement), " on ", nodes, " and ", more, " more")
                              : util::concat(text_of(requirement), " on ", nodes));
    }
    m_found.push_back(std::move(made));
  }

  // The one node of a DaemonSet's pod, or the nodes that another pod names.
  void find_node_names() {
    const auto names = names_required(*m_pod.spec);
    if (!names) { return; }
    Obstacle made;
    made.kind = Obstacle::Kind::NodeNames;
    for (const std::string_view name : *names) { add_name(made, std::string(name)); }
    if (made.count > 0) { m_found.push_back(std::move(made)); }
  }

  template <typename Term>
  void find_keys(Obstacle::Kind kind, const std::vector<Term>& terms) {
    std::set<std::string_view> keys;
    for (const Term& term : terms) { keys.insert(term.topology_key); }
    for (const std::string_view key : keys) {
      if (is_on_a_node([&](const auto& labels) { return model::find_label(labels, key).has_value(); })) { continue; }
      add(kind, key);
    }
  }

  void find_spread() {
    for (const filters::SpreadConstraint& constraint : filters::spread_constraints(m_input)) {
      const model::TopologySpreadConstraint& declared = *constraint.rule.constraint;
      find_keys(Obstacle::Kind::SpreadKey, std::vector{declared});
      const auto may_take = [&](std::size_t domain) {
        return constraint.has_nodes[domain] && !constraint.is_too_skewed(domain);
      };
      std::size_t with_nodes = 0, allowed = 0;
      for (std::size_t domain = 0; domain < constraint.counts.size(); ++domain) {
        with_nodes += constraint.has_nodes[domain] ? 1 : 0;
        allowed += may_take(domain) ? 1 : 0;
      }
      if (allowed == with_nodes) { continue; }
      Obstacle& made = add(Obstacle::Kind::SpreadDomains, declared.topology_key);
      made.max_skew = declared.max_skew;
      made.counts_tainted_nodes = !declared.honor_taints;
      describe_domains(constraint, may_take, made);
    }
  }

  template <typename MayTake>
  void describe_domains(const filters::SpreadConstraint& constraint, MayTake may_take, Obstacle& made) const {
    std::set<std::int32_t> seen;
    std::map<RefusalId, std::int64_t> counts;
    std::set<std::string> taints;
    for (std::size_t i = 0; i < m_input.nodes.size(); ++i) {
      const auto node = static_cast<model::NodeIndex>(i);
      const std::int32_t domain = constraint.topology->domain(node);
      if (domain == model::k_none || !may_take(static_cast<std::size_t>(domain))) { continue; }
      const model::Node& known = m_input.nodes.node(node);
      if (seen.insert(domain).second) { add_name(made, std::string(*model::find_label(*known.labels, made.subject))); }
      if (m_refusals[i] != 0) { ++counts[m_refusals[i]]; }
      const model::Taint* const taint = filters::first_untolerated(known.taints, *m_pod.spec);
      if (taint != nullptr && taint->key != model::k_unschedulable_taint) { taints.insert(model::taint_text(*taint)); }
    }
    made.reasons = reasons_of(counts);
    made.taints.assign(taints.begin(), taints.end());
  }

  // Why the nodes near wanted pods refuse the pod. `keys`: the topologyKeys of its terms.
  template <typename IsWanted>
  void find_reasons_near(const std::vector<std::string>& keys, IsWanted is_wanted, Obstacle& wanted) const {
    std::set<std::pair<std::string_view, std::string_view>> domains;
    for (const auto& [node, pods] : m_input.usage.concerning_others()) {
      if (std::ranges::none_of(pods, is_wanted)) { continue; }
      for (const std::string_view key : keys) {
        const auto value = model::find_label(*m_input.nodes.node(node).labels, key);
        if (value) { domains.emplace(key, *value); }
      }
    }
    std::map<RefusalId, std::int64_t> counts;
    for (std::size_t i = 0; i < m_input.nodes.size(); ++i) {
      const model::Node& node = m_input.nodes.node(static_cast<model::NodeIndex>(i));
      const bool is_near = std::ranges::all_of(keys, [&](std::string_view key) {
        const auto value = model::find_label(*node.labels, key);
        return value && domains.contains({key, *value});
      });
      if (is_near && m_refusals[i] != 0) { ++counts[m_refusals[i]]; }
    }
    wanted.reasons = reasons_of(counts);
  }

  std::vector<model::ReasonCount> reasons_of(const std::map<RefusalId, std::int64_t>& counts) const {
    RefusalRecord record;
    record.stage = model::Stage::Filter;
    record.counts.assign(counts.begin(), counts.end());
    return reason_counts(record, m_known, m_input.nodes.size());
  }

  // Placed pods that match all terms of the pod's affinity.
  void find_wanted_pods() {
    const PodTerms& terms = m_input.nodes.terms;
    const PodTerms::Numbers* const own = terms.of(*m_pod.spec);
    if (own == nullptr || own->affinity.empty()) { return; }
    const auto is_wanted = [&](model::PodIndex other) {
      return std::ranges::all_of(own->affinity, [&](std::uint32_t n) {
        return terms.matched_by_own(terms.kind_of(other), n, m_input.version);
      });
    };
    std::vector<std::string> keys;
    for (const model::PodAffinityTerm& term : m_pod.spec->required_affinity) {
      if (std::ranges::find(keys, term.topology_key) == keys.end()) { keys.emplace_back(term.topology_key); }
    }
    Obstacle wanted;
    wanted.kind = Obstacle::Kind::WantedPods;
    wanted.subject = util::joined(keys, " and ");
    for (const auto& [node, pods] : m_input.usage.concerning_others()) {
      for (const model::PodIndex other : pods) {
        if (!is_wanted(other)) { continue; }
        const model::Pod& placed = m_cluster.pods[at(other)];
        add_name(wanted, util::concat(placed.namespace_name, '/', placed.name, " on ", m_input.nodes.node(node).name));
      }
    }
    if (wanted.count > 0) {
      find_reasons_near(keys, is_wanted, wanted);
      m_found.push_back(std::move(wanted));
    } else if (!is_wanted(m_index)) { // else it may be the first
      add(Obstacle::Kind::NoWantedPod, labels_wanted(m_pod.spec->required_affinity));
    }
  }

  // Placed pods that exclude nodes by anti-affinity, the pod's own or theirs.
  void find_pods() {
    const PodTerms& terms = m_input.nodes.terms;
    const PodTerms::Numbers* const own = terms.of(*m_pod.spec);
    Obstacle matched, closing;
    matched.kind = Obstacle::Kind::AntiAffinity;
    closing.kind = Obstacle::Kind::AntiAffinityOfPods;
    for (const auto& [node, pods] : m_input.usage.concerning_others()) {
      for (const model::PodIndex other : pods) {
        const model::Pod& placed = m_cluster.pods[at(other)];
        const auto matches_own = [&](std::uint32_t n) {
          return terms.matched_by_own(terms.kind_of(other), n, m_input.version);
        };
        const auto matches_theirs = [&](std::uint32_t n) { return terms.matched(terms.kind_of(m_index), n); };
        const PodTerms::Numbers* const theirs = terms.of(*placed.spec);
        if (own != nullptr && std::ranges::any_of(own->anti_affinity, matches_own)) {
          add_name(matched, util::concat(placed.namespace_name, '/', placed.name));
        } else if (theirs != nullptr && std::ranges::any_of(theirs->anti_affinity, matches_theirs)) {
          add_name(closing, util::concat(placed.namespace_name, '/', placed.name));
        }
      }
    }
    if (refuses_by_affinity("node(s) didn't match pod anti-affinity rules")) { m_found.push_back(std::move(matched)); }
    if (refuses_by_affinity("node(s) didn't satisfy existing pods anti-affinity rules")) {
      m_found.push_back(std::move(closing));
    }
  }

  // Pods that use the pod's host ports on the nodes that refuse it for them.
  void find_ports() {
    for (const model::HostPort& port : m_pod.spec->host_ports) {
      Obstacle used;
      used.kind = Obstacle::Kind::HostPort;
      used.subject = port.protocol == "TCP" ? util::concat(port.port) : util::concat(port.port, '/', port.protocol);
      for (std::size_t i = 0; i < m_input.nodes.size(); ++i) {
        if (m_refusals[i] == 0 || m_known[m_refusals[i]].filter->name != "NodePorts") { continue; }
        const auto node = static_cast<model::NodeIndex>(i);
        for (const model::PodIndex other : m_input.usage.on(node)) {
          const model::Pod& placed = m_cluster.pods[at(other)];
          if (!conflict({port}, placed.spec->host_ports)) { continue; }
          add_name(used, util::concat(placed.namespace_name, '/', placed.name, " on ", m_input.nodes.node(node).name));
        }
      }
      if (used.count > 0) { m_found.push_back(std::move(used)); }
    }
  }

  // Claims that a volume controller should have bound before the scheduler sees the pod. PreFilter rejects the pod, and
  // no node does.
  void find_unbound_claims() {
    if (!untold_storage(m_cluster, m_pod).empty()) { return; }
    for (const model::Volume& volume : m_pod.spec->volumes) {
      if (!is_claimed(volume)) { continue; }
      const model::ClaimIndex index = find_claim(m_cluster, m_pod.namespace_name, claim_name(m_pod, volume));
      if (index == model::k_none) { continue; }
      const model::PersistentVolumeClaim& claim = m_cluster.persistent_volume_claims[at(index)];
      const model::StorageClass* const known = find_storage_class(m_cluster, claim.storage_class);
      const bool waits = known != nullptr && known->wait_for_first_consumer && claim.volume_name.empty();
      if (claim.bound() || waits) { continue; }
      Obstacle& made = add(Obstacle::Kind::UnboundClaim, util::concat(claim.namespace_name, '/', claim.name));
      made.count = known != nullptr ? 1 : 0;
      if (!claim.volume_name.empty()) {
        made.names.emplace_back(claim.volume_name);
        made.count = 2;
      } else if (!claim.storage_class.empty()) {
        made.names.emplace_back(claim.storage_class);
      }
    }
  }

  void find_capacity(model::ClaimIndex index) {
    const model::PersistentVolumeClaim& claim = m_cluster.persistent_volume_claims[at(index)];
    const bool is_short = std::ranges::any_of(
        m_cluster.nodes, [&](const model::Node& node) { return !has_capacity_for(m_cluster, index, node); });
    if (!is_short || !claim.requested) { return; }
    Obstacle& made = add(Obstacle::Kind::ClaimCapacity, util::concat(claim.namespace_name, '/', claim.name));
    made.names = {std::string(claim.storage_class), claim.requested->text()};
    made.count = std::ranges::count(m_cluster.csi_storage_capacities, claim.storage_class,
                                    &model::CsiStorageCapacity::storage_class);
  }

  // A scheduler chose the node before, and no volume was made for the claim there. (VolumeBinding, FindPodVolumes)
  void find_selected_node(model::ClaimIndex index) {
    const model::PersistentVolumeClaim& claim = m_cluster.persistent_volume_claims[at(index)];
    if (!claim.selected_node) { return; }
    Obstacle& made = add(Obstacle::Kind::SelectedNode, util::concat(claim.namespace_name, '/', claim.name));
    made.names = {std::string(*claim.selected_node)};
    made.count = m_cluster.find_node(*claim.selected_node) != model::k_none ? 1 : 0;
  }

  void find_volumes() {
    const PodClaims claims = claims_of(m_cluster, m_input.usage.storage(), m_pod);
    if (m_reasons.contains({"VolumeBinding", "node(s) didn't find available persistent volumes to bind"})) {
      for (const model::ClaimIndex claim : claims.delayed) { find_selected_node(claim); }
    }
    if (m_reasons.contains({"VolumeBinding", "node(s) did not have enough free storage"})) {
      for (const model::ClaimIndex claim : claims.delayed) { find_capacity(claim); }
    }
    for (const model::ClaimIndex claim : claims.bound) {
      const model::VolumeIndex index = volume_of(m_cluster, m_input.usage.storage(), claim);
      if (index == model::k_none) { continue; }
      const model::PersistentVolume& volume = m_cluster.persistent_volumes[at(index)];
      const auto is_reached = [&](const model::Node& node) { return matches_any(*volume.node_terms, node); };
      if (!volume.node_terms || std::ranges::all_of(m_cluster.nodes, is_reached)) { continue; }
      Obstacle& made = add(Obstacle::Kind::VolumeNodes, volume.name);
      for (const model::NodeSelectorTerm& term : *volume.node_terms) {
        for (const model::Requirement& wanted : term.expressions) {
          if (wanted.op != model::SelectorOperator::In) { continue; }
          for (const std::string_view value : wanted.values) { add_name(made, util::concat(wanted.key, '=', value)); }
        }
      }
    }
  }

  const model::ClusterSnapshot& m_cluster;
  const model::Pod& m_pod;
  model::PodIndex m_index;
  const std::vector<KnownRefusal>& m_known;
  FilterInput m_input;
  const std::vector<RefusalId>& m_refusals;                          // by node
  std::set<std::pair<std::string_view, std::string_view>> m_reasons; // plugin, reason
  std::vector<Obstacle> m_found;
};

} // namespace

std::vector<model::Obstacle> obstacles(const Rules& rules, Feasibility& on_usage, model::PodIndex index) {
  const model::SchedulerProfile* const profile = rules.profile_of(rules.cluster.pods[at(index)]);
  if (profile == nullptr) { return {}; }
  return Finder(rules, on_usage, *profile, index).find();
}

} // namespace engine
