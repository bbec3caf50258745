// SPDX-License-Identifier: Apache-2.0
// What kubelets refuse: pods on nodes that are not Ready or short of something, pods in place of static pods, pods that
// break a rule which the scheduler's profile leaves out, and pods that name their node.
#include "engine/explain/evidence.hpp"
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/devices.hpp"
#include "engine/nodes/host_ports.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "engine/nodes/storage.hpp"
#include "engine/solver/placement_check.hpp"
#include "model/cluster/node_taints.hpp"
#include "util/concat.hpp"

#include <array>

namespace engine {

namespace {

using model::Authority;
using model::Reply;

constexpr std::int32_t k_system_critical = 2'000'000'000; // scheduling.SystemCriticalPriority

// The condition for which the eviction manager of the node rejects the pod; empty: none. It admits critical pods. If
// memory alone is short, it admits pods with requests, and those that tolerate the taint. (kubelet,
// eviction_manager.go: Admit)
std::string_view pressure_on(const model::Node& node, const model::PodSpec& spec) {
  if (spec.priority >= k_system_critical) { return {}; }
  if (node.disk_pressure) { return "DiskPressure"; }
  if (node.pid_pressure) { return "PIDPressure"; }
  if (!node.memory_pressure || !spec.best_effort) { return {}; }
  const model::Taint taint{"node.kubernetes.io/memory-pressure", {}, model::TaintEffect::NoSchedule};
  return model::tolerated(spec.tolerations, taint) ? std::string_view() : "MemoryPressure";
}

// The operating system of the node's label, if the pod asks for another one; empty: none.
std::string_view other_system(const model::Node& node, const model::PodSpec& spec) {
  const auto system = model::find_label(*node.labels, "kubernetes.io/os");
  return spec.os.empty() || !system || *system == spec.os ? std::string_view() : *system;
}

// The handler that runs the pod, "" by default; nullopt if the input does not hold its RuntimeClass.
std::optional<std::string_view> handler_of(const model::ClusterSnapshot& cluster, const model::PodSpec& spec) {
  if (spec.runtime_class.empty()) { return std::string_view(); }
  const auto found = std::ranges::find(cluster.runtime_classes, spec.runtime_class, &model::RuntimeClass::name);
  return found == cluster.runtime_classes.end() ? std::nullopt : std::optional(found->handler);
}

} // namespace

// A rejected pod shows the policy of a kubelet that reports none, and nodes with the same allocatable usually have the
// same one.
std::map<std::string_view, std::string> doubts_by_rejections(const model::ClusterSnapshot& cluster) {
  std::map<std::string_view, std::string> doubts;
  std::map<std::string_view, const model::Pod*> rejected; // the first of each node
  for (const model::Pod& pod : cluster.pods) {
    const bool has_failed = pod.phase == model::PodPhase::Failed && pod.start_failure != model::StartFailure::None;
    if (has_failed) { rejected.emplace(pod.node_name, &pod); }
  }
  const auto doubt = [](const model::Pod& pod) {
    return util::concat("whose kubelet rejected pod ", model::pod_key(pod), " (",
                        model::start_failure_name(pod.start_failure), "): it may reject this pod too");
  };
  for (const auto& [name, pod] : rejected) { doubts.emplace(name, doubt(*pod)); }
  for (const auto& [name, pod] : rejected) {
    const model::NodeIndex index = cluster.find_node(name);
    if (index == model::k_none) { continue; }
    for (const model::Node& node : cluster.nodes) {
      if (node.allocatable != cluster.nodes[at(index)].allocatable) { continue; }
      doubts.emplace(node.name, util::concat("which is like node ", name, ", ", doubt(*pod)));
    }
  }
  return doubts;
}

// The Topology Manager and the CPU manager align the resources of a pod when its kubelet admits it; a scheduler knows
// only their sums. Without requests and limits, there is nothing to align. (kubelet, topologymanager/scope.go: Admit,
// for all pods; cpumanager/policy_static.go: validateSMTAlignment)
std::string doubt_about_topology(const LedgerInput& input, const model::Node& node, const model::PodSpec& spec) {
  if (spec.best_effort) { return {}; }
  if (!node.topology_policy.empty()) {
    return util::concat("which has the topology policy ", node.topology_policy,
                        ": its kubelet rejects a pod that it cannot give resources of ",
                        node.topology_policy == "restricted" ? "as few NUMA nodes as possible" : "one NUMA node");
  }
  const auto found = input.rejections.find(node.name);
  return found == input.rejections.end() ? std::string() : found->second;
}

// A runtime reports its handlers since containerd 2.0 and CRI-O 1.30; without them the kubelet refuses user namespaces.
// (kubelet, userns_manager.go: GetOrCreateUserNamespaceMappings)
std::string doubt_about_runtime(const model::ClusterSnapshot& cluster, const model::Node& node,
                                const model::PodSpec& spec) {
  const std::vector<model::RuntimeHandler>& handlers = node.runtime_handlers;
  const std::optional<std::string_view> wanted = handler_of(cluster, spec);
  const bool is_known =
      wanted && (wanted->empty() || handlers.empty() ||
                 std::ranges::find(handlers, *wanted, &model::RuntimeHandler::name) != handlers.end());
  if (wanted && !is_known) {
    return util::concat("whose runtime does not report handler ", *wanted, " of RuntimeClass ", spec.runtime_class,
                        ": then it cannot start the pod");
  }
  // (kuberuntime_sandbox.go, createPodSandbox: LookupRuntimeHandler)
  if (!wanted && (cluster.lists_runtime_classes || !cluster.runtime_classes.empty())) {
    return util::concat("whose kubelet finds no RuntimeClass ", spec.runtime_class, ": then it cannot start the pod");
  }
  const auto has_user_namespaces = [&](const model::RuntimeHandler& handler) {
    return handler.user_namespaces && (!wanted || handler.name == *wanted);
  };
  if (!spec.user_namespace || std::ranges::any_of(handlers, has_user_namespaces)) { return {}; }
  return "whose runtime does not report user namespaces, and spec.hostUsers is false: then it cannot start the pod";
}

namespace {

// "whose GPUs several containers share …": why a device plugin may refuse a container that requests more than one
// share; empty: nothing shows that. (NVIDIA k8s-device-plugin, failRequestsGreaterThanOne: by default on for MPS and
// off for time-slicing; GKE refuses such requests)
std::string doubt_about_shares(const model::ClusterSnapshot& cluster, const model::Node& node,
                               const model::PodSpec& spec) {
  constexpr std::string_view k_vendor = "nvidia.com/", k_gpu = "nvidia.com/gpu", k_shared = ".shared";
  for (const model::ResourceAmount& request : spec.requests) {
    std::string_view resource = cluster.resources.name(request.resource);
    if (request.amount <= 1 || !resource.starts_with(k_vendor)) { continue; }
    const bool is_share = resource.ends_with(k_shared);
    if (is_share) { resource.remove_suffix(k_shared.size()); }
    const auto strategy = model::find_label(*node.labels, util::concat(resource, ".sharing-strategy"));
    const bool has_strategy = strategy && !strategy->empty() && *strategy != "none";
    const bool is_of_gke =
        resource == k_gpu && model::find_label(*node.labels, "cloud.google.com/gke-gpu-sharing-strategy");
    if (!is_share && !has_strategy && !is_of_gke) { continue; }
    return util::concat("which shares ", resource, " between containers", has_strategy ? " by " : "",
                        has_strategy ? *strategy : std::string_view(),
                        ": its device plugin may refuse a container that requests more than 1");
  }
  return {};
}

// "whose GPU driver is being upgraded …": why NVIDIA's GPU operator deletes a pod with GPUs from the node, or takes its
// GPUs away; empty: nothing shows that. (mig-parted, nvidia-mig-manager: it stops the device plugin while it works;
// k8s-operator-libs, pkg/upgrade/consts.go: the states between cordon and uncordon)
std::string doubt_about_gpus(const model::ClusterSnapshot& cluster, const model::Node& node,
                             const model::PodSpec& spec) {
  constexpr std::string_view k_partition = "nvidia.com/mig.config.state",
                             k_upgrade = "nvidia.com/gpu-driver-upgrade-state";
  constexpr std::array<std::string_view, 3> k_without_gpus = {"failed", "pending", "rebooting"};
  constexpr std::array<std::string_view, 7> k_in_upgrade = {
      "cordon-required",      "drain-required",      "node-maintenance-required", "pod-deletion-required",
      "pod-restart-required", "validation-required", "wait-for-jobs-required"};
  const auto is_gpu = [&](const model::ResourceAmount& request) {
    return request.amount > 0 && cluster.resources.name(request.resource).starts_with("nvidia.com/");
  };
  if (std::ranges::none_of(spec.requests, is_gpu)) { return {}; }
  const auto partition = model::find_label(*node.labels, k_partition);
  if (partition && std::ranges::find(k_without_gpus, *partition) != k_without_gpus.end()) {
    return util::concat("which is being partitioned anew (label ", k_partition, '=', *partition,
                        "): what GPUs it has then is not in the input");
  }
  const auto upgrade = model::find_label(*node.labels, k_upgrade);
  if (!upgrade || std::ranges::find(k_in_upgrade, *upgrade) == k_in_upgrade.end()) { return {}; }
  return util::concat("whose GPU driver is being upgraded (label ", k_upgrade, '=', *upgrade,
                      "): the operator deletes pods with GPUs there");
}

// True if nothing in the pod shows that its images are for Windows, which runs on the node.
bool may_have_other_images(const model::Node& node, const model::PodSpec& spec) {
  return spec.os.empty() && model::find_label(*node.labels, "kubernetes.io/os") == "windows" &&
         !model::find_label(spec.node_selector, "kubernetes.io/os");
}

// "which has no kubelet: …": why another system decides whether the pod starts; empty: nothing shows that.
// (virtual-kubelet and liqo, labels of nodes; vcluster, fake nodes: with them the host's scheduler places the pods)
std::string doubt_about_kubelet(const model::Node& node) {
  const bool is_of_liqo = model::find_label(*node.labels, "liqo.io/type") == "virtual-node";
  if (is_of_liqo || model::find_label(*node.labels, "type") == "virtual-kubelet") {
    return "which is virtual by its labels: another system starts its pods, and what that has free is not in the input";
  }
  if (model::find_label(*node.labels, "vcluster.loft.sh/fake-node") == "true") {
    return "which stands for a node of another cluster (label vcluster.loft.sh/fake-node): the scheduler there "
           "decides, and what that node has free is not in the input";
  }
  return {};
}

// "which is being deleted: …": why the node may not last, or not take the pod; empty: nothing shows that.
std::string doubt_about_existence(const model::Node& node, const model::PodSpec& spec) {
  if (const std::string removal = removal_of(node); !removal.empty()) {
    return util::concat(removal, ": pods that start there are deleted with it");
  }
  // (node lifecycle controller, nodeConditionToTaintKeyStatusMap)
  const model::Taint taint{"node.kubernetes.io/network-unavailable", {}, model::TaintEffect::NoSchedule};
  if (!node.has_no_network || model::tolerated(spec.tolerations, taint)) { return {}; }
  return util::concat("which reports NetworkUnavailable: a controller adds the taint ", model::taint_text(taint),
                      ", which the pod does not tolerate");
}

// "whose kubelet is 1.28: …": why the node's kubelet may reject the pod or ignore a field of it, because the field's
// feature gate is off by default in its release; empty: nothing shows that. (kube_features.go, SidecarContainers and
// PodLevelResources; kubelet lifecycle, InitContainerRestartPolicyForbidden and PodLevelResourcesNotAdmittedReason)
std::string doubt_about_release(const model::Node& node, const model::PodSpec& spec) {
  constexpr std::int16_t k_with_sidecars = 29, k_with_pod_resources = 34;
  const std::int16_t release = node.kubelet_release;
  if (release == 0) { return {}; }
  const std::string kubelet = util::concat("whose kubelet is 1.", release);
  if (spec.has_sidecar && release < k_with_sidecars) {
    return util::concat(kubelet, ": it runs no init container with restartPolicy Always by default before 1.",
                        k_with_sidecars);
  }
  if (spec.has_pod_resources && release < k_with_pod_resources) {
    return util::concat(kubelet, ": it reads no spec.resources by default before 1.", k_with_pod_resources);
  }
  return {};
}

// "which is not Ready: …": why the kubelet may reject the pod; empty: nothing shows that.
std::string doubt_about(const LedgerInput& input, const model::Node& node, const model::PodSpec& spec) {
  const model::ClusterSnapshot& cluster = input.cluster;
  if (std::string doubt = doubt_about_existence(node, spec); !doubt.empty()) { return doubt; }
  if (std::string doubt = doubt_about_kubelet(node); !doubt.empty()) { return doubt; }
  if (!node.ready) { return "which is not Ready: whether its kubelet starts pods is not in the input"; }
  if (const std::string_view pressure = pressure_on(node, spec); !pressure.empty()) {
    return util::concat("which reports ", pressure, ": its kubelet rejects such pods until that ends");
  }
  // kubelet, rejectPodAdmissionBasedOnOSField
  if (const std::string_view system = other_system(node, spec); !system.empty()) {
    return util::concat("whose system is ", system, " by its label, and spec.os.name is ", spec.os,
                        ": then its kubelet rejects the pod");
  }
  if (may_have_other_images(node, spec)) {
    return "whose system is windows by its label, and neither spec.os.name nor the nodeSelector asks for it: images of "
           "Linux do not start there";
  }
  // kubelet, rejectPodAdmissionBasedOnSupplementalGroupsPolicy; since 1.33, and nodes of earlier releases lack the
  // field
  if (spec.has_strict_groups && !node.strict_groups) {
    return "which does not report supplementalGroupsPolicy: then its kubelet rejects pods whose policy is Strict";
  }
  if (std::string doubt = doubt_about_release(node, spec); !doubt.empty()) { return doubt; }
  if (std::string doubt = doubt_about_topology(input, node, spec); !doubt.empty()) { return doubt; }
  if (std::string doubt = doubt_about_shares(cluster, node, spec); !doubt.empty()) { return doubt; }
  if (std::string doubt = doubt_about_gpus(cluster, node, spec); !doubt.empty()) { return doubt; }
  return doubt_about_runtime(cluster, node, spec);
}

// Why the kubelet of the node `on` rejects a pod that `usage` counts there: "has …"; empty: it has no reason. It asks a
// few of the scheduler's filters, and of taints only those with NoExecute. (kubelet, predicate.go: generalFilter)
std::string refusal_by_kubelet(const LedgerInput& input, const model::Pod& pod, model::NodeIndex on,
                               const NodeUsage& usage) {
  const model::Node& node = input.cluster.nodes[at(on)];
  const NodeTable& nodes = input.run.nodes;
  if (!admits(*pod.spec, node)) { return "does not match its node selector or affinity"; }
  for (const model::Taint& taint : node.taints) {
    if (taint.effect == model::TaintEffect::NoExecute && !model::tolerated(pod.spec->tolerations, taint)) {
      return util::concat("has the taint ", model::taint_text(taint), ", which it does not tolerate");
    }
  }
  if (const std::string_view system = other_system(node, *pod.spec); !system.empty()) {
    return util::concat("runs ", system, ", not ", pod.spec->os);
  }
  if (usage.pods(on) > nodes.allocatable[model::k_pods][at(on)]) { return "has too many pods"; }
  for (const model::ResourceAmount& request : pod.spec->requests) {
    const std::int64_t allocatable = nodes.allocatable[request.resource][at(on)];
    if (request.amount <= 0 || usage.requested(request.resource, on) <= allocatable) { continue; }
    return util::concat("has too little ", nodes.resources->name(request.resource), " left for it");
  }
  if (conflict(pod.spec->host_ports, node.taken_ports)) { return "has a pod of a DaemonSet with its host port"; }
  for (const model::PodIndex other : usage.on(on)) {
    const model::Pod& beside = input.pod(other);
    if (&beside != &pod && conflict(pod.spec->host_ports, beside.spec->host_ports)) {
      return util::concat("has a pod with its host port, ", model::pod_key(beside));
    }
  }
  return {};
}

// The usage at the end of the run, copied at the first question. Each question restores it.
class UsageAtEnd {
 public:
  explicit UsageAtEnd(const LedgerInput& input) : m_input(input) {}
  NodeUsage& get() { return m_usage ? *m_usage : m_usage.emplace(m_input.run.timeline.usage_at_end); }

 private:
  const LedgerInput& m_input;
  std::optional<NodeUsage> m_usage;
};

// The static pod that keeps the pod off its node, although the run evicts it: the kubelet makes its mirror again, and
// the pod itself runs on. k_none: none. (kubelet, tryReconcileMirrorPods)
model::PodIndex static_pod_in_the_way(const LedgerInput& input, model::PodIndex index, UsageAtEnd& at_end) {
  const PodOutcome& result = input.run.timeline.pods[at(index)];
  const auto there = input.static_victims.find(result.node);
  if (there == input.static_victims.end()) { return model::k_none; }
  const std::vector<model::PodIndex>& back = there->second;
  for (const model::PodIndex victim : result.victims) {
    if (std::ranges::find(back, victim) != back.end()) { return victim; }
  }
  NodeUsage& usage = at_end.get();
  for (const model::PodIndex victim : back) { usage.add(victim, result.node); }
  const bool fits = refusal_by_kubelet(input, input.pod(index), result.node, usage).empty();
  for (const model::PodIndex victim : back) { usage.remove(victim, result.node); }
  return fits ? model::k_none : back.front();
}

// Why the kubelet cannot mount the volumes of a pod that names its node: "has …".
std::string refusal_by_volumes(const LedgerInput& input, const model::Pod& pod, model::NodeIndex node) {
  const std::optional<InlineVolume> of_driver = doubtful_inline_volume(input.cluster, pod);
  if (of_driver && of_driver->reply == Reply::Refuses) { return util::concat("cannot mount ", of_driver->what); }
  const PodClaims claims = claims_of(input.cluster, input.run.bound_usage.storage(), pod);
  if (!claims.refused.empty()) { return {}; }
  const NodeVolumes volumes = volumes_on(input.cluster, input.run.bound_usage.storage(), claims, node);
  if (!volumes.bound_match) { return "cannot reach one of its volumes"; }
  for (const model::ClaimIndex index : claims.bound) {
    const model::PersistentVolumeClaim& claim = input.cluster.persistent_volume_claims[at(index)];
    const bool of_one_pod = std::ranges::find(claim.access_modes, "ReadWriteOncePod") != claim.access_modes.end();
    if (of_one_pod && input.run.bound_usage.claim_users(index) > 1) {
      return util::concat("cannot mount claim ", claim.name, ", which another pod uses (ReadWriteOncePod)");
    }
  }
  return {};
}

// What has to happen before the kubelet can start a pod for whose volumes no scheduler cares, and what the input does
// not show. Nothing chooses a node for a claim that waits for its first consumer.
std::string open_volumes(const LedgerInput& input, const model::Pod& pod) {
  if (const std::string what = untold_about(input.cluster, pod); !what.empty()) { return util::concat("has ", what); }
  if (const auto volume = doubtful_inline_volume(input.cluster, pod)) { return util::concat("has ", volume->what); }
  const PodClaims claims = claims_of(input.cluster, input.run.bound_usage.storage(), pod);
  if (!claims.refused.empty()) { return util::concat("waits for its volumes: ", claims.refused); }
  if (claims.delayed.empty()) { return {}; }
  return util::concat("waits for claim ", input.cluster.persistent_volume_claims[at(claims.delayed.front())].name,
                      ", for which no scheduler selects a node");
}

// The same for its devices, which nothing allocates.
std::string open_devices(const LedgerInput& input, const model::Pod& pod, model::NodeIndex on) {
  if (pod.spec->resource_claims.empty()) { return {}; }
  const std::vector<model::ResourceClaimIndex> devices = claims_of_pod(input.cluster, pod);
  const auto is_allocated = [&](model::ResourceClaimIndex index) {
    return input.cluster.resource_claims[at(index)].allocated;
  };
  if (devices.size() == pod.spec->resource_claims.size() && std::ranges::all_of(devices, is_allocated) &&
      available_on(input.cluster, input.run.bound_usage.devices(), devices, on)) {
    return {};
  }
  return "waits for devices, which no scheduler allocates to it";
}

std::string open_without_scheduler(const LedgerInput& input, const model::Pod& pod, model::NodeIndex on) {
  const std::string open = open_volumes(input, pod);
  return open.empty() ? open_devices(input, pod, on) : open;
}

// True if the profile's NodeResourcesFit skips a request for something that the node offers: the kubelet counts it.
bool ignores_request(const LedgerInput& input, const model::SchedulerProfile& profile, const model::PodSpec& spec,
                     const model::Node& node) {
  return std::ranges::any_of(spec.requests, [&](const model::ResourceAmount& request) {
    return request.resource > model::k_pods && profile.fit.ignores(input.cluster.resources.name(request.resource)) &&
           model::amount_of(node.allocatable, request.resource) > 0;
  });
}

// True if the profile runs all of a plugin that its rule needs. What Filter of VolumeBinding and DynamicResources
// finds, Reserve and PreBind write into claims.
bool runs(const model::SchedulerProfile& profile, std::string_view plugin) {
  using enum model::ExtensionPoint;
  const bool binds = plugin == "VolumeBinding" || plugin == "DynamicResources";
  return profile.enabled(Filter, plugin) &&
         (!binds || (profile.enabled(Reserve, plugin) && profile.enabled(PreBind, plugin)));
}

// A profile of the filters that the pod's own profile leaves out and whose rules hold all the same: kubelets ask for
// resources, node affinity and ports again (predicate.go: generalFilter), and volumes and devices have to be there.
model::SchedulerProfile filters_left_out(const LedgerInput& input, const model::SchedulerProfile& profile,
                                         const model::PodSpec& spec, const model::Node& node) {
  constexpr std::array<std::string_view, 8> k_lasting = {"NodeAffinity",       "NodePorts",        "NodeResourcesFit",
                                                         "VolumeRestrictions", "NodeVolumeLimits", "VolumeBinding",
                                                         "VolumeZone",         "DynamicResources"};
  model::SchedulerProfile left_out;
  for (const std::string_view name : k_lasting) {
    const bool is_partly = name == "NodeResourcesFit" && ignores_request(input, profile, spec, node);
    if (!is_partly && runs(profile, name)) { continue; }
    left_out.plugins[model::ExtensionPoint::Filter].push_back({std::string(name)});
  }
  return left_out;
}

// Why a pod that the run has placed cannot start on its node, by filters that its profile leaves out; empty: it can.
std::string refusal_by_filters_left_out(const LedgerInput& input, model::PodIndex index, UsageAtEnd& at_end) {
  const model::Pod& pod = input.pod(index);
  const model::NodeIndex on = input.run.timeline.pods[at(index)].node;
  const model::Node& node = input.cluster.nodes[at(on)];
  const Rules& rules = input.run.rules;
  const model::SchedulerProfile* const profile = rules.profile_of(pod);
  if (rules.options.configuration.assumed || profile == nullptr) { return {}; }
  const bool evicts = !runs(*profile, "TaintToleration");
  for (const model::Taint& taint : node.taints) {
    if (taint.effect == model::TaintEffect::NoExecute && evicts && !model::tolerated(pod.spec->tolerations, taint)) {
      return util::concat("does not tolerate the taint ", model::taint_text(taint));
    }
  }
  const model::SchedulerProfile left_out = filters_left_out(input, *profile, *pod.spec, node);
  if (left_out.plugins.empty()) { return {}; }
  NodeUsage& usage = at_end.get();
  usage.remove(index, on);
  recount_ports(input.run.nodes, on, usage);
  std::string reason = refused_by_filters({input.run.nodes, usage, pod, *pod.spec, left_out, rules.version}, on);
  usage.add(index, on);
  if (reason.empty() && !runs(*profile, "VolumeBinding")) { reason = open_volumes(input, pod); }
  if (reason.empty() && !runs(*profile, "DynamicResources")) { reason = open_devices(input, pod, on); }
  return reason;
}

// A pod with one of its host ports on the node that the run gives it; k_none: there is none. The scheduler forgets a
// port that two pods of a node use as soon as one of them leaves; the kubelet counts. (framework, HostPortInfo;
// kubelet, generalFilter: NodePorts)
model::PodIndex pod_with_its_port(const LedgerInput& input, model::PodIndex index, UsageAtEnd& at_end) {
  const std::vector<model::HostPort>& ports = input.pod(index).spec->host_ports;
  if (ports.empty()) { return model::k_none; }
  for (const model::PodIndex other : at_end.get().on(input.run.timeline.pods[at(index)].node)) {
    if (other != index && conflict(ports, input.pod(other).spec->host_ports)) { return other; }
  }
  return model::k_none;
}

// "pod ml/a-0 gets node n5": the beginning of a clause.
std::string gets_node(const LedgerInput& input, model::PodIndex index, const model::Node& node) {
  return util::concat("pod ", model::pod_key(input.pod(index)), " gets node ", node.name);
}

// Says that a taint evicts the pod as soon as it is on the node; empty: none does. The first toleration of a taint
// counts. (pkg/controller/tainteviction: getMinTolerationTime, processPodOnNode)
std::string evicted_at_once(const model::Pod& pod, const model::Node& node) {
  for (const model::Taint& taint : node.taints) {
    if (taint.effect != model::TaintEffect::NoExecute) { continue; }
    const auto first = std::ranges::find_if(pod.spec->tolerations, [&](const model::Toleration& toleration) {
      return model::tolerates(toleration, taint);
    });
    if (first != pod.spec->tolerations.end() && first->is_for_no_time) {
      return util::concat("is evicted at once: it tolerates taint ", model::taint_text(taint),
                          " for 0 seconds (tolerationSeconds)");
    }
  }
  return {};
}

} // namespace

std::string removal_of(const model::Node& node) {
  if (node.leaving) { return "which is being deleted"; }
  for (const model::Taint& taint : node.taints) {
    if (!model::announces_removal(taint)) { continue; }
    return util::concat("which an autoscaler or its cloud removes (taint ", model::taint_text(taint), ')');
  }
  return {};
}

// The API server has found the class of a pod that exists; it may be gone since. Admission looks up that of a new pod.
void assume_runtime_class(const LedgerInput& input, const model::Pod& pod, LedgerEntries& out) {
  if (pod.from_manifest || handler_of(input.cluster, *pod.spec)) { return; }
  const std::string object = util::concat("RuntimeClass ", pod.spec->runtime_class);
  out.add(Authority::Inputs, Reply::Assumed, util::concat(object, " exists"), object);
}

// kube-scheduler reads a node's taints and not its conditions. Usually a controller has added a taint, and tolerations
// of it are for pods that run without the kubelet's reports.
void kubelet_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const std::vector<model::PodIndex>& pods = pods_of(input, subject);
  UsageAtEnd at_end(input);
  for (const model::PodIndex index : pods) {
    const PodOutcome& result = input.run.timeline.pods[at(index)];
    if (result.outcome != model::Outcome::Bound) { continue; }
    const model::Node& node = input.cluster.nodes[at(result.node)];
    const auto gets = [&] { return gets_node(input, index, node); };
    if (const std::string doubt = doubt_about(input, node, *input.pod(index).spec); !doubt.empty()) {
      out.add(Authority::Inputs, Reply::NotAsked, util::concat(gets(), ", ", doubt), util::concat("Node ", node.name));
      return;
    }
    if (const std::string eviction = evicted_at_once(input.pod(index), node); !eviction.empty()) {
      out.add(Authority::Inputs, Reply::Refuses, util::concat(gets(), " and ", eviction),
              util::concat("Node ", node.name));
      return;
    }
    if (const model::PodIndex victim = static_pod_in_the_way(input, index, at_end); victim != model::k_none) {
      const std::string object = util::concat("pod ", model::pod_key(input.pod(victim)));
      out.add(Authority::Inputs, Reply::NotAsked,
              util::concat(gets(), " in place of static ", object,
                           ", which the kubelet keeps running: its eviction frees nothing"),
              object);
      return;
    }
    if (const model::PodIndex other = pod_with_its_port(input, index, at_end); other != model::k_none) {
      out.add(Authority::Inputs, Reply::NotAsked,
              util::concat(gets(), " beside pod ", model::pod_key(input.pod(other)),
                           ", which has its host port: then the kubelet rejects one of them"),
              util::concat("Node ", node.name));
      return;
    }
    if (const std::string refusal = refusal_by_filters_left_out(input, index, at_end); !refusal.empty()) {
      out.add(Authority::Inputs, Reply::NotAsked,
              util::concat(gets(), " and cannot start there (", refusal,
                           "): the profile of its scheduler leaves out the filter that asks for that"),
              util::concat("Node ", node.name));
      return;
    }
    assume_runtime_class(input, input.pod(index), out);
    assume_images(input, *input.pod(index).spec, node, out);
  }
}

std::string doubt_about_place(const LedgerInput& input, model::PodIndex pod, model::NodeIndex on, bool is_like) {
  const model::Node& node = input.cluster.nodes[at(on)];
  const std::string doubt = doubt_about(input, is_like ? model::new_node_like(node) : node, *input.pod(pod).spec);
  if (doubt.empty()) { return {}; }
  return is_like ? util::concat("pod ", model::pod_key(input.pod(pod)), " gets a node like ", node.name, ", ", doubt)
                 : util::concat(gets_node(input, pod, node), ", ", doubt);
}

void entries_of_named_node(const LedgerInput& input, const model::Pod& pod, LedgerEntries& out) {
  const std::string object = util::concat("Node ", pod.node_name);
  const std::string begin = util::concat("pod ", model::pod_key(pod), " names its node, and ");
  const auto index = static_cast<model::PodIndex>(input.cluster.pods.index_of(pod));
  if (const auto kept = input.run.rules.gates.kept_out.find(index); kept != input.run.rules.gates.kept_out.end()) {
    const bool of_quota = kept->second.gate == model::GateKind::ResourceQuota;
    out.add(of_quota ? Authority::Quota : Authority::Queue, of_quota ? Reply::Refuses : Reply::NotAsked,
            util::concat("pod ", model::pod_key(pod), " is held back: ", kept->second.reason));
    return;
  }
  const model::NodeIndex on = input.cluster.node_of(index);
  if (on == model::k_none) {
    out.add(Authority::NodeName, Reply::Refuses, util::concat(begin, "there is no ", object), object);
    return;
  }
  std::string refusal = refusal_by_kubelet(input, pod, on, input.run.bound_usage);
  if (refusal.empty()) { refusal = refusal_by_volumes(input, pod, on); }
  if (!refusal.empty()) {
    out.add(Authority::NodeName, Reply::Refuses, util::concat(begin, object, ' ', refusal), object);
    return;
  }
  const model::Node& node = input.cluster.nodes[at(on)];
  if (pod.start_failure != model::StartFailure::None) { // it exists
    entries_of_bound_pod(input, index, out);
  } else if (const std::string eviction = evicted_at_once(pod, node); !eviction.empty()) {
    out.add(Authority::NodeName, Reply::Refuses, util::concat(begin, eviction), object);
  } else if (const std::string doubt = doubt_about(input, node, *pod.spec); !doubt.empty()) {
    out.add(Authority::NodeName, Reply::NotAsked,
            util::concat("pod ", model::pod_key(pod), " names node ", node.name, ", ", doubt), object);
  } else if (const std::string open = open_without_scheduler(input, pod, on); !open.empty()) {
    out.add(Authority::NodeName, Reply::NotAsked,
            util::concat("pod ", model::pod_key(pod), " names its node and ", open), object);
  } else if (const std::string mount = doubt_about_volumes(input, index, on); !mount.empty()) {
    out.add(Authority::NodeName, Reply::NotAsked,
            util::concat("pod ", model::pod_key(pod), " names node ", node.name, ", ", mount), object);
  } else {
    out.add(Authority::NodeName, Reply::Allows, util::concat(begin, object, " has capacity for it"), object);
  }
}

} // namespace engine
