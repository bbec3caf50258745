// SPDX-License-Identifier: Apache-2.0
// Lookup of the objects that the user names.
#include "snapshot/link/targets.hpp"

#include "snapshot/objects.hpp"

namespace {

std::string owner(std::string_view api_version, std::string_view kind, std::string_view name) {
  return "ownerReferences: [{apiVersion: " + std::string(api_version) + ", kind: " + std::string(kind) +
         ", name: " + std::string(name) + ", controller: true}], ";
}

// Content of a selection, as "group ml/train" and "pod ml/x".
std::vector<std::string> words(const model::ClusterSnapshot& cluster, const snapshot::Targets& targets) {
  std::vector<std::string> out;
  for (const auto index : targets.groups) {
    const model::PodGroup& group = cluster.groups[static_cast<std::size_t>(index)];
    out.push_back("group " + std::string(group.namespace_name) + '/' + std::string(group.name));
  }
  for (const auto index : targets.pods) {
    out.push_back("pod " + model::pod_key(cluster.pods[static_cast<std::size_t>(index)]));
  }
  return out;
}

using Words = std::vector<std::string>;

// ml: group train with worker-0 and worker-1 of Job train; pod web-5d9-a of Deployment web through its ReplicaSet; pod
// bound on n1; pod loose. ops: group nightly, pod loose.
const model::ClusterSnapshot& cluster() {
  static const model::ClusterSnapshot picture = tests::cluster(
      node("n1") + group("ml/train", 2) +
      pod("ml/worker-0", {.metadata = owner("batch/v1", "Job", "train"), .labels = k_label + "train, tier: a"}) +
      pod("ml/worker-1", {.metadata = owner("batch/v1", "Job", "train"), .labels = k_label + "train"}) +
      pod("ml/web-5d9-a",
          {.metadata = owner("apps/v1", "ReplicaSet", "web-5d9"), .labels = "pod-template-hash: 5d9, tier: a"}) +
      pod("ml/bound", {.spec = "nodeName: n1"}) + pod("ml/loose") + pod("ml/done", {.status = "phase: Succeeded"}) +
      group("ops/nightly", 1) + pod("ops/loose", {.labels = "tier: a"}) +
      object("batch/v1", "Job", "ml/empty", "spec: {}"));
  return picture;
}

Words found(const std::string& argument) { return words(cluster(), snapshot::find_target(cluster(), "ml", argument)); }

std::string refusal(const std::string& argument) {
  return error_of([&] { found(argument); });
}

Words all(const std::optional<std::string>& namespace_name, std::string_view selector = "") {
  std::string error;
  const auto parsed = model::ParsedSelector::parse(selector, error);
  return words(cluster(), snapshot::select_all(cluster(), namespace_name, selector.empty() ? nullptr : &*parsed));
}

} // namespace

TEST_CASE("everything in a namespace, or everywhere: groups, and pending pods without a group") {
  CHECK(all("ml") == Words{"group ml/train", "pod ml/loose", "pod ml/web-5d9-a"});
  CHECK(all(std::nullopt) ==
        Words{"group ml/train", "group ops/nightly", "pod ml/loose", "pod ml/web-5d9-a", "pod ops/loose"});
  CHECK(all("none").empty());
}

TEST_CASE("with a selector: groups with a matching member, and matching pods") {
  CHECK(all(std::nullopt, "tier=a") == Words{"group ml/train", "pod ml/web-5d9-a", "pod ops/loose"});
  CHECK(all("ml", "tier=b").empty());
}

TEST_CASE("a name means a group, else a pod, else a workload") {
  CHECK(found("train") == Words{"group ml/train"});
  CHECK(found("loose") == Words{"pod ml/loose"});
  CHECK(found("worker-1") == Words{"group ml/train"}); // a member means its group
  CHECK(found("bound") == Words{"pod ml/bound"});
  CHECK(found("web") == Words{"pod ml/web-5d9-a"});
}

TEST_CASE("a kind and a name work in all the forms that kubectl accepts") {
  for (const char* typed :
       {"podgroup/train", "podgroups/train", "pg/train", "pgs/train", "PodGroup/train",
        "podgroup.scheduling.x-k8s.io/train", "podgroups.v1alpha1.scheduling.x-k8s.io/train", "job/train", "jobs/train",
        "jobs.batch/train", "job.v1.batch/train", "pod/worker-0", "po/worker-0"}) {
    INFO(typed);
    CHECK(found(typed) == Words{"group ml/train"});
  }
  CHECK(found("deployment.apps/web") == Words{"pod ml/web-5d9-a"});
  CHECK(found("deploy/web") == Words{"pod ml/web-5d9-a"});
  CHECK(found("rs/web-5d9") == Words{"pod ml/web-5d9-a"});
}

TEST_CASE("a kind alone means all of that kind, also groups whose owner has no pods yet") {
  const auto all_of = [](const model::ClusterSnapshot& picture, const std::string& kind) {
    return words(picture, snapshot::find_all_of_kind(picture, "ml", kind));
  };
  CHECK(all_of(cluster(), "pods") == Words{"group ml/train", "pod ml/loose", "pod ml/web-5d9-a"});
  CHECK(all_of(cluster(), "podgroups") == Words{"group ml/train"});
  CHECK(all_of(cluster(), "jobs") == Words{"group ml/train"});
  CHECK(all_of(cluster(), "deploy") == Words{"pod ml/web-5d9-a"});
  CHECK(all_of(cluster(), "sts").empty());
  CHECK(snapshot::namespaces_with_kind(cluster(), "podgroups") == std::vector<std::string_view>{"ml", "ops"});
  CHECK(snapshot::namespaces_with_kind(cluster(), "deploy") == std::vector<std::string_view>{"ml"});
  const model::ClusterSnapshot suspended = tests::cluster(
      "apiVersion: kueue.x-k8s.io/v1beta1\nkind: Workload\nmetadata: {" + owner("batch/v1", "Job", "train") +
      "name: job-train, namespace: ml}\n"
      "spec: {queueName: lq, podSets: [{name: main, count: 2, template: {spec: {containers: [{name: c, image: "
      "x}]}}}]}\n"
      "---\n"
      "apiVersion: kueue.x-k8s.io/v1beta1\nkind: LocalQueue\nmetadata: {name: lq, namespace: ml}\n"
      "spec: {clusterQueue: cq}\n---\n"
      "apiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: cq}\nspec: {namespaceSelector: {}}\n");
  CHECK(all_of(suspended, "job") == Words{"group ml/job-train"});
  CHECK(all_of(suspended, "jobset").empty());
}

TEST_CASE("an unknown name: the error proposes near matches and other namespaces") {
  CHECK(refusal("trian") == "there is no pod group, pod or workload trian in namespace ml; did you mean train?");
  CHECK(refusal("nightly") == "there is no pod group, pod or workload nightly in namespace ml; it is in namespace ops");
  CHECK(refusal("pg/loose") == "there is no pod group loose in namespace ml; there is a pod loose");
  CHECK(refusal("pod/worker-9") == "there is no pod worker-9 in namespace ml; did you mean worker-0?");
  CHECK(refusal("deploy/train") == "there is no deploy train in namespace ml; there is a pod group train");
  CHECK(refusal("job.apps/train") == "there is no job.apps train in namespace ml; there is a pod group train");
  CHECK(found("done") == Words{"pod ml/done"}); // finished, but still in the cluster
}

TEST_CASE("a workload without pods points to dry-run") {
  CHECK(refusal("job/empty") ==
        "Job ml/empty has no pods that wait or run; to see what its manifest would do, try dry-run -f");
}

TEST_CASE("a suspended workload without a Workload of Kueue, where its namespace has a queue") {
  const std::string queue = object("kueue.x-k8s.io/v1beta1", "LocalQueue", "ml/lq", "spec: {clusterQueue: cq}");
  const auto refusal_of = [](const std::string& objects, const std::string& argument) {
    const model::ClusterSnapshot picture = tests::cluster(objects);
    return error_of([&] { snapshot::find_target(picture, "ml", argument); });
  };
  const std::string tail = "to see what its manifest would do, try dry-run -f";
  const std::string job_set = object("jobset.x-k8s.io/v1alpha2", "JobSet", "ml/js", "spec: {suspend: true}");
  const std::string job = object("batch/v1", "Job", "ml/one", "spec: {suspend: true}");
  CHECK(refusal_of(job_set, "jobset/js") == "JobSet ml/js is suspended (spec.suspend) and has no pods; " + tail);
  CHECK(refusal_of(job_set + queue, "js") ==
        "JobSet ml/js is suspended (spec.suspend) and has no pods; Kueue has no Workload for it: that takes the label "
        "kueue.x-k8s.io/queue-name and the integration of JobSet in Kueue's configuration; " +
            tail);
  CHECK(refusal_of(job, "job/one") == "Job ml/one is suspended (spec.suspend) and has no pods; " + tail);
  CHECK(refusal_of(object("apps/v1", "Deployment", "ml/web", "spec: {}") + queue, "deploy/web") ==
        "Deployment ml/web has no pods that wait or run; " + tail);
  CHECK(refusal_of(object("v1", "ConfigMap", "ml/js", "data: {}"), "js") ==
        "there is no pod group, pod or workload js in namespace ml");
}

TEST_CASE("an argument that is no name is an error") {
  CHECK(refusal("a/b/c") == "\"a/b/c\" is no name: give NAME or KIND/NAME, as in job/train");
  CHECK(refusal("job/") == "\"job/\" is no name: give NAME or KIND/NAME, as in job/train");
  CHECK(refusal("") == "\"\" is no name: give NAME or KIND/NAME, as in job/train");
  CHECK(refusal("node/n1") == "node/n1 is a node; name a pod group, a pod or a workload");
}

TEST_CASE("labels of an operator name the object above an absent owner") {
  struct Row {
    const char *argument, *owner_kind, *owner, *labels, *found = "pod ml/a";
  };
  const Row row = GENERATE(
      Row{"jobset/js", "Job", "js-w-0", "jobset.sigs.k8s.io/jobset-name: js", "group ml/js"},
      Row{"mpijob/pi", "Job", "pi-launcher",
          "training.kubeflow.org/job-name: pi, training.kubeflow.org/operator-name: mpi-operator"},
      Row{"sparkapplication/etl", "Pod", "etl-driver", "sparkoperator.k8s.io/app-name: etl, spark-role: executor"},
      Row{"podcliqueset.grove.io/llm", "PodClique", "llm-0-router",
          "app.kubernetes.io/part-of: llm, app.kubernetes.io/managed-by: grove-operator"},
      Row{"lws/serve", "StatefulSet", "serve-0", "leaderworkerset.sigs.k8s.io/name: serve"});
  const model::ClusterSnapshot picture =
      tests::cluster(pod("ml/a", {.metadata = owner("x/v1", row.owner_kind, row.owner), .labels = row.labels}));
  CHECK(words(picture, snapshot::find_target(picture, "ml", row.argument)) == Words{row.found});
}

TEST_CASE("a kind of group with its API group means the groups of that project") {
  const model::ClusterSnapshot picture = tests::cluster(
      group("ml/g", 2) + object("scheduling.volcano.sh/v1beta1", "PodGroup", "ml/g", "spec: {minMember: 1}") +
      object("scheduler.grove.io/v1alpha1", "PodGang", "ml/gang", "spec: {}") +
      object("scheduling.k8s.io/v1alpha3", "PodGroup", "ml/ring",
             "spec: {workloadRef: {workloadName: w}, parentCompositePodGroupName: tree}") +
      pod("ml/a",
          {.metadata = "annotations: {yunikorn.apache.org/task-group-name: t}, ", .labels = "applicationId: app"}));
  const auto found = [&](const std::string& argument) {
    return words(picture, snapshot::find_target(picture, "ml", argument));
  };
  const Words one = {"group ml/g"}, both = {"group ml/g", "group ml/g"};
  CHECK(found("g") == both);
  CHECK(found("pg/g") == both);
  CHECK(found("podgroup.scheduling.x-k8s.io/g") == one);
  CHECK(found("podgroups.scheduling.volcano.sh/g") == one);
  CHECK(found("podgang/gang") == Words{"group ml/gang"});
  CHECK(found("podgang.scheduler.grove.io/gang") == Words{"group ml/gang"});
  CHECK(found("workload/w") == Words{"group ml/ring"});
  CHECK(found("workloads.scheduling.k8s.io/w") == Words{"group ml/ring"});
  CHECK(found("compositepodgroup/tree") == Words{"group ml/ring"});
  CHECK(found("task-group.yunikorn.apache.org/app") == Words{"group ml/app"});
  CHECK(error_of([&] { found("podgroup.scheduling.run.ai/g"); }) ==
        "there is no podgroup.scheduling.run.ai g in namespace ml; there is a pod group g");
}

TEST_CASE("kinds of operators work by name: with a group, with a version, two of one name") {
  const model::ClusterSnapshot picture =
      tests::cluster(pod("ml/a", {.metadata = owner("batch.volcano.sh/v1alpha1", "Job", "x")}) +
                     pod("ml/b", {.metadata = owner("batch/v1", "Job", "x")}) +
                     pod("ml/c", {.metadata = owner("kubeflow.org/v1", "PyTorchJob", "train")}));
  const auto found = [&](const std::string& argument) {
    return words(picture, snapshot::find_target(picture, "ml", argument));
  };
  CHECK(found("job.batch.volcano.sh/x") == Words{"pod ml/a"});
  CHECK(found("job.batch/x") == Words{"pod ml/b"});
  CHECK(found("pytorchjob/train") == Words{"pod ml/c"});
  CHECK(found("pytorchjobs.v1.kubeflow.org/train") == Words{"pod ml/c"});
  CHECK(snapshot::find_target(picture, "ml", "train").by_owner);
  CHECK_FALSE(snapshot::find_target(picture, "ml", "pod/c").by_owner);
}
