// SPDX-License-Identifier: Apache-2.0
// Objects of a manifest that exist in the cluster with other content.
#include "snapshot/dry_run.hpp"
#include "util/concat.hpp"

namespace {

using Clauses = std::vector<std::string>;

// What the ledger says about objects that exist.
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
  const std::string constraints = ", constraints: [{matchAttribute: x.io/model}]";
  CHECK(
      clauses_about_updates(dry_run(device_claim(devices(1) + constraints), device_claim(devices(1)))) ==
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
      "---\n{apiVersion: v1, kind: Namespace, metadata: {name: ml, labels: {a: x, b: y}, annotations: "
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
  CHECK(updated("labels: {a: null}") == "b=y pool=cpu");
  CHECK(updated("annotations: {openshift.io/node-selector: pool=gpu}") == "a=x b=y pool=gpu");
  CHECK(updated("annotations: {other: text}") == "a=x b=y pool=cpu");

  const std::string gpu = space("annotations: {openshift.io/node-selector: pool=gpu}");
  CHECK(dry_run(old, gpu + pod("ml/a")).pod("ml/a").spec->node_selector == model::Labels{{"pool", "gpu"}});
  CHECK(dry_run(old, pod("ml/a") + gpu).pod("ml/a").spec->node_selector == model::Labels{{"pool", "cpu"}});
}
