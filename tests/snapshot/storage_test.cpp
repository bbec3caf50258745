// SPDX-License-Identifier: Apache-2.0
// Decoding of claims, volumes and the kinds of storage.k8s.io.
#include "snapshot/objects.hpp"

namespace {

using Views = std::vector<std::string_view>;

} // namespace

TEST_CASE("a PersistentVolumeClaim decodes its fields") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: ml
  uid: u-1
  annotations: {pv.kubernetes.io/bind-completed: "yes", volume.kubernetes.io/selected-node: node-3}
  ownerReferences: [{uid: not-this, kind: Pod, name: a}, {uid: pod-uid, kind: Pod, name: b, controller: true}]
spec:
  storageClassName: fast
  volumeName: pv-7
  volumeMode: Block
  accessModes: [ReadWriteOncePod, ReadOnlyMany]
  volumeAttributesClassName: gold
  dataSourceRef: {kind: VolumeSnapshot, name: old}
  resources: {requests: {storage: 5Gi}}
  selector: {matchLabels: {tier: hot}}
status: {phase: Lost}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: bare}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: old, annotations: {volume.beta.kubernetes.io/storage-class: of-old}}
spec: {storageClassName: of-spec}
)");
  CHECK(cluster.problems.empty());
  REQUIRE(cluster.persistent_volume_claims.size() == 3);
  const model::PersistentVolumeClaim& bare = cluster.persistent_volume_claims[0]; // sorted by namespace and name
  CHECK(bare.namespace_name == "default");
  CHECK(!bare.bound());
  CHECK(!bare.requested);
  CHECK(!bare.selector);
  CHECK(!bare.has_source);
  CHECK(!bare.selected_node);
  CHECK(cluster.persistent_volume_claims[1].storage_class == "of-old");
  const model::PersistentVolumeClaim& data = cluster.persistent_volume_claims[2];
  CHECK(data.uid == "u-1");
  CHECK(data.owner_uid == "pod-uid");
  CHECK(data.storage_class == "fast");
  CHECK(data.volume_name == "pv-7");
  CHECK(data.bound());
  CHECK(data.lost);
  CHECK(data.block);
  CHECK(data.selected_node == "node-3");
  CHECK(data.access_modes == Views{"ReadOnlyMany", "ReadWriteOncePod"});
  CHECK(data.attributes_class == "gold");
  CHECK(data.has_source);
  REQUIRE(data.requested);
  CHECK(data.requested->value() == std::int64_t{5} << 30);
  REQUIRE(data.selector);
  CHECK(data.selector->at(0).key == "tier");
}

TEST_CASE("a PersistentVolume decodes its fields") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv-1, labels: {zone: a}, deletionTimestamp: "2026-03-02T12:00:00Z"}
spec:
  storageClassName: fast
  capacity: {storage: 10Gi}
  accessModes: [ReadWriteOnce]
  csi: {driver: ebs.csi.aws.com, volumeHandle: vol-1}
  claimRef: {namespace: ml, name: data, uid: u-1}
  nodeAffinity:
    required:
      nodeSelectorTerms:
      - matchExpressions: [{key: zone, operator: In, values: [a]}]
status: {phase: Available}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv-2}
spec: {awsElasticBlockStore: {volumeID: vol-2}}
)");
  CHECK(cluster.problems.empty());
  REQUIRE(cluster.persistent_volumes.size() == 2);
  const model::PersistentVolume& first = cluster.persistent_volumes[0];
  CHECK(first.storage_class == "fast");
  CHECK(first.capacity.value() == std::int64_t{10} << 30);
  CHECK(first.source == "csi");
  CHECK(first.driver == "ebs.csi.aws.com");
  CHECK(first.handle == "vol-1");
  CHECK(first.available);
  CHECK(first.terminating);
  REQUIRE(first.claim);
  CHECK(first.claim->uid == "u-1");
  REQUIRE(first.node_terms);
  CHECK(first.node_terms->at(0).expressions.at(0).values == Views{"a"});
  const model::PersistentVolume& second = cluster.persistent_volumes[1];
  CHECK(second.source == "awsElasticBlockStore");
  CHECK(second.handle == "vol-2");
  CHECK(!second.node_terms);
  CHECK(!second.claim);
  CHECK(!second.available);
}

TEST_CASE("the kinds of storage.k8s.io decode their fields") {
  const auto cluster = tests::cluster(R"(
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast}
provisioner: ebs.csi.aws.com
volumeBindingMode: WaitForFirstConsumer
allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [b, a]}]}]
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: plain}, provisioner: p}
---
apiVersion: storage.k8s.io/v1
kind: CSINode
metadata:
  name: node-1
  annotations: {storage.alpha.kubernetes.io/migrated-plugins: "kubernetes.io/gce-pd,kubernetes.io/aws-ebs"}
spec: {drivers: [{name: ebs.csi.aws.com, nodeID: i-1, allocatable: {count: 25}}, {name: free, nodeID: i-1}]}
---
{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: ebs.csi.aws.com}, spec: {storageCapacity: true, volumeLifecycleModes: [Persistent, Ephemeral], preventPodSchedulingIfMissing: true}}
---
apiVersion: storage.k8s.io/v1beta1
kind: CSIStorageCapacity
metadata: {name: c-1, namespace: kube-system}
storageClassName: fast
nodeTopology: {matchLabels: {zone: a}}
capacity: 100Gi
maximumVolumeSize: 10Gi
---
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: va-1}
spec: {attacher: ebs.csi.aws.com, nodeName: node-1, source: {persistentVolumeName: pv-1}}
)");
  CHECK(cluster.problems.empty());
  REQUIRE(cluster.storage_classes.size() == 2);
  CHECK(cluster.storage_classes[0].wait_for_first_consumer);
  REQUIRE(cluster.storage_classes[0].allowed_topologies.size() == 1);
  CHECK(cluster.storage_classes[0].allowed_topologies[0].at(0).values == Views{"a", "b"});
  CHECK(!cluster.storage_classes[1].wait_for_first_consumer); // Immediate by default
  REQUIRE(cluster.csi_nodes.size() == 1);
  REQUIRE(cluster.csi_nodes[0].limits.size() == 1); // a driver without a count has no limit
  CHECK(cluster.csi_nodes[0].drivers == Views{"ebs.csi.aws.com", "free"});
  CHECK(cluster.csi_nodes[0].limits[0].attachable == 25);
  CHECK(cluster.csi_nodes[0].migrated == Views{"kubernetes.io/aws-ebs", "kubernetes.io/gce-pd"});
  REQUIRE(cluster.csi_drivers.size() == 1);
  CHECK(cluster.csi_drivers[0].storage_capacity);
  CHECK(cluster.csi_drivers[0].inline_volumes);
  CHECK(cluster.csi_drivers[0].must_be_installed);
  REQUIRE(cluster.csi_storage_capacities.size() == 1);
  CHECK(cluster.csi_storage_capacities[0].largest->value() == std::int64_t{10}
                                                                  << 30); // maximumVolumeSize is more precise
  REQUIRE(cluster.csi_storage_capacities[0].nodes);
  REQUIRE(cluster.volume_attachments.size() == 1);
  CHECK(cluster.volume_attachments[0].volume_name == "pv-1");
}

TEST_CASE("an invalid storage object becomes a problem that names its field") {
  const auto cluster = tests::cluster(R"(
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {resources: {requests: {storage: much}}}}
---
{apiVersion: v1, kind: PersistentVolume, metadata: {name: b}, spec: {volumeMode: Tape}}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: c}, volumeBindingMode: Soon}
---
{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: d}, spec: {drivers: [{name: x, allocatable: {count: many}}]}}
---
{apiVersion: v1, kind: PersistentVolume, metadata: {name: e}, spec: {csi: [1]}}
)");
  CHECK(cluster.persistent_volume_claims.empty());
  CHECK(cluster.persistent_volumes.empty());
  CHECK(cluster.storage_classes.empty());
  CHECK(cluster.csi_nodes.empty());
  REQUIRE(cluster.problems.size() == 5);
  const auto says = [&](std::size_t at, std::string_view object, std::string_view field) {
    CHECK(cluster.problems[at].object == object);
    CHECK(cluster.problems[at].message.find(field) != std::string::npos);
  };
  says(0, "PersistentVolumeClaim a", "spec.resources.requests.storage");
  says(1, "PersistentVolume b", "spec.volumeMode");
  says(2, "StorageClass c", "volumeBindingMode");
  says(3, "CSINode d", "spec.drivers[0].allocatable.count");
  says(4, "PersistentVolume e", "spec.csi");
}

TEST_CASE("a duplicate claim counts once; with different content it is an error") {
  const std::string_view once =
      "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {volumeName: v}}\n---\n";
  CHECK(tests::cluster(std::string(once) + std::string(once)).persistent_volume_claims.size() == 1);
  CHECK_THROWS(
      tests::cluster(std::string(once) + "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}}"));
}
