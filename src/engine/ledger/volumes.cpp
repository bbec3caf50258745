// SPDX-License-Identifier: Apache-2.0
// Volumes that pods on several nodes share, and volumes that kubelets cannot mount. No filter of kube-scheduler asks
// what attaches volumes, or whether kubelets can mount them.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/devices.hpp"
#include "engine/nodes/storage.hpp"
#include "util/concat.hpp"

#include <array>

namespace engine {

namespace {

using model::Authority;
using model::ClaimIndex;
using model::Reply;
using Modes = std::vector<std::string_view>;

bool is_for_several_nodes(const Modes& modes) {
  return std::ranges::any_of(modes,
                             [](std::string_view mode) { return mode == "ReadWriteMany" || mode == "ReadOnlyMany"; });
}

std::vector<ClaimIndex> claims_used(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  std::vector<ClaimIndex> claims;
  for (const model::Volume& volume : pod.spec->volumes) {
    if (volume.kind != "persistentVolumeClaim") { continue; } // an ephemeral volume has one pod
    const ClaimIndex claim = find_claim(cluster, pod.namespace_name, volume.reference);
    if (claim != model::k_none) { claims.push_back(claim); }
  }
  return claims;
}

// What happens if two nodes use the volume at once: nothing, as far as the input shows; a Multi-Attach error for ever;
// or the input does not show whether anything attaches the volume. (attach-detach reconciler, isMultiAttachForbidden)
enum class TwoNodes : std::uint8_t { Allowed, Refused, Open };

TwoNodes by_driver(const model::ClusterSnapshot& cluster, std::string_view name) {
  const model::CsiDriver* const driver = find_csi_driver(cluster, name);
  if (driver != nullptr) { return driver->attach_required ? TwoNodes::Refused : TwoNodes::Allowed; }
  return TwoNodes::Open;
}

TwoNodes by_volume(const model::ClusterSnapshot& cluster, const model::PersistentVolume& volume) {
  // Those of in-tree plugins that attach volumes, by themselves or through a CSI driver.
  constexpr std::array<std::string_view, 9> k_attached = {"awsElasticBlockStore", "azureDisk", "cinder",         "fc",
                                                          "gcePersistentDisk",    "iscsi",     "portworxVolume", "rbd",
                                                          "vsphereVolume"};
  if (volume.access_modes.empty() || is_for_several_nodes(volume.access_modes)) { return TwoNodes::Allowed; }
  if (volume.source == "csi") { return by_driver(cluster, volume.driver); }
  const bool is_attached = std::ranges::find(k_attached, volume.source) != k_attached.end();
  return is_attached ? TwoNodes::Open : TwoNodes::Allowed;
}

TwoNodes with_two_nodes(const LedgerInput& input, ClaimIndex index) {
  const model::ClusterSnapshot& cluster = input.cluster;
  const model::PersistentVolumeClaim& claim = cluster.persistent_volume_claims[at(index)];
  const model::VolumeIndex volume = volume_of(cluster, input.run.timeline.usage_at_end.storage(), index);
  if (volume != model::k_none) { return by_volume(cluster, cluster.persistent_volumes[at(volume)]); }
  if (claim.access_modes.empty() || is_for_several_nodes(claim.access_modes)) { return TwoNodes::Allowed; }
  const model::StorageClass* const storage_class = find_storage_class(cluster, claim.storage_class);
  return storage_class == nullptr ? TwoNodes::Open : by_driver(cluster, storage_class->provisioner);
}

void add_users(const Run& run, model::PodIndex index, model::NodeIndex node, ClaimUsers& users) {
  const std::vector<ClaimIndex> claims = claims_used(run.rules.cluster, run.rules.cluster.pods[at(index)]);
  for (std::size_t position = 0; position < claims.size(); ++position) {
    users[claims[position]].push_back({index, node, position});
  }
}

// The pods of the subject that the run has placed, by the claims that they use.
ClaimUsers placed_users(const LedgerInput& input, const std::vector<model::PodIndex>& pods) {
  ClaimUsers users;
  for (const model::PodIndex index : pods) {
    const PodOutcome& result = input.run.timeline.pods[at(index)];
    if (result.outcome == model::Outcome::Bound) { add_users(input.run, index, result.node, users); }
  }
  return users;
}

// Returns false if both nodes may use the claim.
bool add_conflict(const LedgerInput& input, ClaimIndex index, const ClaimUser& user, const ClaimUser& other,
                  bool may_refuse, LedgerEntries& out) {
  const TwoNodes reply = with_two_nodes(input, index);
  if (reply == TwoNodes::Allowed) { return false; }
  const auto node = [&](const ClaimUser& of) { return input.cluster.nodes[at(of.node)].name; };
  const std::string_view claim = input.cluster.persistent_volume_claims[at(index)].name;
  const bool is_ending = input.pod(other.pod).terminating;
  const bool refuses = may_refuse && !is_ending && reply == TwoNodes::Refused;
  out.add(Authority::Inputs, refuses ? Reply::Refuses : Reply::NotAsked,
          util::concat("pod ", model::pod_key(input.pod(user.pod)), " gets node ", node(user), ", and claim ", claim,
                       " (ReadWriteOnce) is on ", node(other), " for pod ", model::pod_key(input.pod(other.pod)),
                       refuses     ? ": Multi-Attach error"
                       : is_ending ? ", which is being deleted and cannot end while its node is not Ready"
                                   : ": whether both nodes can use it is not in the input"),
          util::concat("PersistentVolumeClaim ", claim));
  return true;
}

// Pods of the subject that use one claim on several nodes, or on another node than a pod of the cluster.
void ask_about_attaching(const LedgerInput& input, const LedgerSubject& subject,
                         const std::vector<model::PodIndex>& pods, LedgerEntries& out) {
  struct Other {
    ClaimUser there, own;
    ClaimIndex claim;
  };
  std::vector<Other> others; // on other nodes than the subject's pods
  for (const auto& [claim, own] : placed_users(input, pods)) {
    const auto users = input.claim_users.find(claim);
    if (users == input.claim_users.end()) { continue; }
    for (const ClaimUser& there : users->second) {
      const auto away = std::ranges::find_if(own, [&](const ClaimUser& user) { return user.node != there.node; });
      if (away != own.end()) { others.push_back({there, *away, claim}); }
    }
  }
  std::ranges::sort(others, {}, [](const Other& other) { return std::pair(other.there.pod, other.there.position); });
  for (const Other& other : others) {
    if (add_conflict(input, other.claim, other.own, other.there, subject.group == nullptr, out)) { return; }
  }
}

// Kubelets before this release may still have the plugin; later ones have not, and nothing makes volumes for it.
// (kube_features.go, CSIMigration…; pv_controller.go, provisionClaim)
constexpr std::int16_t k_without_plugins = 25;

std::string_view driver_in_place_of(std::string_view name, std::int16_t kubelet) {
  const InTreePlugin* const plugin = find_in_tree_plugin(name);
  const bool has_plugin = kubelet > 0 && kubelet < k_without_plugins;
  return plugin == nullptr || !plugin->is_gone_by_default || has_plugin ? std::string_view() : plugin->driver;
}

// The driver that mounts the claim's volume on nodes; empty: none, as far as the input shows. A provisioner that is no
// CSI driver by its name or by a CSIDriver may make volumes that need none. `kubelet`: its release; 0: unknown.
std::string_view mounting_driver(const LedgerInput& input, ClaimIndex index, std::int16_t kubelet = 0) {
  const model::ClusterSnapshot& cluster = input.cluster;
  const model::VolumeIndex volume = volume_of(cluster, input.run.timeline.usage_at_end.storage(), index);
  if (volume != model::k_none) {
    const model::PersistentVolume& made = cluster.persistent_volumes[at(volume)];
    return made.driver.empty() ? driver_in_place_of(made.source, kubelet) : made.driver;
  }
  const model::StorageClass* const of_claim =
      find_storage_class(cluster, cluster.persistent_volume_claims[at(index)].storage_class);
  if (of_claim == nullptr) { return {}; }
  const std::string_view name = of_claim->provisioner;
  const bool is_csi = name.starts_with("csi.") || name.find(".csi.") != name.npos;
  return is_csi || find_csi_driver(cluster, name) != nullptr ? name : driver_in_place_of(name, kubelet);
}

// "whose CSINode does not list driver …"; empty: it does, or the input does not hold it. A Ready node has a CSINode.
std::string lacks_driver(const LedgerInput& input, std::string_view driver, const model::Node& node) {
  const model::CsiNode* const there = driver.empty() ? nullptr : find_csi_node(input.cluster, node.name);
  if (there == nullptr || std::ranges::find(there->drivers, driver) != there->drivers.end()) { return {}; }
  return util::concat("whose CSINode does not list driver ", driver);
}

// The claim to which the volume of a bound claim belongs instead; null: none. Then the controller of volumes reports
// the claim as Lost, and no kubelet mounts it. (pv_controller.go, syncBoundClaim; kubelet,
// desired_state_of_world_populator.go: getPVSpec)
const model::ClaimReference* other_owner_of_volume(const model::ClusterSnapshot& cluster,
                                                   const model::PersistentVolumeClaim& claim) {
  const model::VolumeIndex volume = claim.bound() ? find_volume(cluster, claim.volume_name) : model::k_none;
  if (volume == model::k_none) { return nullptr; }
  const std::optional<model::ClaimReference>& owner = cluster.persistent_volumes[at(volume)].claim;
  if (!owner) { return nullptr; }
  const bool is_another_uid = !owner->uid.empty() && !claim.uid.empty() && owner->uid != claim.uid;
  const bool is_same = owner->namespace_name == claim.namespace_name && owner->name == claim.name && !is_another_uid;
  return is_same ? nullptr : &*owner;
}

// "whose CSINode does not list …": why the kubelet of the node cannot mount the claim; empty: nothing shows that. No
// filter asks for a driver unless its CSIDriver wants that. (csi_client.go, newCsiDriverClient: driver not found in the
// list of registered CSI drivers)
std::string doubt_about_mount(const LedgerInput& input, ClaimIndex index, const model::Node& node) {
  const model::PersistentVolumeClaim& claim = input.cluster.persistent_volume_claims[at(index)];
  if (const model::ClaimReference* const owner = other_owner_of_volume(input.cluster, claim)) {
    const bool is_namesake = owner->namespace_name == claim.namespace_name && owner->name == claim.name;
    return util::concat("where volume ", claim.volume_name, " of its claim ", claim.name, " cannot be mounted: it is ",
                        is_namesake ? "bound to an earlier claim of this name" : "bound to claim ",
                        is_namesake ? std::string() : util::concat(owner->namespace_name, '/', owner->name));
  }
  const std::string lack = lacks_driver(input, mounting_driver(input, index, node.kubelet_release), node);
  return lack.empty()
             ? lack
             : util::concat(lack, " of claim ", claim.name, ": without it, the kubelet cannot mount the volume");
}

// The same for inline volumes of the pod.
std::string doubt_about_inline_mount(const LedgerInput& input, const model::Pod& pod, const model::Node& node) {
  for (const model::Volume& volume : pod.spec->volumes) {
    const std::string lack = volume.kind == "csi" ? lacks_driver(input, volume.reference, node) : std::string();
    if (lack.empty()) { continue; }
    return util::concat(lack, " of its inline volume ", volume.name, ": without it, the kubelet cannot mount it");
  }
  return {};
}

// Claims of persistent and of ephemeral volumes. `each`: takes the claim's name and index, which may be k_none, and
// returns a text that ends the search.
template <typename Each>
std::string first_of_claims(const model::ClusterSnapshot& cluster, const model::Pod& pod, const Each& each) {
  for (const model::Volume& volume : pod.spec->volumes) {
    if (!is_claimed(volume)) { continue; }
    const std::string name = claim_name(pod, volume);
    if (std::string text = each(name, find_claim(cluster, pod.namespace_name, name)); !text.empty()) { return text; }
  }
  return {};
}

// True if the run makes a volume for the claim on a node that is wanted.
template <typename Wanted>
bool is_provisioned_on(const LedgerInput& input, ClaimIndex claim, const Wanted& is_wanted) {
  const AssumedStorage::Claim* const since = input.run.timeline.usage_at_end.storage().find(claim);
  return since != nullptr && since->bound && since->volume == model::k_none && since->node != model::k_none &&
         is_wanted(input.cluster.nodes[at(since->node)]);
}

// False if all volumes of the class that the run makes in the topology need more than its capacity. No filter adds
// them up, and the driver has no capacity for the last one. (external-provisioner, Provision: ResourceExhausted)
bool has_capacity_for_all(const LedgerInput& input, const model::CsiStorageCapacity& capacity) {
  if (!capacity.total) { return true; }
  model::Quantity wanted;
  for (std::size_t i = 0; i < input.cluster.persistent_volume_claims.size(); ++i) {
    const model::PersistentVolumeClaim& claim = input.cluster.persistent_volume_claims[i];
    const auto is_inside = [&](const model::Node& node) { return model::matches(*capacity.nodes, *node.labels); };
    if (claim.requested && claim.storage_class == capacity.storage_class &&
        is_provisioned_on(input, static_cast<ClaimIndex>(i), is_inside)) {
      wanted += *claim.requested;
    }
  }
  return !(*capacity.total < wanted);
}

// "where the new volumes …": why the driver may not make a volume for the claim on the node; empty: nothing shows that.
std::string doubt_about_capacity(const LedgerInput& input, ClaimIndex index, const model::Node& node) {
  const model::ClusterSnapshot& cluster = input.cluster;
  const model::PersistentVolumeClaim& claim = cluster.persistent_volume_claims[at(index)];
  const model::StorageClass* const of_claim = find_storage_class(cluster, claim.storage_class);
  const model::CsiDriver* const driver =
      of_claim == nullptr ? nullptr : find_csi_driver(cluster, of_claim->provisioner);
  if (driver == nullptr || !driver->storage_capacity ||
      !is_provisioned_on(input, index, [&](const model::Node& other) { return &other == &node; })) {
    return {};
  }
  const bool has_capacity =
      std::ranges::any_of(cluster.csi_storage_capacities, [&](const model::CsiStorageCapacity& capacity) {
        return capacity.storage_class == claim.storage_class && capacity.nodes &&
               model::matches(*capacity.nodes, *node.labels) && has_capacity_for_all(input, capacity);
      });
  return has_capacity ? std::string()
                      : util::concat("where the new volumes of StorageClass ", claim.storage_class,
                                     " need more together than its CSIStorageCapacity: whether driver ", driver->name,
                                     " makes all of them is not known");
}

// "where driver ebs.csi.aws.com makes …": why the driver refuses to make a volume for the claim on the node; empty:
// nothing shows that. These drivers make disks or folders of one node, and their file systems are not for several
// writers. (each driver's check of volume capabilities, MULTI_NODE_MULTI_WRITER with a mount; local-path-provisioner,
// Provision: "NodePath only supports ReadWriteOnce and ReadWriteOncePod" unless it has a shared file system)
std::string doubt_about_modes(const LedgerInput& input, ClaimIndex index, const model::Node& node) {
  constexpr std::array<std::string_view, 13> k_disks = {
      "csi.hetzner.cloud",    "disk.csi.azure.com",    "diskplugin.csi.alibabacloud.com", "dobs.csi.digitalocean.com",
      "ebs.csi.aws.com",      "kubernetes.io/aws-ebs", "kubernetes.io/azure-disk",        "kubernetes.io/gce-pd",
      "local.csi.openebs.io", "openebs.io/local",      "pd.csi.storage.gke.io",           "rancher.io/local-path",
      "rbd.csi.ceph.com"};
  const model::PersistentVolumeClaim& claim = input.cluster.persistent_volume_claims[at(index)];
  const model::StorageClass* const of_claim = find_storage_class(input.cluster, claim.storage_class);
  const bool is_shared =
      !claim.block && std::ranges::find(claim.access_modes, "ReadWriteMany") != claim.access_modes.end();
  if (!is_shared || of_claim == nullptr || std::ranges::find(k_disks, of_claim->provisioner) == k_disks.end() ||
      !is_provisioned_on(input, index, [&](const model::Node& other) { return &other == &node; })) {
    return {};
  }
  return util::concat("where driver ", of_claim->provisioner, " makes no file system for several nodes, as claim ",
                      claim.name, " asks (ReadWriteMany)");
}

void ask_about_mounts(const LedgerInput& input, const std::vector<model::PodIndex>& pods, LedgerEntries& out) {
  for (const model::PodIndex index : pods) {
    const PodOutcome& result = input.run.timeline.pods[at(index)];
    if (result.outcome != model::Outcome::Bound) { continue; }
    const model::Node& node = input.cluster.nodes[at(result.node)];
    std::string doubt = first_of_claims(input.cluster, input.pod(index), [&](std::string_view, ClaimIndex claim) {
      if (claim == model::k_none) { return std::string(); }
      std::string text = doubt_about_mount(input, claim, node);
      if (text.empty()) { text = doubt_about_modes(input, claim, node); }
      return text.empty() ? doubt_about_capacity(input, claim, node) : text;
    });
    if (doubt.empty()) { doubt = doubt_about_inline_mount(input, input.pod(index), node); }
    if (doubt.empty()) { continue; }
    out.add(Authority::Inputs, Reply::NotAsked,
            util::concat("pod ", model::pod_key(input.pod(index)), " gets node ", node.name, ", ", doubt),
            util::concat("Node ", node.name));
    return;
  }
}

// "where claim data cannot be mounted: …": what keeps a claim of a pod that has a node from its kubelet; empty: nothing
// shows that. (desired_state_of_world_populator.go, getPVCExtractPV; CheckNodeAffinity)
std::string doubt_about_claim(const LedgerInput& input, model::PodIndex pod, std::string_view name, ClaimIndex index,
                              model::NodeIndex on) {
  const model::ClusterSnapshot& cluster = input.cluster;
  const std::string begin = util::concat("where claim ", name, " cannot be mounted: ");
  if (index == model::k_none) {
    const bool is_shown = cluster.lists_storage || !cluster.persistent_volume_claims.empty();
    return is_shown ? util::concat(begin, "it does not exist") : std::string();
  }
  const model::PersistentVolumeClaim& claim = cluster.persistent_volume_claims[at(index)];
  if (claim.lost) { return util::concat(begin, "it has lost its volume ", claim.volume_name); }
  if (!claim.bound()) { return util::concat(begin, "it is not bound"); } // a scheduler would have bound it first
  const bool shows_volumes = cluster.lists_storage || !cluster.persistent_volumes.empty();
  if (shows_volumes && find_volume(cluster, claim.volume_name) == model::k_none) {
    return util::concat(begin, "its volume ", claim.volume_name, " does not exist");
  }
  PodClaims only;
  only.bound = {index};
  if (!volumes_on(cluster, input.run.bound_usage.storage(), only, on).bound_match) {
    return util::concat(begin, "the node does not reach its volume ", claim.volume_name);
  }
  const auto users = input.claim_users.find(index);
  if (users == input.claim_users.end()) { return {}; }
  const bool is_of_one_pod = std::ranges::binary_search(claim.access_modes, "ReadWriteOncePod");
  for (const ClaimUser& user : users->second) {
    if (user.pod == pod || input.pod(user.pod).phase != model::PodPhase::Running) { continue; }
    if (is_of_one_pod || (user.node != on && with_two_nodes(input, index) != TwoNodes::Allowed)) {
      return util::concat(begin, "pod ", model::pod_key(input.pod(user.pod)), " has it on node ",
                          cluster.nodes[at(user.node)].name, " (ReadWriteOnce", is_of_one_pod ? "Pod)" : ")");
    }
  }
  return {};
}

// Of a group, the scheduler binds all members before a kubelet looks at the volumes.
void ask_about_inline_volumes(const LedgerInput& input, const LedgerSubject& subject,
                              const std::vector<model::PodIndex>& pods, LedgerEntries& out) {
  for (const model::PodIndex index : pods) {
    if (input.run.timeline.pods[at(index)].outcome != model::Outcome::Bound) { continue; }
    const std::optional<InlineVolume> volume = doubtful_inline_volume(input.cluster, input.pod(index));
    if (!volume) { continue; }
    const bool is_refused = volume->reply == Reply::Refuses;
    out.add(Authority::Inputs, subject.group == nullptr ? volume->reply : Reply::NotAsked,
            util::concat("pod ", model::pod_key(input.pod(index)), " has ", volume->what,
                         is_refused ? ": no kubelet can mount it" : ""),
            volume->object);
    return;
  }
}

// Lists that the server denied, and by which filters and kubelets judge claims of CSI drivers. A file may just lack
// them. (nodevolumelimits, csi.go: CSINode and VolumeAttachment; volumebinding, hasEnoughCapacity: CSIDriver)
void ask_about_denied_lists(const LedgerInput& input, const std::vector<model::PodIndex>& pods, LedgerEntries& out) {
  constexpr std::array<std::string_view, 3> k_lists = {"csidrivers.storage.k8s.io", "csinodes.storage.k8s.io",
                                                       "volumeattachments.storage.k8s.io"};
  const auto has_driver = [&](model::PodIndex index) {
    return input.run.timeline.pods[at(index)].outcome == model::Outcome::Bound &&
           !first_of_claims(input.cluster, input.pod(index), [&](std::string_view, ClaimIndex claim) {
              return claim == model::k_none ? std::string() : std::string(mounting_driver(input, claim));
            }).empty();
  };
  const auto user = std::ranges::find_if(pods, has_driver);
  if (user == pods.end()) { return; }
  for (const model::OmittedList& omitted : input.cluster.omitted) {
    if (std::ranges::find(k_lists, omitted.list) == k_lists.end()) { continue; }
    out.add(Authority::Inputs, Reply::NotAsked,
            util::concat("the ", omitted.list,
                         " of the cluster could not be listed, and by them nodes take the claims of ", "pod ",
                         model::pod_key(input.pod(*user))),
            omitted.list);
  }
}

} // namespace

ClaimUsers claim_users_at_end(const Run& run) {
  ClaimUsers users;
  for (std::size_t i = 0; i < run.rules.cluster.pods.size(); ++i) {
    const model::Pod& pod = run.rules.cluster.pods[i];
    const PodOutcome& result = run.timeline.pods[i];
    const auto index = static_cast<model::PodIndex>(i);
    const model::NodeIndex node = result.outcome == model::Outcome::Bound          ? result.node
                                  : result.outcome == model::Outcome::AlreadyBound ? run.rules.cluster.node_of(index)
                                                                                   : model::k_none;
    if (node == model::k_none || pod.finished()) { continue; }
    // Only its kubelet ends a pod and unmounts its volumes, which stay attached until then. (attach-detach
    // desired_state_of_world_populator.go, findAndRemoveDeletedPods)
    if (pod.terminating && run.rules.cluster.nodes[at(node)].ready) { continue; }
    add_users(run, index, node, users);
  }
  return users;
}

// Without a CSIDriver no kubelet mounts the volume either, but a file may lack that object, and a manifest may make it.
// (csi_mounter.go, supportsVolumeLifecycleMode)
std::optional<InlineVolume> doubtful_inline_volume(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  for (const model::Volume& volume : pod.spec->volumes) {
    if (volume.kind != "csi") { continue; }
    const model::CsiDriver* const driver = find_csi_driver(cluster, volume.reference);
    if (driver != nullptr && driver->inline_volumes) { continue; }
    const std::string what = util::concat("an inline volume of driver ", volume.reference);
    const std::string object = util::concat("CSIDriver ", volume.reference);
    if (driver != nullptr) {
      return InlineVolume{Reply::Refuses, util::concat(what, ", whose CSIDriver does not list Ephemeral"), object};
    }
    return InlineVolume{Reply::NotAsked,
                        util::concat(what, ": whether its CSIDriver lists Ephemeral is not in the input"), object};
  }
  return std::nullopt;
}

// A scheduler binds claims and allocates devices before it gives a pod its node; a pod that was made with its node has
// no scheduler. (kubelet dra/manager.go, prepareResources: ResourceClaim is not allocated)
std::string doubt_about_volumes(const LedgerInput& input, model::PodIndex index, model::NodeIndex on) {
  const model::ClusterSnapshot& cluster = input.cluster;
  const model::Pod& pod = input.pod(index);
  const std::optional<InlineVolume> of_driver = doubtful_inline_volume(cluster, pod);
  if (of_driver && of_driver->reply == Reply::Refuses) {
    return util::concat("where no kubelet can mount ", of_driver->what);
  }
  const model::Node& node = cluster.nodes[at(on)];
  if (std::string inline_doubt = doubt_about_inline_mount(input, pod, node); !inline_doubt.empty()) {
    return inline_doubt;
  }
  std::string doubt = first_of_claims(cluster, pod, [&](std::string_view name, ClaimIndex claim) {
    std::string text = doubt_about_claim(input, index, name, claim, on);
    return text.empty() && claim != model::k_none ? doubt_about_mount(input, claim, node) : text;
  });
  if (!doubt.empty()) { return doubt; }
  for (const ClaimOfPod& used : claims_of_bound_pod(cluster, pod)) {
    const std::string begin = util::concat("where ResourceClaim ", used.name, " cannot be prepared: ");
    if (used.index == model::k_none) {
      if (!holds_claims(cluster)) { continue; }
      return util::concat(begin, "it does not exist");
    }
    const model::ResourceClaim& claim = cluster.resource_claims[at(used.index)];
    if (!claim.allocated) { return util::concat(begin, "it is not allocated"); }
    if (const model::DeviceId* const lost = lost_device(cluster, claim)) {
      return util::concat(begin, "no ResourceSlice of pool ", lost->pool, " has its device ", lost->device);
    }
  }
  return {};
}

// A pod that provisions a volume keeps others on its node until the volume is bound. Then the volume's own topology
// counts, which only its provisioner knows.
bool waits_for_shared_volume(const LedgerInput& input, const model::Pod& pod) {
  if (pod.bound() || pod.finished()) { return false; }
  return std::ranges::any_of(claims_used(input.cluster, pod), [&](ClaimIndex index) {
    const AssumedStorage::Claim* const since = input.run.timeline.usage_at_end.storage().find(index);
    return since != nullptr && since->bound && since->volume == model::k_none &&
           is_for_several_nodes(input.cluster.persistent_volume_claims[at(index)].access_modes);
  });
}

void volume_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const std::vector<model::PodIndex>& pods = pods_of(input, subject);
  ask_about_attaching(input, subject, pods, out);
  ask_about_inline_volumes(input, subject, pods, out);
  ask_about_mounts(input, pods, out);
  ask_about_denied_lists(input, pods, out);
  add_reservations(input, pods, out);
  for (const model::PodIndex index : pods) {
    if (input.run.timeline.pods[at(index)].outcome == model::Outcome::Bound) { continue; }
    if (!waits_for_shared_volume(input, input.pod(index))) { continue; }
    out.add(Authority::Inputs, Reply::NotAsked,
            util::concat("pod ", model::pod_key(input.pod(index)),
                         " shares a claim whose volume is made for a node: whether other nodes reach that volume is "
                         "not in the input"));
    return;
  }
}

} // namespace engine
