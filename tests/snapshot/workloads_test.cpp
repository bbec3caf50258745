// SPDX-License-Identifier: Apache-2.0
// Pods that controllers would create for each kind of workload.
#include "snapshot/dry_run.hpp"

#include "model/values/time.hpp"

namespace {

using Names = std::vector<std::string>;
using Requests = std::vector<std::pair<std::string, std::string>>;

std::string job(const std::string& key, const std::string& spec, const std::string& labels = {}) {
  return object("batch/v1", "Job", key, "spec: {" + spec + ", " + pod_template(labels, "restartPolicy: Never") + "}");
}

std::string owned(const std::string& kind, const std::string& name) {
  return "ownerReferences: [{apiVersion: x/v1, kind: " + kind + ", name: " + name + ", controller: true}], ";
}

} // namespace

TEST_CASE("Pod: unchanged, new, pending") {
  const auto now = model::parse_time("2026-01-01T00:00:00Z");
  const DryRun run = dry_run(node("n1"), pod("a", {.labels = "app: x"}), {.default_namespace = "ml", .now = now});
  CHECK(run.made() == Names{"ml/a"});
  CHECK(run.pod("ml/a").created == now);
  CHECK(run.pod("ml/a").pending != nullptr);
  CHECK(run.pod("ml/a").owner == nullptr);
  CHECK(run.role().name == "a");
  CHECK(run.role().count == 1);
  CHECK(run.role().now == 1);
  CHECK(run.role().requests == Requests{{"cpu", "1"}});
  CHECK(run.role().scheduler_name == "default-scheduler");
  CHECK(run.expansions[0].kind == "Pod");
  CHECK(run.expansions[0].namespace_name == "ml");
  CHECK(run.expansions[0].groups.empty());
}

TEST_CASE("Pod with generateName only gets a name") {
  const DryRun run = dry_run("", "{apiVersion: v1, kind: Pod, metadata: {generateName: job-}, spec: {containers: []}}");
  CHECK(run.made() == Names{"default/job-x"});
}

TEST_CASE("Pod with a gate has the API server's condition") {
  const DryRun run = dry_run("", pod("a", {.spec = "schedulingGates: [{name: q}]"}));
  CHECK(run.pod("default/a").gated());
  CHECK(run.pod("default/a").pending->condition_message == "Scheduling is blocked due to non-empty scheduling gates");
}

TEST_CASE("Pod with a nodeName needs no scheduler") {
  CHECK(dry_run(node("n1"), pod("a", {.spec = "nodeName: n1"})).pod("default/a").bound());
}

TEST_CASE("Pod that exists already: the manifest updates it") {
  const std::string old = pod("a", {.metadata = "uid: u, creationTimestamp: \"2026-01-01T00:00:00Z\", "});
  const DryRun waiting = dry_run(old, pod("a", {.labels = "new: \"1\"", .requests = "cpu: 3"}));
  CHECK(waiting.made() == Names{"default/a"});
  CHECK(waiting.pod("default/a").uid == "u");
  CHECK(waiting.pod("default/a").created == model::parse_time("2026-01-01T00:00:00Z"));
  CHECK(model::amount_of(waiting.pod("default/a").spec->requests, model::k_cpu) == 3000);
  CHECK(label_of(waiting.pod("default/a"), "new") == "1");
  const DryRun bound = dry_run(node("n1") + pod("a", {.spec = "nodeName: n1"}), pod("a", {.requests = "cpu: 3"}));
  CHECK(bound.pod("default/a").bound());
  CHECK(model::amount_of(bound.pod("default/a").spec->requests, model::k_cpu) == 1000);
}

TEST_CASE("the same pod twice in a manifest counts once") {
  CHECK(dry_run("", pod("a") + pod("a", {.requests = "cpu: 2"})).made() == Names{"default/a"});
}

TEST_CASE("Job: parallelism pods at a time, names of equal length, labels and owner") {
  const DryRun run = dry_run("", job("ml/train", "parallelism: 11, completions: 11"));
  CHECK(run.made().front() == "ml/train-00");
  CHECK(run.made().back() == "ml/train-10");
  CHECK(run.made().size() == 11);
  const model::Pod& pod = run.pod("ml/train-00");
  CHECK(label_of(pod, "batch.kubernetes.io/job-name") == "train");
  CHECK(label_of(pod, "job-name") == "train");
  REQUIRE(pod.owner != nullptr);
  CHECK(*pod.owner == model::Owner{"batch/v1", "Job", "train"});
  CHECK(pod.spec == run.pod("ml/train-10").spec);
}

TEST_CASE("Job: completions beyond parallelism wait and have no pods") {
  const DryRun run = dry_run("", job("train", "parallelism: 2, completions: 5"));
  CHECK(run.made() == Names{"default/train-0", "default/train-1"});
  CHECK(run.role().count == 5);
  CHECK(run.role().now == 2);
  CHECK(run.role().waits_for == "the completion of others");
}

TEST_CASE("Job: the defaults, a work queue, more parallelism than completions") {
  CHECK(dry_run("", job("j", "suspend: false")).made().size() == 1);
  CHECK(dry_run("", job("j", "parallelism: 3")).made().size() == 3);
  CHECK(dry_run("", job("j", "parallelism: 3")).role().waits_for.empty());
  CHECK(dry_run("", job("j", "parallelism: 3, completions: 2")).made().size() == 2);
  CHECK(dry_run("", job("j", "parallelism: 0")).made().empty());
}

TEST_CASE("Job, Indexed: a label holds the index") {
  const DryRun run = dry_run("", job("j", "completionMode: Indexed, parallelism: 2, completions: 2"));
  CHECK(run.made() == Names{"default/j-0", "default/j-1"});
  CHECK(label_of(run.pod("default/j-1"), "batch.kubernetes.io/job-completion-index") == "1");
}

TEST_CASE("Job, suspended: counts as started, with a remark") {
  const DryRun run = dry_run("", job("ml/j", "suspend: true, parallelism: 2"));
  CHECK(run.made().size() == 2);
  CHECK(run.cluster.assumptions == Names{"Job ml/j is resumed"});
}

TEST_CASE("Job that exists already: its pods stay, and the dry-run adds the missing ones") {
  const std::string old = pod("j-abcde", {.metadata = owned("Job", "j")}) +
                          pod("j-done1", {.metadata = owned("Job", "j"), .status = "phase: Succeeded"}) +
                          object("batch/v1", "Job", "default/j", "spec: {parallelism: 2}, status: {succeeded: 1}");
  const DryRun run = dry_run(old, job("j", "parallelism: 3, completions: 4"));
  CHECK(run.role().count == 3);
  CHECK(run.role().now == 3);
  CHECK(run.made() == Names{"default/j-0", "default/j-1", "default/j-abcde"});
  CHECK(run.role().pods == Names{"j-0", "j-1", "j-abcde"});
}

TEST_CASE("Job, Indexed, that exists already: completed and running indexes get no new pods") {
  const std::string index = "batch.kubernetes.io/job-completion-index: ";
  const std::string old = pod("j-4-abcde", {.metadata = owned("Job", "j"), .labels = index + "\"4\""}) +
                          object("batch/v1", "Job", "default/j", "status: {succeeded: 3, completedIndexes: \"0-1,3\"}");
  const DryRun run = dry_run(old, job("j", "completionMode: Indexed, parallelism: 6, completions: 6"));
  CHECK(run.made() == Names{"default/j-2", "default/j-4-abcde", "default/j-5"});
}

TEST_CASE("Job, Indexed, that exists already: failed indexes are not tried again") {
  const std::string old =
      object("batch/v1", "Job", "default/j", "status: {succeeded: 1, completedIndexes: \"0\", failedIndexes: \"1\"}");
  const DryRun run = dry_run(old, job("j", "completionMode: Indexed, parallelism: 4, completions: 4"));
  CHECK(run.made() == Names{"default/j-2", "default/j-3"});
  CHECK(run.role().count == 2);
}

TEST_CASE("Job, a work queue that exists already: no new pods after a success") {
  const std::string old = pod("j-abcde", {.metadata = owned("Job", "j")}) +
                          object("batch/v1", "Job", "default/j", "spec: {parallelism: 3}, status: {succeeded: 1}");
  CHECK(dry_run(old, job("j", "parallelism: 3")).made() == Names{"default/j-abcde"});
}

TEST_CASE("Job that is finished, or decided to be: no pods") {
  const std::string type = GENERATE("Complete", "Failed", "FailureTarget", "SuccessCriteriaMet");
  const std::string old =
      object("batch/v1", "Job", "default/j", "status: {conditions: [{type: " + type + ", status: \"True\"}]}");
  CHECK(dry_run(old, job("j", "parallelism: 2, completions: 2")).made().empty());
}

TEST_CASE("CronJob: one run, now") {
  const DryRun run = dry_run(
      "", object("batch/v1", "CronJob", "ml/nightly",
                 "spec: {schedule: \"0 0 * * *\", jobTemplate: {spec: {parallelism: 2, " + pod_template() + "}}}"));
  CHECK(run.made() == Names{"ml/nightly-0", "ml/nightly-1"});
  CHECK(run.cluster.assumptions == Names{"one run of CronJob ml/nightly is started"});
}

TEST_CASE("Deployment, ReplicaSet and ReplicationController: replicas pods at once") {
  const auto [api_version, kind] = GENERATE(table<std::string, std::string>(
      {{"apps/v1", "Deployment"}, {"apps/v1", "ReplicaSet"}, {"v1", "ReplicationController"}}));
  CHECK(dry_run("", object(api_version, kind, "web", "spec: {replicas: 3, " + pod_template("app: web") + "}")).made() ==
        Names{"default/web-0", "default/web-1", "default/web-2"});
  CHECK(dry_run("", object(api_version, kind, "web", "spec: {" + pod_template() + "}")).made().size() == 1);
}

TEST_CASE("Deployment that exists already, with or without its ReplicaSet in the files") {
  const std::string running =
      pod("web-5d9-a", {.metadata = owned("ReplicaSet", "web-5d9"), .labels = "pod-template-hash: 5d9"});
  const std::string set =
      "---\n{apiVersion: apps/v1, kind: ReplicaSet, metadata: {namespace: default, name: web-5d9, " +
      owned("Deployment", "web") + "}}\n";
  const std::string wanted = object("apps/v1", "Deployment", "web", "spec: {replicas: 2, " + pod_template() + "}");
  CHECK(dry_run(running, wanted).made() == Names{"default/web-0", "default/web-5d9-a"});
  CHECK(dry_run(running + set, wanted).made() == Names{"default/web-0", "default/web-5d9-a"});
}

TEST_CASE("terminating and finished pods get replacements") {
  const std::string gone =
      pod("web-x", {.metadata = owned("ReplicaSet", "web") + "deletionTimestamp: \"2026-01-01T00:00:00Z\", "}) +
      pod("web-y", {.metadata = owned("ReplicaSet", "web"), .status = "phase: Failed"});
  const std::string wanted = object("apps/v1", "ReplicaSet", "web", "spec: {replicas: 1, " + pod_template() + "}");
  CHECK(dry_run(gone, wanted).role().pods == Names{"web-0"});
}

TEST_CASE("StatefulSet: one pod after the other") {
  const DryRun run = dry_run(
      "", object("apps/v1", "StatefulSet", "db", "spec: {replicas: 3, ordinals: {start: 5}, " + pod_template() + "}"));
  CHECK(run.made() == Names{"default/db-5", "default/db-6", "default/db-7"});
  CHECK(run.role().count == 3);
  CHECK(run.role().now == 1);
  CHECK(run.role().waits_for == "the pod before it to be ready");
  CHECK(run.pod("default/db-5").waits_for == model::k_none);
  CHECK(awaited(run, "default/db-6") == Names{"db-5"});
  CHECK(awaited(run, "default/db-7") == Names{"db-6"});
  CHECK(label_of(run.pod("default/db-6"), "apps.kubernetes.io/pod-index") == "6");
  CHECK(label_of(run.pod("default/db-6"), "statefulset.kubernetes.io/pod-name") == "db-6");
}

TEST_CASE("StatefulSet, Parallel: all pods at once, with unpadded names") {
  const DryRun run = dry_run("", object("apps/v1", "StatefulSet", "db",
                                        "spec: {replicas: 11, podManagementPolicy: Parallel, " + pod_template() + "}"));
  CHECK(run.role().now == 11);
  CHECK(run.pod("default/db-2").waits_for == model::k_none);
  CHECK(run.pod("default/db-10").waits_for == model::k_none);
}

TEST_CASE("StatefulSet with claim templates: each pod has its claim, and keeps that of an earlier pod") {
  const std::string kept = object("v1", "PersistentVolumeClaim", "default/data-db-0", "spec: {storageClassName: old}");
  const std::string claims = "volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: fast, "
                             "resources: {requests: {storage: 1Gi}}}}]";
  const DryRun run = dry_run(
      kept, object("apps/v1", "StatefulSet", "db", "spec: {replicas: 2, " + claims + ", " + pod_template() + "}"));
  const auto& made = run.cluster.persistent_volume_claims;
  REQUIRE(made.size() == 2);
  CHECK(made[0].storage_class == "old");
  CHECK_FALSE(made[0].from_manifest);
  CHECK(made[1].name == "data-db-1");
  CHECK(made[1].storage_class == "fast");
  const auto volumes = run.pod("default/db-1").spec->volumes;
  REQUIRE(volumes.size() == 1);
  CHECK(volumes[0].reference == "data-db-1");
}

TEST_CASE("A pod with an ephemeral volume gets its claim, unless another claim has the name") {
  const std::string volume =
      "volumes: [{name: tmp, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], "
      "storageClassName: fast, resources: {requests: {storage: 1Gi}}}}}}]";
  const auto claims = [&](const std::string& cluster, const std::string& manifest) {
    Names names;
    const DryRun run = dry_run(cluster, manifest);
    for (const model::PersistentVolumeClaim& claim : run.cluster.persistent_volume_claims) {
      if (claim.made_for_pod) { names.emplace_back(claim.name); }
    }
    return names;
  };
  const std::string single = pod("web", {.spec = volume});
  const std::string many =
      object("apps/v1", "Deployment", "web", "spec: {replicas: 2, " + pod_template("", volume) + "}");
  const std::string other = object("v1", "PersistentVolumeClaim", "default/other", "spec: {storageClassName: fast}");
  const std::string taken = object("v1", "PersistentVolumeClaim", "default/web-tmp", "spec: {storageClassName: fast}");
  CHECK(claims(other, single) == Names{"web-tmp"});
  CHECK(claims(taken, single) == Names{});
  CHECK(claims("", single) == Names{}); // a claim of that name may exist
  CHECK(claims("", many) == Names{"web-0-tmp", "web-1-tmp"});
}

TEST_CASE("A block device is not mounted, and a file system is no device") {
  const auto refusals = [](const std::string& mode, const std::string& list) {
    const std::string path = list == "volumeMounts" ? "mountPath" : "devicePath";
    const std::string claim = object("v1", "PersistentVolumeClaim", "default/data", "spec: {volumeMode: " + mode + "}");
    const DryRun run =
        dry_run(claim, pod("web", {.container = list + ": [{name: d, " + path + ": /d}]",
                                   .spec = "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]"}));
    return std::ranges::count_if(run.cluster.asked, [](const model::Asked& entry) {
      return entry.reply == model::Reply::Refuses && entry.because.find("has volumeMode") != std::string::npos;
    });
  };
  CHECK(refusals("Block", "volumeMounts") == 1);
  CHECK(refusals("Block", "volumeDevices") == 0);
  CHECK(refusals("Filesystem", "volumeMounts") == 0);
  CHECK(refusals("Filesystem", "volumeDevices") == 1);
}

TEST_CASE("StatefulSet that exists already continues after its bound pods") {
  const std::string old = node("n1") + pod("db-0", {.metadata = owned("StatefulSet", "db"), .spec = "nodeName: n1"});
  const DryRun run =
      dry_run(old, object("apps/v1", "StatefulSet", "db", "spec: {replicas: 3, " + pod_template() + "}"));
  CHECK(run.pod("default/db-1").waits_for == model::k_none);
  CHECK(awaited(run, "default/db-2") == Names{"db-1"});
  CHECK(run.role().now == 2);
}

TEST_CASE("StatefulSet: the labels of its pods limit its name") {
  using model::Reply;
  const auto notes = [](std::size_t length, const std::string& cluster, Reply reply, std::string_view text) {
    const DryRun run =
        dry_run(cluster, object("apps/v1", "StatefulSet", std::string(length, 'a'),
                                "spec: {replicas: 3, podManagementPolicy: Parallel, " + pod_template() + "}"));
    return std::ranges::count_if(run.cluster.asked, [&](const model::Asked& entry) {
      return entry.reply == reply && entry.because.find(text) != std::string::npos;
    });
  };
  constexpr std::string_view k_revision = "the label controller-revision-hash of its pods may have more than the 63";
  CHECK(notes(52, "", Reply::NotAsked, k_revision) == 0);
  CHECK(notes(53, "", Reply::NotAsked, k_revision) == 1);
  const std::string name(53, 'a');
  const std::string old =
      node("n1") + pod(name + "-0", {.metadata = owned("StatefulSet", name), .spec = "nodeName: n1"});
  CHECK(notes(53, old, Reply::NotAsked, k_revision) == 0); // its pod has the label
  CHECK(notes(62, "", Reply::Refuses, "the label statefulset.kubernetes.io/pod-name of pod") == 1);
}

TEST_CASE("DaemonSet: one pod for each eligible node, with affinity to it") {
  const std::string nodes = node("a", {.labels = "pool: gpu"}) + node("b") +
                            node("c", {.labels = "pool: gpu", .spec = "taints: [{key: x, effect: NoSchedule}]"}) +
                            node("d", {.labels = "pool: gpu",
                                       .spec = "unschedulable: true, taints: [{key: "
                                               "node.kubernetes.io/unschedulable, effect: NoSchedule}]"});
  const DryRun run = dry_run(
      nodes, object("apps/v1", "DaemonSet", "agent", "spec: {" + pod_template("", "nodeSelector: {pool: gpu}") + "}"));
  CHECK(run.made() == Names{"default/agent-0", "default/agent-1"});
  CHECK(run.role().count == 2);
  const auto& terms = run.pod("default/agent-1").spec->required_node_terms;
  REQUIRE(terms);
  CHECK(terms->at(0).fields == std::vector<model::Requirement>{{"metadata.name", model::SelectorOperator::In, {"d"}}});
  CHECK(run.pod("default/agent-0").spec->tolerations.size() == 6);
}

TEST_CASE("DaemonSet that exists already serves the remaining nodes") {
  const std::string old =
      node("a") + node("b") + pod("agent-x", {.metadata = owned("DaemonSet", "agent"), .spec = "nodeName: a"});
  const DryRun run = dry_run(old, object("apps/v1", "DaemonSet", "agent", "spec: {" + pod_template() + "}"));
  CHECK(run.role().pods == Names{"agent-0", "agent-x"});
  CHECK(run.pod("default/agent-0").spec->required_node_terms->at(0).fields.at(0).values.at(0) == "b");
}

TEST_CASE("--replicas changes a role") {
  const auto with = [](const std::string& manifest, const std::string& argument) {
    return dry_run("", manifest, {}, {{snapshot::WhatIf::Kind::Replicas, argument}}).made().size();
  };
  CHECK(with(job("train", "parallelism: 2, completions: 2"), "train=5") == 5);
  CHECK(with(object("apps/v1", "Deployment", "web", "spec: {replicas: 3, " + pod_template() + "}"), "web=1") == 1);
  CHECK(error_of([&] { with(job("train", "parallelism: 2"), "worker=5"); }) ==
        "--replicas worker=5: the manifest has no role worker; its roles are train");
}

TEST_CASE("unknown kinds with pod templates are errors, and kinds without pods have no effect") {
  const std::string unknown =
      object("example.com/v1", "Farm", "ml/f",
             "spec: {pools: [{name: big, replicas: 2, " + pod_template() + "}], one: {" + pod_template() + "}}");
  const std::string error = error_of([&] { dry_run("", unknown); });
  CHECK(
      error.starts_with("manifest.yaml, line 2: Farm f (example.com/v1) is of an unknown kind; name its pod templates "
                        "with --template-path spec.pools.0.template --template-path spec.one.template. Known kinds "
                        "are "));
  CHECK(error_of([&] { dry_run("", object("batch/v1", "Jobb", "ml/f", "spec: {" + pod_template() + "}")); }) ==
        "manifest.yaml, line 2: Jobb f (batch/v1) is of an unknown kind; did you mean Job? If not, name its pod "
        "templates "
        "with --template-path spec.template");
  const DryRun run = dry_run("", object("v1", "ConfigMap", "c", "data: {}") + object("v1", "Service", "s") +
                                     object("v1", "PodTemplate", "t", pod_template()) + pod("a"));
  CHECK(run.made() == Names{"default/a"});
}

TEST_CASE("--template-path: pods of an unknown kind, as many as `replicas` next to the template") {
  const std::string farm =
      object("example.com/v1", "Farm", "ml/f",
             "spec: {pools: [{name: big, replicas: 2, " + pod_template() + "}], one: {" + pod_template() + "}}");
  const DryRun run = dry_run("", farm, {.template_paths = {"spec.pools.0.template", "spec.one.template"}});
  CHECK(run.made() == Names{"ml/f-big-0", "ml/f-big-1", "ml/f-one-0"});
  REQUIRE(run.expansions.size() == 1);
  CHECK(run.expansions[0].roles.size() == 2);
  CHECK(run.expansions[0].roles[0].name == "big");
  CHECK(*run.pod("ml/f-one-0").owner == model::Owner{"example.com/v1", "Farm", "f"});
  const DryRun more =
      dry_run("", farm, {.template_paths = {"spec.pools.0.template"}}, {{snapshot::WhatIf::Kind::Replicas, "big=3"}});
  CHECK(more.made().size() == 3);
  CHECK(error_of([&] { dry_run("", farm, {.template_paths = {"spec.two.template"}}); }) ==
        "manifest.yaml, line 2: Farm f: spec.two.template is missing (--template-path); its pod templates are at "
        "spec.pools.0.template, spec.one.template");
  // A template that no path names is not counted, so no answer is a Yes.
  CHECK(unasked(run).empty());
  CHECK(unasked(more) == Names{"Farm ml/f also has a pod template at spec.one.template, which is not counted "
                               "(--template-path spec.one.template)"});
}

TEST_CASE("--template-path: replicas on the way to the template multiply, and the answer says what was counted") {
  const std::string farm = object("example.com/v1", "Farm", "ml/f",
                                  "spec: {replicas: 2, pools: [{replicas: 3, job: {parallelism: 2, " + pod_template() +
                                      "}}, {job: {" + pod_template() + "}}]}");
  const DryRun run = dry_run("", farm, {.template_paths = {"spec.pools.0.job.template", "spec.pools.1.job.template"}});
  CHECK(run.made().size() == 14);
  CHECK(run.expansions[0].roles.at(0).count == 12);
  CHECK(run.expansions[0].roles.at(1).name == "job-2");
  CHECK(run.expansions[0].roles.at(1).count == 2);
  CHECK(run.cluster.assumptions ==
        Names{"Farm ml/f creates 12 pods at once from spec.pools.0.job.template: spec.replicas 2 * "
              "spec.pools.0.replicas 3 * spec.pools.0.job.parallelism 2",
              "Farm ml/f creates 2 pods at once from spec.pools.1.job.template: spec.replicas 2"});
}

TEST_CASE("--template-path: each path counts for the objects that have it; a list may hold the templates themselves") {
  const std::string two =
      object("example.com/v1", "Farm", "ml/f", "spec: {" + pod_template() + "}") +
      object("example.com/v1", "Barn", "ml/b", "spec: {parts: [{spec: {containers: [{name: a, image: a}]}}]}");
  CHECK(dry_run("", two, {.template_paths = {"spec.template", "spec.parts.0"}}).made() ==
        Names{"ml/b-parts-0", "ml/f-0"});
}

TEST_CASE("labels and fields in a wrong place cause a warning, with their place") {
  const DryRun run =
      dry_run("", object("batch/v1", "Job", "ml/j",
                         "spec: {template: {labels: {a: b}, spec: {priorityClass: high, containers: []}}}"));
  REQUIRE(run.cluster.problems.size() == 2);
  CHECK(run.cluster.problems[0].place == "manifest.yaml, line 2");
  CHECK(run.cluster.problems[0].object == "Job ml/j");
  CHECK(run.cluster.problems[0].message ==
        "spec.template.labels: a pod template has no such field, so it has no effect; labels belong in metadata");
  CHECK(run.cluster.problems[1].message ==
        "spec.template.spec.priorityClass: the spec of a pod has no such field, so it has no effect; the "
        "field is called priorityClassName");
  CHECK(run.made() == Names{"ml/j-0"});
}

TEST_CASE("misspelt fields cause a warning, with the name of the right field") {
  const auto warnings = [](std::string_view api_version, std::string_view kind, std::string_view spec) {
    Names messages;
    for (const util::Problem& problem :
         dry_run("", object(api_version, kind, "ml/j", std::string(spec))).cluster.problems) {
      messages.push_back(problem.message);
    }
    return messages;
  };
  const std::string no_job_field = "the spec of a Job has no such field, so it has no effect";
  CHECK(warnings("batch/v1", "Job", "spec: {paralelism: 4, " + pod_template() + "}") ==
        Names{"spec.paralelism: " + no_job_field + "; did you mean parallelism?"});
  CHECK(warnings("batch/v1", "Job", "spec: {gpus: 4, " + pod_template() + "}") == Names{"spec.gpus: " + no_job_field});
  CHECK(
      warnings("scheduling.x-k8s.io/v1alpha1", "PodGroup", "spec: {minMembers: 4}") ==
      Names{"spec.minMembers: the spec of a PodGroup has no such field, so it has no effect; did you mean minMember?"});
  const auto in_container = [&](const std::string& resources) {
    return warnings("kubeflow.org/v1", "PyTorchJob",
                    "spec: {pytorchReplicaSpecs: {Worker: {template: {spec: {containers: [{name: a, image: a, "
                    "resources: " +
                        resources + "}]}}}}}");
  };
  const std::string container = "spec.pytorchReplicaSpecs.Worker.template.spec.containers[0].";
  CHECK(
      in_container("{request: {cpu: 1}}") ==
      Names{container + "resources.request: resources has no such field, so it has no effect; did you mean requests?"});
  CHECK(in_container("{nvidia.com/gpu: 1}") ==
        Names{container +
              "resources.nvidia.com/gpu: resources has no such field, so it has no effect; amounts belong in "
              "requests and limits"});
  // Custom resources may have unknown fields, so a word that resembles no known field causes no warning.
  CHECK(warnings("batch.volcano.sh/v1alpha1", "Job",
                 "spec: {networkTopology: {}, minAvailabel: 1, minAvailables: 1, tasks: [{replica: 2, " +
                     pod_template() + "}]}") ==
        Names{"spec.minAvailabel: the spec of a Job of Volcano has no such field, so it has no "
              "effect; did you mean minAvailable?",
              "spec.minAvailables: the spec of a Job of Volcano has no such field, so it has no "
              "effect; did you mean minAvailable?",
              "spec.tasks[0].replica: a task has no such field, so it has no effect; did you mean "
              "replicas?"});
}

TEST_CASE("annotations: null and trailing commas are valid") {
  const DryRun run = dry_run(
      "", "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: null, annotations: null,}, spec: {template: "
          "{metadata: null, spec: {containers: [{name: a, image: a,},],},},},}");
  CHECK(run.made() == Names{"default/j-0"});
}

TEST_CASE("more pods than the simulation allows are an error, not a wait") {
  CHECK(error_of([] { dry_run("", job("j", "parallelism: 2000000000")); }) ==
        "manifest.yaml, line 2: Job j: spec.parallelism: 2000000000 pods are more than the 1000000 that "
        "can be simulated");
}

TEST_CASE("an object of too many copies makes no pods: an error, or the API server's refusal alone") {
  const auto set = [](const std::string& replicas, const std::string& size) {
    return object("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "ml/l",
                  "spec: {replicas: " + replicas + ", leaderWorkerTemplate: {size: " + size + ", workerTemplate: {" +
                      pod_template().substr(std::string("template: {").size()) + "}}");
  };
  CHECK(error_of([&] { dry_run("", set("2000", "1000")); }) ==
        "manifest.yaml, line 2: LeaderWorkerSet l: spec: 2000000 pods are more than the 1000000 that can be simulated");
  const DryRun refused = dry_run("", set("1000000", "1000000"));
  CHECK(refused.made().empty());
  CHECK(model::first_with(refused.cluster.asked, model::Reply::Refuses)->because.find("must not exceed 2147483647") !=
        std::string::npos);
  CHECK(error_of([] {
          dry_run("", object("jobset.x-k8s.io/v1alpha2", "JobSet", "ml/s",
                             "spec: {replicatedJobs: [{name: a, replicas: 2000, template: {spec: {parallelism: 1000, " +
                                 pod_template() + "}}}]}"));
        }) == "manifest.yaml, line 2: JobSet s: spec.replicatedJobs[0]: 2000000 pods are more than the 1000000 that "
              "can be simulated");
  CHECK(error_of([] {
          dry_run("",
                  object("grove.io/v1alpha1", "PodCliqueSet", "ml/p",
                         "spec: {replicas: 2000, template: {cliques: [{name: w, spec: {roleName: w, replicas: 1000, "
                         "podSpec: {containers: [{name: c, image: x}]}}}]}}"));
        }) ==
        "manifest.yaml, line 2: PodCliqueSet p: spec: 2000000 pods are more than the 1000000 that can be simulated");
}

TEST_CASE("an object that the API server refuses makes no pods if it cannot be read") {
  const auto refusal = [](const std::string& manifest) {
    const DryRun run = dry_run("", manifest);
    CHECK(run.made().empty());
    const model::Asked* const entry = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return entry == nullptr ? std::string() : entry->because;
  };
  CHECK(
      refusal(job("ml/j", "parallelism: many")) ==
      "Job ml/j is invalid: json: cannot unmarshal string into Go struct field JobSpec.spec.parallelism of type int32");
  CHECK(refusal(object("batch/v1", "Job", "j", "spec: {parallelism: 1}"))
            .starts_with("Job default/j is invalid: spec.template.spec."));
  CHECK(refusal(object("batch/v1", "Job", "j", "spec: {" + pod_template("", "", "cpu: 1x") + "}"))
            .starts_with("Job default/j is invalid: "));
}

TEST_CASE("an object without a kind is an error that names the file") {
  CHECK(error_of([] { dry_run("", "{apiVersion: v1, metadata: {name: a}}"); }) ==
        "manifest.yaml, line 1: the object has no kind");
}

TEST_CASE("in a manifest matchLabelKeys become part of the selector, as in the API server") {
  const DryRun run = dry_run(
      "",
      object("apps/v1", "ReplicaSet", "web",
             "spec: {" +
                 pod_template(
                     "app: web",
                     "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                     "[{topologyKey: zone, labelSelector: {}, matchLabelKeys: [app], mismatchLabelKeys: [none]}]}}") +
                 "}"));
  CHECK(run.pod("default/web-0").spec->required_anti_affinity.at(0).selector ==
        model::Selector{{"app", model::SelectorOperator::In, {"web"}}});
}
