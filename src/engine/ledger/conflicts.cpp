// SPDX-License-Identifier: Apache-2.0
// How an unsettled pod may keep another pod off its node although the capacity suffices for both: by host ports,
// anti-affinity, devices and volumes.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/pod_terms.hpp"
#include "engine/nodes/storage.hpp"

#include <algorithm>

namespace engine {

namespace {

using Others = DoubtfulPods::Class;

bool share_a_port(const model::PodSpec& a, const model::PodSpec& b) {
  return std::ranges::any_of(a.host_ports, [&](const model::HostPort& port) {
    return std::ranges::any_of(b.host_ports, [&](const model::HostPort& other) {
      return port.port == other.port && port.protocol == other.protocol;
    });
  });
}

const model::Pod& pod_of(const LedgerInput& input, std::size_t unsettled) {
  return input.pod(input.doubtful.unsettled[unsettled]);
}

// An anti-affinity over the nodes' names acts on one node, and one over another label may act on any.
bool are_apart(const LedgerInput& input, const model::Pod& pod, const Others& others, bool may_come_to_its_node) {
  const auto acts = [&](const model::PodAffinityTerm& term) {
    return may_come_to_its_node || term.topology_key != "kubernetes.io/hostname";
  };
  const auto matches_one = [&](const model::PodAffinityTerm& term) {
    return acts(term) && std::ranges::any_of(others.pods, [&](std::size_t other) {
             return matches(term, pod_of(input, other), input.cluster);
           });
  };
  // The pod may go elsewhere, where the others may be too.
  const auto matches_pod = [&](const model::PodAffinityTerm& term) { return matches(term, pod, input.cluster); };
  return std::ranges::any_of(pod.spec->required_anti_affinity, matches_one) ||
         std::ranges::any_of(others.spec->required_anti_affinity, matches_pod);
}

// A claim without a volume gets one near the first of its pods, and some volumes serve one node or one pod.
bool is_for_all(const LedgerInput& input, const model::Pod& pod, const model::Volume& volume) {
  if (!is_claimed(volume)) { return volume.read_only; }
  const model::ClaimIndex index = find_claim(input.cluster, pod.namespace_name, claim_name(pod, volume));
  if (index == model::k_none) { return false; }
  const model::PersistentVolumeClaim& claim = input.cluster.persistent_volume_claims[at(index)];
  const bool has_volume = claim.bound() && find_volume(input.cluster, claim.volume_name) != model::k_none;
  return has_volume && std::ranges::any_of(claim.access_modes, [](std::string_view mode) {
           return mode == "ReadWriteMany" || mode == "ReadOnlyMany";
         });
}

// By a disk, or by a claim.
bool share_a_volume(const LedgerInput& input, const model::Pod& pod, const Others& others) {
  const bool is_near = std::ranges::any_of(
      others.pods, [&](std::size_t other) { return pod_of(input, other).namespace_name == pod.namespace_name; });
  return std::ranges::any_of(pod.spec->volumes, [&](const model::Volume& volume) {
    if (volume.kind == "ephemeral" || (!is_near && is_claimed(volume))) { return false; }
    const bool is_shared = std::ranges::any_of(others.spec->volumes, [&](const model::Volume& other) {
      return other.kind == volume.kind && other.reference == volume.reference;
    });
    return is_shared && !is_for_all(input, pod, volume);
  });
}

// True if the node may not attach that many more volumes. Counts each volume of each pod, whatever its driver.
bool may_exceed_attachments(const LedgerInput& input, const model::Pod& pod, model::NodeIndex node,
                            const Others& others, std::int64_t count) {
  if (pod.spec->volumes.empty() || others.spec->volumes.empty()) { return false; }
  const std::string_view name = input.run.nodes.node(node).name;
  const model::CsiNode* const csi = find_csi_node(input.cluster, name);
  if (csi == nullptr || csi->limits.empty()) { return false; }
  std::int64_t of_pods = 0;
  std::int64_t attached =
      std::ranges::count(input.cluster.volume_attachments, name, &model::VolumeAttachment::node_name);
  for (const model::PodIndex resident : input.run.timeline.usage_at_end.on(node)) {
    const std::int64_t volumes = std::ssize(input.pod(resident).spec->volumes);
    of_pods += volumes;
    if (!input.pod(resident).bound()) { attached += volumes; }
  }
  const std::int64_t least = std::ranges::min(csi->limits, {}, &model::CsiNodeDriver::attachable).attachable;
  return std::max(of_pods, attached) + count * std::ssize(others.spec->volumes) > least;
}

} // namespace

std::string_view conflict_of(const LedgerInput& input, model::PodIndex index, const DoubtfulPods::Class& others,
                             std::int64_t count) {
  const model::Pod& pod = input.pod(index);
  const model::NodeIndex node = input.run.timeline.pods[at(index)].node;
  const bool may_come = others.nodes.has(node);
  if (may_come && share_a_port(*pod.spec, *others.spec)) { return "may take the host port of"; }
  if (are_apart(input, pod, others, may_come)) { return "may take the topology domain (anti-affinity) of"; }
  if (may_come && !pod.spec->resource_claims.empty() && !others.spec->resource_claims.empty()) {
    return "may take the devices of";
  }
  if (share_a_volume(input, pod, others)) { return "may use a volume of"; }
  if (may_come && may_exceed_attachments(input, pod, node, others, count)) {
    return "may take the last volume attachments of";
  }
  return {};
}

} // namespace engine
