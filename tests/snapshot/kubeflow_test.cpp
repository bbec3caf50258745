// SPDX-License-Identifier: Apache-2.0
// The jobs of Kubeflow's operators. Names, labels, minMember and minResources follow the training operator's
// job.go, CalcPGMinResources and DecoratePodTemplateSpec, and the MPI operator's podgroup.go.
#include "snapshot/dry_run.hpp"

#include "util/concat.hpp"

namespace {

using Names = std::vector<std::string>;
using Amounts = std::vector<std::pair<std::string, std::string>>;

// A role of a replica map: "Worker: {replicas: 2, template: …}".
std::string role(const std::string& key, int replicas, const std::string& requests = "cpu: 1",
                 const std::string& spec = {}) {
  return util::concat(key, ": {replicas: ", replicas, ", ", pod_template({}, spec, requests), "}, ");
}

std::string kubeflow(const std::string& kind, const std::string& map, const std::string& roles,
                     const std::string& run_policy = {}, const std::string& version = "v1") {
  return object("kubeflow.org/" + version, kind, "ml/train",
                "spec: {runPolicy: {" + run_policy + "}, " + map + ": {" + roles + "}}");
}

const std::string k_plugins = "training-operator.gang-scheduler-name=scheduler-plugins-scheduler";

} // namespace

TEST_CASE("every kind of the training operator has its own map, its roles, its names") {
  struct Row {
    const char *kind, *map, *roles;
    Names pods;
  };
  const Row row =
      GENERATE(Row{"TFJob",
                   "tfReplicaSpecs",
                   "PS, Worker, Chief, Evaluator",
                   {"train-chief-0", "train-evaluator-0", "train-ps-0", "train-worker-0"}},
               Row{"PyTorchJob", "pytorchReplicaSpecs", "Master, Worker", {"train-master-0", "train-worker-0"}},
               Row{"XGBoostJob", "xgbReplicaSpecs", "Master, Worker", {"train-master-0", "train-worker-0"}},
               Row{"PaddleJob", "paddleReplicaSpecs", "Master, Worker", {"train-master-0", "train-worker-0"}},
               Row{"JAXJob", "jaxReplicaSpecs", "Worker", {"train-worker-0"}},
               Row{"MPIJob", "mpiReplicaSpecs", "Launcher, Worker", {"train-launcher", "train-worker-0"}},
               Row{"MXJob",
                   "mxReplicaSpecs",
                   "Scheduler, Server, Worker",
                   {"train-scheduler-0", "train-server-0", "train-worker-0"}});
  CAPTURE(row.kind);
  std::string roles, list = row.roles;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(", "), list.size());
    roles += role(list.substr(0, comma), 1);
    list = list.substr(std::min(comma + 2, list.size()));
  }
  const DryRun run = dry_run("", kubeflow(row.kind, row.map, roles), option(k_plugins));
  Names keys;
  for (const std::string& name : row.pods) { keys.push_back("ml/" + name); }
  CHECK(run.made() == keys);
  REQUIRE(run.expansions.size() == 1);
  CHECK(run.expansions[0].kind == row.kind);
  CHECK(run.expansions[0].roles.size() == row.pods.size());
  REQUIRE(run.expansions[0].groups.size() == 1);
  CHECK(run.expansions[0].groups[0].name == "train");
  CHECK(run.expansions[0].groups[0].min_member == static_cast<int>(row.pods.size()));
  for (const std::string& key : keys) {
    CHECK(run.pod(key).group != model::k_none);
    CHECK(label_of(run.pod(key), "training.kubeflow.org/job-name") == "train");
    CHECK(run.pod(key).owner->kind == row.kind);
  }
}

TEST_CASE("roles: keys in any case, one pod by default, but no worker of an MPIJob") {
  const std::string worker = "worker: {" + pod_template() + "}";
  CHECK(dry_run("", kubeflow("PyTorchJob", "pytorchReplicaSpecs", worker)).made() == Names{"ml/train-worker-0"});
  CHECK(dry_run("", kubeflow("MPIJob", "mpiReplicaSpecs", worker)).made().empty());
  CHECK(error_of([] { dry_run("", kubeflow("TFJob", "tfReplicaSpecs", "")); }) ==
        "manifest.yaml, line 2: TFJob train: spec.tfReplicaSpecs: has no roles");
}

TEST_CASE("pods have labels of role, index and master") {
  const DryRun run = dry_run("", kubeflow("PyTorchJob", "pytorchReplicaSpecs", role("Master", 1) + role("Worker", 2)));
  CHECK(label_of(run.pod("ml/train-master-0"), "training.kubeflow.org/job-role") == "master");
  CHECK(label_of(run.pod("ml/train-worker-1"), "training.kubeflow.org/job-role") == "(none)");
  CHECK(label_of(run.pod("ml/train-worker-1"), "training.kubeflow.org/replica-index") == "1");
  CHECK(label_of(run.pod("ml/train-worker-1"), "training.kubeflow.org/replica-type") == "worker");
  const DryRun tf = dry_run("", kubeflow("TFJob", "tfReplicaSpecs", role("PS", 1) + role("Worker", 2)));
  CHECK(label_of(tf.pod("ml/train-worker-0"), "training.kubeflow.org/job-role") == "master");
  CHECK(label_of(tf.pod("ml/train-ps-0"), "training.kubeflow.org/job-role") == "(none)");
}

TEST_CASE("injected init containers count in a pod's requests") {
  const DryRun run = dry_run(
      "", kubeflow("PyTorchJob", "pytorchReplicaSpecs", role("Master", 1, "cpu: 10m") + role("Worker", 1, "cpu: 10m")));
  CHECK(run.expansions[0].roles[0].requests == Amounts{{"cpu", "10m"}});
  CHECK(run.expansions[0].roles[1].requests == Amounts{{"cpu", "50m"}, {"memory", "10Mi"}});
  const DryRun alone = dry_run("", kubeflow("PyTorchJob", "pytorchReplicaSpecs", role("Worker", 1, "cpu: 10m")));
  CHECK(alone.expansions[0].roles[0].requests == Amounts{{"cpu", "10m"}});
  const DryRun mpi = dry_run("", kubeflow("MPIJob", "mpiReplicaSpecs", role("Launcher", 1, "cpu: 1")));
  CHECK(mpi.expansions[0].roles[0].requests ==
        Amounts{{"cpu", "1"}, {"ephemeral-storage", "5Gi"}, {"memory", "512Mi"}});
}

TEST_CASE("the operator creates a group if its option says so, or if the manifest shows it") {
  const std::string roles = role("Master", 1) + role("Worker", 3);
  const DryRun plain = dry_run("", kubeflow("PyTorchJob", "pytorchReplicaSpecs", roles));
  CHECK(plain.expansions[0].groups.empty());
  CHECK(plain.cluster.assumptions ==
        Names{"the operator of PyTorchJob makes no pod group (--operator-option "
              "training-operator.gang-scheduler-name=scheduler-plugins-scheduler if it does)"});
  const DryRun asked =
      dry_run("", kubeflow("PyTorchJob", "pytorchReplicaSpecs", roles, "schedulingPolicy: {minAvailable: 2}"));
  REQUIRE(asked.expansions[0].groups.size() == 1);
  CHECK(asked.expansions[0].groups[0].min_member == 2);
  CHECK(asked.expansions[0].groups[0].condition ==
        "the operator runs with --gang-scheduler-name=scheduler-plugins-scheduler");
  CHECK(asked.pod("ml/train-worker-0").spec->scheduler_name == "scheduler-plugins-scheduler");
  const DryRun none = dry_run("", kubeflow("PyTorchJob", "pytorchReplicaSpecs", roles, "schedulingPolicy: {}"),
                              option("training-operator.gang-scheduler-name=none"));
  CHECK(none.expansions[0].groups.empty());
  const DryRun own = dry_run("",
                             kubeflow("PyTorchJob", "pytorchReplicaSpecs",
                                      role("Master", 1, "cpu: 1", "schedulerName: mine") + role("Worker", 1)),
                             option(k_plugins));
  CHECK(own.pod("ml/train-master-0").spec->scheduler_name == "mine");
  CHECK(own.pod("ml/train-worker-0").spec->scheduler_name == "scheduler-plugins-scheduler");
}

TEST_CASE("minResources of the training operator: the first minMember pods by priority class, containers only") {
  const std::string classes = object("scheduling.k8s.io/v1", "PriorityClass", "high", "value: 10");
  const std::string roles = role("Master", 1, "cpu: 1") + role("Worker", 3, "cpu: 4", "priorityClassName: high");
  const auto amounts = [&](const std::string& policy) {
    const DryRun run =
        dry_run(classes, kubeflow("PyTorchJob", "pytorchReplicaSpecs", roles, policy), option(k_plugins));
    return run.expansions[0].groups.at(0).min_resources;
  };
  CHECK(amounts("") == Amounts{{"cpu", "13"}});
  CHECK(amounts("schedulingPolicy: {minAvailable: 2}") == Amounts{{"cpu", "8"}});
  CHECK(amounts("schedulingPolicy: {minResources: {cpu: 3}}") == Amounts{{"cpu", "3"}});
}

TEST_CASE("minResources of the training operator: limits count if a container requests nothing at all") {
  const std::string limits =
      "template: {spec: {containers: [{name: a, image: a, resources: {limits: {cpu: 2}}}, "
      "{name: b, image: b, resources: {requests: {cpu: 1}, limits: {memory: 1Gi}}}], initContainers: [{name: i, image: "
      "i, resources: {requests: {cpu: 9}}}]}}";
  const DryRun run =
      dry_run("", kubeflow("TFJob", "tfReplicaSpecs", "Worker: {replicas: 2, " + limits + "}"), option(k_plugins));
  CHECK(run.expansions[0].groups.at(0).min_resources == Amounts{{"cpu", "6"}});
  CHECK(run.expansions[0].roles[0].requests == Amounts{{"cpu", "9"}, {"memory", "1Gi"}});
}

TEST_CASE("a Volcano group: by annotation, with its minResources, which Volcano's queues read") {
  const DryRun run = dry_run("", kubeflow("TFJob", "tfReplicaSpecs", role("Worker", 2, "cpu: 1")),
                             option("training-operator.gang-scheduler-name=volcano"));
  CHECK(run.expansions[0].groups.at(0).dialect == "volcano");
  CHECK(run.expansions[0].groups.at(0).min_resources == Amounts{{"cpu", "2"}});
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].dialect == model::Dialect::Volcano);
  CHECK(run.cluster.groups[0].members.size() == 2);
  REQUIRE(run.cluster.groups[0].min_resources);
  CHECK(run.cluster.groups[0].min_resources->size() == 1);
  CHECK(run.pod("ml/train-worker-0").spec->scheduler_name == "volcano");
}

TEST_CASE("--min-member: one group for all roles, if the operator creates none") {
  const std::string job = kubeflow("TFJob", "tfReplicaSpecs", role("PS", 1) + role("Worker", 4));
  const DryRun run = dry_run("", job, {.min_member = 3});
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].name == "train");
  CHECK(run.cluster.groups[0].members.size() == 5);
  CHECK(run.expansions[0].groups.at(0).min_member == 3);
}

TEST_CASE("an existing job keeps its pods, and the expansion adds the missing ones") {
  const DryRun run = dry_run(node("n1") + pod("ml/train-worker-1", {.spec = "nodeName: n1"}),
                             kubeflow("TFJob", "tfReplicaSpecs", role("Worker", 3)));
  CHECK(run.made() == Names{"ml/train-worker-0", "ml/train-worker-1", "ml/train-worker-2"});
  CHECK(run.pod("ml/train-worker-1").bound());
}

TEST_CASE("--replicas applies to a suspended job") {
  const DryRun run = dry_run("", kubeflow("TFJob", "tfReplicaSpecs", role("Worker", 3), "suspend: true"), {},
                             {{snapshot::WhatIf::Kind::Replicas, "worker=1"}});
  CHECK(run.made() == Names{"ml/train-worker-0"});
  CHECK(run.cluster.assumptions.at(0) == "TFJob ml/train is resumed");
}

TEST_CASE("MPIJob v2: the launcher is a Job, and the group counts the workers plus one") {
  const std::string job =
      kubeflow("MPIJob", "mpiReplicaSpecs", role("Launcher", 1, "cpu: 1") + role("Worker", 2, "cpu: 4"), "", "v2beta1");
  const DryRun run = dry_run("", job, option("mpi-operator.gang-scheduling=coscheduler"));
  CHECK(run.made() == Names{"ml/train-launcher-0", "ml/train-worker-0", "ml/train-worker-1"});
  CHECK(*run.pod("ml/train-launcher-0").owner == model::Owner{"batch/v1", "Job", "train-launcher"});
  const model::Expansion::Group& group = run.expansions[0].groups.at(0);
  CHECK(group.min_member == 3);
  CHECK(group.min_resources == Amounts{{"cpu", "9"}});
  CHECK(group.condition == "the operator runs with --gang-scheduling=coscheduler");
  CHECK(run.pod("ml/train-worker-1").spec->scheduler_name == "coscheduler");
}

TEST_CASE("MPIJob v2: with minAvailable below the total, one worker less than that counts") {
  const std::string roles = role("Launcher", 1, "cpu: 1") + role("Worker", 4, "cpu: 2");
  const std::string job =
      kubeflow("MPIJob", "mpiReplicaSpecs", roles, "schedulingPolicy: {minAvailable: 3}", "v2beta1");
  CHECK(dry_run("", job).expansions[0].groups.at(0).min_resources == Amounts{{"cpu", "5"}}); // 1 + (3 - 1) * 2
}

TEST_CASE("MPIJob v2, WaitForWorkersReady: the launcher waits for all workers") {
  const std::string job = object("kubeflow.org/v2beta1", "MPIJob", "ml/train",
                                 "spec: {launcherCreationPolicy: WaitForWorkersReady, mpiReplicaSpecs: {" +
                                     role("Launcher", 1) + role("Worker", 2) + "}}");
  const DryRun run = dry_run("", job);
  CHECK(awaited(run, "ml/train-launcher-0") == Names{"train-worker-0", "train-worker-1"});
  CHECK(awaited(run, "ml/train-worker-0").empty());
  CHECK(run.expansions[0].roles.at(1).now == 0);
  CHECK(run.expansions[0].roles.at(1).waits_for == "all workers to be ready");
}

TEST_CASE("TFJob before v1: a map or a list of roles, kube-batch if the templates name it") {
  const DryRun map = dry_run("", kubeflow("TFJob", "tfReplicaSpecs", role("PS", 1) + role("Worker", 2), "", "v1beta2"));
  CHECK(map.made() == Names{"ml/train-ps-0", "ml/train-worker-0", "ml/train-worker-1"});
  CHECK(label_of(map.pod("ml/train-worker-1"), "tf-replica-index") == "1");
  CHECK(label_of(map.pod("ml/train-worker-1"), "group-name") == "kubeflow.org");
  CHECK(map.expansions[0].groups.empty());
  const std::string list =
      object("kubeflow.org/v1alpha1", "TFJob", "ml/train",
             "spec: {replicaSpecs: [{replicas: 2, tfReplicaType: WORKER, " +
                 pod_template({}, "schedulerName: kube-batch") + "}, {tfReplicaType: PS, " + pod_template() + "}]}");
  const DryRun old = dry_run("", list);
  CHECK(old.made() == Names{"ml/train-ps-0", "ml/train-worker-0", "ml/train-worker-1"});
  CHECK(old.expansions[0].groups.at(0).dialect == "kube-batch");
  CHECK(old.expansions[0].groups.at(0).min_member == 3);
}
