// SPDX-License-Identifier: Apache-2.0
// RelaxConstraint: one constraint on nodes or other pods that alone blocks the group.
#include "engine/index.hpp"
#include "engine/remedies/opened_nodes.hpp"
#include "engine/remedies/remedies.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace engine {

namespace {

struct Relaxation {
  std::string field, from, to; // as the change shows it
  std::function<void(model::PodSpec&)> relax;
};

std::string with_topology(std::string_view topology_key) { return util::concat("over ", topology_key); }

class Relaxations {
 public:
  explicit Relaxations(BlockedGroup& group) {
    const bool by_affinity = is_refused_by(group, "NodeAffinity"), by_taint = is_refused_by(group, "TaintToleration");
    for (const model::PodSpec* const spec : group.roles()) {
      if (by_affinity) { add_node_constraints(*spec); }
      add_neighbours(*spec);
      add_ports(*spec);
    }
    if (by_taint) { add_tolerations(taints_in_the_way(group)); }
  }

  const std::vector<Relaxation>& all() const { return m_all; }

 private:
  void add(Relaxation relaxation) {
    const bool is_known = std::ranges::any_of(m_all, [&](const Relaxation& other) {
      return other.field == relaxation.field && other.from == relaxation.from && other.to == relaxation.to;
    });
    if (!is_known) { m_all.push_back(std::move(relaxation)); }
  }

  void add_node_constraints(const model::PodSpec& spec) {
    for (const model::Label& label : spec.node_selector) {
      add({"spec.nodeSelector", util::concat(label.key, '=', label.value), "",
           [label](model::PodSpec& of) { std::erase(of.node_selector, label); }});
    }
    if (spec.required_node_terms) {
      add({"spec.affinity.nodeAffinity", "", "", [](model::PodSpec& of) { of.required_node_terms.reset(); }});
    }
  }

  void add_neighbours(const model::PodSpec& spec) {
    for (const model::TopologySpreadConstraint& rule : spec.spread) {
      if (!rule.do_not_schedule) { continue; }
      add({"spec.topologySpreadConstraints", with_topology(rule.topology_key), "",
           [rule](model::PodSpec& of) { std::erase(of.spread, rule); }});
    }
    for (const model::PodAffinityTerm& term : spec.required_anti_affinity) {
      add({"spec.affinity.podAntiAffinity", with_topology(term.topology_key), "",
           [term](model::PodSpec& of) { std::erase(of.required_anti_affinity, term); }});
    }
    for (const model::PodAffinityTerm& term : spec.required_affinity) {
      add({"spec.affinity.podAffinity", with_topology(term.topology_key), "",
           [term](model::PodSpec& of) { std::erase(of.required_affinity, term); }});
    }
  }

  void add_ports(const model::PodSpec& spec) {
    for (const model::HostPort& port : spec.host_ports) {
      add({"spec.containers[*].ports[*].hostPort", util::concat(port.port), "",
           [port](model::PodSpec& of) { std::erase(of.host_ports, port); }});
    }
  }

  void add_tolerations(const std::vector<model::Taint>& taints) {
    for (const model::Taint& taint : taints) {
      add({"spec.tolerations", "", model::taint_text(taint), [taint](model::PodSpec& of) {
             of.tolerations.push_back({taint.key, taint.value, false, taint.effect});
           }});
    }
  }

  std::vector<Relaxation> m_all;
};

} // namespace

std::optional<model::Fix> relax_constraint(BlockedGroup& group) {
  const Relaxations relaxations(group);
  for (const Relaxation& relaxation : relaxations.all()) {
    const auto apply = [&](Scenario& scenario) { scenario.change_members(relaxation.relax); };
    if (!group.trials.starts(apply)) { continue; }
    model::Fix fix;
    fix.kind = model::FixKind::RelaxConstraint;
    fix.things = 1;
    model::Change& change = fix.changes.emplace_back(change_of(group.group));
    change.field = relaxation.field;
    change.from = relaxation.from;
    change.to = relaxation.to;
    return group.confirmed_by_last_trial(std::move(fix));
  }
  return std::nullopt;
}

} // namespace engine
