// SPDX-License-Identifier: Apache-2.0
// Reports of the cluster about pending pods, and the current time.
#include "snapshot/objects.hpp"

#include "model/values/time.hpp"
#include "util/concat.hpp"

namespace {

constexpr std::string_view k_failure = "optimistic rejection in PostFilter";

std::string event(std::string_view pod, std::string_view message, std::string_view more,
                  std::string_view reason = "FailedScheduling") {
  return object("v1", "Event", util::concat("default/e", std::to_string(std::hash<std::string_view>()(more) % 1000)),
                util::concat("reason: ", reason, ", message: \"", message,
                             "\", involvedObject: {kind: Pod, namespace: "
                             "default, name: ",
                             pod, "}, ", more));
}

const model::PendingStatus& pending(const model::ClusterSnapshot& cluster, std::string_view key = "default/a") {
  REQUIRE(find(cluster, key).pending != nullptr);
  return *find(cluster, key).pending;
}

std::string condition(std::string_view reason, std::string_view since) {
  return util::concat("conditions: [{type: PodScheduled, status: \"False\", reason: ", reason,
                      ", message: why, lastTransitionTime: \"", since, "\"}]");
}

std::string managed(std::string_view manager, std::string_view subresource, std::string_view time) {
  return util::concat("{manager: ", manager, ", operation: Update, time: \"", time, "\", subresource: \"", subresource,
                      "\"}");
}

} // namespace

TEST_CASE("a pending pod has its condition and nomination") {
  const auto cluster = tests::cluster(
      pod("a", {.status = condition("Unschedulable", "2026-01-01T00:00:05Z") + ", nominatedNodeName: n1"}));
  CHECK(pending(cluster).nominated_node == "n1");
  CHECK(pending(cluster).condition_reason == "Unschedulable");
  CHECK(pending(cluster).condition_message == "why");
  CHECK(pending(cluster).condition_since == model::parse_time("2026-01-01T00:00:05Z"));
  CHECK_FALSE(cluster.has_scheduling_events);
}

TEST_CASE("last_group_failure is the time of the newest event about a rejected group") {
  const auto cluster = tests::cluster(
      event("a", k_failure, "lastTimestamp: \"2026-01-01T00:00:10Z\"") +
      event("a", k_failure, "lastTimestamp: \"2026-01-01T00:00:30Z\"") +
      event("a", "0/3 nodes are available: 3 Insufficient cpu.", "lastTimestamp: \"2026-01-01T00:00:50Z\"") + pod("a"));
  CHECK(cluster.has_scheduling_events);
  CHECK(pending(cluster).has_scheduling_event);
  CHECK(pending(cluster).last_group_failure == model::parse_time("2026-01-01T00:00:30Z"));
}

TEST_CASE("a pod that has its node and waits has the newest reason why it cannot start") {
  const auto waiting = [](std::string_view created, std::string_view status = "") {
    return util::concat("---\n{apiVersion: v1, kind: Pod, metadata: {name: a, creationTimestamp: \"", created,
                        "\"}, spec: {nodeName: n1, containers: [{name: c}]}, status: {phase: Pending", status, "}}\n");
  };
  const auto reason_of = [](const std::string& objects) {
    const auto cluster = tests::cluster(objects + node("n1"));
    CHECK_FALSE(cluster.has_scheduling_events);
    CHECK(cluster.event_reporters.empty());
    return model::start_failure_name(find(cluster, "default/a").start_failure);
  };
  const std::string mount = event("a", "no", "lastTimestamp: \"2026-01-01T00:00:10Z\"", "FailedMount");
  const std::string attach = event("a", "no", "lastTimestamp: \"2026-01-01T00:00:30Z\"", "FailedAttachVolume");
  CHECK(reason_of(waiting("2026-01-01T00:00:05Z")).empty());
  CHECK(reason_of(waiting("2026-01-01T00:00:05Z") + mount) == "FailedMount");
  CHECK(reason_of(attach + mount + waiting("2026-01-01T00:00:05Z")) == "FailedAttachVolume");
  CHECK(reason_of(waiting("2026-01-01T00:00:20Z") + mount).empty()); // of an earlier pod of this name
  CHECK(reason_of(waiting("2026-01-01T00:00:05Z", ", containerStatuses: [{name: c, state: {waiting: {reason: "
                                                  "ImagePullBackOff}}}]") +
                  mount) == "ImagePullBackOff");
}

TEST_CASE("an object without pods has the newest reason why its controller could not create them") {
  const auto failed = [](std::string_view kind, std::string_view message, std::string_view when) {
    return object("v1", "Event", util::concat("ml/e", when.substr(17, 2)),
                  util::concat("reason: FailedCreate, message: \"", message, "\", involvedObject: {kind: ", kind,
                               ", namespace: ml, name: train}, lastTimestamp: \"", when, '"'));
  };
  const std::string job = object("batch/v1", "Job", "ml/train", "spec: {parallelism: 2}");
  const auto old_and_new = tests::cluster(failed("Job", "exceeded quota: b", "2026-01-01T00:00:30Z") +
                                          failed("Job", "exceeded quota: a", "2026-01-01T00:00:10Z") + job);
  REQUIRE(old_and_new.workloads.size() == 1);
  CHECK(old_and_new.workloads[0].creation_failure == "exceeded quota: b");
  CHECK(old_and_new.hints ==
        std::vector<std::string>{"Job ml/train has no pods, its controller could not create them: exceeded quota: b"});
  CHECK_FALSE(old_and_new.has_scheduling_events);
  const std::string deployment = object("apps/v1", "Deployment", "ml/web", "spec: {replicas: 2}");
  const std::string replica_set =
      "---\n{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: train, namespace: ml, ownerReferences: "
      "[{apiVersion: apps/v1, kind: Deployment, name: web, controller: true}]}, spec: {replicas: 2}}\n";
  CHECK(tests::cluster(deployment + replica_set + failed("ReplicaSet", "no", "2026-01-01T00:00:10Z")).hints ==
        std::vector<std::string>{"Deployment ml/web has no pods, its controller could not create them: no"});
}

TEST_CASE("a condition ReplicaFailure says why a controller cannot create pods, unless an event does") {
  const auto hints = [](std::string_view status, std::string_view kind = "Deployment", const std::string& more = "") {
    return tests::cluster(object(kind == "ReplicationController" ? "v1" : "apps/v1", kind, "ml/web",
                                 util::concat("spec: {replicas: 2}, status: {conditions: [{type: ReplicaFailure, "
                                              "status: \"",
                                              status, "\", message: maximum cpu usage is 16}]}")) +
                          more)
        .hints;
  };
  const auto said = [](std::string_view kind, std::string_view message) {
    return std::vector<std::string>{
        util::concat(kind, " ml/web has no pods, its controller could not create them: ", message)};
  };
  for (const std::string_view kind : {"Deployment", "ReplicaSet", "ReplicationController"}) {
    CHECK(hints("True", kind) == said(kind, "maximum cpu usage is 16"));
  }
  CHECK(hints("False") != said("Deployment", "maximum cpu usage is 16"));
  CHECK(hints("True", "StatefulSet") != said("StatefulSet", "maximum cpu usage is 16"));
  const std::string event = object("v1", "Event", "ml/e",
                                   "reason: FailedCreate, message: exceeded quota, involvedObject: {kind: Deployment, "
                                   "namespace: ml, name: web}, lastTimestamp: \"2026-01-01T00:00:10Z\"");
  CHECK(hints("True", "Deployment", event) == said("Deployment", "exceeded quota"));
}

TEST_CASE("without pods and events, a hint names a quota that has nothing left for pods") {
  const std::string job = object("batch/v1", "Job", "ml/train", "spec: {parallelism: 2}");
  const auto hints = [&](std::string_view hard, std::string_view used, std::string_view more = "") {
    const auto cluster =
        tests::cluster(job + object("v1", "ResourceQuota", "ml/q",
                                    util::concat("spec: {hard: {", hard, "}, ", more, "}, status: {hard: {", hard,
                                                 "}, used: {", used, "}}")));
    REQUIRE(cluster.hints.size() == 1);
    return cluster.hints[0].substr(cluster.hints[0].find("not: ") + 5);
  };
  const std::string otherwise = "to see what it would do, try dry-run -f";
  CHECK(hints("requests.cpu: 10", "requests.cpu: 10") ==
        "ResourceQuota ml/q has no requests.cpu left (10 of 10 used), so no pod that needs it can be created; " +
            otherwise);
  CHECK(hints("pods: 2", "pods: 3") ==
        "ResourceQuota ml/q has no pods left (3 of 2 used), so no pod can be created; " + otherwise);
  CHECK(hints("pods: 2", "pods: 1") == otherwise);
  CHECK(hints("count/jobs.batch: 1", "count/jobs.batch: 1") == otherwise); // pods do not charge it
  CHECK(hints("pods: 2", "pods: 2", "scopes: [BestEffort]") == otherwise); // it may not count them
}

TEST_CASE("an event's time comes from its series, then lastTimestamp, then eventTime") {
  const std::string series = "series: {count: 2, lastObservedTime: \"2026-01-01T00:00:03.000000Z\"}, ";
  const std::string last = "lastTimestamp: \"2026-01-01T00:00:02Z\", ";
  const std::string moment = "eventTime: \"2026-01-01T00:00:01.500000Z\"";
  const auto failure = [](const std::string& times) {
    return pending(tests::cluster(event("a", k_failure, times) + pod("a"))).last_group_failure;
  };
  CHECK(failure(series + last + moment) == model::parse_time("2026-01-01T00:00:03Z"));
  CHECK(failure("series: null, " + last + moment) == model::parse_time("2026-01-01T00:00:02Z"));
  CHECK(failure("lastTimestamp: null, " + moment) == model::parse_time("2026-01-01T00:00:01.5Z"));
}

TEST_CASE("events.k8s.io has the same content under other names") {
  const auto cluster = tests::cluster(object("events.k8s.io/v1", "Event", "default/e",
                                             util::concat("reason: FailedScheduling, note: \"", k_failure,
                                                          "\", regarding: {kind: Pod, namespace: default, name: a}, "
                                                          "deprecatedLastTimestamp: \"2026-01-01T00:00:02Z\"")) +
                                      pod("a"));
  CHECK(pending(cluster).last_group_failure == model::parse_time("2026-01-01T00:00:02Z"));
}

TEST_CASE("other events, and events of bound or unknown pods, have no effect") {
  const auto cluster = tests::cluster(node("n1") + pod("a") + pod("b", {.spec = "nodeName: n1"}) +
                                      event("a", k_failure, "lastTimestamp: null", "BackOff") +
                                      event("b", k_failure, "lastTimestamp: null") +
                                      event("gone", k_failure, "lastTimestamp: \"2026-01-01T00:00:02Z\""));
  CHECK(texts(cluster.problems).empty());
  CHECK_FALSE(pending(cluster).has_scheduling_event);
  CHECK(find(cluster, "default/b").pending == nullptr);
}

TEST_CASE("messages that set last_group_failure") {
  const auto tells = [](std::string_view message) {
    const auto cluster = tests::cluster(event("a", message, "lastTimestamp: \"2026-01-01T00:00:02Z\"") + pod("a"));
    return pending(cluster).last_group_failure.has_value();
  };
  CHECK(tells("pre-filter pod a cannot find enough sibling pods, current pods number: 1, minMember of group: 2"));
  CHECK(tells("pre-filter pod a cannot proceed due to gated pods in the same PodGroup"));
  CHECK(tells("podGroup ml/g failed recently"));
  CHECK(tells("resource gap: map[cpu:{{2000 -3} {<nil>}  DecimalSI}]"));
  CHECK(tells("PodGroup ml/g gets rejected due to Pod a is unschedulable even after PostFilter"));
  CHECK(tells("0/1 nodes are available: 1 rejection in Unreserve."));
  CHECK(tells("rejected due to timeout after waiting 10s at plugin Coscheduling"));
  CHECK_FALSE(tells("0/1 nodes are available: 1 PodGroup not found."));
  CHECK_FALSE(tells("can not find pod group"));
  CHECK_FALSE(tells("0/3 nodes are available: 3 Insufficient cpu."));
}

TEST_CASE("event_reporters lists each reporter of failures, with its last time") {
  const auto core = [](std::string_view who, std::string_view time) {
    return event("a", "0/1 nodes are available",
                 util::concat(who, ", lastTimestamp: \"2026-01-01T00:00:", time, "Z\""));
  };
  const auto cluster = tests::cluster(
      core("reportingComponent: ours, source: {component: ignored}", "02") + core("reportingComponent: ours", "09") +
      core("reportingComponent: ours", "05") + core("source: {component: another}", "01") +
      core("reportingComponent: \"\", source: {}", "30") +
      event("a", "bound", "reportingComponent: third, lastTimestamp: \"2026-01-01T00:00:40Z\"", "Scheduled") +
      object("events.k8s.io/v1", "Event", "default/new",
             "reason: FailedScheduling, note: refused, regarding: {kind: Pod, namespace: default, name: a}, "
             "reportingController: newer, eventTime: \"2026-01-01T00:00:07.000000Z\""));
  REQUIRE(cluster.event_reporters.size() == 3);
  CHECK(cluster.event_reporters[0].name == "another");
  CHECK(cluster.event_reporters[1].name == "newer");
  CHECK(cluster.event_reporters[1].last == model::parse_time("2026-01-01T00:00:07Z"));
  CHECK(cluster.event_reporters[2].name == "ours");
  CHECK(cluster.event_reporters[2].last == model::parse_time("2026-01-01T00:00:09Z"));
}

TEST_CASE("managedFields: time of the scheduler's last write") {
  const auto cluster = tests::cluster(
      pod("a", {.metadata = "managedFields: [" + managed("kube-scheduler", "status", "2026-01-01T00:00:09Z") + ", " +
                            managed("kubelet", "status", "2026-01-01T00:00:20Z") + "], "}));
  CHECK(model::last_written(pending(cluster), "kube-scheduler") == model::parse_time("2026-01-01T00:00:09Z"));
  CHECK(model::last_written(pending(cluster), "kubelet") == model::parse_time("2026-01-01T00:00:20Z"));
  CHECK(model::last_written(pending(cluster), "kubectl") == std::nullopt);
  CHECK(pending(cluster).ungated == std::nullopt);
}

TEST_CASE("managedFields: time at which the last gate went, for pods that once had gates") {
  const std::string created = "creationTimestamp: \"2026-01-01T00:00:00Z\", managedFields: [";
  const std::string made = managed("controller", "", "2026-01-01T00:00:00Z");
  const std::string changed =
      managed("queue", "", "2026-01-01T00:01:00Z") + ", " + managed("kube-scheduler", "status", "2026-01-01T00:02:00Z");
  const auto ungated = [&](const std::string& fields, const std::string& status, const std::string& spec = "") {
    const auto cluster =
        tests::cluster(pod("a", {.metadata = created + fields + "], ", .spec = spec, .status = status}));
    return pending(cluster).ungated;
  };
  const auto minute = model::parse_time("2026-01-01T00:01:00Z");
  CHECK(ungated(made + ", " + changed, condition("SchedulingGated", "2026-01-01T00:00:00Z")) == minute);
  CHECK(ungated(made + ", " + changed, condition("Unschedulable", "2026-01-01T00:00:00Z")) == minute);
  CHECK(ungated(made + ", " + changed, condition("Unschedulable", "2026-01-01T00:02:00Z")) == std::nullopt);
  CHECK(ungated(made, condition("SchedulingGated", "2026-01-01T00:00:00Z")) == std::nullopt);
  CHECK(ungated(made + ", " + changed, condition("SchedulingGated", "2026-01-01T00:00:00Z"),
                "schedulingGates: [{name: g}]") == std::nullopt);
}

TEST_CASE("now is the capture time, or else the newest time in the data") {
  snapshot::Builder builder;
  CHECK(builder.natural_now() == std::nullopt);
  tests::add(builder, pod("a", {.metadata = "creationTimestamp: \"2026-01-01T00:00:01Z\", "}));
  CHECK(builder.natural_now() == model::parse_time("2026-01-01T00:00:01Z"));
  tests::add(builder, pod("b", {.status = condition("Unschedulable", "2026-01-01T02:00:00+01:00")}));
  CHECK(builder.natural_now() == model::parse_time("2026-01-01T01:00:00Z"));
  tests::add(builder,
             node("n1", {.status = "conditions: [{type: Ready, lastHeartbeatTime: \"2026-01-01T02:00:00Z\"}]"}));
  CHECK(builder.natural_now() == model::parse_time("2026-01-01T02:00:00Z"));
  tests::add(builder, event("a", "x", "lastTimestamp: \"2026-01-01T03:00:00Z\"", "Pulled"));
  CHECK(builder.natural_now() == model::parse_time("2026-01-01T03:00:00Z"));
  tests::add(builder,
             "{apiVersion: kubectl-gang/v1alpha1, kind: Snapshot, capturedAt: \"2025-12-31T00:00:00Z\", items: []}");
  CHECK(builder.natural_now() == model::parse_time("2025-12-31T00:00:00Z"));
  CHECK(builder.finish().newest == model::parse_time("2026-01-01T03:00:00Z"));
}
