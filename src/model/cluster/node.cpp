// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/node.hpp"

#include "model/cluster/node_taints.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace model {

namespace {

constexpr std::string_view k_hostname = "kubernetes.io/hostname";

} // namespace

Node new_node_like(const Node& original) {
  Node node = original;
  node.uid = {};
  node.unschedulable = false;
  node.ready = true;
  node.memory_pressure = node.disk_pressure = node.pid_pressure = false;
  node.has_no_network = node.leaving = false;
  node.added = true;
  std::erase_if(node.taints, [](const Taint& taint) { return reports_state(taint) || is_startup_taint(taint); });
  return node;
}

Labels labels_of_new_node(const Node& original, std::string_view name) {
  const std::string_view hostname = find_label(*original.labels, k_hostname).value_or(std::string_view());
  Labels labels = *original.labels;
  for (Label& label : labels) {
    // Drivers and operators repeat the name of the node in labels of their own. (CSI NodeGetInfo, topology keys such as
    // topology.hostpath.csi/node) The hostname may be another name.
    const bool is_name = !label.value.empty() && (label.value == hostname || label.value == original.name);
    if (label.key == k_hostname || is_name) { label.value = name; }
  }
  return labels;
}

void uncordon(Node& node) {
  node.unschedulable = false;
  std::erase_if(node.taints, [](const Taint& taint) {
    return taint.key == k_unschedulable_taint && taint.effect == TaintEffect::NoSchedule;
  });
}

void take_from(Node& node, const PodSpec& pod) {
  for (ResourceAmount& amount : node.allocatable) {
    const std::int64_t taken = amount.resource == k_pods ? 1 : countable(amount_of(pod.requests, amount.resource));
    amount.amount = std::max<std::int64_t>(0, amount.amount - taken);
  }
  node.taken_ports.insert(node.taken_ports.end(), pod.host_ports.begin(), pod.host_ports.end());
}

bool tolerates(const Toleration& toleration, const Taint& taint) {
  if (toleration.effect && *toleration.effect != taint.effect) { return false; }
  if (!toleration.key.empty() && toleration.key != taint.key) { return false; }
  return toleration.exists || toleration.value == taint.value;
}

bool tolerated(const std::vector<Toleration>& tolerations, const Taint& taint) {
  return std::ranges::any_of(tolerations, [&](const Toleration& toleration) { return tolerates(toleration, taint); });
}

std::string taint_text(const Taint& taint) {
  const std::string_view effect = taint.effect == TaintEffect::NoSchedule  ? "NoSchedule"
                                  : taint.effect == TaintEffect::NoExecute ? "NoExecute"
                                                                           : "PreferNoSchedule";
  return taint.value.empty() ? util::concat(taint.key, ':', effect)
                             : util::concat(taint.key, '=', taint.value, ':', effect);
}

} // namespace model
