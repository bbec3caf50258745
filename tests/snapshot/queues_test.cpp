// SPDX-License-Identifier: Apache-2.0
// Queues above the scheduler, and the pods of their workloads.
#include "model/cluster/dialect.hpp"
#include "snapshot/link/targets.hpp"
#include "snapshot/objects.hpp"
#include <array>

namespace {

std::string workload(std::string_view key, std::string_view spec, std::string_view owner = "",
                     std::string_view status = "") {
  std::string text = "---\napiVersion: kueue.x-k8s.io/v1beta1\nkind: Workload\nmetadata: {name: ";
  const std::size_t slash = key.find('/');
  text += std::string(key.substr(slash + 1)) + ", namespace: " + std::string(key.substr(0, slash));
  if (!owner.empty()) { text += ", ownerReferences: [{" + std::string(owner) + ", controller: true}]"; }
  text += "}\nspec: {" + std::string(spec) + "}\nstatus: {" + std::string(status) + "}\n";
  return text;
}

const std::string k_cluster_queue = object("kueue.x-k8s.io/v1beta1", "ClusterQueue", "cq", "spec: {}");

} // namespace

TEST_CASE("a queue of Volcano decodes") {
  const auto cluster = tests::cluster(object("scheduling.volcano.sh/v1beta1", "Queue", "q", R"(
spec: {parent: top, priority: 3, capability: {cpu: 8}, guarantee: {resource: {memory: 1Gi}}},
status: {state: Closing})"));
  REQUIRE(cluster.volcano_queues.size() == 1);
  const model::VolcanoQueue& queue = cluster.volcano_queues[0];
  CHECK(queue.parent == "top");
  CHECK(queue.priority == 3);
  REQUIRE(queue.capability);
  CHECK(queue.capability->at(0).second.value() == 8);
  CHECK(queue.guarantee.at(0).first == "memory");
  CHECK(queue.state == "Closing");
  CHECK_FALSE(queue.unopened);
}

TEST_CASE("a queue of Volcano without a state is not opened if the API server holds it") {
  const auto unopened = [](const std::string& metadata) {
    return tests::cluster("apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: q" + metadata +
                          "}\n")
        .volcano_queues.at(0)
        .unopened;
  };
  CHECK_FALSE(unopened(""));
  CHECK(unopened(", creationTimestamp: 2026-03-01T08:00:00Z"));
}

TEST_CASE("a queue of KAI decodes; its limits are thousandths of a CPU, GPUs and megabytes") {
  const auto cluster = tests::cluster(object("scheduling.run.ai/v2", "Queue", "team", R"(
spec: {parentQueue: org, resources: {cpu: {limit: 1500}, gpu: {limit: 0.5}, memory: {limit: 2000}}})") +
                                      object("scheduling.run.ai/v2", "Queue", "free", R"(
spec: {resources: {cpu: {limit: -1}, gpu: {quota: 4}, memory: {limit: 0}}})"));
  REQUIRE(cluster.kai_queues.size() == 2);
  CHECK(cluster.kai_queues[0].name == "free");
  CHECK(cluster.kai_queues[0].limits.empty());
  const model::KaiQueue& team = cluster.kai_queues[1];
  CHECK(team.parent == "org");
  REQUIRE(team.limits.size() == 3);
  CHECK(team.limits[0].second.nano() == 1'500'000'000);
  CHECK(team.limits[1].second.nano() == 500'000'000);
  CHECK(team.limits[2].second.value() == 2'000'000'000);
}

TEST_CASE("a ClusterQueue decodes in both versions") {
  const auto cluster = tests::cluster(object("kueue.x-k8s.io/v1beta1", "ClusterQueue", "a", R"(
spec: {cohort: c, queueingStrategy: StrictFIFO, admissionChecks: [x], stopPolicy: Hold, namespaceSelector: {},
  flavorFungibility: {whenCanBorrow: TryNextFlavor},
  resourceGroups: [{coveredResources: [cpu, memory], flavors: [{name: f, resources: [
    {name: cpu, nominalQuota: 9, borrowingLimit: 2}, {name: memory, nominalQuota: 1Gi, lendingLimit: 0}]}]}]},
status: {conditions: [{type: Active, status: "False", message: "no flavor"}]})") +
                                      object("kueue.x-k8s.io/v1beta2", "ClusterQueue", "b", R"(
spec: {cohortName: c, admissionChecksStrategy: {admissionChecks: [{name: budget}]}, preemption: {withinClusterQueue: LowerPriority, reclaimWithinCohort: Any}})"));
  REQUIRE(cluster.cluster_queues.size() == 2);
  const model::ClusterQueue& a = cluster.cluster_queues[0];
  CHECK(a.cohort == "c");
  CHECK(a.strict_fifo);
  CHECK_FALSE(a.borrows_before_next_flavor);
  CHECK_FALSE(a.reclaims_always);
  CHECK(a.inactive);
  CHECK(a.inactive_because == "no flavor");
  CHECK(a.stop_policy == "Hold");
  CHECK(a.namespace_selector == model::Selector{});
  const auto& quotas = a.groups.at(0).flavors.at(0).quotas;
  CHECK(quotas.at(0).nominal.value() == 9);
  CHECK(quotas.at(0).borrowing_limit->value() == 2);
  CHECK_FALSE(quotas.at(0).lending_limit);
  CHECK(quotas.at(1).lending_limit->is_zero());
  const model::ClusterQueue& b = cluster.cluster_queues[1];
  CHECK(b.cohort == "c");
  CHECK_FALSE(b.strict_fifo);
  CHECK(b.borrows_before_next_flavor);
  CHECK(b.may_preempt);
  CHECK(b.reclaims_always);
  CHECK_FALSE(b.inactive);
  CHECK_FALSE(b.namespace_selector);
  CHECK(b.admission_checks == std::vector<std::string_view>{"budget"});
}

TEST_CASE("a ClusterQueue that is being deleted is inactive, whatever its status says") {
  const auto cluster = tests::cluster(
      "---\n{apiVersion: kueue.x-k8s.io/v1beta1, kind: ClusterQueue, metadata: {name: a, deletionTimestamp: "
      "\"2026-01-02T04:00:00Z\"}, status: {conditions: [{type: Active, status: \"True\"}]}}\n");
  CHECK(cluster.cluster_queues.at(0).inactive);
}

TEST_CASE("a Workload decodes its requests, its quota, its times") {
  const auto cluster = tests::cluster(workload("ml/w", R"(queueName: lq, priority: 5, podSets: [
    {name: main, count: 2, minCount: 1, template: {spec: {nodeSelector: {pool: x}, containers: [{name: m, resources: {limits: {cpu: 3}}}]}}}])",
                                               "apiVersion: batch/v1, kind: Job, name: j", R"(
  conditions: [{type: Evicted, status: "True", reason: PodsReadyTimeout, lastTransitionTime: 2026-01-01T00:00:00Z}],
  admission: {clusterQueue: cq, podSetAssignments: [{flavors: {cpu: f}, resourceUsage: {cpu: 6, memory: 1Gi}}]})"));
  REQUIRE(cluster.kueue_workloads.size() == 1);
  const model::KueueWorkload& made = cluster.kueue_workloads[0];
  CHECK(made.local_queue == "lq");
  CHECK(made.priority == 5);
  CHECK(made.active);
  REQUIRE(made.owner != nullptr);
  CHECK(made.owner->name == "j");
  REQUIRE(made.pod_sets.size() == 1);
  CHECK(made.pod_sets[0].count == 2);
  CHECK(made.pod_sets[0].min_count == 1);
  CHECK(model::amount_of(made.pod_sets[0].spec->requests, model::k_cpu) == 3000); // a limit replaces a missing request
  CHECK(made.pod_sets[0].spec->node_selector.at(0).value == "x");
  CHECK(made.admitted_to == "cq");
  REQUIRE(made.usage.size() == 1); // a resource without a flavor uses no quota
  CHECK(made.usage[0].flavor == "f");
  CHECK(made.usage[0].amount.value() == 6);
  CHECK(made.requeued == model::parse_time("2026-01-01T00:00:00Z"));
  CHECK_FALSE(made.admitted);
}

TEST_CASE("finished pods of a Workload give their quota back, and an evicted one asks for the others") {
  const std::string spec =
      "queueName: lq, podSets: [{name: a, count: 4, template: {spec: {containers: []}}}, {count: 2, template: {spec: "
      "{containers: []}}}]";
  const std::string reclaimable = "reclaimablePods: [{name: a, count: 3}]";
  const auto used = [&](const std::string& count) {
    const auto cluster =
        tests::cluster(workload("ml/w", spec, "",
                                reclaimable + ", admission: {clusterQueue: cq, podSetAssignments: [{name: a, " + count +
                                    "flavors: {cpu: f}, resourceUsage: {cpu: 6}}, {flavors: {cpu: g}, resourceUsage: "
                                    "{cpu: 2}}]}"));
    const std::vector<model::KueueUsage>& usage = cluster.kueue_workloads.at(0).usage;
    REQUIRE(usage.size() == 2);
    return std::pair(usage[0].amount.milli_value(), usage[1].amount.milli_value());
  };
  CHECK(used("count: 4, ") == std::pair<std::int64_t, std::int64_t>(1500, 2000));
  CHECK(used("") == std::pair<std::int64_t, std::int64_t>(1500, 2000));
  CHECK(used("count: 1, ") == std::pair<std::int64_t, std::int64_t>(6000, 2000)); // admitted with fewer
  const auto waits = tests::cluster(workload("ml/w", spec, "", reclaimable));
  CHECK(waits.kueue_workloads.at(0).pod_sets.at(0).count == 1);
  CHECK(waits.kueue_workloads[0].pod_sets.at(1).name == "main");
}

TEST_CASE("pods of a Workload: by owner, through others, by group, or one by itself") {
  const auto cluster = tests::cluster(
      workload("ml/of-job", "queueName: q", "apiVersion: batch/v1, kind: Job, name: j") +
      workload("ml/of-set", "queueName: q", "apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, name: s") +
      workload("ml/g", "queueName: q") +
      workload("ml/of-pod", "queueName: q", "apiVersion: v1, kind: Pod, name: single") +
      object("batch/v1", "Job", "ml/s-0", "") +
      pod("ml/by-job",
          {.metadata = "ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, controller: true}], "}) +
      pod("ml/by-label", {.labels = "kueue.x-k8s.io/pod-group-name: g"}) + pod("ml/single") + pod("ml/stranger") +
      pod("other/by-job",
          {.metadata = "ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, controller: true}], "}));
  const auto pods_of = [&](std::string_view name) {
    for (const model::KueueWorkload& made : cluster.kueue_workloads) {
      if (made.name != name) { continue; }
      std::vector<std::string> keys;
      for (const model::PodIndex pod : made.pods) {
        keys.push_back(model::pod_key(cluster.pods[static_cast<std::size_t>(pod)]));
      }
      return keys;
    }
    return std::vector<std::string>{"no such workload"};
  };
  CHECK(pods_of("of-job") == std::vector<std::string>{"ml/by-job"});
  CHECK(pods_of("g") == std::vector<std::string>{"ml/by-label"});
  CHECK(pods_of("of-pod") == std::vector<std::string>{"ml/single"});
  CHECK(pods_of("of-set").empty());
}

TEST_CASE("a Workload decodes topology requests, PodsReady and the reason of its wait") {
  const auto decoded = [](std::string_view request, std::string_view status) {
    const auto cluster = tests::cluster(
        workload("ml/w", "podSets: [{name: a, topologyRequest: {" + std::string(request) + "}}]", "", status));
    return std::tuple(cluster.kueue_workloads.at(0).pod_sets.at(0).wants_topology,
                      cluster.kueue_workloads[0].pods_ready, std::string(cluster.kueue_workloads[0].waits_because));
  };
  CHECK(decoded("required: rack", "") == std::tuple(true, std::optional<bool>(), ""));
  CHECK(std::get<0>(decoded("preferred: rack", "")));
  CHECK(std::get<0>(decoded("unconstrained: true", "")));
  CHECK_FALSE(std::get<0>(decoded("podIndexLabel: i", "")));
  CHECK(std::get<1>(decoded("", "conditions: [{type: PodsReady, status: \"False\"}]")) == false);
  CHECK(std::get<1>(decoded("", "conditions: [{type: PodsReady, status: \"True\"}]")) == true);
  CHECK(std::get<2>(decoded("", "conditions: [{type: QuotaReserved, status: \"False\", message: full}]")) == "full");
}

TEST_CASE("a Topology and the flavor that names it decode") {
  const auto cluster =
      tests::cluster(object("kueue.x-k8s.io/v1beta1", "Topology", "racks",
                            "spec: {levels: [{nodeLabel: rack}, {nodeLabel: kubernetes.io/hostname}]}") +
                     object("kueue.x-k8s.io/v1beta1", "ResourceFlavor", "f", "spec: {topologyName: racks}"));
  REQUIRE(cluster.kueue_topologies.size() == 1);
  CHECK(cluster.kueue_topologies[0].levels == std::vector<std::string_view>{"rack", "kubernetes.io/hostname"});
  CHECK(cluster.resource_flavors.at(0).topology == "racks");
}

TEST_CASE("the ConfigMap of Kueue's manager decodes; other ConfigMaps have no effect") {
  const auto decoded = [](const std::string& text) {
    return tests::cluster(
        object("v1", "ConfigMap", "kueue-manager-config", "data: {controller_manager_config.yaml: '" + text + "'}"));
  };
  const std::string old = "{apiVersion: config.kueue.x-k8s.io/v1beta1, kind: Configuration, ";
  const std::string latest = "{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, ";
  const auto first = [](const model::ClusterSnapshot& cluster) { return cluster.kueue_configurations.at(0); };
  const auto all = decoded(old + "manageJobsWithoutQueueName: true, integrations: {frameworks: [pod, ray.io/rayjob]}}");
  CHECK(first(all).manages_all);
  CHECK(first(all).frameworks == std::vector<std::string_view>{"pod", "ray.io/rayjob"});
  CHECK_FALSE(first(all).blocks_admission);
  CHECK(decoded(old + "waitForPodsReady: {enable: true}}").kueue_configurations.at(0).blocks_admission);
  CHECK_FALSE(decoded(old + "waitForPodsReady: {enable: false}}").kueue_configurations.at(0).blocks_admission);
  CHECK_FALSE(decoded(old + "waitForPodsReady: {enable: true, blockAdmission: false}}")
                  .kueue_configurations.at(0)
                  .blocks_admission);
  CHECK_FALSE(decoded(latest + "waitForPodsReady: {timeout: 5m}}").kueue_configurations.at(0).blocks_admission);
  CHECK(decoded(latest + "waitForPodsReady: {blockAdmission: true}}").kueue_configurations.at(0).blocks_admission);
  CHECK(decoded("nothing").kueue_configurations.empty());

  const auto broken = decoded(old + "manageJobsWithoutQueueName: maybe}");
  CHECK(broken.kueue_configurations.empty());
  REQUIRE(broken.problems.size() == 1);
  CHECK(texts(broken.problems)[0].find("the configuration of Kueue is left out") != std::string::npos);
  CHECK(decoded("config.kueue.x-k8s.io: [").problems.size() == 1);
}

TEST_CASE("an admitted Workload is a group if Kueue has not started its Job; owners above find it") {
  const std::string status = "conditions: [{type: Admitted, status: \"True\"}]";
  const auto cluster_with = [&](std::string_view suspended) {
    return tests::cluster(k_cluster_queue +
                          workload("ml/w", "podSets: [{name: a}]", "apiVersion: batch/v1, kind: Job, name: j", status) +
                          "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: j, namespace: ml, ownerReferences: "
                          "[{apiVersion: ray.io/v1, kind: RayJob, name: top, controller: true}]}\nspec: {suspend: " +
                          std::string(suspended) + "}\n");
  };
  const auto cluster = cluster_with("true");
  REQUIRE(cluster.groups.size() == 1);
  CHECK(snapshot::find_target(cluster, "ml", "job/j").groups == std::vector{model::GroupIndex(0)});
  CHECK(snapshot::find_target(cluster, "ml", "rayjob/top").groups == std::vector{model::GroupIndex(0)});
  CHECK(cluster_with("false").groups.empty());
}

TEST_CASE("a pending Workload without pods is a group that its own name and its job's name find") {
  const std::string sets = "queueName: q, podSets: [{name: a, count: 2}, {name: b, count: 3}]";
  const std::string job = "apiVersion: batch/v1, kind: Job, name: train";
  const auto cluster =
      tests::cluster(k_cluster_queue + workload("ml/job-train-1a2b3", sets, job) +
                     workload("ml/done", sets, "", "conditions: [{type: Finished, status: \"True\"}]"));
  REQUIRE(cluster.groups.size() == 1);
  CHECK(cluster.groups[0].dialect == model::Dialect::Kueue);
  CHECK(cluster.groups[0].name == "job-train-1a2b3");
  CHECK(cluster.groups[0].min_member == 5);
  CHECK(snapshot::find_target(cluster, "ml", "job/train").groups == std::vector{model::GroupIndex(0)});
  CHECK(snapshot::find_target(cluster, "ml", "train").groups == std::vector{model::GroupIndex(0)});
  CHECK(snapshot::find_target(cluster, "ml", "job-train-1a2b3").groups == std::vector{model::GroupIndex(0)});

  // Without queues in the input the Workload makes no group.
  CHECK(tests::cluster(workload("ml/w", sets, job)).groups.empty());
}

TEST_CASE("an invalid queue becomes a problem that names its field") {
  const auto cluster =
      tests::cluster(object("scheduling.volcano.sh/v1beta1", "Queue", "q", "spec: {capability: {cpu: much}}") +
                     object("kueue.x-k8s.io/v1beta1", "ClusterQueue", "c", "spec: {resourceGroups: [7]}") +
                     workload("ml/w", "podSets: [{count: many}]"));
  CHECK(cluster.volcano_queues.empty());
  CHECK(cluster.cluster_queues.empty());
  CHECK(cluster.kueue_workloads.empty());
  const auto problems = texts(cluster.problems);
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].find("spec.capability.cpu") != std::string::npos);
  CHECK(problems[1].find("spec.resourceGroups[0]") != std::string::npos);
  CHECK(problems[2].find("spec.podSets[0].count") != std::string::npos);
}

TEST_CASE("Volcano's ConfigMap shows whether enqueue is as known, and whether queues limit those below them") {
  // Each as: enqueue as known, queues limited, hierarchy, preempt, reclaim.
  using Flags = std::vector<std::array<bool, 5>>;
  const auto configuration = [](const std::string& actions, const std::string& plugins) {
    const model::ClusterSnapshot cluster = tests::cluster(
        object("v1", "ConfigMap", "volcano-system/c",
               "data: {conf: \"actions: '" + actions +
                   "'\\ntiers: [{plugins: [{name: gang}]}, {plugins: [{name: drf}, " + plugins + "]}]\"}"));
    Flags found;
    for (const model::VolcanoConfiguration& each : cluster.volcano_configurations) {
      CHECK(each.name == "c");
      CHECK(each.namespace_name == "volcano-system");
      found.push_back({each.enqueues_as_known, each.limits_queues, each.has_hierarchy, each.preempts, each.reclaims});
    }
    return found;
  };
  const std::string common = "enqueue, allocate, backfill", overcommit = "{name: overcommit}, ";
  CHECK(configuration(common, overcommit + "{name: proportion}") == Flags{{true, true, false, false, false}});
  CHECK(configuration(common, "{name: proportion}") == Flags{{false, true, false, false, false}});
  CHECK(configuration("allocate", overcommit + "{name: proportion}") == Flags{{false, true, false, false, false}});
  CHECK(configuration(common + ", preempt", overcommit + "{name: capacity, enableHierarchy: true}") ==
        Flags{{true, true, true, true, false}});
  CHECK(configuration(common, "{name: overcommit, arguments: {overcommit-factor: 2}}, {name: proportion}") ==
        Flags{{false, true, false, false, false}});
  CHECK(configuration("allocate, consolidation, reclaim, preempt, stalegangeviction", "{name: proportion}").empty());
}
