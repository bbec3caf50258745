// SPDX-License-Identifier: Apache-2.0
// Nodes, reduced to what a scheduler reads.
#pragma once

#include "model/cluster/pod.hpp"
#include "model/values/labels.hpp"
#include "model/values/resources.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace model {

struct Taint {
  std::string_view key, value;
  TaintEffect effect = TaintEffect::NoSchedule;
  friend auto operator<=>(const Taint&, const Taint&) = default;
};

struct NodeImage {
  std::string_view name;
  std::int64_t bytes = 0;
  friend auto operator<=>(const NodeImage&, const NodeImage&) = default;
};

// A runtime handler of a node, to which RuntimeClasses refer. The default handler has no name.
struct RuntimeHandler {
  std::string_view name;
  bool user_namespaces = false; // features.userNamespaces
  friend auto operator<=>(const RuntimeHandler&, const RuntimeHandler&) = default;
};

struct Node {
  std::string_view name, uid;
  const Labels* labels = nullptr; // never null
  std::vector<Taint> taints;
  bool unschedulable = false; // spec.unschedulable: cordoned
  bool ready = true;          // condition Ready is True or absent; context for people, no filter reads it
  bool memory_pressure = false, disk_pressure = false,
       pid_pressure = false;   // conditions; kubelets read them, no filter
  bool has_no_network = false; // condition NetworkUnavailable; the node controller turns it into a taint
  bool leaving = false;        // metadata.deletionTimestamp is set; no filter reads it
  ResourceAmounts allocatable;
  const std::vector<NodeImage>* images = nullptr; // may be null; shared
  std::vector<std::string_view> declared_features;
  std::vector<RuntimeHandler> runtime_handlers; // none: the runtime does not report them; no filter reads them
  bool strict_groups = false;                   // features.supplementalGroupsPolicy; no filter reads it
  bool added = false;                           // by --add-nodes, not in the cluster
  std::int16_t kubelet_release = 0;             // 28: its kubelet is of 1.28; 0: unknown; no filter reads it
  // By which its kubelet refuses pods whose resources it cannot align: "restricted", "single-numa-node"; empty: none is
  // known; no filter reads it.
  std::string_view topology_policy;
  std::vector<HostPort> taken_ports; // added: of the pods that come with it
};

// A new node like another: schedulable, ready, without the taints that controllers set to report a node's state, and
// without startup taints. It has the name and labels of the original; the caller replaces them.
Node new_node_like(const Node& original);
// The labels of a new node: the original's, with its own name in place of the original's.
Labels labels_of_new_node(const Node& original, std::string_view name);

// Takes the requests of a pod that comes with the node, its place and its host ports from the node; no amount falls
// below 0.
void take_from(Node& node, const PodSpec& pod);

// The taint that the node controller adds for spec.unschedulable.
inline constexpr std::string_view k_unschedulable_taint = "node.kubernetes.io/unschedulable";
// Makes the node schedulable. The controller then removes its own taint, which has the effect NoSchedule, and no other
// taint of that key. (node lifecycle controller, doNoScheduleTaintingPass)
void uncordon(Node& node);

// "dedicated=infra:NoSchedule", as kubectl taint writes it.
std::string taint_text(const Taint& taint);

// True if the toleration covers the taint. (k8s.io/component-helpers, ToleratesTaint)
bool tolerates(const Toleration& toleration, const Taint& taint);
bool tolerated(const std::vector<Toleration>& tolerations, const Taint& taint);

} // namespace model
