// SPDX-License-Identifier: Apache-2.0
// dry-run --expand: objects that controllers would create, as manifests.
#include "document/yaml/writer.hpp"
#include "snapshot/dry_run.hpp"

#include "support/cluster_text.hpp"
#include "util/concat.hpp"

namespace {

std::string expanded(const std::string& cluster, const std::string& manifest, snapshot::ManifestOptions options = {}) {
  options.keep_objects = true;
  snapshot::Builder builder;
  tests::add(builder, cluster);
  tests::add_manifest(builder, manifest, options);
  std::string text;
  for (const document::Output& object : builder.objects_made()) { text += "---\n" + document::to_yaml(object); }
  return text;
}

} // namespace

TEST_CASE("pods appear as their controller writes them: before admission, without null values") {
  const std::string job =
      "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  template:\n    metadata: "
      "{annotations: null}\n    spec: {containers: [{name: a, image: a, resources: {requests: {cpu: "
      "0.5}}}], priority: null}\n";
  CHECK(expanded("", job) == R"(---
apiVersion: v1
kind: Pod
metadata:
  labels:
    batch.kubernetes.io/job-name: j
    job-name: j
  name: j-0
  namespace: default
spec:
  containers:
  - image: a
    name: a
    resources:
      requests:
        cpu: 0.5
)");
}

TEST_CASE("group objects come first, and the builder can read them back") {
  const std::string job = object("kubeflow.org/v1", "TFJob", "ml/t",
                                 "spec: {runPolicy: {schedulingPolicy: {scheduleTimeoutSeconds: 30}}, tfReplicaSpecs: "
                                 "{Worker: {replicas: 2, " +
                                     pod_template() + "}}}");
  const std::string text = expanded("", job);
  CHECK(text.starts_with(R"(---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: PodGroup
metadata:
  name: t
  namespace: ml
spec:
  minMember: 2
  minResources:
    cpu: "2"
  scheduleTimeoutSeconds: 30
---
apiVersion: v1
kind: Pod
)"));
  const model::ClusterSnapshot cluster = tests::cluster(text);
  REQUIRE(cluster.groups.size() == 1);
  CHECK(cluster.groups[0].members.size() == 2);
  CHECK(cluster.groups[0].min_member == 2);
}

TEST_CASE("a group that the manifest declares appears too, with the namespace it would get") {
  const std::string group = "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {name: g}\n"
                            "spec: {minMember: 1}\n";
  const std::string text = expanded("", pod("default/a", {.labels = "scheduling.x-k8s.io/pod-group: g"}) + group);
  CHECK(text.starts_with(R"(---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: PodGroup
metadata:
  name: g
  namespace: default
spec:
  minMember: 1
---
apiVersion: v1
kind: Pod
)"));
  CHECK(tests::cluster(text).groups.at(0).members.size() == 1);
}

TEST_CASE("a DaemonSet's pods have their node affinity in the manifest too") {
  const std::string text = expanded(node("n1"), object("apps/v1", "DaemonSet", "d", "spec: {" + pod_template() + "}"));
  CHECK(text.find("matchFields:\n          - key: metadata.name\n            operator: In\n            values:\n       "
                  "     - n1\n") != std::string::npos);
}

TEST_CASE("without keep_objects the builder keeps no objects") {
  snapshot::Builder builder;
  tests::add_manifest(builder, pod("a"), {});
  CHECK(builder.objects_made().empty());
}

TEST_CASE("an existing object keeps what neither the file nor the last applied file has") {
  const auto deployment = [](const std::string& annotations, const std::string& of_pod) {
    return util::concat(
        "---\n{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: ml, name: d, annotations: {", annotations,
        "}}, spec: {replicas: 1, selector: {matchLabels: {a: b}}, ", pod_template("a: b", of_pod), "}}\n");
  };
  const auto keeps = [&](const std::string& annotations) {
    snapshot::ManifestOptions options;
    options.keep_objects = true;
    snapshot::Builder builder(snapshot::KeepWorkloads::Yes);
    tests::add(builder, deployment(annotations, "nodeSelector: {pool: gold}"));
    tests::add_manifest(builder, deployment("", ""), options);
    std::string text;
    for (const document::Output& object : builder.objects_made()) { text += document::to_yaml(object); }
    return text.find("pool: gold") != std::string::npos;
  };
  CHECK(keeps(""));
  CHECK_FALSE(keeps("kubectl.kubernetes.io/last-applied-configuration: "
                    "'{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"pool\":\"gold\"}}}}}'"));
}
