// SPDX-License-Identifier: Apache-2.0
// Objects of a manifest that exist in the cluster with other content.
#include "snapshot/dry_run.hpp"
#include "util/concat.hpp"

#include <cstdint>

namespace {

using Clauses = std::vector<std::string>;

// Entries of the ledger about objects that exist.
Clauses clauses_about_updates(const DryRun& run) {
  Clauses clauses;
  for (const model::Asked& entry : run.cluster.asked) {
    const bool blocks = entry.reply == model::Reply::Refuses || entry.reply == model::Reply::NotAsked;
    if (blocks && entry.because.find(" exists, and ") != std::string::npos) { clauses.push_back(entry.because); }
  }
  return clauses;
}

std::string devices(int count, std::string_view more = "") {
  return util::concat("devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: ", count, more, "}}]}");
}

std::string device_claim(const std::string& spec) {
  return object("resource.k8s.io/v1", "ResourceClaim", "ml/c", util::concat("spec: {", spec, "}"));
}

std::string device_template(const std::string& spec) {
  return object("resource.k8s.io/v1", "ResourceClaimTemplate", "ml/t", util::concat("spec: {spec: {", spec, "}}"));
}

std::string device_class(const std::string& spec) {
  return object("resource.k8s.io/v1", "DeviceClass", "gpu", util::concat("spec: {", spec, "}"));
}

std::string volume(std::string_view spec) {
  return object("v1", "PersistentVolume", "v",
                util::concat("spec: {accessModes: [ReadWriteOnce], csi: {driver: x.io, volumeHandle: h}, ", spec, "}"));
}

std::string on_nodes(std::string_view key, std::string_view value) {
  return util::concat("nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: ", key,
                      ", operator: In, values: [", value, "]}]}]}}");
}

std::string storage_class(std::string_view more) {
  return object("storage.k8s.io/v1", "StorageClass", "fast", util::concat("provisioner: x.io, ", more));
}

} // namespace

TEST_CASE("the spec of a ResourceClaim that exists is immutable") {
  const DryRun run = dry_run(device_claim(devices(1)), device_claim(devices(5)));
  CHECK(clauses_about_updates(run) ==
        Clauses{"ResourceClaim ml/c exists, and the manifest changes its spec, which is immutable"});
  REQUIRE(run.cluster.resource_claims.size() == 1);
  CHECK(run.cluster.resource_claims[0].requests.at(0).count == 1);
  CHECK(
      clauses_about_updates(dry_run(device_claim(devices(1, ", allocationMode: ExactCount")), device_claim(devices(1))))
          .empty());
  std::string constrained = devices(1);
  constrained.insert(constrained.size() - 1, ", constraints: [{matchAttribute: x.io/model}]");
  CHECK(
      clauses_about_updates(dry_run(device_claim(constrained), device_claim(devices(1)))) ==
      Clauses{"ResourceClaim ml/c exists, and the input does not show whether the manifest changes its spec, which is "
              "immutable"});
}

TEST_CASE("pods get their claims from the ResourceClaimTemplate that exists, if the manifest changes it") {
  const std::string uses = pod("ml/a", {.spec = "resourceClaims: [{name: r, resourceClaimTemplateName: t}]"});
  const DryRun run = dry_run(device_template(devices(5)), device_template(devices(1)) + uses);
  CHECK(clauses_about_updates(run) ==
        Clauses{"ResourceClaimTemplate ml/t exists, and the manifest changes its spec, which is immutable"});
  REQUIRE(run.cluster.resource_claims.size() == 1);
  CHECK(run.cluster.resource_claims[0].requests.at(0).count == 5);
  CHECK(clauses_about_updates(dry_run(device_template(devices(5)), device_template(devices(5)) + uses)).empty());
  const std::string tolerating = devices(5, ", tolerations: [{key: broken, operator: Exists}]");
  CHECK(clauses_about_updates(dry_run(device_template(devices(5)), device_template(tolerating) + uses)) ==
        Clauses{"ResourceClaimTemplate ml/t exists, and the input does not show whether the manifest changes its spec, "
                "which is immutable"});
}

TEST_CASE("a manifest with a ResourceClaimTemplate twice creates the first one") {
  const std::string uses = pod("ml/a", {.spec = "resourceClaims: [{name: r, resourceClaimTemplateName: t}]"});
  const DryRun run = dry_run("", device_template(devices(5)) + device_template(devices(1)) + uses);
  REQUIRE(run.cluster.resource_claims.size() == 1);
  CHECK(run.cluster.resource_claims[0].requests.at(0).count == 5);
}

TEST_CASE("a DeviceClass that exists takes the selectors of the manifest") {
  const auto of_driver = [](std::string_view driver) {
    return util::concat("selectors: [{cel: {expression: \"device.driver == '", driver, "'\"}}]");
  };
  const std::string old = of_driver("x.io"), wanted = of_driver("y.io");
  const DryRun run = dry_run(device_class(old), device_class(wanted));
  CHECK(clauses_about_updates(run).empty());
  REQUIRE(run.cluster.device_classes.size() == 1);
  CHECK(run.cluster.device_classes[0].selectors ==
        model::DeviceSelectors{model::DeviceSelector("device.driver == 'y.io'")});
  const std::string resource = ", extendedResourceName: x.io/gpu";
  CHECK(clauses_about_updates(dry_run(device_class(old + resource), device_class(wanted))) ==
        Clauses{"DeviceClass gpu exists, and the input does not show whether the manifest takes back its "
                "extendedResourceName"});
  CHECK(clauses_about_updates(dry_run(device_class(old), device_class(resource.substr(2)))) ==
        Clauses{"DeviceClass gpu exists, and the input does not show whether the manifest takes back its selectors"});
}

TEST_CASE("a Namespace that exists keeps its labels and annotations and takes those of the manifest") {
  const std::string old =
      "---\n{apiVersion: v1, kind: Namespace, metadata: {name: ml, labels: {a: x, b: v}, annotations: "
      "{openshift.io/node-selector: pool=cpu}}}\n";
  const auto space = [](std::string_view metadata) {
    return util::concat("---\n{apiVersion: v1, kind: Namespace, metadata: {name: ml, ", metadata, "}}\n");
  };
  const auto updated = [&](std::string_view metadata) {
    const DryRun run = dry_run(old, space(metadata));
    REQUIRE(run.cluster.namespaces.size() == 1);
    std::string labels;
    for (const model::Label& label : *run.cluster.namespaces[0].labels) {
      labels += util::concat(label.key, '=', label.value, ' ');
    }
    return util::concat(labels, run.cluster.namespaces[0].openshift_selector);
  };
  CHECK(updated("labels: {b: z, c: w}") == "a=x b=z c=w pool=cpu");
  CHECK(updated("labels: {a: null}") == "b=v pool=cpu");
  CHECK(updated("annotations: {openshift.io/node-selector: pool=gpu}") == "a=x b=v pool=gpu");
  CHECK(updated("annotations: {other: text}") == "a=x b=v pool=cpu");

  const std::string gpu = space("annotations: {openshift.io/node-selector: pool=gpu}");
  CHECK(dry_run(old, gpu + pod("ml/a")).pod("ml/a").spec->node_selector == model::Labels{{"pool", "gpu"}});
  CHECK(dry_run(old, pod("ml/a") + gpu).pod("ml/a").spec->node_selector == model::Labels{{"pool", "cpu"}});
}

TEST_CASE("a PersistentVolume that exists takes a node affinity if it has none, and its capacity") {
  const std::string old = "capacity: {storage: 1Gi}", zone_a = ", " + on_nodes("topology.kubernetes.io/zone", "a");
  const DryRun run = dry_run(volume(old), volume("capacity: {storage: 2Gi}" + zone_a));
  CHECK(clauses_about_updates(run).empty());
  REQUIRE(run.cluster.persistent_volumes.size() == 1);
  const model::PersistentVolume& made = run.cluster.persistent_volumes[0];
  CHECK(made.capacity.value() == std::int64_t{2} << 30);
  CHECK(made.node_terms.has_value());
  CHECK_FALSE(made.from_manifest);

  const auto changes = [&](const std::string& from, const std::string& to) {
    return clauses_about_updates(dry_run(volume(old + from), volume(old + to)));
  };
  CHECK(changes(zone_a, ", " + on_nodes("topology.kubernetes.io/zone", "b")) ==
        Clauses{"PersistentVolume v exists, and the manifest changes its nodeAffinity, which is immutable"});
  CHECK(changes(", " + on_nodes("failure-domain.beta.kubernetes.io/zone", "a"), zone_a).empty());
  CHECK(changes(zone_a, "") == Clauses{"PersistentVolume v exists, and the input does not show whether the manifest "
                                       "takes back its nodeAffinity"});
  CHECK(changes("", ", volumeMode: Block") ==
        Clauses{"PersistentVolume v exists, and the manifest changes its volumeMode, which is immutable"});
  CHECK(changes("", ", claimRef: {namespace: ml, name: c}") ==
        Clauses{"PersistentVolume v exists, and the manifest changes its claimRef: which claim it then has is not "
                "simulated"});
  const std::string reference = ", claimRef: {namespace: ml, name: c, uid: u}";
  CHECK(changes(reference, reference).empty());
}

TEST_CASE("a StorageClass that exists takes allowedTopologies of the manifest, and keeps what is immutable") {
  const auto in_zone = [](std::string_view zone) {
    return util::concat("allowedTopologies: [{matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [",
                        zone, "]}]}]");
  };
  const DryRun run = dry_run(storage_class(in_zone("a")), storage_class(in_zone("b")));
  CHECK(clauses_about_updates(run).empty());
  REQUIRE(run.cluster.storage_classes.size() == 1);
  REQUIRE(run.cluster.storage_classes[0].allowed_topologies.size() == 1);
  CHECK(run.cluster.storage_classes[0].allowed_topologies[0].at(0).values == std::vector<std::string_view>{"b"});
  CHECK_FALSE(run.cluster.storage_classes[0].from_manifest);
  CHECK(clauses_about_updates(dry_run(storage_class(in_zone("a")), storage_class(""))) ==
        Clauses{"StorageClass fast exists, and the input does not show whether the manifest takes back its "
                "allowedTopologies"});
  CHECK(clauses_about_updates(
            dry_run(storage_class(in_zone("a")), storage_class("volumeBindingMode: WaitForFirstConsumer"))) ==
        Clauses{"StorageClass fast exists, and the manifest changes its volumeBindingMode, which is immutable"});
}
