// SPDX-License-Identifier: Apache-2.0
// The volume filters: which claim refuses which node, with the texts, and which volumes the run takes from later pods.
#include "engine/ask.hpp"
#include "engine/feasibility/feasibility.hpp"
#include "engine/nodes/storage.hpp"
#include "engine/run/simulation.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

#include <random>

using namespace engine;
using tests::ClusterBuilder;
using tests::operator""_pod;
using tests::operator""_node;

namespace {

const model::SchedulerProfile& profile() {
  static const model::SchedulerProfile p = model::default_profile_with_coscheduling();
  return p;
}

// A cluster with its storage, all in namespace "default". The storage lists are complete.
struct Storage {
  model::ClusterSnapshot cluster;

  explicit Storage(const ClusterBuilder& builder) : cluster(builder.build()) { cluster.lists_storage = true; }

  model::PersistentVolumeClaim& claim(std::string_view name, std::string_view storage_class = "",
                                      std::string_view bytes = "1Gi") {
    auto& claim = cluster.persistent_volume_claims.emplace_back();
    claim.namespace_name = "default";
    claim.name = name;
    claim.storage_class = storage_class;
    claim.requested = model::Quantity::parse(bytes);
    return claim;
  }
  model::PersistentVolumeClaim& bound_claim(std::string_view name, std::string_view volume) {
    auto& made = claim(name);
    made.volume_name = volume;
    made.bind_completed = true;
    return made;
  }
  model::PersistentVolume& volume(std::string_view name, std::string_view storage_class = "",
                                  std::string_view bytes = "1Gi") {
    auto& volume = cluster.persistent_volumes.emplace_back();
    volume.name = name;
    volume.storage_class = storage_class;
    volume.capacity = *model::Quantity::parse(bytes);
    volume.available = true;
    volume.labels = &cluster.label_sets.emplace_back();
    return volume;
  }
  // Binding waits for the pod. Without a provisioner, only existing volumes satisfy a claim.
  model::StorageClass& waiting_class(std::string_view name, std::string_view provisioner) {
    return cluster.storage_classes.emplace_back(model::StorageClass{name, provisioner, true, {}});
  }

  std::string message(const std::string& pod) const { return tests::pod(tests::explain(cluster), pod).message; }
  std::string node(const std::string& pod) const {
    const model::PodReport report = tests::pod(tests::explain(cluster), pod);
    return report.node;
  }
};

std::vector<model::NodeSelectorTerm> in_zone(std::string_view zone) {
  return {{{{"zone", model::SelectorOperator::In, {zone}}}, {}}};
}

void uses(ClusterBuilder::PodSpecRow& pod, std::string_view claim) {
  pod.spec.volumes.push_back({"persistentVolumeClaim", "v", claim, false});
}

void begins(const std::string& text, const std::string& expected) {
  CHECK(text.substr(0, expected.size()) == expected);
}

ClusterBuilder two_zones() {
  ClusterBuilder c;
  c.node("a").label("zone", "a");
  c.node("b").label("zone", "b");
  return c;
}

} // namespace

TEST_CASE("a missing, lost, terminating, foreign, or immediate and unbound claim refuses the pod on all nodes") {
  ClusterBuilder c = two_zones();
  uses(c.pod("missing"), "nowhere");
  uses(c.pod("lost"), "1-lost");
  uses(c.pod("going"), "2-going");
  uses(c.pod("unbound"), "3-immediate");
  c.pod("early").spec.volumes = {{"ephemeral", "tmp", "", false}};
  c.pod("not-mine").spec.volumes = {{"ephemeral", "tmp", "", false}};
  auto& mine = c.pod("own");
  mine.pod.uid = "uid-1";
  mine.spec.volumes = {{"ephemeral", "tmp", "", false}};
  Storage s(c);
  auto& lost = s.bound_claim("1-lost", "gone");
  lost.lost = true;
  s.claim("2-going").terminating = true;
  s.claim("3-immediate");
  s.claim("not-mine-tmp").owner_uid = "uid-of-another";
  s.bound_claim("own-tmp", "v").owner_uid = "uid-1";
  s.volume("v").claim = model::ClaimReference{"default", "own-tmp", ""};
  const std::string all = "0/2 nodes are available: ";
  begins(s.message("missing"), all + "persistentvolumeclaim \"nowhere\" not found. not found");
  begins(s.message("lost"), all + "persistentvolumeclaim \"1-lost\" bound to non-existent persistentvolume \"gone\". ");
  begins(s.message("going"), all + "persistentvolumeclaim \"2-going\" is being deleted. ");
  begins(s.message("unbound"), all + "pod has unbound immediate PersistentVolumeClaims. ");
  begins(s.message("early"),
         all + "waiting for ephemeral volume controller to create the persistentvolumeclaim \"early-tmp\". ");
  begins(s.message("not-mine"),
         all + "PVC default/not-mine-tmp was not created for pod default/not-mine (pod is not owner). ");
  CHECK(s.node("own") == "a");
}

TEST_CASE("a bound volume must exist and be reachable from the node") {
  ClusterBuilder c = two_zones();
  uses(c.pod("in-b"), "1-in-b");
  uses(c.pod("in-c"), "2-in-c");
  uses(c.pod("gone"), "3-gone");
  auto& own = c.pod("4");
  own.pod.uid = "uid";
  own.spec.volumes = {{"ephemeral", "gone", "", false}};
  Storage s(c);
  s.bound_claim("1-in-b", "v-b");
  s.bound_claim("2-in-c", "v-c");
  s.bound_claim("3-gone", "v-gone");
  s.bound_claim("4-gone", "v-gone").owner_uid = "uid";
  s.volume("v-b").node_terms = in_zone("b");
  s.volume("v-c").node_terms = in_zone("c");
  CHECK(s.node("in-b") == "b");
  begins(s.message("in-c"), "0/2 nodes are available: 2 node(s) didn't match PersistentVolume's node affinity. ");
  begins(s.message("gone"), "0/2 nodes are available: persistentvolume \"v-gone\" not found. "); // by VolumeZone
  begins(s.message("4"), "0/2 nodes are available: 2 node(s) unavailable due to one or more pvc(s) bound to "
                         "non-existent pv(s). "); // VolumeZone ignores ephemeral volumes
}

TEST_CASE("an unbound claim needs a free volume of its class, size, access modes, mode, selector and node affinity") {
  ClusterBuilder c = two_zones();
  uses(c.pod("p"), "data");
  Storage s(c);
  s.waiting_class("local", "kubernetes.io/no-provisioner");
  auto& claim = s.claim("data", "local", "5Gi");
  claim.access_modes = {"ReadWriteOnce"};
  claim.selector = model::Selector{{"tier", model::SelectorOperator::In, {"hot"}}};
  const model::Labels* hot = &s.cluster.label_sets.emplace_back(model::Labels{{"tier", "hot"}});
  auto& fitting = s.volume("v", "local", "5Gi");
  fitting.access_modes = {"ReadOnlyMany", "ReadWriteOnce"};
  fitting.labels = hot;
  fitting.node_terms = in_zone("b");
  const model::PersistentVolume good = fitting;
  CHECK(s.node("p") == "b");
  const auto refused = [&](const char* what, auto spoil) {
    INFO(what);
    s.cluster.persistent_volumes[0] = good;
    spoil(s.cluster.persistent_volumes[0]);
    begins(s.message("p"), "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind. ");
  };
  refused("class", [](auto& v) { v.storage_class = "other"; });
  refused("size", [](auto& v) { v.capacity = *model::Quantity::parse("4Gi"); });
  refused("access modes", [](auto& v) { v.access_modes = {"ReadOnlyMany"}; });
  refused("volume mode", [](auto& v) { v.block = true; });
  refused("selector", [&](auto& v) { v.labels = s.cluster.nodes[0].labels; });
  refused("place", [](auto& v) { v.node_terms = in_zone("c"); });
  refused("phase", [](auto& v) { v.available = false; });
  refused("terminating", [](auto& v) { v.terminating = true; });
  refused("attributes class", [](auto& v) { v.attributes_class = "gold"; });
  refused("another's", [](auto& v) { v.claim = model::ClaimReference{"default", "other", ""}; });
}

TEST_CASE(
    "a claim takes the volume kept for it before a smaller one, whatever its phase; no other volume satisfies it") {
  ClusterBuilder c = two_zones();
  uses(c.pod("p"), "data");
  Storage s(c);
  s.waiting_class("local", "kubernetes.io/no-provisioner");
  s.claim("data", "local");
  s.volume("small", "local");
  auto& kept = s.volume("zkept", "local", "9Gi");
  kept.claim = model::ClaimReference{"default", "data", ""};
  kept.available = false;
  kept.node_terms = in_zone("b");
  CHECK(s.node("p") == "b");
}

TEST_CASE("a volume that an earlier pod of the run took is not free; small claims leave large volumes to others") {
  ClusterBuilder c;
  c.node("a");
  uses(c.pod("p0"), "c0");
  uses(c.pod("p1"), "c1");
  uses(c.pod("p2"), "c2");
  Storage s(c);
  s.waiting_class("local", "kubernetes.io/no-provisioner");
  s.claim("c0", "local", "1Gi");
  s.claim("c1", "local", "8Gi");
  s.claim("c2", "local", "1Gi");
  s.volume("large", "local", "10Gi");
  s.volume("small", "local", "2Gi");
  CHECK(s.node("p0") == "a");
  CHECK(s.node("p1") == "a");
  begins(s.message("p2"), "0/1 nodes are available: 1 node(s) didn't find available persistent volumes to bind. ");
}

TEST_CASE("removing a pod frees the volumes that it reserved; a bound volume stays bound") {
  ClusterBuilder c = two_zones();
  uses(c.pod("p0"), "shared");
  uses(c.pod("p1"), "other");
  Storage s(c);
  s.waiting_class("local", "kubernetes.io/no-provisioner");
  s.claim("other", "local");
  s.claim("shared", "local");
  s.volume("v", "local").node_terms = in_zone("b");
  const NodeTable nodes(s.cluster);
  Feasibility f(nodes, NodeUsage(nodes), {});
  const int first = f.class_of(0_pod, profile());
  const int second = f.class_of(1_pod, profile());
  CHECK(first != second);
  CHECK(f.fits(second, 1_node));
  f.add(0_pod, 1_node);
  CHECK_FALSE(f.fits(second, 1_node));
  CHECK(f.feasible(second).empty());
  f.remove(0_pod, 1_node);
  CHECK(f.fits(second, 1_node));
  CHECK(f.feasible(second).has(1_node));
  f.add(0_pod, 1_node);
  f.bind(0_pod, 1_node);
  f.remove(0_pod, 1_node);
  CHECK_FALSE(f.fits(second, 1_node));
  CHECK(f.refusal_on(first, 0_node).reasons ==
        std::vector<std::string_view>{"node(s) didn't match PersistentVolume's node affinity"});
}

TEST_CASE("provisioning works where the class and the driver's capacity allow it") {
  ClusterBuilder c = two_zones();
  uses(c.pod("p"), "data");
  Storage s(c);
  auto& fast = s.waiting_class("fast", "csi.example.com");
  s.claim("data", "fast", "5Gi");
  CHECK(s.node("p") == "a");

  fast.allowed_topologies = {{{"zone", model::SelectorOperator::In, {"b", "c"}}}};
  CHECK(s.node("p") == "b");
  fast.allowed_topologies = {{}}; // a term without expressions matches nothing
  begins(s.message("p"), "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind. ");

  fast.allowed_topologies.clear();
  s.cluster.csi_drivers.push_back({"csi.example.com", true});
  begins(s.message("p"), "0/2 nodes are available: 2 node(s) did not have enough free storage. ");
  const model::Selector zone_b = {{"zone", model::SelectorOperator::In, {"b"}}};
  s.cluster.csi_storage_capacities = {{"kube-system", "c", "fast", zone_b, model::Quantity::parse("5Gi")}};
  CHECK(s.node("p") == "b");
  s.cluster.csi_storage_capacities[0].largest = model::Quantity::parse("4Gi");
  CHECK(s.message("p").find("2 node(s) did not have enough free storage") != std::string::npos);
  s.cluster.csi_storage_capacities[0].largest = model::Quantity::parse("5Gi");
  s.cluster.csi_storage_capacities[0].nodes.reset();
  CHECK(s.message("p").find("2 node(s) did not have enough free storage") != std::string::npos);
}

TEST_CASE("a claim under provisioning for a node keeps the next pod there") {
  ClusterBuilder c = two_zones();
  uses(c.pod("first").selects("zone", "b"), "data");
  uses(c.pod("second"), "data");
  Storage s(c);
  s.waiting_class("fast", "csi.example.com");
  auto& claim = s.claim("data", "fast");
  CHECK(s.node("first") == "b");
  CHECK(s.node("second") == "b");
  claim.selected_node = "a";
  CHECK(s.message("first").find("1 node(s) didn't find available persistent volumes to bind") != std::string::npos);
}

TEST_CASE("VolumeRestrictions refuses disks that two pods of a node cannot share") {
  const auto shares = [](model::Volume there, model::Volume wanted) {
    ClusterBuilder c;
    c.node("a");
    c.pod("there").on("a").spec.volumes = {there};
    c.pod("p").spec.volumes = {wanted};
    const std::string message = Storage(c).message("p");
    if (message.empty()) { return true; }
    begins(message, "0/1 nodes are available: 1 node(s) had no available disk. ");
    return false;
  };
  const auto disk = [](std::string_view kind, std::string_view id, bool read_only = false) {
    return model::Volume{kind, "v", id, read_only};
  };
  CHECK_FALSE(shares(disk("gcePersistentDisk", "x"), disk("gcePersistentDisk", "x", true)));
  CHECK(shares(disk("gcePersistentDisk", "x", true), disk("gcePersistentDisk", "x", true)));
  CHECK(shares(disk("gcePersistentDisk", "x"), disk("gcePersistentDisk", "y")));
  CHECK_FALSE(shares(disk("awsElasticBlockStore", "x", true), disk("awsElasticBlockStore", "x", true)));
  CHECK_FALSE(shares(disk("iscsi", "p1|iqn|0"), disk("iscsi", "p2|iqn|7"))); // only the iqn counts
  CHECK(shares(disk("iscsi", "p|iqn|0", true), disk("iscsi", "p|iqn|0", true)));
  CHECK(shares(disk("iscsi", "p|iqn-1|0"), disk("iscsi", "p|iqn-2|0")));
  CHECK_FALSE(shares(disk("rbd", "m1,m2|pool|image"), disk("rbd", "m2,m3|pool|image")));
  CHECK(shares(disk("rbd", "m1|pool|image"), disk("rbd", "m3|pool|image")));
  CHECK(shares(disk("rbd", "m1|pool|image"), disk("rbd", "m1|pool|other")));
  CHECK(shares(disk("azureDisk", "x"), disk("azureDisk", "x"))); // not restricted
}

TEST_CASE("a ReadWriteOncePod claim in use refuses every node; evicting its user frees it") {
  ClusterBuilder c;
  c.node("a");
  c.node("b");
  uses(c.pod("user").on("a"), "data");
  uses(c.pod("equal"), "data");
  Storage s(c);
  s.bound_claim("data", "v").access_modes = {"ReadWriteOncePod"};
  s.volume("v");
  begins(
      s.message("equal"),
      "0/2 nodes are available: 2 node(s) unavailable due to PersistentVolumeClaim with "
      "ReadWriteOncePod access mode already in-use by another pod. no new claims to deallocate, preemption: 0/2 nodes "
      "are available: 2 No preemption victims found for incoming pod.");
  s.cluster.persistent_volume_claims[0].access_modes = {"ReadWriteOnce"};
  CHECK(s.message("equal").empty());

  ClusterBuilder higher;
  higher.node("a");
  higher.node("b");
  uses(higher.pod("user").on("b"), "data");
  uses(higher.pod("high").priority(100), "data");
  Storage t(higher);
  t.bound_claim("data", "v").access_modes = {"ReadWriteOncePod"};
  t.volume("v");
  const model::PodReport high = tests::pod(tests::explain(t.cluster), "high");
  CHECK(high.victims == std::vector<std::string>{"default/user"});
  CHECK(high.nominated_node == "b");
}

TEST_CASE("NodeVolumeLimits enforces the limits of the node's CSINode; a shared volume counts once") {
  ClusterBuilder c;
  c.node("a");
  uses(c.pod("there").on("a"), "c0");
  uses(c.pod("same"), "c0");
  uses(c.pod("third"), "c1");
  Storage s(c);
  for (const auto& [claim, volume] : {std::pair("c0", "v0"), std::pair("c1", "v1")}) {
    s.bound_claim(claim, volume);
    auto& made = s.volume(volume);
    made.source = "csi";
    made.driver = "csi.example.com";
    made.handle = volume;
  }
  s.cluster.csi_nodes.push_back({"a", {{"csi.example.com", 1}}, {}});
  const std::string full = "0/1 nodes are available: 1 node(s) exceed max volume count. ";
  CHECK(s.node("same") == "a");
  begins(s.message("third"), full);
  s.cluster.csi_nodes[0].limits[0].attachable = 2;
  CHECK(s.node("third") == "a");
  // An attached volume counts too, even if no pod of the node uses it.
  s.volume("v2").source = "csi";
  s.cluster.persistent_volumes.back().driver = "csi.example.com";
  s.cluster.persistent_volumes.back().handle = "h2";
  s.cluster.volume_attachments.push_back({"va", "a", "csi.example.com", "v2"});
  begins(s.message("third"), full);
  s.cluster.volume_attachments[0].volume_name = "v0"; // used by a pod of the node: counted already
  CHECK(s.node("third") == "a");
  s.cluster.csi_nodes[0].limits[0].name = "another.example.com";
  s.cluster.csi_nodes[0].limits[0].attachable = 0;
  CHECK(s.node("third") == "a");
}

TEST_CASE("disks of in-tree plugins count against the driver that took them over") {
  ClusterBuilder c;
  c.node("a");
  c.pod("p").spec.volumes = {{"azureDisk", "v", "uri", false}};
  Storage s(c);
  CHECK(s.node("p") == "a"); // without a CSINode there is no limit
  s.cluster.csi_nodes.push_back({"a", {{"disk.csi.azure.com", 0}}, {}});
  begins(s.message("p"), "0/1 nodes are available: 1 node(s) exceed max volume count. ");
}

TEST_CASE("a driver can keep its pods off nodes without it") {
  ClusterBuilder c = two_zones();
  uses(c.pod("p"), "data");
  Storage s(c);
  s.waiting_class("fast", "csi.example.com");
  s.claim("data", "fast");
  auto& driver = s.cluster.csi_drivers.emplace_back(model::CsiDriver{"csi.example.com"});
  CHECK(s.node("p") == "a"); // preventPodSchedulingIfMissing is off
  driver.must_be_installed = true;
  begins(s.message("p"), "0/2 nodes are available: 2 csi.example.com CSI driver is not installed on the node. ");
  s.cluster.csi_nodes = {{"a", {}, {}, {"other.example.com"}}, {"b", {}, {}, {"csi.example.com"}}};
  CHECK(s.node("p") == "b");
  s.cluster.csi_nodes.clear();
  SECTION("of a bound volume") {
    auto& volume = s.volume("pv");
    volume.source = "csi";
    volume.driver = "csi.example.com";
    volume.handle = "h";
    s.cluster.persistent_volume_claims[0].volume_name = "pv";
    s.cluster.persistent_volume_claims[0].bind_completed = true;
    CHECK(s.node("p").empty());
  }
  SECTION("a node of --add-nodes gets its drivers") {
    s.cluster.nodes[1].added = true;
    CHECK(s.node("p") == "b");
  }
  SECTION("the input may lack the CSINodes") {
    s.cluster.lists_storage = false;
    CHECK(tests::explain(s.cluster).verdict == model::Verdict::Unknown);
    CHECK(tests::pod(tests::explain(s.cluster), "p").untold ==
          "claims of drivers whose CSINodes the input does not hold (data)");
  }
}

TEST_CASE("a volume's zone must be the node's, if the node has one") {
  ClusterBuilder c;
  c.node("a").label("topology.kubernetes.io/zone", "z1");
  c.node("b").label("topology.kubernetes.io/zone", "z2");
  c.node("c");
  uses(c.pod("p").selects("kubernetes.io/hostname", "a"), "data");
  uses(c.pod("q").selects("kubernetes.io/hostname", "b"), "data");
  uses(c.pod("r").selects("kubernetes.io/hostname", "c"), "data");
  Storage s(c);
  s.bound_claim("data", "v");
  // The deprecated key, which counts as the new one on nodes; two zones.
  s.volume("v").labels =
      &s.cluster.label_sets.emplace_back(model::Labels{{"failure-domain.beta.kubernetes.io/zone", "z1__z3"}});
  CHECK(s.node("p") == "a");
  CHECK(s.message("q").find("1 node(s) had no available volume zone") != std::string::npos);
  CHECK(s.node("r") == "c"); // a node without zone labels
}

TEST_CASE("claims that the input cannot contain make the answer unknown") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(1);
  uses(c.pod("p").in("g"), "data");
  Storage s(c);
  s.cluster.lists_storage = false;
  const model::Report report = tests::explain(s.cluster);
  CHECK(tests::group(report, "g").verdict == model::GroupVerdict::Unknown);
  CHECK(tests::group(report, "g").code == model::Code::NotModelled);
  s.bound_claim("data", "v");
  CHECK(tests::group(tests::explain(s.cluster), "g").code == model::Code::NotModelled); // no volumes in the input
  s.volume("v");
  CHECK(tests::group(tests::explain(s.cluster), "g").verdict == model::GroupVerdict::Fits);
}

TEST_CASE("a volume to be made from a snapshot, by a VolumeAttributesClass or for a selector leaves the answer open") {
  const auto verdict = [](auto change) {
    ClusterBuilder c;
    c.node("a");
    c.group("g").min_member(1);
    uses(c.pod("p").in("g"), "data");
    Storage s(c);
    s.waiting_class("fast", "csi.example.com");
    change(s.claim("data", "fast"));
    return tests::group(tests::explain(s.cluster), "g").verdict;
  };
  CHECK(verdict([](auto&) {}) == model::GroupVerdict::Fits);
  CHECK(verdict([](auto& claim) { claim.has_source = true; }) == model::GroupVerdict::Unknown);
  CHECK(verdict([](auto& claim) { claim.attributes_class = "gold"; }) == model::GroupVerdict::Unknown);
  CHECK(verdict([](auto& claim) { claim.selector.emplace(); }) == model::GroupVerdict::Unknown);
}

namespace {

constexpr std::array<const char*, 6> k_claims = {"c0", "c1", "c2", "c3", "c4", "c5"};
constexpr std::array<const char*, 6> k_volumes = {"v0", "v1", "v2", "v3", "v4", "v5"};
constexpr std::array<const char*, 3> k_zones = {"a", "b", "c"};

// A cluster in which every volume filter can refuse.
Storage random_storage(std::mt19937& random) {
  const auto pick = [&](unsigned n) { return static_cast<std::size_t>(random() % n); };
  ClusterBuilder c;
  const std::size_t nodes = 1 + pick(20);
  for (std::size_t i = 0; i < nodes; ++i) {
    auto& node = c.node("n" + std::to_string(i)).label("zone", k_zones[pick(3)]);
    if (pick(2) == 0) { node.label("topology.kubernetes.io/zone", k_zones[pick(3)]); }
  }
  const auto volume = [&]() -> model::Volume {
    if (pick(4) == 0) { return {"gcePersistentDisk", "v", k_volumes[pick(3)], pick(2) == 0}; }
    return {"persistentVolumeClaim", "v", k_claims[pick(6)], false};
  };
  for (std::size_t i = 0; i < nodes; ++i) {
    c.pod("r" + std::to_string(i)).on("n" + std::to_string(pick(static_cast<unsigned>(nodes)))).spec.volumes = {
        volume()};
  }
  for (std::size_t i = 0; i < 6; ++i) { c.pod("p" + std::to_string(i)).spec.volumes = {volume(), volume()}; }
  Storage s(c);
  s.waiting_class("local", "kubernetes.io/no-provisioner");
  s.waiting_class("zoned", "csi.example.com").allowed_topologies = {
      {{"zone", model::SelectorOperator::In, {"b", "c"}}}};
  for (std::size_t i = 0; i < 6; ++i) {
    const std::size_t kind = pick(3);
    auto& claim =
        kind == 0 ? s.bound_claim(k_claims[i], k_volumes[i]) : s.claim(k_claims[i], kind == 1 ? "local" : "zoned");
    if (pick(6) == 0) { claim.access_modes = {"ReadWriteOncePod"}; }
    auto& made = s.volume(k_volumes[i], "local");
    made.access_modes = {"ReadWriteOncePod"};
    if (pick(2) == 0) { made.node_terms = in_zone(k_zones[pick(3)]); }
    if (pick(3) == 0) {
      made.labels =
          &s.cluster.label_sets.emplace_back(model::Labels{{"topology.kubernetes.io/zone", k_zones[pick(3)]}});
    }
    made.source = "csi";
    made.driver = "csi.example.com";
    made.handle = k_volumes[i];
  }
  for (const model::Node& node : s.cluster.nodes) {
    if (pick(2) == 0) {
      s.cluster.csi_nodes.push_back({node.name, {{"csi.example.com", static_cast<std::int32_t>(pick(3))}}, {}});
    }
  }
  return s;
}

} // namespace

TEST_CASE("volume filters: why gives a reason exactly for dropped nodes, also during a run") {
  std::mt19937 random(20'251'121);
  std::map<std::string_view, int> dropped;
  for (int round = 0; round < 150; ++round) {
    const Storage s = random_storage(random);
    const NodeTable nodes(s.cluster);
    Feasibility live(nodes, usage_of_bound_pods(s.cluster, nodes), {});
    std::vector<std::pair<model::PodIndex, model::NodeIndex>> placed;
    for (const model::PodIndex pod : pending_pods(s.cluster)) {
      const model::Pod& it = nodes.pod(pod);
      const FilterInput input{nodes, live.usage(), it, *it.spec, profile(), {}};
      for (const Filter& filter : all_filters()) {
        NodeSet set(nodes.size());
        filter.keep(input, set);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
          Refusal refusal;
          filter.why(input, static_cast<model::NodeIndex>(i), refusal);
          REQUIRE(set.has(static_cast<model::NodeIndex>(i)) == refusal.reasons.empty());
          if (!refusal.reasons.empty()) {
            ++dropped[filter.name];
            REQUIRE((filter.skips == nullptr || !filter.skips(input)));
          }
        }
      }
      const NodeSet now = live.feasible(live.class_of(pod, profile()));
      Feasibility fresh(nodes, live.usage(), {});
      REQUIRE(now == fresh.feasible(fresh.class_of(pod, profile())));
      if (now.empty()) { continue; }
      const model::NodeIndex node = live.best(live.class_of(pod, profile()), now);
      live.add(pod, node);
      if (random() % 3 == 0) {
        live.remove(pod, node);
      } else if (random() % 2 == 0) {
        live.bind(pod, node);
      }
    }
  }
  for (const char* filter : {"VolumeRestrictions", "NodeVolumeLimits", "VolumeBinding", "VolumeZone"}) {
    INFO(filter);
    CHECK(dropped[filter] > 200);
  }
}
