// SPDX-License-Identifier: Apache-2.0
#include "report/words/node_reasons.hpp"

#include "report/english.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::Obstacle;

std::string names_of(const Obstacle& obstacle) {
  const std::int64_t more = obstacle.count - static_cast<std::int64_t>(obstacle.names.size());
  if (more <= 0) { return listed(obstacle.names); }
  return fmt::format("{} and {} more", fmt::join(obstacle.names, ", "), more);
}

std::string label_words(const Obstacle& obstacle) {
  if (obstacle.count > 1) {
    return fmt::format("no node has label {} with any of the values {}", obstacle.subject, names_of(obstacle));
  }
  if (obstacle.names.empty() || obstacle.names.front().empty()) {
    return fmt::format("no node has label {} with an empty value", obstacle.subject);
  }
  return fmt::format("no node has label {}={}", obstacle.subject, obstacle.names.front());
}

std::string wanted_words(const Obstacle& obstacle) {
  const std::string why = node_reasons(obstacle.reasons);
  return fmt::format("it must be near {} (pod affinity over {}){}{}", names_of(obstacle), obstacle.subject,
                     why.empty() ? "" : ", where ", why);
}

std::string selected_node_words(const Obstacle& obstacle) {
  const std::string claim = fmt::format("claim {} waits for a volume on node {} (annotation "
                                        "volume.kubernetes.io/selected-node)",
                                        obstacle.subject, obstacle.names[0]);
  return obstacle.count == 0 ? fmt::format("{}, which does not exist", claim) : claim;
}

std::vector<Clause> spread_words(const Obstacle& obstacle) {
  const std::string rule = fmt::format("maxSkew {} on {}", obstacle.max_skew, obstacle.subject);
  if (obstacle.count == 0) { return {{fmt::format("{} allows the next pod nowhere", rule), true}}; }
  const std::string why = node_reasons(obstacle.reasons, obstacle.taints);
  std::vector<Clause> clauses = {{fmt::format("{} allows the next pod only in {}{}{}", rule, names_of(obstacle),
                                              why.empty() ? "" : ", where ", why),
                                  true}};
  const bool is_of_taints = std::ranges::any_of(obstacle.reasons, [](const model::ReasonCount& reason) {
    return reason.plugin == "TaintToleration" || reason.plugin == "NodeUnschedulable";
  });
  if (is_of_taints && obstacle.counts_tainted_nodes) {
    clauses.push_back({"nodeTaintsPolicy: Honor in the constraint leaves out nodes with such taints", true});
  }
  return clauses;
}

// Controllers set some taints to report a node's state.
std::vector<Clause> taint_words(const Obstacle& obstacle) {
  const std::string_view taint = obstacle.subject;
  const std::string_view state = taint.starts_with("node.kubernetes.io/not-ready")     ? "not ready"
                                 : taint.starts_with("node.kubernetes.io/unreachable") ? "unreachable"
                                                                                       : "";
  if (state.empty()) { return {{fmt::format("it does not tolerate the taint {} of {}", taint, names_of(obstacle))}}; }
  return {
      {fmt::format("{} {} {} (taint {})", names_of(obstacle), one_or_many(obstacle.count, "is", "are"), state, taint),
       true}};
}

std::string unbound_claim_words(const Obstacle& obstacle) {
  const std::string claim = fmt::format("claim {} is not bound", obstacle.subject);
  if (obstacle.names.empty()) {
    return fmt::format("{} and names no StorageClass, so nothing makes a PersistentVolume for it", claim);
  }
  if (obstacle.count == 0) {
    return fmt::format("{}, and its StorageClass {} does not exist", claim, obstacle.names[0]);
  }
  if (obstacle.count == 2) {
    return fmt::format("{}; it names volume {}, which does not exist or cannot be bound to it", claim,
                       obstacle.names[0]);
  }
  return fmt::format("{}; its StorageClass {} binds at once, before a pod has a node", claim, obstacle.names[0]);
}

std::string capacity_words(const Obstacle& obstacle) {
  const std::string asks =
      fmt::format("claim {} asks for {} of StorageClass {}", obstacle.subject, obstacle.names[1], obstacle.names[0]);
  return obstacle.count == 0 ? fmt::format("{}, for which its driver has published no CSIStorageCapacity", asks)
                             : fmt::format("{}, and no CSIStorageCapacity for these nodes has so much", asks);
}

std::vector<Clause> words_of(const Obstacle& obstacle) {
  switch (obstacle.kind) {
  case Obstacle::Kind::NodeLabel:
    return {{label_words(obstacle)}};
  case Obstacle::Kind::NodeLabels:
    return {{fmt::format("no node has all the labels that it requires: {}", fmt::join(obstacle.names, "; "))}};
  case Obstacle::Kind::NodeNames:
    return {{fmt::format("its node affinity allows only {} {}", one_or_many(obstacle.count, "node", "nodes"),
                         names_of(obstacle))}};
  case Obstacle::Kind::AffinityKey:
    return {{fmt::format("no node has label {}, the topologyKey of its pod affinity", obstacle.subject)}};
  case Obstacle::Kind::SpreadKey:
    return {{fmt::format("no node has label {}, the topologyKey of its spread constraint", obstacle.subject)}};
  case Obstacle::Kind::SpreadDomains:
    return spread_words(obstacle);
  case Obstacle::Kind::WantedPods:
    return {{wanted_words(obstacle)}};
  case Obstacle::Kind::NoWantedPod:
    return {
        {fmt::format("its pod affinity needs a pod that matches {}, and no such pod has a node", obstacle.subject)}};
  case Obstacle::Kind::AntiAffinity:
    return {{fmt::format("its anti-affinity keeps it away from {}", names_of(obstacle))}};
  case Obstacle::Kind::AntiAffinityOfPods:
    return {{fmt::format("the anti-affinity of {} keeps it away", names_of(obstacle))}};
  case Obstacle::Kind::HostPort:
    return {{fmt::format("host port {} is in use by {}", obstacle.subject, names_of(obstacle))}};
  case Obstacle::Kind::Taint:
    return taint_words(obstacle);
  case Obstacle::Kind::Terminating:
    return {{fmt::format("{} on {} {} being deleted; until {}, {}", names_of(obstacle), obstacle.subject,
                         one_or_many(obstacle.count, "is", "are"), one_or_many(obstacle.count, "it ends", "they end"),
                         one_or_many(obstacle.count, "it keeps its resources", "they keep their resources")),
             true}};
  case Obstacle::Kind::NeverPreempts:
    return {{fmt::format("the scheduler evicts no pod of lower priority for it (such as {}), because its "
                         "preemptionPolicy is Never",
                         listed(obstacle.names))}};
  case Obstacle::Kind::UnboundClaim:
    return {{unbound_claim_words(obstacle)}};
  case Obstacle::Kind::ClaimCapacity:
    return {{capacity_words(obstacle)}};
  case Obstacle::Kind::VolumeNodes:
    return {{fmt::format("volume {} is only for nodes with {}", obstacle.subject, names_of(obstacle))}};
  case Obstacle::Kind::Users:
    return {{fmt::format("{} is used by {}", obstacle.subject, names_of(obstacle)), true}};
  case Obstacle::Kind::SelectedNode:
    return {{selected_node_words(obstacle)}};
  }
  return {};
}

} // namespace

std::vector<Clause> obstacle_words(const std::vector<Obstacle>& obstacles) {
  std::vector<Clause> clauses;
  for (const Obstacle& obstacle : obstacles) {
    for (Clause& clause : words_of(obstacle)) { clauses.push_back(std::move(clause)); }
  }
  return clauses;
}

} // namespace report
