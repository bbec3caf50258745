// SPDX-License-Identifier: Apache-2.0
// Input of default spreading: selectors of Services and controllers, and the controller of each pod.
#include "snapshot/dry_run.hpp"

namespace {

// Requirements as "app=a x=b".
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

TEST_CASE("Services: the selector, in the order of namespace and name") {
  const auto cluster = tests::cluster(object("v1", "Service", "shop/web", "spec: {selector: {tier: front, app: web}}") +
                                      object("v1", "Service", "outside", "spec: {type: ExternalName}"));
  REQUIRE(cluster.services.size() == 2);
  CHECK(cluster.services[0].namespace_name == "default");
  CHECK(cluster.services[0].selector.empty());
  CHECK(cluster.services[1].name == "web");
  CHECK(cluster.services[1].selector == model::Labels{{"app", "web"}, {"tier", "front"}});
  CHECK(cluster.problems.empty());
}

TEST_CASE("an invalid Service becomes a problem; two Services that differ are an error") {
  const auto cluster = tests::cluster(object("v1", "Service", "web", "spec: {selector: [app]}"));
  CHECK(cluster.services.empty());
  REQUIRE(cluster.problems.size() == 1);
  CHECK(cluster.problems[0].message.find("spec.selector") != std::string::npos);
  CHECK(error_of([] {
          tests::cluster(object("v1", "Service", "web", "spec: {selector: {app: a}}") +
                         object("v1", "Service", "web", "spec: {selector: {app: b}}"));
        }).starts_with("Service default/web is defined twice with different content"));
}

TEST_CASE("selectors of the controllers that default spreading reads") {
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
  CHECK(selector_of(cluster, "d") == "(none)"); // a Deployment's pods belong to its ReplicaSet
  CHECK(error_of([] {
          tests::cluster(web("ReplicaSet", "rs", "selector: {matchLabels: {app: a}}") +
                         web("ReplicaSet", "rs", "selector: {matchLabels: {app: b}}"));
        }).starts_with("ReplicaSet default/rs is defined twice with different content"));
}

TEST_CASE("an owner is the controller, or the first owner reference if none is") {
  const std::string rs = "{apiVersion: apps/v1, kind: ReplicaSet, name: rs";
  const std::string job = "{apiVersion: batch/v1, kind: Job, name: j";
  const auto cluster =
      tests::cluster(pod("a", {.metadata = "ownerReferences: [" + job + "}, " + rs + ", controller: true}], "}) +
                     pod("b", {.metadata = "ownerReferences: [" + job + "}, " + rs + "}], "}));
  CHECK(*find(cluster, "default/a").owner == model::Owner{"apps/v1", "ReplicaSet", "rs", true});
  CHECK(*find(cluster, "default/b").owner == model::Owner{"batch/v1", "Job", "j", false});
}

TEST_CASE("dry-run: selectors of the manifest's objects, which replace those of the cluster") {
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
