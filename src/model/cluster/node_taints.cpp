// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/node_taints.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace model {

namespace {

// An entry that ends with a slash is a domain, one that begins with it a name below any domain.
bool has_key_of(std::span<const std::string_view> keys, const Taint& taint) {
  return std::ranges::any_of(keys, [&](std::string_view row) {
    if (row.starts_with('/')) { return taint.key.ends_with(row); }
    return row.ends_with('/') ? taint.key.starts_with(row) : taint.key == row;
  });
}

} // namespace

// (cilium and the CSI drivers of EBS, EFS, FSx and Azure: agent-not-ready; karpenter, apis/v1/taints.go
// and v1alpha5; cluster-autoscaler, utils/taints; istio, PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS;
// node-readiness-controller; nidhogg; cluster-api, NodeUninitializedTaint)
bool is_startup_taint(const Taint& taint) {
  static constexpr std::string_view keys[] = {"/agent-not-ready",
                                              "cni.istio.io/not-ready",
                                              "ignore-taint.cluster-autoscaler.kubernetes.io/",
                                              "karpenter.sh/not-ready",
                                              "karpenter.sh/unregistered",
                                              "nidhogg.uswitch.com/",
                                              "node.cluster.x-k8s.io/uninitialized",
                                              "readiness.k8s.io/",
                                              "startup-taint.cluster-autoscaler.kubernetes.io/"};
  return has_key_of(keys, taint);
}

// (api/core/v1 well_known_taints.go; cluster-autoscaler, utils/taints)
bool reports_state(const Taint& taint) {
  static constexpr std::string_view keys[] = {"DeletionCandidateOfClusterAutoscaler",
                                              "node.cloudprovider.kubernetes.io/", "node.kubernetes.io/",
                                              "status-taint.cluster-autoscaler.kubernetes.io/"};
  return has_key_of(keys, taint) || announces_removal(taint);
}

// (cluster-autoscaler, utils/taints: ToBeDeletedTaint; karpenter, apis/v1/taints.go; aws-node-termination-handler,
// pkg/node; GKE's graceful node termination)
bool announces_removal(const Taint& taint) {
  static constexpr std::string_view keys[] = {"ToBeDeletedByClusterAutoscaler",
                                              "aws-node-termination-handler/asg-lifecycle-termination",
                                              "aws-node-termination-handler/rebalance-recommendation",
                                              "aws-node-termination-handler/scheduled-maintenance",
                                              "aws-node-termination-handler/spot-itn",
                                              "cloud.google.com/impending-node-termination",
                                              "karpenter.sh/disrupted",
                                              "karpenter.sh/disruption"};
  return has_key_of(keys, taint);
}

bool is_being_removed(const Node& node) { return node.leaving || std::ranges::any_of(node.taints, announces_removal); }

} // namespace model
