// SPDX-License-Identifier: Apache-2.0
// Contents of a saved snapshot. tests/snapshots.py compares the answers of a snapshot with those of its source.
#include "snapshot/save/saver.hpp"

#include "document/reading/reader.hpp"
#include "snapshot/dry_run.hpp"
#include "snapshot/link/targets.hpp"
#include "snapshot/objects.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace {

using Fields = snapshot::SaveOptions::Fields;

struct Written {
  std::string text;
  snapshot::Saved saved;

  // Line of the item with this kind, without its comma; empty if there is none.
  std::string item(const std::string& kind) const {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.find("\"kind\":\"" + kind + '"') == std::string::npos ||
          line.starts_with("{\"apiVersion\":\"kubectl-")) {
        continue;
      }
      return line.ends_with(',') ? line.substr(0, line.size() - 1) : line;
    }
    return {};
  }
  std::string head() const { return text.substr(text.rfind("\n]") + 1); }
};

Written save(const std::string& source, const snapshot::SaveOptions& options = {}, const snapshot::Taken& taken = {}) {
  Written written;
  snapshot::Saver saver(options, [&](std::string_view bytes) { written.text += bytes; });
  document::read_text(
      source, "source", {}, [&](const document::Item& item) { saver.add(item); },
      [](const util::Problem& problem) { FAIL(problem.message); });
  written.saved = saver.finish(taken);
  CHECK(written.saved.bytes == written.text.size());
  return written;
}

Written anonymized(const std::string& source) { return save(source, {.anonymize = true}); }

constexpr const char* k_pod = R"(
apiVersion: v1
kind: Pod
metadata:
  name: a
  namespace: ml
  uid: u-1
  resourceVersion: "17"
  generateName: a-
  creationTimestamp: 2026-01-02T03:04:05Z
  annotations: {kubectl.kubernetes.io/last-applied-configuration: SECRET, note: SECRET}
  labels: {app: web}
  managedFields:
  - {manager: someone@example.com, operation: Update, apiVersion: v1, time: 2026-01-02T03:04:06Z, fieldsV1: {"f:SECRET": {}}}
  - {manager: kube-scheduler, operation: Update, subresource: status, time: 2026-01-02T03:04:07Z}
spec:
  serviceAccountName: SECRET
  imagePullSecrets: [{name: SECRET}]
  containers:
  - name: main
    image: nginx
    env: [{name: PASSWORD, value: SECRET}]
    envFrom: [{secretRef: {name: SECRET}}]
    args: [SECRET]
    command: [SECRET]
    resources: {requests: {cpu: 1}, claims: [{name: SECRET}]}
    volumeMounts: [{name: SECRET, mountPath: SECRET}]
    livenessProbe: {httpGet: {httpHeaders: [{name: Authorization, value: SECRET}]}}
  volumes:
  - {name: SECRET, secret: {secretName: SECRET}}
  - {name: data, persistentVolumeClaim: {claimName: disk}}
  - {name: scratch, csi: {driver: s.example.com, nodePublishSecretRef: {name: SECRET}, volumeAttributes: {k: SECRET}}}
status:
  phase: Pending
  hostIP: SECRET
  conditions:
  - {type: Ready, status: "False", message: SECRET, lastTransitionTime: 2026-01-02T09:00:00Z}
  - {type: PodScheduled, status: "False", reason: Unschedulable, message: 0/1 nodes, lastProbeTime: null}
)";

} // namespace

TEST_CASE("the manager of a pod's status keeps its name, but not with --anonymize") {
  const std::string text = R"(
apiVersion: v1
kind: Pod
metadata:
  name: a
  namespace: ml
  managedFields:
  - {manager: another-scheduler, subresource: status, time: 2026-01-02T03:04:07Z}
  - {manager: someone@example.com, time: 2026-01-02T03:04:06Z}
spec: {}
)";
  CHECK(save(text).text.find("another-scheduler") != std::string::npos);
  CHECK(save(text).text.find("someone") == std::string::npos);
  const std::string hidden = anonymized(text).text;
  CHECK(hidden.find("another-scheduler") == std::string::npos);
  CHECK(hidden.find(R"({"manager":"other","subresource":"status",)") != std::string::npos);
}

TEST_CASE("a saved snapshot leaves out Leases of kubelets") {
  const std::string lease = "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: n1, namespace: ";
  CHECK(save(lease + "kube-node-lease}}").saved.left_out.at("Lease") == 1);
  CHECK(save(lease + "kube-system}}").saved.kept.at("Lease") == 1);
}

TEST_CASE("a saved snapshot keeps only fields that scheduling reads") {
  CHECK(
      save(k_pod).item("Pod") ==
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"creationTimestamp":"2026-01-02T03:04:05Z","labels":{"app":"web"},)"
      R"("managedFields":[{"manager":"other","time":"2026-01-02T03:04:06Z"},)"
      R"({"manager":"kube-scheduler","subresource":"status","time":"2026-01-02T03:04:07Z"}],)"
      R"("name":"a","namespace":"ml","uid":"u-1"},)"
      R"("spec":{"containers":[{"image":"nginx","name":"main","resources":{"requests":{"cpu":1}}}],)"
      R"("volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"disk"}},)"
      R"({"csi":{"driver":"s.example.com"},"name":"scratch"}]},)"
      R"("status":{"conditions":[{"message":"0/1 nodes","reason":"Unschedulable","status":"False","type":"PodScheduled"}],)"
      R"("phase":"Pending"}})");
}

TEST_CASE("a saved snapshot leaves out kinds that scheduling does not read, and counts them") {
  const std::string source = object("v1", "Secret", "ml/s", "data: {k: SECRET}") +
                             object("v1", "ConfigMap", "ml/c", "data: {k: SECRET}") +
                             object("rbac.authorization.k8s.io/v1", "Role", "ml/r") + node("n1");
  const Written written = save(source);
  CHECK(written.text.find("SECRET") == std::string::npos);
  CHECK(written.saved.kept == std::map<std::string, std::int64_t>{{"Node", 1}});
  CHECK(written.saved.left_out == std::map<std::string, std::int64_t>{{"ConfigMap", 1}, {"Role", 1}, {"Secret", 1}});
}

TEST_CASE("a custom resource keeps only its name and owner") {
  const std::string owned =
      R"({"apiVersion": "example.com/v1", "kind": "Step", "metadata": {"name": "s", "namespace": "ml",
    "annotations": {"a": "SECRET"}, "ownerReferences": [{"apiVersion": "example.com/v1", "kind": "Flow", "name": "f",
    "controller": true, "uid": "u"}]}, "spec": {"token": "SECRET"}})";
  CHECK(save(owned).item("Step") ==
        R"({"apiVersion":"example.com/v1","kind":"Step","metadata":{"name":"s","namespace":"ml","ownerReferences":)"
        R"([{"apiVersion":"example.com/v1","controller":true,"kind":"Flow","name":"f"}]}})");
  CHECK(save(object("example.com/v1", "Flow", "ml/f")).saved.kept.empty());
  // A group of another project: a label may mean it.
  CHECK(save(group("ml/g", 2, "scheduling.volcano.sh")).saved.kept.size() == 1);
}

TEST_CASE(
    "of events a saved snapshot keeps only refusals of pods, at their creation, by the scheduler and at the start") {
  const auto event = [](const std::string& reason, const std::string& kind) {
    return object("v1", "Event", "ml/e", "reason: " + reason + ", involvedObject: {kind: " + kind + ", name: a}");
  };
  CHECK(save(event("FailedScheduling", "Pod")).saved.kept.size() == 1);
  CHECK(save(event("Pulled", "Pod")).saved.kept.empty());
  CHECK(save(event("FailedScheduling", "Job")).saved.kept.empty());
  CHECK(save(event("FailedCreate", "Job")).saved.kept.size() == 1);
  CHECK(save(event("FailedCreate", "Pod")).saved.kept.empty());
  CHECK(save(event("FailedMount", "Pod")).saved.kept.size() == 1);
  CHECK(save(event("FailedMount", "Job")).saved.kept.empty());
  const std::string mount = object("v1", "Event", "ml/e", R"(reason: FailedMount, involvedObject: {kind: Pod, name: a},
    message: "mount -o password=SECRET failed", note: SECRET, lastTimestamp: 2026-01-02T03:00:00Z)");
  for (const Written& written : {save(mount), anonymized(mount)}) {
    CHECK(written.item("Event").find("FailedMount") != std::string::npos);
    CHECK(written.item("Event").find("SECRET") == std::string::npos);
    CHECK(written.item("Event").find("message") == std::string::npos);
  }
}

TEST_CASE("a value of the wrong type keeps its type and loses its content") {
  const std::string pod =
      R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": {"a": "SECRET"}, "labels": "SECRET"},
    "spec": {"containers": "SECRET", "priority": ["SECRET"], "tolerations": [7]}})";
  CHECK(save(pod).item("Pod") == R"({"apiVersion":"v1","kind":"Pod","metadata":{"labels":"","name":{}},)"
                                 R"("spec":{"containers":"","priority":[],"tolerations":[0]}})");
}

TEST_CASE("a snapshot of a snapshot is the same, byte for byte") {
  const std::string source = std::string(k_pod) + node("n1") + group("ml/g", 2);
  for (const bool hidden : {false, true}) {
    const std::string once = save(source, {.anonymize = hidden, .tool_version = "v1"}).text;
    CHECK(save(once, {.tool_version = "v1"}).text == once);
    CHECK(save(source, {.anonymize = hidden, .tool_version = "v1"}).text == once);
  }
  CHECK(save("kind: List\napiVersion: v1\nitems: []\n")
            .text.starts_with(R"({"apiVersion":"kubectl-gang/v1alpha1","kind":"Snapshot","items":[],"metadata":{)"));
}

TEST_CASE("the capture time comes from the option, from the source, or from the newest time in the data") {
  const auto captured = [](const Written& written) {
    const std::size_t at = written.text.find("\"capturedAt\":\"");
    return at == std::string::npos ? "" : written.text.substr(at + 14, written.text.find('"', at + 14) - at - 14);
  };
  CHECK(captured(save(node("n1"))).empty());
  // The time of the dropped condition, because commands that read the files themselves count it too.
  CHECK(captured(save(k_pod)) == "2026-01-02T09:00:00Z");
  const std::string early =
      R"({"kind": "Snapshot", "apiVersion": "kubectl-gang/v1alpha1", "metadata": {"capturedAt": "2026-01-01T00:00:00Z"}, "items": [)" +
      std::string("]}\n---") + k_pod;
  CHECK(captured(save(early)) == "2026-01-01T00:00:00Z");
  snapshot::Taken taken;
  taken.at = model::parse_time("2026-01-03T00:00:00.000250Z");
  CHECK(captured(save(early, {}, taken)) == "2026-01-03T00:00:00.000250Z");
  CHECK(captured(save(early, {.now = model::parse_time("2026-01-04T00:00:00Z")}, taken)) == "2026-01-04T00:00:00Z");
}

TEST_CASE("the head describes the source and its gaps") {
  snapshot::Taken taken;
  taken.complete = true;
  taken.server_version = "v1.34.2";
  taken.resource_versions = {{"pods", "812"}, {"nodes", "811"}};
  taken.omitted = {{"events", "Forbidden", "queue times"}};
  CHECK(
      save(node("n1"), {.tool_version = "v1"}, taken).head() ==
      R"(],"metadata":{"resourceVersions":{"nodes":"811","pods":"812"},"serverVersion":"v1.34.2","toolVersion":"v1"},)"
      R"("omitted":[{"hides":"queue times","list":"events","reason":"Forbidden"}],)"
      R"("redactions":["fields and kinds that scheduling does not read"]})"
      "\n");
}

TEST_CASE("a snapshot of a live cluster, byte for byte") {
  snapshot::Taken taken;
  taken.complete = true;
  taken.at = model::parse_time("2026-01-03T00:00:00.000250Z");
  taken.server_version = "v1.34.2";
  taken.resource_versions = {{"pods", "812"}, {"nodes", "811"}};
  taken.omitted = {{"events", "Forbidden", "queue times are those of creation"},
                   {"podgroups.scheduling.sigs.k8s.io", "NotServed", "pod groups of 2021 are not known"}};
  std::ifstream file(GANG_TEST_DATA "/snapshot.json"); // tests/schemas.py checks it against the schema
  std::ostringstream expected;
  expected << file.rdbuf();
  CHECK(save(k_pod, {.tool_version = "v0.1.0"}, taken).text == expected.str());
}

TEST_CASE("lists that files could not contain stay unknown, without a warning") {
  const std::string pods =
      R"({"kind": "PodList", "apiVersion": "v1", "items": [{"metadata": {"name": "a"}, "spec": {"containers": []}}]})";
  const Written written = save(pods);
  CHECK(written.saved.omitted ==
        std::vector<std::string>{"nodes", "persistentvolumeclaims", "podgroups", "resourceclaims"});
  const auto cluster = tests::cluster(written.text);
  CHECK(!cluster.lists_nodes);
  CHECK(!cluster.lists_pod_groups);
  CHECK(!cluster.lists_storage);
  CHECK(!cluster.lists_devices);
  CHECK(cluster.lists_pods);
  CHECK(cluster.omitted.empty());
  // A mixed list could have contained PodGroups.
  CHECK(save(pod("ml/a")).saved.omitted ==
        std::vector<std::string>{"nodes", "persistentvolumeclaims", "resourceclaims"});
  const std::string node = object("v1", "Node", "a"), volcano = "scheduling.volcano.sh/v1beta1";
  CHECK_FALSE(tests::cluster(save(node).text).lists_pods);
  CHECK(tests::cluster(save(node + object(volcano, "PodGroup", "ml/g")).text).lists_pods);
  const std::string of_server = "---\n{apiVersion: v1, kind: Node, metadata: {name: a, uid: u1}}\n";
  CHECK_FALSE(tests::cluster(save(of_server + object(volcano, "PodGroup", "ml/g")).text).lists_pods);
}

TEST_CASE("a snapshot of files does not claim that a runtime class is absent") {
  const std::string pod = object("v1", "Pod", "ml/a", "spec: {runtimeClassName: kata, containers: []}");
  const Written written = save(pod);
  CHECK(std::ranges::count(written.saved.omitted, "runtimeclasses.node.k8s.io") == 1);
  CHECK_FALSE(tests::cluster(written.text).lists_runtime_classes);
  const Written with_class = save(pod + object("node.k8s.io/v1", "RuntimeClass", "gvisor", "handler: runsc"));
  CHECK(std::ranges::count(with_class.saved.omitted, "runtimeclasses.node.k8s.io") == 0);
  snapshot::Taken taken;
  taken.complete = true;
  CHECK(tests::cluster(save(pod, {}, taken).text).lists_runtime_classes);
}

TEST_CASE("a Deployment keeps the flags by which an operator decides about objects, and no other argument") {
  const auto deployment = [](const std::string& name) {
    return object("apps/v1", "Deployment", "kubeflow/" + name, R"x(spec: {template: {spec: {containers: [{name: m,
      args: ["--namespace=$(SPACE)", --enable-scheme, tfjob, --token=SECRET], env: [{name: SPACE, value: team},
      {name: KEY, value: SECRET}]}]}}})x");
  };
  const std::string flags = R"("args":["--enable-scheme=tfjob","--namespace=team"])";
  for (const auto fields : {Fields::Allowed, Fields::Raw}) {
    const Written written = save(deployment("training-operator"), {.fields = fields});
    CHECK(written.item("Deployment").find(flags) != std::string::npos);
    CHECK(written.text.find("SECRET") == std::string::npos);
    CHECK(save(deployment("web"), {.fields = fields}).text.find("args") == std::string::npos);
  }
  CHECK(save(deployment("web")).text.find("template") == std::string::npos);
  CHECK(anonymized(deployment("training-operator")).text.find("team") == std::string::npos);
}

TEST_CASE("of ConfigMaps a snapshot keeps only what schedulers and operators read in theirs") {
  const auto config_map = [](const std::string& name, const std::string& data) {
    return object("v1", "ConfigMap", "system/" + name, "data: {" + data + "}");
  };
  const std::string kueue = config_map("k", R"(a.yaml: "{apiVersion: config.kueue.x-k8s.io/v1beta1, kind: Configuration,
    manageJobsWithoutQueueName: true, internalCertManagement: {webhookSecretName: SECRET}}", b: SECRET)");
  CHECK(save(kueue).item("ConfigMap") ==
        R"({"apiVersion":"v1","data":{"a.yaml":"{\"apiVersion\":\"config.kueue.x-k8s.io/v1beta1\",)"
        R"(\"kind\":\"Configuration\",\"manageJobsWithoutQueueName\":true}"},"kind":"ConfigMap",)"
        R"("metadata":{"name":"k","namespace":"system"}})");
  const std::string volcano =
      config_map("v", R"(v.conf: "{actions: allocate, tiers: [{plugins: [{name: gang, arguments: {key: SECRET}}]}]}")");
  CHECK(save(volcano).item("ConfigMap").find(R"({\"arguments\":{},\"name\":\"gang\"})") != std::string::npos);
  const std::string argo = config_map("workflow-controller-configmap", R"(parallelism: "2", config: "artifactRepository:
    {s3: {bucket: SECRET}}", executor: "{resources: {requests: {cpu: 1}}, args: [SECRET]}")");
  CHECK(save(argo)
            .item("ConfigMap")
            .find(R"("data":{"executor":"{\"resources\":{\"requests\":{\"cpu\":1}}}","parallelism":"2"})") !=
        std::string::npos);
  for (const std::string& source : {kueue, volcano, argo}) {
    const std::string once = save(source).text;
    CHECK(once.find("SECRET") == std::string::npos);
    CHECK(save(once).text == once);
    CHECK(save(source, {.fields = Fields::Raw}).text.find("SECRET") == std::string::npos);
  }
}

TEST_CASE("a snapshot reports that its source has ConfigMaps and Secrets, which it leaves out") {
  const std::string pod = ::pod("ml/a"), config_map = object("v1", "ConfigMap", "ml/c"),
                    secret = object("v1", "Secret", "ml/s");
  const auto left_out = [](const std::string& source) {
    std::string lists;
    for (const char* const list : {"configmaps", "secrets"}) {
      const std::string told = std::string("\"list\":\"") + list + R"(","reason":"NotSaved")";
      if (save(source).head().find(told) != std::string::npos) { lists += list; }
    }
    return lists;
  };
  CHECK(left_out(pod).empty());
  CHECK(left_out(pod + config_map) == "configmaps");
  CHECK(left_out(pod + secret) == "secrets");
  CHECK(left_out(save(pod + config_map + secret).text) == "configmapssecrets");
  CHECK(tests::cluster(save(pod + config_map).text).omitted.empty()); // no warning without a pod that needs one
}

TEST_CASE("a definition of a kind keeps the versions that the API server serves") {
  const auto definition = [](const std::string& group) {
    return object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "x." + group,
                  "spec: {group: " + group +
                      ", names: {kind: JobSet, plural: SECRET}, versions: [{name: v1, served: "
                      "true, schema: {openAPIV3Schema: {description: SECRET}}}]}");
  };
  CHECK(
      save(definition("jobset.x-k8s.io"))
          .item("CustomResourceDefinition")
          .ends_with(
              R"("spec":{"group":"jobset.x-k8s.io","names":{"kind":"JobSet"},"versions":[{"name":"v1","served":true}]}})"));
  CHECK(save(definition("example.com")).saved.kept.empty());
}

TEST_CASE("a snapshot keeps what the last kubectl apply set, as far as it keeps the fields") {
  const std::string group = object("scheduling.x-k8s.io/v1alpha1", "PodGroup", "ml/g", R"(spec: {minMember: 2})");
  const std::string applied = R"(annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"spec":
    {"minMember": 3, "note": "SECRET"}}'}, )";
  std::string source = group;
  source.insert(source.find("metadata: {") + 11, applied);
  const std::string item = save(source).item("PodGroup");
  CHECK(item.find(R"(last-applied-configuration":"{\"spec\":{\"minMember\":3}}")") != std::string::npos);
  CHECK(save(source).text.find("SECRET") == std::string::npos);
  CHECK(save(group).text.find("annotations") == std::string::npos);
}

TEST_CASE("a snapshot of files does not claim that lists without objects are empty") {
  const std::string quota = object("v1", "ResourceQuota", "ml/q");
  CHECK_FALSE(tests::cluster(save(pod("ml/a") + quota).text).is_whole);
  snapshot::Taken taken;
  taken.complete = true;
  CHECK(tests::cluster(save(pod("ml/a") + quota, {}, taken).text).is_whole);
  CHECK(save(pod("ml/a") + quota).saved.omitted ==
        std::vector<std::string>{"nodes", "persistentvolumeclaims", "resourceclaims"});
}

TEST_CASE("raw objects are complete except for fields that no snapshot keeps") {
  const Written written = save(std::string(k_pod) + object("v1", "Secret", "ml/s") + object("v1", "ConfigMap", "ml/c") +
                                   object("v1", "ServiceAccount", "ml/a"),
                               {.fields = Fields::Raw});
  CHECK(written.saved.kept == std::map<std::string, std::int64_t>{{"Pod", 1}, {"ServiceAccount", 1}});
  const std::string item = written.item("Pod");
  for (const char* const kept :
       {R"("note":"SECRET")", R"("env":[{"name":"PASSWORD"}])", R"("serviceAccountName":"SECRET")",
        R"("secretName":"SECRET")", R"("resourceVersion":"17")", R"("hostIP":"SECRET")"}) {
    INFO(kept);
    CHECK(item.find(kept) != std::string::npos);
  }
  for (const char* const gone : {"last-applied", R"("args")", R"("command")", "httpHeaders", R"("value")"}) {
    INFO(gone);
    CHECK(item.find(gone) == std::string::npos);
  }
}

TEST_CASE("a snapshot reports that it leaves out webhooks that may see pods") {
  const auto webhook = [](const std::string& group, const std::string& resource) {
    return object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "keep",
                  "webhooks: [{name: keep.example.com, rules: [{operations: [CREATE], apiGroups: [\"" + group +
                      "\"], apiVersions: [v1], resources: [" + resource + "]}]}]");
  };
  const auto tells = [](const std::string& text) {
    return text.find(R"("list":"webhooks and admission policies","reason":"NotSaved")") != std::string::npos;
  };
  const Written of_pods = save(pod("ml/a") + webhook("", "pods"));
  CHECK(tells(of_pods.head()));
  CHECK(std::ranges::find(of_pods.saved.omitted, "webhooks and admission policies") == of_pods.saved.omitted.end());
  CHECK(tells(anonymized(pod("ml/a") + webhook("batch", "jobs")).head()));
  CHECK(tells(save(of_pods.text).head()));
  CHECK_FALSE(tells(save(pod("ml/a") + webhook("cert-manager.io", "certificates")).head()));
}

TEST_CASE("a snapshot reports the webhooks for operators' objects by resource") {
  const auto webhook = [](const std::string& group, const std::string& resource) {
    return object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "keep",
                  "webhooks: [{name: keep.example.com, rules: [{operations: [CREATE], apiGroups: [\"" + group +
                      "\"], apiVersions: [v1], resources: [" + resource + "]}]}]");
  };
  const auto tells = [](const std::string& text, const std::string& list) {
    return text.find("\"list\":\"webhooks and admission policies" + list + "\",\"reason\":\"NotSaved\"") !=
           std::string::npos;
  };
  const Written of_jobs = save(pod("ml/a") + webhook("kubeflow.org", "pytorchjobs"));
  CHECK(tells(of_jobs.head(), " for pytorchjobs.kubeflow.org"));
  CHECK_FALSE(tells(of_jobs.head(), " for tfjobs.kubeflow.org"));
  CHECK_FALSE(tells(of_jobs.head(), ""));
  CHECK(tells(save(of_jobs.text).head(), " for pytorchjobs.kubeflow.org"));
  CHECK(tells(anonymized(pod("ml/a") + webhook("", "services")).head(), " for services")); // operators make them
  CHECK(save(pod("ml/a") + webhook("cert-manager.io", "certificates")).head().find("webhooks") == std::string::npos);
}

TEST_CASE("a snapshot reports the webhooks for requests about pods that exist, and for objects beside jobs") {
  const auto webhook = [](const std::string& operation, const std::string& group, const std::string& resource) {
    return object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "keep",
                  "webhooks: [{name: keep.example.com, rules: [{operations: [" + operation + "], apiGroups: [\"" +
                      group + "\"], apiVersions: [v1], resources: [" + resource + "]}]}]");
  };
  const auto lists = [](const std::string& source, const std::string& requests) {
    const std::string entry =
        "\"list\":\"webhooks and admission policies for " + requests + "\",\"reason\":\"NotSaved\"";
    const Written once = save(source);
    CHECK(save(once.text).head().find(entry) == once.head().find(entry));
    return once.head().find(entry) != std::string::npos;
  };
  CHECK(lists(pod("ml/a") + webhook("CREATE", "", "pods/binding"), "pods/binding"));
  CHECK_FALSE(lists(pod("ml/a") + webhook("CREATE", "", "pods"), "pods/binding"));
  CHECK(lists(pod("ml/a") + webhook("UPDATE", "", "persistentvolumeclaims"), "updates of persistentvolumeclaims"));
  CHECK_FALSE(lists(pod("ml/a") + webhook("UPDATE", "", "persistentvolumeclaims"), "persistentvolumeclaims"));
  CHECK_FALSE(
      lists(pod("ml/a") + webhook("CREATE", "", "persistentvolumeclaims"), "updates of persistentvolumeclaims"));
  CHECK(lists(pod("ml/a") + webhook("UPDATE", "resource.k8s.io", "resourceclaims/status"),
              "updates of resourceclaims/status.resource.k8s.io"));
  CHECK(lists(pod("ml/a") + webhook("CREATE", "", "configmaps"), "configmaps"));
  CHECK(lists(pod("ml/a") + webhook("CREATE", "scheduling.k8s.io", "priorityclasses"),
              "priorityclasses.scheduling.k8s.io"));
}

TEST_CASE("a snapshot keeps the targets of autoscalers and what they ask for") {
  const std::string target = "{apiVersion: apps/v1, kind: Deployment, name: work}";
  const std::string kept_target = R"({"kind":"Deployment","name":"work"})";
  const auto holds = [](const std::string& source, const std::string& spec) {
    return save(source).text.find(spec) != std::string::npos;
  };
  CHECK(holds(object("autoscaling/v2", "HorizontalPodAutoscaler", "ml/h",
                     "spec: {minReplicas: 9, maxReplicas: 10, scaleTargetRef: " + target + "}"),
              R"("spec":{"maxReplicas":10,"minReplicas":9,"scaleTargetRef":)" + kept_target + "}"));
  CHECK(holds(object("keda.sh/v1alpha1", "ScaledObject", "ml/s",
                     "spec: {minReplicaCount: 9, triggers: [], scaleTargetRef: " + target + "}"),
              R"("spec":{"minReplicaCount":9,"scaleTargetRef":)" + kept_target + "}"));
  CHECK(holds(object("autoscaling.k8s.io/v1", "VerticalPodAutoscaler", "ml/v",
                     "spec: {targetRef: " + target +
                         "}, status: {recommendation: {containerRecommendations: [{containerName: main, "
                         "lowerBound: {cpu: 1}, target: {cpu: 9}}]}}"),
              R"("containerRecommendations":[{"containerName":"main","target":{"cpu":9}}])"));
}

TEST_CASE("anonymizing replaces names word by word, the same word by the same code everywhere") {
  const std::string source =
      object("v1", "Namespace", "zebra") + node("yak-7", {.labels = "kubernetes.io/hostname: yak-7"}) +
      pod("zebra/wolf-7", {.labels = "scheduling.x-k8s.io/pod-group: wolf", .spec = "nodeName: yak-7"});
  const std::string text = anonymized(source).text;
  for (const char* const name : {"zebra", "yak", "wolf"}) { CHECK(text.find(name) == std::string::npos); }
  // The words are 7, wolf, yak and zebra, in this order, and also "main" of the container and its image.
  const auto cluster = tests::cluster(text);
  REQUIRE(cluster.pods.size() == 1);
  const model::Pod& pod = cluster.pods.front();
  CHECK(pod.node_name == cluster.nodes.front().name);
  CHECK(cluster.namespaces.front().name == pod.namespace_name);
  const std::string_view seven = cluster.nodes.front().name.substr(cluster.nodes.front().name.find('-'));
  CHECK(pod.name.ends_with(seven));
  CHECK(std::string(cluster.groups.front().name) + std::string(seven) == pod.name);
  CHECK(model::find_label(*cluster.nodes.front().labels, "kubernetes.io/hostname") == cluster.nodes.front().name);
}

TEST_CASE("anonymizing leaves an object without a namespace in the same namespace as before") {
  const auto cluster = tests::cluster(anonymized(pod("a") + pod("default/b")).text);
  REQUIRE(cluster.pods.size() == 2);
  CHECK(cluster.pods[0].namespace_name == cluster.pods[1].namespace_name);
  CHECK(cluster.pods[0].namespace_name != "default");
}

TEST_CASE("anonymizing removes texts for people, except for the parts that decoders read") {
  const std::string event =
      object("v1", "Event", "ml/e", R"(reason: FailedScheduling, involvedObject: {kind: Pod, name: a},
    message: "0/3 nodes: zebra rejection in Unreserve")");
  CHECK(anonymized(event).item("Event").find(R"("message":"rejection in Unreserve")") != std::string::npos);
  const std::string text = anonymized(k_pod).text;
  CHECK(text.find("0/1 nodes") == std::string::npos);
  CHECK(text.find("\"message\":\"(left out)\"") != std::string::npos);
}

TEST_CASE("an anonymized cluster tells where the new names are, for the doubt about true names and for errors") {
  const std::string cluster = node("n1") + pod("ml/a"), hidden = anonymized(cluster).text;
  CHECK(tests::cluster(hidden).renamed_in == "cluster.yaml");
  CHECK(tests::cluster(save(hidden).text).renamed_in == "cluster.yaml"); // a snapshot of it counts as anonymized, too
  CHECK(tests::cluster(save(cluster).text).renamed_in.empty());
  CHECK(tests::cluster(save(cluster, {.fields = Fields::Raw}).text).renamed_in.empty());
  CHECK(tests::cluster(hidden).hints ==
        std::vector<std::string>{"the names in cluster.yaml were replaced (snapshot --anonymize)"});
  CHECK_THROWS_WITH(
      snapshot::find_target(tests::cluster(hidden), "ml", "pod/a"),
      "there is no pod a in namespace ml; the names in cluster.yaml were replaced (snapshot --anonymize)");
  CHECK(tests::cluster(save(cluster).text).hints.empty());
  CHECK_THROWS_WITH(snapshot::find_target(tests::cluster(save(cluster).text), "ml", "pod/c"),
                    "there is no pod c in namespace ml");
}
