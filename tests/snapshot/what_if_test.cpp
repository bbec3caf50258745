// SPDX-License-Identifier: Apache-2.0
// Changes to the snapshot by the what-if flags.
#include "snapshot/objects.hpp"

namespace {

using Kind = snapshot::WhatIf::Kind;
using Views = std::vector<std::string_view>;

model::ClusterSnapshot changed(const std::string& yaml, const std::vector<snapshot::WhatIf>& what_ifs) {
  snapshot::Builder builder;
  tests::add(builder, yaml);
  for (const snapshot::WhatIf& what_if : what_ifs) { builder.apply(what_if); }
  return builder.finish();
}

std::string refusal(const std::string& yaml, Kind kind, const std::string& argument) {
  return error_of([&] { changed(yaml, {{kind, argument}}); });
}

Views node_names(const model::ClusterSnapshot& cluster) {
  Views names;
  for (const model::Node& node : cluster.nodes) { names.push_back(node.name); }
  return names;
}

std::vector<std::string> pod_keys(const model::ClusterSnapshot& cluster) {
  std::vector<std::string> keys;
  for (const model::Pod& pod : cluster.pods) { keys.push_back(model::pod_key(pod)); }
  return keys;
}

const std::string k_nodes = node("gpu-1", {.labels = "kubernetes.io/hostname: gpu-1, pool: gpu"}) + node("gpu-2");

} // namespace

TEST_CASE("--add-nodes NODE=COUNT copies a node in the state of a new one") {
  const std::string cordoned = node("gpu-1", {.labels = "kubernetes.io/hostname: gpu-1, pool: gpu",
                                              .spec = "unschedulable: true, taints: [{key: gpu, effect: NoSchedule}, "
                                                      "{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]",
                                              .status = "conditions: [{type: Ready, status: \"False\"}]"});
  const auto cluster = changed(cordoned, {{Kind::AddNodes, "gpu-1=2"}});
  CHECK(node_names(cluster) == Views{"gpu-1", "gpu-1-add-1", "gpu-1-add-2"});
  const model::Node& copy = cluster.nodes[1];
  CHECK(copy.added);
  CHECK(copy.ready);
  CHECK_FALSE(copy.unschedulable);
  CHECK(copy.taints == std::vector<model::Taint>{{"gpu", "", model::TaintEffect::NoSchedule}});
  CHECK(*copy.labels == model::Labels{{"kubernetes.io/hostname", "gpu-1-add-1"}, {"pool", "gpu"}});
  CHECK(copy.allocatable == cluster.nodes[0].allocatable);
  CHECK_FALSE(cluster.nodes[0].added);
  CHECK(cluster.nodes[0].unschedulable);
}

TEST_CASE("--add-nodes: copies run the pods of DaemonSets that the node runs") {
  const std::string owner = "ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, controller: true}], ";
  const std::string pods = pod("d-x", {.metadata = owner,
                                       .requests = "cpu: 1",
                                       .container = "ports: [{containerPort: 80, hostPort: 80, protocol: UDP}]",
                                       .spec = "nodeName: gpu-2"}) +
                           pod("job", {.requests = "cpu: 1", .spec = "nodeName: gpu-2"});
  const auto cluster = changed(k_nodes + pods, {{Kind::AddNodes, "gpu-2=2"}, {Kind::AddNodes, "gpu-2=1"}});
  const auto cpu = [&](std::size_t at) { return model::amount_of(cluster.nodes[at].allocatable, model::k_cpu); };
  CHECK(cpu(2) == cpu(1) - 1000);
  CHECK(cluster.nodes[2].taken_ports == std::vector<model::HostPort>{{"0.0.0.0", "UDP", 80}});
  CHECK(cluster.nodes[1].taken_ports.empty());
  CHECK(cluster.assumptions ==
        std::vector<std::string>{"each new node like gpu-2 runs the same 1 pod of DaemonSets as gpu-2"});
}

TEST_CASE("--add-nodes: a copy has its own name in labels that repeat the node's name") {
  const auto cluster = changed(node("gpu-1", {.labels = "kubernetes.io/hostname: gpu-1, csi/node: gpu-1, pool: gpu"}),
                               {{Kind::AddNodes, "gpu-1=1"}});
  CHECK(*cluster.nodes[1].labels ==
        model::Labels{{"csi/node", "gpu-1-add-1"}, {"kubernetes.io/hostname", "gpu-1-add-1"}, {"pool", "gpu"}});
}

TEST_CASE("--add-nodes: a DaemonSet whose pod terminates has one pod on each copy") {
  const std::string owner = "ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, controller: true}], ";
  const std::string old = pod("d-old", {.metadata = owner + "deletionTimestamp: 2026-01-02T04:00:00Z, ",
                                        .requests = "cpu: 2",
                                        .spec = "nodeName: gpu-2"});
  const std::string next = pod("d-new", {.metadata = owner, .requests = "cpu: 1", .spec = "nodeName: gpu-2"});
  const auto taken = [](const std::string& pods) {
    const auto cluster = changed(k_nodes + pods, {{Kind::AddNodes, "gpu-2=1"}});
    return model::amount_of(cluster.nodes[1].allocatable, model::k_cpu) -
           model::amount_of(cluster.nodes[2].allocatable, model::k_cpu);
  };
  CHECK(taken(old) == 2000);
  CHECK(taken(old + next) == 1000);
}

TEST_CASE("--add-nodes: drivers publish for copies what they publish for the node") {
  const std::string driver =
      object("storage.k8s.io/v1", "CSINode", "gpu-1",
             "spec: {drivers: [{name: d, nodeID: x, topologyKeys: [], allocatable: {count: 3}}]}") +
      object("resource.k8s.io/v1", "ResourceSlice", "s",
             "spec: {driver: gpu.x, nodeName: gpu-1, pool: {name: gpu-1, generation: 1, resourceSliceCount: 1}, "
             "devices: [{name: a}]}");
  const auto cluster = changed(k_nodes + driver, {{Kind::AddNodes, "gpu-1=2"}});
  REQUIRE(cluster.csi_nodes.size() == 3);
  CHECK(cluster.csi_nodes[1].name == "gpu-1-add-1");
  REQUIRE(cluster.csi_nodes[1].limits.size() == 1);
  CHECK(cluster.csi_nodes[1].limits[0].attachable == 3);
  REQUIRE(cluster.resource_slices.size() == 3);
  const model::ResourceSlice& slice = cluster.resource_slices[2];
  CHECK(slice.node_name == "gpu-1-add-2");
  CHECK(slice.pool == "gpu-1-add-2");
  CHECK(slice.devices.size() == 1);
}

TEST_CASE("--add-nodes twice continues the numbering") {
  const auto cluster = changed(k_nodes, {{Kind::AddNodes, "gpu-2=1"}, {Kind::AddNodes, "gpu-2=1"}});
  CHECK(node_names(cluster) == Views{"gpu-1", "gpu-2", "gpu-2-add-1", "gpu-2-add-2"});
}

TEST_CASE("--add-nodes FILE adds the nodes of the file") {
  const TemporaryFile file(node("new-1") + pod("ignored"));
  const std::string& path = file.path();
  const auto cluster = changed(k_nodes, {{Kind::AddNodes, path}});
  CHECK(node_names(cluster) == Views{"gpu-1", "gpu-2", "new-1"});
  CHECK(cluster.nodes[2].added);
  CHECK(cluster.pods.empty());
  CHECK(refusal(node("new-1"), Kind::AddNodes, path) == "--add-nodes " + path +
                                                            ": node new-1 is in the cluster already (" + path +
                                                            ", line 2); give the new one another name");
  file.write(pod("no-node"));
  CHECK(refusal(k_nodes, Kind::AddNodes, path) == "--add-nodes " + path + ": the file holds no Node");
  file.write(node("bad", {.allocatable = "cpu: x"}));
  CHECK(refusal(k_nodes, Kind::AddNodes, path) ==
        "--add-nodes " + path + ", line 2: Node bad: status.allocatable.cpu: \"x\" is not a quantity");
}

TEST_CASE("--add-nodes refuses unknown nodes and invalid counts") {
  CHECK(refusal(k_nodes, Kind::AddNodes, "gpu-9=1") == "--add-nodes gpu-9: there is no such node; did you mean gpu-1?");
  CHECK(refusal(k_nodes, Kind::AddNodes, "gpu-1=x") ==
        "--add-nodes gpu-1=x: give NODE=COUNT with a count from 1 to 100000");
  CHECK(refusal(k_nodes, Kind::AddNodes, "gpu-1=0") ==
        "--add-nodes gpu-1=0: give NODE=COUNT with a count from 1 to 100000");
  CHECK(refusal(k_nodes, Kind::AddNodes, "no-such-file.yaml") != "");
}

TEST_CASE("--remove-node also removes the node's pods and reports it") {
  const auto cluster = changed(k_nodes + pod("a", {.spec = "nodeName: gpu-1"}) + pod("b", {.spec = "nodeName: gpu-2"}),
                               {{Kind::RemoveNode, "gpu-1"}});
  CHECK(node_names(cluster) == Views{"gpu-2"});
  CHECK(pod_keys(cluster) == std::vector<std::string>{"default/b"});
  CHECK(node_of(cluster, "default/b") == 0);
  CHECK(cluster.assumptions == std::vector<std::string>{"the 1 pod on gpu-1 went with it and nothing replaces it"});
  CHECK(texts(cluster.problems).empty());
}

TEST_CASE("--cordon and --uncordon change the node and its taint") {
  const std::string tainted =
      node("n1", {.spec = "unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, "
                          "effect: NoSchedule}]"});
  CHECK(changed(k_nodes, {{Kind::Cordon, "gpu-1"}}).nodes[0].unschedulable);
  CHECK_FALSE(changed(tainted, {{Kind::Uncordon, "n1"}}).nodes[0].unschedulable);
  CHECK(changed(tainted, {{Kind::Uncordon, "n1"}}).nodes[0].taints.empty());
  const std::string of_people =
      node("n1", {.spec = "unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, effect: NoExecute}]"});
  CHECK(changed(of_people, {{Kind::Uncordon, "n1"}}).nodes[0].taints.size() == 1);
  CHECK(refusal(k_nodes, Kind::Cordon, "gpu-x") == "--cordon gpu-x: there is no such node; did you mean gpu-1?");
}

TEST_CASE("--without removes a pod, a group with its members, or an owner with all its pods") {
  const std::string owner = "ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, controller: true}], ";
  const std::string all = group("ml/g", 2) + pod("ml/a", {.labels = k_label + "g"}) +
                          pod("ml/b", {.labels = k_label + "g"}) + pod("ml/c", {.metadata = owner}) +
                          pod("ops/c", {.metadata = owner}) + object("batch/v1", "Job", "ml/j");
  const auto left = [&](const std::string& argument) { return pod_keys(changed(all, {{Kind::Without, argument}})); };
  using Keys = std::vector<std::string>;
  CHECK(left("pod/ml/a") == Keys{"ml/b", "ml/c", "ops/c"});
  CHECK(left("podgroup/ml/g") == Keys{"ml/c", "ops/c"});
  CHECK(left("pg/g") == Keys{"ml/c", "ops/c"}); // the only namespace with this group
  CHECK(left("job/ml/j") == Keys{"ml/a", "ml/b", "ops/c"});
  CHECK(left("jobs.batch/ops/j") == Keys{"ml/a", "ml/b", "ml/c"});
  const auto cluster = changed(all, {{Kind::Without, "podgroup/ml/g"}, {Kind::Without, "job/ml/j"}});
  CHECK(cluster.groups.empty());
  CHECK(cluster.workloads.empty());
}

TEST_CASE("--without assumes that the owner of a removed pod makes no new one") {
  const std::string owner = "ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, controller: true}], ";
  const std::string all = group("ml/g", 2) + pod("ml/a", {.metadata = owner, .labels = k_label + "g"}) +
                          pod("ml/b", {.metadata = owner, .labels = k_label + "g"}) + pod("ml/c") +
                          object("batch/v1", "Job", "ml/j");
  const auto assumed = [&](const std::string& argument) {
    return changed(all, {{Kind::Without, argument}}).assumptions;
  };
  using Texts = std::vector<std::string>;
  CHECK(assumed("pod/ml/a") == Texts{"Job j makes no new pod in place of ml/a"});
  CHECK(assumed("podgroup/ml/g") == Texts{"Job j makes no new pods in place of 2 removed ones"});
  CHECK(assumed("pod/ml/c").empty());
  CHECK(assumed("job/ml/j").empty()); // the owner goes, too
  const auto below = [&](const std::string& kind) {
    const std::string job =
        "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: ml, ownerReferences: "
        "[{apiVersion: v1, kind: " +
        kind + ", name: above, controller: true}]}}\n";
    return changed(pod("ml/a", {.metadata = owner}) + job, {{Kind::Without, "job/ml/j"}}).assumptions;
  };
  CHECK(below("JobSet") == Texts{"JobSet above makes no new Job in place of ml/j"});
  CHECK(below("CronJob").empty());
}

TEST_CASE("--without gives back the pod's part of quotas and its devices") {
  const std::string quota = "spec: {hard: {pods: 2, requests.cpu: 4}}, "
                            "status: {hard: {pods: 2, requests.cpu: 4}, used: {pods: 2, requests.cpu: 3}}";
  const std::string claim = "spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}, status: {"
                            "allocation: {devices: {results: [{request: r, driver: d, pool: p, device: x}]}}, "
                            "reservedFor: [{resource: pods, name: a, uid: uid-a}]}";
  const std::string all =
      pod("default/a", {.metadata = "uid: uid-a, ", .requests = "cpu: 1", .spec = "nodeName: gpu-1"}) +
      object("v1", "ResourceQuota", "default/q", quota) +
      object("resource.k8s.io/v1", "ResourceClaim", "default/c", claim);
  const auto cluster = changed(k_nodes + all, {{Kind::Without, "pod/a"}});
  REQUIRE(cluster.resource_quotas.size() == 1);
  CHECK(cluster.resource_quotas[0].used == model::ResourceQuantities{{"pods", model::Quantity::from_units(1)},
                                                                     {"requests.cpu", model::Quantity::from_units(2)}});
  REQUIRE(cluster.resource_claims.size() == 1);
  CHECK_FALSE(cluster.resource_claims[0].allocated);
  CHECK(cluster.resource_claims[0].devices.empty());
}

TEST_CASE("--without refuses a pod of a DaemonSet, which comes back at once") {
  const std::string owner = "ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, controller: true}], ";
  const std::string all = k_nodes + pod("default/d-x", {.metadata = owner, .spec = "nodeName: gpu-1"});
  CHECK(refusal(all, Kind::Without, "pod/d-x") ==
        "--without pod/d-x: DaemonSet d makes this pod again at once; --without daemonset/d removes all of its pods");
  CHECK(pod_keys(changed(all, {{Kind::Without, "daemonset/d"}})).empty());
}

TEST_CASE("--without looks in the default namespace first") {
  snapshot::Builder builder;
  tests::add(builder, pod("ml/a") + pod("ops/a"));
  builder.apply({Kind::Without, "pod/a", "ops"});
  CHECK(pod_keys(builder.finish()) == std::vector<std::string>{"ml/a"});
}

TEST_CASE("--without refuses unknown objects") {
  const std::string all = pod("ml/a") + pod("ops/a");
  CHECK(refusal(all, Kind::Without, "pod/x") == "--without pod/x: there is no such object in namespace default");
  CHECK(refusal(all, Kind::Without, "pod/a") ==
        "--without pod/a: there is no such object in namespace default; it is in namespace ml, ops");
  CHECK(refusal(all, Kind::Without, "pod/a,pod/x") ==
        "--without pod/a,pod/x: there is no such object in namespace a,pod; for several objects, repeat the flag");
  CHECK(refusal(all, Kind::Without, "a") == "--without a: give KIND/NAME or KIND/NAMESPACE/NAME, as in pod/ml/x");
  CHECK(refusal(all, Kind::Without, "node/n1") == "--without node/n1: for a node use --remove-node");
}

TEST_CASE("--set-min-member changes groups of objects and of labels") {
  const std::string labels = "pod-group.scheduling.sigs.k8s.io/name: light, "
                             "pod-group.scheduling.sigs.k8s.io/min-available: \"2\"";
  const std::string all = group("ml/g", 2) + pod("ml/a", {.labels = labels});
  const auto cluster = changed(all, {{Kind::SetMinMember, "ml/g=5"}, {Kind::SetMinMember, "ml/light=3"}});
  CHECK(find_group(cluster, "ml/g").min_member == 5);
  CHECK(find_group(cluster, "ml/light").min_member == 3);
  CHECK(find(cluster, "ml/a").group_min_available == 3);
  // Without a namespace it finds the only group of the name; of several it takes none.
  CHECK(find_group(changed(all, {{Kind::SetMinMember, "g=5"}}), "ml/g").min_member == 5);
  CHECK(refusal(all + group("ops/g", 2), Kind::SetMinMember, "g=5") ==
        "--set-min-member g=5: there is no group g in namespace default; it is in namespace ml, ops");
  CHECK(refusal(all, Kind::SetMinMember, "ml/gg=5") ==
        "--set-min-member ml/gg=5: there is no group gg in namespace ml; did you mean g?");
  CHECK(refusal(all, Kind::SetMinMember, "ml/g=0") ==
        "--set-min-member ml/g=0: the API server refuses a PodGroup with minMember below 1");
  CHECK(refusal(all, Kind::SetMinMember, "ml/g=many") ==
        "--set-min-member ml/g=many: give [NAMESPACE/]GROUP=N; N is 0 or more");
  CHECK(refusal(pod("ml/a", {.labels = "jobset.sigs.k8s.io/jobset-name: js"}), Kind::SetMinMember, "ml/js=1") ==
        "--set-min-member ml/js=1: a group of JobSet needs all of its pods, so there is no minimum to set");
}

TEST_CASE("--replicas needs a role of a manifest") {
  CHECK(refusal(k_nodes, Kind::Replicas, "worker=8") ==
        "--replicas worker=8: the manifest has no role worker; roles are those of dry-run -f");
  CHECK(refusal(k_nodes, Kind::Replicas, "worker") == "--replicas worker: give ROLE=N; N is 0 or more");
}

TEST_CASE("what-ifs apply in the order given") {
  const auto cluster =
      changed(k_nodes, {{Kind::Cordon, "gpu-1"}, {Kind::AddNodes, "gpu-1=1"}, {Kind::RemoveNode, "gpu-1"}});
  CHECK(node_names(cluster) == Views{"gpu-1-add-1", "gpu-2"});
  CHECK_FALSE(cluster.nodes[0].unschedulable);
}
