// SPDX-License-Identifier: Apache-2.0
// What default spreading reads: selectors of Services and controllers, and who the controller is.
#include "snapshot/dry_run.hpp"

namespace {

// "app in (a, b)": requirements as a test writes them.
std::string text(const std::optional<model::Selector>& selector) {
  if (!selector) { return "(none)"; }
  std::string out;
  for (const model::Requirement& requirement : *selector) {
    out += (out.empty() ? "" : " ") + std::string(requirement.key) + '=';
    for (const std::string_view value : requirement.values) { out += value; }
  }
  return out;
}

std::string selector_of(const model::ClusterSnapshot& cluster, std::string_view name) {
  for (const model::WorkloadObject& object : cluster.workloads) {
    if (object.name == name) { return text(object.selector); }
  }
  return "(missing)";
}

std::string web(const std::string& kind, const std::string& name, const std::string& spec) {
  const std::string version = kind == "ReplicationController" ? "v1" : "apps/v1";
  return object(version, kind, name, "spec: {replicas: 0, " + spec + "}");
}

} // namespace

TEST_CASE("Services: the selector, sorted by namespace and name") {
  const auto cluster = tests::cluster(object("v1", "Service", "shop/web", "spec: {selector: {tier: front, app: web}}") +
                                      object("v1", "Service", "outside", "spec: {type: ExternalName}"));
  REQUIRE(cluster.services.size() == 2);
  CHECK(cluster.services[0].namespace_name == "default");
  CHECK(cluster.services[0].selector.empty());
  CHECK(cluster.services[1].name == "web");
  CHECK(cluster.services[1].selector == model::Labels{{"app", "web"}, {"tier", "front"}});
  CHECK(cluster.problems.empty());
}

TEST_CASE("a Service that is odd is left out and named; two that differ are refused") {
  const auto cluster = tests::cluster(object("v1", "Service", "web", "spec: {selector: [app]}"));
  CHECK(cluster.services.empty());
  REQUIRE(cluster.problems.size() == 1);
  CHECK(cluster.problems[0].message.find("spec.selector") != std::string::npos);
  CHECK(error_of([] {
          tests::cluster(object("v1", "Service", "web", "spec: {selector: {app: a}}") +
                         object("v1", "Service", "web", "spec: {selector: {app: b}}"));
        }).starts_with("Service default/web stands twice with different content"));
}

TEST_CASE("selectors of the controllers by which pods are spread") {
  const auto cluster = tests::cluster(
      web("ReplicaSet", "rs", "selector: {matchLabels: {app: a}, matchExpressions: [{key: x, operator: Exists}]}") +
      web("StatefulSet", "sts", "selector: {matchLabels: {app: b}}") +
      web("ReplicationController", "rc", "selector: {app: c}") +
      web("ReplicationController", "filled-in", "template: {metadata: {labels: {app: d}}}") +
      web("Deployment", "d", "selector: {matchLabels: {app: e}}"));
  CHECK(selector_of(cluster, "rs") == "app=a x=");
  CHECK(selector_of(cluster, "sts") == "app=b");
  CHECK(selector_of(cluster, "rc") == "app=c");
  CHECK(selector_of(cluster, "filled-in") == "app=d");
  CHECK(selector_of(cluster, "d") == "(none)"); // the pods of a Deployment are its ReplicaSet's
  CHECK(error_of([] {
          tests::cluster(web("ReplicaSet", "rs", "selector: {matchLabels: {app: a}}") +
                         web("ReplicaSet", "rs", "selector: {matchLabels: {app: b}}"));
        }).starts_with("ReplicaSet default/rs stands twice with different content"));
}

TEST_CASE("an owner is the controller, or the first of those that are not") {
  const std::string rs = "{apiVersion: apps/v1, kind: ReplicaSet, name: rs";
  const std::string job = "{apiVersion: batch/v1, kind: Job, name: j";
  const auto cluster =
      tests::cluster(pod("a", {.metadata = "ownerReferences: [" + job + "}, " + rs + ", controller: true}], "}) +
                     pod("b", {.metadata = "ownerReferences: [" + job + "}, " + rs + "}], "}));
  CHECK(*find(cluster, "default/a").owner == model::Owner{"apps/v1", "ReplicaSet", "rs", true});
  CHECK(*find(cluster, "default/b").owner == model::Owner{"batch/v1", "Job", "j", false});
}

TEST_CASE("dry-run: selectors of what the manifest makes, and its word is the newer one") {
  const DryRun run =
      dry_run(object("v1", "Service", "web", "spec: {selector: {app: old}}") +
                  object("v1", "Service", "other", "spec: {selector: {app: other}}") +
                  web("StatefulSet", "db", "selector: {matchLabels: {app: old}}"),
              object("v1", "Service", "web", "spec: {selector: {app: new}}") +
                  object("v1", "Service", "more", "spec: {selector: {app: more}}") +
                  object("apps/v1", "StatefulSet", "db",
                         "spec: {selector: {matchLabels: {app: db}}, " + pod_template("app: db") + "}") +
                  object("apps/v1", "Deployment", "web",
                         "spec: {replicas: 2, selector: {matchLabels: {app: web}}, " + pod_template("app: web") + "}"));
  REQUIRE(run.cluster.services.size() == 3);
  CHECK(run.cluster.services[0].name == "more");
  CHECK(run.cluster.services[2].selector == model::Labels{{"app", "new"}});
  CHECK(selector_of(run.cluster, "db") == "app=db");
  CHECK(selector_of(run.cluster, "web") == "app=web");
  CHECK(*run.pod("default/web-0").owner == model::Owner{"apps/v1", "Deployment", "web", true});
  CHECK(dry_run("", object("v1", "Service", "web"), {.default_namespace = "ml"}).cluster.services[0].namespace_name ==
        "ml");
}
