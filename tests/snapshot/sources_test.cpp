// SPDX-License-Identifier: Apache-2.0
// Several sources together: duplicates, lists that cannot contain a kind, snapshots, hints.
#include "snapshot/objects.hpp"

#include "document/reading/reader.hpp"
#include "model/values/time.hpp"
#include "snapshot/save/saver.hpp"
#include "util/concat.hpp"

namespace {

using Texts = std::vector<std::string>;

// A list as an API server sends it. The items take their kind from the list.
std::string pod_list(const std::string& items) {
  return R"({"kind": "PodList", "apiVersion": "v1", "items": [)" + items + "]}";
}

constexpr const char* k_member =
    R"({"metadata": {"name": "a", "labels": {"scheduling.x-k8s.io/pod-group": "g"}}, "spec": {"containers": []}})";

std::string head_without(const std::string& omitted) {
  return "{apiVersion: kubectl-gang/v1alpha1, kind: Snapshot, items: [], omitted: [" + omitted + "]}";
}

model::ClusterSnapshot cluster_of(const std::vector<std::string>& snapshots) {
  snapshot::Builder builder;
  for (const std::string& text : snapshots) { tests::add(builder, text); }
  return builder.finish();
}

// A snapshot of these snapshots.
std::string saved(const std::vector<std::string>& snapshots, const char* file = "snapshot.yaml") {
  std::string out;
  snapshot::Saver saver({}, [&](std::string_view bytes) { out += bytes; });
  for (const std::string& text : snapshots) {
    document::read_text(
        text, file, {}, [&](const document::Item& item) { saver.add(item); },
        [](const util::Problem& problem) { FAIL(problem.message); });
  }
  saver.finish();
  return out;
}

} // namespace

TEST_CASE("the same object in two sources counts once") {
  snapshot::Builder builder;
  tests::add(builder, pod("ml/a") + node("n1") + group("ml/g", 2), "one.yaml");
  tests::add(builder, node("n1") + group("ml/g", 2) + pod("ml/a"), "two.yaml");
  const auto cluster = builder.finish();
  CHECK(cluster.pods.size() == 1);
  CHECK(cluster.nodes.size() == 1);
  CHECK(cluster.groups.size() == 1);
}

TEST_CASE("an object with different content in two sources is an error that names both places") {
  const auto error = [](const std::string& one, const std::string& two) {
    return error_of([&] {
      snapshot::Builder builder;
      tests::add(builder, one, "one.yaml");
      tests::add(builder, "# moved down a line\n" + two, "two.yaml");
      builder.finish();
    });
  };
  CHECK(error(pod("ml/a"), pod("ml/a", {.requests = "cpu: 2"})) ==
        "Pod ml/a is defined twice with different content, in one.yaml, line 2 and in two.yaml, line 3; leave one of "
        "them "
        "out");
  CHECK(error(pod("ml/a"), pod("ml/a", {.status = "nominatedNodeName: n1"})) != "");
  CHECK(
      error(node("n1"), node("n1", {.spec = "unschedulable: true"})) ==
      "Node n1 is defined twice with different content, in one.yaml, line 2 and in two.yaml, line 3; leave one of them "
      "out");
  CHECK(error(group("ml/g", 2), group("ml/g", 3)) ==
        "PodGroup ml/g is defined twice with different content, in one.yaml, "
        "line 2 and in two.yaml, line 3; leave one of them out");
  CHECK(error(group("ml/g", 2), group("ml/g", 3, "scheduling.sigs.k8s.io")).empty());
  CHECK(error(object("batch/v1", "Job", "ml/j", "spec: {parallelism: 1}"),
              object("batch/v1", "Job", "ml/j", "spec: {parallelism: 2}")) != "");
}

TEST_CASE("lists of one kind cannot contain PodGroups: their absence proves nothing") {
  const auto cluster = tests::cluster(pod_list(k_member));
  CHECK_FALSE(cluster.lists_pod_groups);
  CHECK_FALSE(cluster.lists_nodes);
  CHECK(cluster.lists_pods);
  CHECK(cluster.groups.size() == 1);
}

TEST_CASE("a list of PodGroups beside other lists counts") {
  snapshot::Builder builder;
  tests::add(builder, pod_list(k_member));
  tests::add(builder, R"({"kind": "PodGroupList", "apiVersion": "scheduling.x-k8s.io/v1alpha1",
                          "items": [{"metadata": {"name": "other"}}]})");
  CHECK(builder.finish().lists_pod_groups);
}

TEST_CASE("a v1 List can contain every kind: an absent PodGroup does not exist, but a cluster has nodes and pods") {
  const auto list = [](const std::string& items) {
    return tests::cluster("{apiVersion: v1, kind: List, items: [" + items + "]}");
  };
  const auto of_pod = list("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {}}");
  CHECK(of_pod.lists_pod_groups);
  CHECK(of_pod.lists_pods);
  CHECK_FALSE(of_pod.lists_nodes);
  const auto of_node = list("{apiVersion: v1, kind: Node, metadata: {name: a}}");
  CHECK(of_node.lists_nodes);
  CHECK_FALSE(of_node.lists_pods);
  // Volcano lets in the group before its controller creates the pods.
  const auto of_volcano = list("{apiVersion: v1, kind: Node, metadata: {name: a}}, "
                               "{apiVersion: scheduling.volcano.sh/v1beta1, kind: PodGroup, metadata: {name: g}}");
  CHECK(of_volcano.lists_pods);
  const auto of_server = list("{apiVersion: v1, kind: Node, metadata: {name: a, uid: u1}}, "
                              "{apiVersion: scheduling.volcano.sh/v1beta1, kind: PodGroup, metadata: {name: g}}");
  CHECK_FALSE(of_server.lists_pods);
}

TEST_CASE("nodes of an API server and the pods of one namespace: those of others are missing") {
  const std::string server_node = "---\n{apiVersion: v1, kind: Node, metadata: {name: n1, uid: u1}}\n";
  const auto lists_others = [](const std::string& text) {
    const bool in_files = tests::cluster(text).lists_pods_elsewhere;
    CHECK(tests::cluster(saved({text})).lists_pods_elsewhere == in_files);
    return in_files;
  };
  CHECK_FALSE(lists_others(server_node + pod("ml/a") + pod("ml/b")));
  CHECK(lists_others(server_node + pod("ml/a") + pod("kube-system/b")));
  CHECK(lists_others(server_node + pod("kube-system/a")));
  CHECK(lists_others(node("n1") + pod("ml/a")));
  CHECK(lists_others(server_node));
}

TEST_CASE("a cluster-info dump without --all-namespaces lacks pods, a list of kubectl get does not") {
  const std::string node_list =
      R"({"kind": "NodeList", "apiVersion": "v1", "items": [{"metadata": {"name": "n1", "uid": "u1"}}]})";
  struct File {
    std::string name, text;
  };
  const auto pods = [](const std::vector<std::string>& namespaces) {
    std::string items;
    for (const std::string& name : namespaces) {
      const std::string number = std::to_string(items.size()); // a name of its own
      if (!items.empty()) { items += ", "; }
      items += util::concat(R"({"metadata": {"name": "p)", number, R"(", "namespace": ")", name,
                            R"("}, "spec": {"nodeName": "n1", "containers": []}})");
    }
    return pod_list(items);
  };
  const auto lists_others = [&](const std::vector<File>& files) {
    snapshot::Builder builder;
    std::string saved_files;
    snapshot::Saver saver({}, [&](std::string_view bytes) { saved_files += bytes; });
    const auto add = [&](const std::string& name, const std::string& text) {
      tests::add(builder, text, name);
      document::read_text(
          text, name, {}, [&](const document::Item& item) { saver.add(item); },
          [](const util::Problem& problem) { FAIL(problem.message); });
    };
    add("dump/nodes.json", node_list);
    for (const File& file : files) { add(file.name, file.text); }
    saver.finish({});
    const bool in_files = builder.finish().lists_pods_elsewhere;
    CHECK(tests::cluster(saved_files).lists_pods_elsewhere == in_files);
    return in_files;
  };
  const File of_system = {"dump/kube-system/pods.json", pods({"kube-system", "kube-system"})};
  const File of_default = {"dump/default/pods.json", pods({"default"})};
  CHECK_FALSE(lists_others({of_default, of_system}));
  CHECK_FALSE(lists_others({of_system}));
  CHECK_FALSE(lists_others({{"all.json", pods({"ml"}) + pods({"kube-system"})}}));
  CHECK(lists_others({of_default, of_system, {"dump/ml/pods.json", pods({"ml"})}}));
  CHECK(lists_others({{"pods.json", pods({"default", "kube-system", "kube-system"})}}));
  CHECK(lists_others({{"pods.json", pods({"kube-system"})}}));
  CHECK(lists_others({of_default, of_system, {"more.yaml", pod("ml/b", {.spec = "nodeName: n1"})}}));
}

TEST_CASE("nodes of an API server and no pod with a node: running pods are missing") {
  const std::string server_node = "---\n{apiVersion: v1, kind: Node, metadata: {name: n1, uid: u1}}\n";
  const auto lists_running = [](const std::string& text) {
    const bool in_files = tests::cluster(text).lists_running_pods;
    CHECK(tests::cluster(saved({text})).lists_running_pods == in_files);
    return in_files;
  };
  CHECK_FALSE(lists_running(server_node + pod("ml/a") + pod("web/b")));
  CHECK(lists_running(server_node + pod("ml/a") + pod("web/b", {.spec = "nodeName: n1"})));
  CHECK(lists_running(node("n1") + pod("ml/a")));
  CHECK(lists_running(server_node));
}

TEST_CASE("bound pods without any node: the list of nodes is missing, without a problem for each") {
  const auto cluster = tests::cluster(pod("a", {.spec = "nodeName: n1"}) + pod("b", {.spec = "nodeName: n2"}));
  CHECK_FALSE(cluster.lists_nodes);
  CHECK(texts(cluster.problems).empty());
}

TEST_CASE("the head of a snapshot decodes") {
  const auto cluster = tests::cluster(R"(
apiVersion: kubectl-gang/v1alpha1
kind: Snapshot
capturedAt: "2026-01-01T00:00:00Z"
serverVersion: v1.34.2
omitted:
- {list: podgroups.scheduling.x-k8s.io, reason: Forbidden, hides: quorums}
- {list: podgroups.scheduling.sigs.k8s.io, reason: NotServed}
- "events: not allowed"
items:
- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {}}
)");
  CHECK(cluster.captured_at == model::parse_time("2026-01-01T00:00:00Z"));
  CHECK(cluster.server_version == "1.34.2");
  // A list that the server does not serve hides nothing: it is empty.
  REQUIRE(cluster.omitted.size() == 2);
  CHECK(cluster.omitted[0].list == "podgroups.scheduling.x-k8s.io");
  CHECK(cluster.omitted[0].reason == "Forbidden");
  CHECK(cluster.omitted[0].hides == "quorums");
  CHECK(cluster.omitted[1].list == "events");
  CHECK(cluster.omitted[1].reason.empty());
  CHECK(cluster.omitted[1].hides == "not allowed");
  CHECK_FALSE(cluster.lists_pod_groups);
  CHECK(cluster.lists_pods);
  CHECK(cluster.pods.size() == 1);
}

TEST_CASE("a list that the server does not serve counts as empty") {
  CHECK(tests::cluster("{apiVersion: kubectl-gang/v1alpha1, kind: Snapshot, items: [], "
                       "omitted: [{list: podgroups.scheduling.x-k8s.io, reason: NotServed}]}")
            .lists_pod_groups);
}

TEST_CASE("of several snapshots, only a list that all of them omit is missing, in any order") {
  const std::string whole = head_without("");
  const std::string denied = head_without("{list: persistentvolumes, reason: Forbidden}, "
                                          "{list: resourceclaims.resource.k8s.io, reason: Forbidden}, "
                                          "{list: pods, reason: Forbidden}");
  const std::string files = head_without("{list: persistentvolumeclaims, reason: NotInSource}, "
                                         "{list: resourceclaims, reason: NotInSource}");
  for (const auto& heads : {std::vector{whole, denied}, std::vector{denied, whole}}) {
    const auto cluster = cluster_of(heads);
    CHECK(cluster.lists_storage);
    CHECK(cluster.lists_devices);
    CHECK(cluster.lists_pods);
    CHECK(cluster.omitted.empty());
  }
  const auto nowhere = cluster_of({denied, denied});
  CHECK_FALSE(nowhere.lists_storage);
  CHECK_FALSE(nowhere.lists_devices);
  CHECK_FALSE(nowhere.lists_pods);
  CHECK(nowhere.omitted.size() == 3);               // each reported once
  CHECK(cluster_of({files, denied}).lists_storage); // one has the volumes, the other the claims
  CHECK_FALSE(cluster_of({files}).lists_storage);
}

TEST_CASE("a list that one cluster does not serve and another denies counts as empty") {
  const std::string absent = head_without("{list: podgroups.scheduling.x-k8s.io, reason: NotServed}");
  const std::string denied = head_without("{list: podgroups.scheduling.x-k8s.io, reason: Forbidden}");
  for (const auto& heads : {std::vector{absent, denied}, std::vector{denied, absent}}) {
    CHECK(cluster_of(heads).lists_pod_groups);
    CHECK(cluster_of(heads).omitted.empty());
  }
}

TEST_CASE("a snapshot of several omits only lists that all of them omit") {
  const std::string one = head_without("{list: pods, reason: Forbidden}, {list: events, reason: Forbidden}");
  const std::string other = head_without("{list: nodes, reason: Forbidden}, {list: events, reason: Forbidden}");
  CHECK(saved({one, other}).find(R"("omitted":[{"list":"events","reason":"Forbidden"}])") != std::string::npos);
}

TEST_CASE("every command refuses a snapshot of another version") {
  const std::string later = "{apiVersion: kubectl-gang/v2, kind: Snapshot, items: []}";
  const std::string refusal = "later.yaml, line 1: this Snapshot is of version kubectl-gang/v2, and this program reads "
                              "kubectl-gang/v1alpha1: read it with a release that fits, or take it again";
  CHECK(error_of([&] {
          snapshot::Builder builder;
          tests::add(builder, later, "later.yaml");
        }) == refusal);
  CHECK(error_of([&] { saved({later}, "later.yaml"); }) == refusal);
}

TEST_CASE("workload objects are context and create no pods") {
  const auto cluster = tests::cluster(object("apps/v1", "Deployment", "ml/web", "spec: {replicas: 3, template: {}}"));
  CHECK(cluster.pods.empty());
  REQUIRE(cluster.workloads.size() == 1);
  CHECK(cluster.workloads[0].kind == "Deployment");
  CHECK(cluster.hints == Texts{"Deployment ml/web is in cluster.yaml, line 2, but its pods are not: to see what it "
                               "would do, try dry-run -f"});
}

TEST_CASE("no hint for workloads that have pods, need none, are done or belong to others") {
  const std::string owned = "metadata: {namespace: ml, name: web-1, ownerReferences: [{apiVersion: apps/v1, "
                            "kind: ReplicaSet, name: web-5d9, controller: true}], labels: {pod-template-hash: 5d9}}";
  const auto cluster = tests::cluster(
      object("apps/v1", "Deployment", "ml/web", "spec: {replicas: 3}") + "---\n{apiVersion: v1, kind: Pod, " + owned +
      ", spec: {}}\n" + object("apps/v1", "Deployment", "ml/off", "spec: {replicas: 0}") +
      object("batch/v1", "Job", "ml/done", "status: {conditions: [{type: Complete, status: \"True\"}]}") +
      object("batch/v1", "Job", "ml/held", "spec: {suspend: true}") +
      object("batch/v1", "Job", "ml/short", "spec: {completions: 2}, status: {succeeded: 2}") +
      "---\n{apiVersion: batch/v1, kind: Job, metadata: {namespace: ml, name: run, ownerReferences: [{kind: CronJob, "
      "name: c}]}}\n" +
      object("apps/v1", "DaemonSet", "ml/agent"));
  CHECK(cluster.hints.empty());
}

TEST_CASE("the builder keeps objects of any kind that another object names as owner") {
  const auto cluster = tests::cluster(
      object("example.com/v1", "Flow", "ml/bert") + object("example.com/v1", "Flow", "ml/idle") +
      pod("ml/a", {.metadata = "ownerReferences: [{apiVersion: example.com/v1, kind: Flow, name: bert}], "}));
  REQUIRE(cluster.workloads.size() == 1);
  CHECK(cluster.workloads[0].name == "bert");
}

TEST_CASE("the builder keeps jobs of operators without pods, which users ask for by name") {
  const auto cluster = tests::cluster(object("kubeflow.org/v1", "PyTorchJob", "ml/idle"));
  REQUIRE(cluster.workloads.size() == 1);
  CHECK(cluster.workloads[0].name == "idle");
}
