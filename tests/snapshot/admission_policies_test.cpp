// SPDX-License-Identifier: Apache-2.0
// Which requests webhooks and admission policies of the cluster see.
#include "snapshot/dry_run.hpp"
#include "util/concat.hpp"

namespace {

const std::string k_pods = "rules: [{apiGroups: [\"\"], apiVersions: [v1], operations: [CREATE], resources: [pods]}]";

std::string rule(std::string_view operation, std::string_view resource, std::string_view more = "") {
  return util::concat("rules: [{apiGroups: [\"*\"], apiVersions: [\"*\"], operations: [", operation, "], resources: [",
                      resource, "], ", more, "}]");
}

std::string webhook(std::string_view body) {
  return object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "w",
                util::concat("webhooks: [{name: w.example.com, ", body, "}]"));
}

std::string space(std::string_view labels) {
  return util::concat("---\n{apiVersion: v1, kind: Namespace, metadata: {name: ml, labels: {", labels, "}}}\n");
}

std::string deployment(std::string_view labels = "a: b") {
  return object("apps/v1", "Deployment", "ml/d",
                util::concat("spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {",
                             labels, "}}, spec: {containers: [{name: main, image: i}]}}}"));
}

// True if a policy of the cluster may decide about the manifest.
bool decides(const std::string& cluster, const std::string& manifest) {
  return !unasked(dry_run(cluster, manifest)).empty();
}

} // namespace

TEST_CASE("a webhook that may see a new pod leaves the answer open") {
  CHECK(unasked(dry_run(webhook(k_pods), pod("ml/a"))) ==
        std::vector<std::string>{"ValidatingWebhookConfiguration w decides, and it is not asked"});
  CHECK(decides(webhook(k_pods), deployment()));
  CHECK(decides(webhook(rule("\"*\"", "\"*/*\"")), pod("ml/a")));
  CHECK(decides(webhook(rule("CREATE", "pods/binding")), pod("ml/a")));
  CHECK(decides(webhook(rule("CREATE", "replicasets")), deployment()));
}

TEST_CASE("webhooks of operators whose rules are applied here leave no answer open, and a Yes may assume settings") {
  const auto at_service = [](std::string_view name, std::string_view service, std::string_view path) {
    return object("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "w",
                  util::concat("webhooks: [{name: ", name, ", clientConfig: {service: {name: ", service,
                               ", path: ", path, "}}, ", k_pods, "}]"));
  };
  const auto volcano =
      dry_run(at_service("mutatepod.volcano.sh", "volcano-admission-service", "/pods/mutate"), pod("ml/a"));
  CHECK(unasked(volcano).empty());
  CHECK(volcano.cluster.known_webhooks == std::vector<std::string_view>{"Volcano"});
  CHECK(std::ranges::count(volcano.cluster.asked, "no resource group of Volcano's webhook concerns the pods",
                           &model::Asked::because) == 1);
  const auto kueue = dry_run(at_service("mpod.kb.io", "kueue-webhook-service", "/mutate--v1-pod"), pod("ml/a"));
  CHECK(unasked(kueue).empty());
  CHECK(kueue.cluster.known_webhooks == std::vector<std::string_view>{"Kueue"});
  CHECK(decides(at_service("mpod.kb.io", "webhook-service", "/mutate--v1-pod"), pod("ml/a")));
}

TEST_CASE("a profile of Koordinator decides about the pods that it selects") {
  const auto profile = [](std::string_view spec) {
    return object("config.koordinator.sh/v1alpha1", "ClusterColocationProfile", "p",
                  util::concat("spec: {", spec, "}"));
  };
  CHECK(decides(profile("selector: {matchLabels: {a: b}}, schedulerName: koord-scheduler"), deployment()));
  CHECK_FALSE(decides(profile("selector: {matchLabels: {a: c}}, schedulerName: koord-scheduler"), deployment()));
  CHECK(decides(profile("namespaceSelector: {matchLabels: {x: z}}") + space("x: z"), deployment()));
  CHECK_FALSE(decides(profile("namespaceSelector: {matchLabels: {x: z}}") + space("x: w"), deployment()));
}

TEST_CASE("a webhook sees no requests that its rules leave out") {
  CHECK_FALSE(decides(webhook(rule("UPDATE", "pods")), pod("ml/a")));
  CHECK_FALSE(decides(webhook(rule("DELETE", "\"*\"")), deployment()));
  CHECK_FALSE(decides(webhook(rule("CREATE", "pods", "scope: Cluster")), pod("ml/a")));
  CHECK_FALSE(decides(webhook(rule("CREATE", "pods/exec")), pod("ml/a")));
  CHECK_FALSE(decides(webhook("rules: [{apiGroups: [apps], operations: [CREATE], resources: [\"*\"]}]"), pod("ml/a")));
  CHECK_FALSE(decides(webhook(rule("CREATE", "jobs")), deployment()));
}

TEST_CASE("an update of pods matters if a controller takes their gates away, or if they exist") {
  CHECK(decides(webhook(rule("UPDATE", "pods")), pod("ml/a", {.spec = "schedulingGates: [{name: example.com/g}]"})));
  CHECK(decides(webhook(rule("UPDATE", "pods")) + pod("ml/a"), pod("ml/a")));
}

TEST_CASE("a webhook that may see another object of the manifest leaves the answer open") {
  const std::string settings = object("v1", "ConfigMap", "ml/settings", "data: {a: b}");
  const std::string low = object("scheduling.k8s.io/v1", "PriorityClass", "low", "value: 1");
  CHECK(unasked(dry_run(webhook(rule("CREATE", "configmaps")), pod("ml/a") + settings)) ==
        std::vector<std::string>{
            "ValidatingWebhookConfiguration w decides about ConfigMap ml/settings, and it is not asked"});
  CHECK_FALSE(decides(webhook(rule("CREATE", "configmaps")), pod("ml/a")));
  CHECK_FALSE(decides(webhook(rule("CREATE", "configmaps", "scope: Cluster")), pod("ml/a") + settings));
  CHECK_FALSE(decides(webhook(rule("DELETE", "configmaps")), pod("ml/a") + settings));
  CHECK(decides(webhook(rule("CREATE", "priorityclasses", "scope: Cluster")), pod("ml/a") + low));
  CHECK_FALSE(decides(webhook(rule("CREATE", "priorityclasses", "scope: Namespaced")), pod("ml/a") + low));
  CHECK_FALSE(decides(low + webhook(rule("\"*\"", "priorityclasses")), pod("ml/a") + low)); // it stays as it is
  CHECK(decides(webhook(rule("CREATE", "serviceaccounts")), pod("ml/a") + space("a: b")));  // in the new namespace
}

TEST_CASE("a webhook sees an update only if the file changes the object that exists") {
  const auto fast = [](std::string_view more) {
    return object("storage.k8s.io/v1", "StorageClass", "fast", util::concat("provisioner: x.io", more));
  };
  const std::string in_zone =
      ", allowedTopologies: [{matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [a]}]}]";
  const std::string cluster = fast("") + webhook(rule("\"*\"", "storageclasses"));
  CHECK_FALSE(decides(cluster, pod("ml/a") + fast("")));
  CHECK(decides(cluster, pod("ml/a") + fast(in_zone)));
  const std::string on_namespaces = space("a: b") + webhook(rule("UPDATE", "namespaces"));
  CHECK_FALSE(decides(on_namespaces, pod("ml/a") + space("a: b")));
  CHECK(decides(on_namespaces, pod("ml/a") + space("a: c")));
}

TEST_CASE("a webhook may see that a kubelet asks for the token of a pod") {
  const std::string on_tokens = webhook(rule("CREATE", "serviceaccounts/token"));
  CHECK(decides(on_tokens, pod("ml/a")));
  CHECK_FALSE(decides(on_tokens, pod("ml/a", {.spec = "automountServiceAccountToken: false"})));
  CHECK(decides(on_tokens, pod("ml/a", {.spec = "automountServiceAccountToken: false, volumes: [{name: t, projected: "
                                                "{sources: [{serviceAccountToken: {path: token}}]}}]"})));
}

TEST_CASE("a namespaceSelector is compared with the namespace of the input") {
  const std::string team_b = k_pods + ", namespaceSelector: {matchLabels: {team: b}}";
  CHECK_FALSE(decides(space("team: a") + webhook(team_b), pod("ml/a")));
  CHECK(decides(space("team: b") + webhook(team_b), pod("ml/a")));
  CHECK(decides(webhook(team_b), pod("ml/a"))); // its labels are not known
  CHECK(decides(space("team: a") + webhook(team_b), space("team: b") + pod("ml/a")));
  const std::string not_ml =
      k_pods +
      ", namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [ml]}]}";
  CHECK_FALSE(decides(webhook(not_ml), pod("ml/a"))); // the API server sets this label
  CHECK(decides(webhook(not_ml), pod("ops/a")));
}

TEST_CASE("an objectSelector is compared with the labels that the template shows") {
  const auto selects = [](std::string_view key) {
    return webhook(util::concat(k_pods, ", objectSelector: {matchLabels: {", key, ": \"true\"}}"));
  };
  CHECK_FALSE(decides(selects("inject"), pod("ml/a")));
  CHECK(decides(selects("inject"), pod("ml/a", {.labels = "inject: \"true\""})));
  CHECK_FALSE(decides(selects("inject"), deployment()));
  CHECK(decides(selects("pod-template-hash"), deployment())); // its controller sets this label
  const std::string ray = object("ray.io/v1", "RayCluster", "ml/r",
                                 "spec: {headGroupSpec: {rayStartParams: {}, template: {spec: {containers: [{name: "
                                 "head, image: i}]}}}}");
  const auto names = [&](std::string_view key) {
    for (const model::Asked& entry : dry_run(selects(key), ray).cluster.asked) {
      if (entry.object == "ValidatingWebhookConfiguration w") { return true; }
    }
    return false;
  };
  CHECK(names("inject")); // an operator may set it
  CHECK_FALSE(names("sidecar.istio.io/inject"));
}

TEST_CASE("a HierarchicalResourceQuota counts in its namespace and below") {
  const auto quota = [](std::string_view space_name) {
    return object("hnc.x-k8s.io/v1alpha2", "HierarchicalResourceQuota", util::concat(space_name, "/q"),
                  "spec: {hard: {pods: 0}}");
  };
  const std::string below = space("org.tree.hnc.x-k8s.io/depth: \"1\"");
  CHECK(decides(below + quota("ml"), pod("ml/a")));
  CHECK(decides(below + quota("org"), pod("ml/a")));
  CHECK_FALSE(decides(below + quota("other"), pod("ml/a")));
  CHECK(decides(quota("other"), pod("ml/a"))); // which namespaces are below is not known
}

TEST_CASE("a parent ElasticQuota of Koordinator concerns pods of its namespace, and pods that name it") {
  const auto quota = [](std::string_view space_name, std::string_view is_parent) {
    return util::concat("---\n{apiVersion: scheduling.sigs.k8s.io/v1alpha1, kind: ElasticQuota, metadata: {name: team, "
                        "namespace: ",
                        space_name, ", labels: {quota.scheduling.koordinator.sh/is-parent: \"", is_parent, "\"}}}\n");
  };
  const std::string named = pod("ml/a", {.labels = "quota.scheduling.koordinator.sh/name: team"});
  CHECK(unasked(dry_run(quota("ml", "true"), pod("ml/a"))) ==
        std::vector<std::string>{"Koordinator's parent ElasticQuota team decides, and it is not asked"});
  CHECK(decides(quota("ml", "true"), deployment()));
  CHECK_FALSE(decides(quota("ml", "false"), pod("ml/a")));
  CHECK_FALSE(decides(quota("other", "true"), pod("ml/a")));
  CHECK(decides(quota("other", "true"), named));
  CHECK_FALSE(decides(quota("other", "true"), deployment()));
  const std::string ray = object("ray.io/v1", "RayCluster", "ml/r",
                                 "spec: {headGroupSpec: {rayStartParams: {}, template: {spec: {containers: [{name: "
                                 "head, image: i}]}}}}");
  const auto asks_quota = [&](std::string_view space_name) { // no operator gives pods the label
    for (const model::Asked& entry : dry_run(quota(space_name, "true"), ray).cluster.asked) {
      if (entry.object == "Koordinator's parent ElasticQuota team") { return true; }
    }
    return false;
  };
  CHECK(asks_quota("ml"));
  CHECK_FALSE(asks_quota("other"));
}

TEST_CASE("an admission policy decides where a binding of it denies") {
  const auto policy = [](std::string_view more) {
    return object("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "p",
                  util::concat("spec: {matchConstraints: {resourceRules: [{apiGroups: [\"\"], apiVersions: [v1], "
                               "operations: [CREATE], resources: [pods]}], ",
                               more, "}}"));
  };
  const auto binding = [](std::string_view name, std::string_view body) {
    return object("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", "b",
                  util::concat("spec: {policyName: ", name, ", ", body, "}"));
  };
  const std::string deny = "validationActions: [Deny]";
  CHECK(decides(policy(""), pod("ml/a"))); // the bindings are not in the input
  CHECK(decides(policy("") + binding("p", deny), pod("ml/a")));
  CHECK_FALSE(decides(policy("") + binding("q", deny), pod("ml/a")));
  CHECK_FALSE(decides(policy("") + binding("p", "validationActions: [Warn, Audit]"), pod("ml/a")));
  const std::string elsewhere =
      ", matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ops}}}";
  CHECK_FALSE(decides(policy("") + binding("p", deny + elsewhere), pod("ml/a")));
  CHECK_FALSE(decides(policy("excludeResourceRules: [{apiGroups: [\"*\"], apiVersions: [\"*\"], operations: [\"*\"], "
                             "resources: [\"*/*\"]}]") +
                          binding("p", deny),
                      pod("ml/a")));
  CHECK(decides(policy("excludeResourceRules: [{apiGroups: [\"*\"], apiVersions: [\"*\"], operations: [\"*\"], "
                       "resources: [pods], resourceNames: [b]}]") +
                    binding("p", deny),
                pod("ml/a")));
}
