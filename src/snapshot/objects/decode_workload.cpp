// SPDX-License-Identifier: Apache-2.0
// Controller objects as context.
#include "snapshot/objects/decode_workload.hpp"

#include "snapshot/collected/lasting.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/objects/decode_operator_job.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

Workload workload_of(Collected& collected, const Metadata& metadata, std::string_view api_version,
                     std::string_view kind, const Origin& origin) {
  Workload workload;
  workload.object.kind = collected.lasting(kind);
  workload.object.namespace_name = collected.lasting(namespace_or_default(metadata));
  workload.object.name = collected.lasting(metadata.name);
  workload.object.uid = collected.lasting(metadata.uid);
  workload.object.leaving = metadata.terminating;
  if (metadata.owner) {
    model::Owner owner = *metadata.owner;
    owner.uid = {}; // only the uids of pods' owners matter
    workload.object.owner = collected.sharing.owner(owner);
  }
  workload.api_version = collected.lasting(api_version);
  workload.origin = origin;
  return workload;
}

// True if the Job or JobSet is finished, or if its controller has decided how it finishes. (IsJobFinished, and syncJob;
// jobset_controller.go, jobSetFinished)
bool has_ended(document::Value status, const Path& path) {
  bool ended = false;
  each_element(object_of(status, path)["conditions"], path["conditions"], [&](document::Value element, const Path& at) {
    const std::string_view type = text_of(object_of(element, at)["type"], at["type"]);
    const bool holds = text_of(element["status"], at["status"]) == "True";
    const bool is_end = type == "Complete" || type == "Completed" || type == "Failed" || type == "FailureTarget" ||
                        type == "SuccessCriteriaMet";
    ended = ended || (holds && is_end);
  });
  return ended;
}

// Of Deployments, ReplicaSets and ReplicationControllers. Their controllers take it back once they can create pods.
std::string_view replica_failure_of(document::Value status, const Path& path) {
  std::string_view message;
  each_element(object_of(status, path)["conditions"], path["conditions"], [&](document::Value element, const Path& at) {
    const bool fails = text_of(object_of(element, at)["type"], at["type"]) == "ReplicaFailure" &&
                       text_of(element["status"], at["status"]) == "True";
    if (fails) { message = text_of(element["message"], at["message"]); }
  });
  return message;
}

std::int32_t number_or(document::Value value, const Path& path, std::int32_t otherwise) {
  return value.absent() ? otherwise : int32_of(value, path);
}

bool has_replicas(std::string_view kind) {
  return kind == "Deployment" || kind == "ReplicaSet" || kind == "StatefulSet" || kind == "ReplicationController";
}

std::int32_t pods_of_job(document::Value spec, const Path& path, document::Value status, const Path& status_path) {
  if (has_ended(status, status_path) || boolean_of(spec["suspend"], path["suspend"])) { return 0; }
  const std::int32_t parallelism = number_or(spec["parallelism"], path["parallelism"], 1);
  if (spec["completions"].absent()) { return parallelism; }
  const std::int32_t left =
      int32_of(spec["completions"], path["completions"]) - number_or(status["succeeded"], status_path["succeeded"], 0);
  return std::clamp(left, 0, std::max(parallelism, 0));
}

// Number of pods by spec alone. Unlike pods_wanted(), also counts a Job that has ended or is suspended.
std::optional<std::int32_t> pods_at_once(std::string_view kind, document::Value object) {
  const Path root;
  const Path path = root["spec"];
  const document::Value spec = object_of(object["spec"], path);
  if (kind == "Job") {
    const std::int32_t parallelism = number_or(spec["parallelism"], path["parallelism"], 1);
    return std::min(parallelism, number_or(spec["completions"], path["completions"], parallelism));
  }
  if (!has_replicas(kind)) { return std::nullopt; }
  return number_or(spec["replicas"], path["replicas"], 1);
}

bool makes_pods_in_order(std::string_view kind, document::Value object) {
  const Path root;
  const Path path = root["spec"];
  if (kind != "StatefulSet") { return false; }
  const document::Value spec = object_of(object["spec"], path);
  return text_of(spec["podManagementPolicy"], path["podManagementPolicy"]) != "Parallel";
}

// (StatefulSetOrdinals.start)
std::int32_t first_ordinal_of(document::Value object) {
  const Path root;
  const Path spec_path = root["spec"];
  const Path path = spec_path["ordinals"];
  const document::Value ordinals = object_of(object_of(object["spec"], spec_path)["ordinals"], path);
  return number_or(ordinals["start"], path["start"], 0);
}

// One on each node that its pods may use. A status that says 0 may be the one of a new object.
// (daemon_controller.go, updateDaemonSetStatus)
void read_pods_of_daemon_set(document::Value status, const Path& path, model::WorkloadObject& out) {
  const document::Value desired = object_of(status, path)["desiredNumberScheduled"];
  if (desired.absent()) { return; }
  const std::int32_t pods = int32_of(desired, path["desiredNumberScheduled"]);
  if (pods > 0) {
    out.pods_at_once = pods;
  } else {
    out.ending = "has desiredNumberScheduled 0";
  }
}

// Deadline of a Job. Suspension stops its clock and clears JobStatus.startTime.
std::optional<model::Time> deadline_of_job(document::Value object) {
  const Path root;
  const Path spec_path = root["spec"];
  const document::Value seconds = object_of(object["spec"], spec_path)["activeDeadlineSeconds"];
  const Path status_path = root["status"];
  const document::Value status = object_of(object["status"], status_path);
  const std::optional<model::Time> started = time_of(status["startTime"], status_path["startTime"]);
  if (seconds.absent() || !started) { return std::nullopt; }
  return model::seconds_after(*started, int64_of(seconds, spec_path["activeDeadlineSeconds"]));
}

// A Job whose controller lets it fail at its next look: "has 7 failed pods, …"; empty: nothing shows that. (job
// controller, syncJob: exceedsBackoffLimit; SetDefaults_Job)
std::string failure_of_job(document::Value object) {
  constexpr std::int32_t k_default_limit = 6;
  const Path root;
  const Path spec_path = root["spec"], status_path = root["status"];
  const document::Value spec = object_of(object["spec"], spec_path);
  if (spec["backoffLimit"].absent() && !spec["backoffLimitPerIndex"].absent()) { return {}; }
  const std::int32_t limit = number_or(spec["backoffLimit"], spec_path["backoffLimit"], k_default_limit);
  const std::int32_t failed = number_or(object_of(object["status"], status_path)["failed"], status_path["failed"], 0);
  if (failed <= limit || has_ended(object["status"], status_path)) { return {}; }
  return util::concat("has ", failed, failed == 1 ? " failed pod" : " failed pods", " and backoffLimit ", limit);
}

std::int32_t pods_wanted(std::string_view kind, document::Value object) {
  const Path root;
  const Path spec_path = root["spec"];
  const Path status_path = root["status"];
  const document::Value spec = object_of(object["spec"], spec_path);
  if (kind == "Job") { return pods_of_job(spec, spec_path, object["status"], status_path); }
  return has_replicas(kind) ? number_or(spec["replicas"], spec_path["replicas"], 1) : 0;
}

bool is_suspended(document::Value object) {
  const Path root;
  const Path path = root["spec"];
  return boolean_of(object_of(object["spec"], path)["suspend"], path["suspend"]);
}

// Of operators' objects that delete their pods then. (jobset_controller.go, reconcile; raycluster_controller.go,
// reconcilePods)
void read_end(document::Value object, std::string_view kind, model::WorkloadObject& out) {
  const Path root;
  if (kind == "JobSet") { out.has_ended = has_ended(object["status"], root["status"]); }
  if (kind == "JobSet" || kind == "RayCluster") { out.suspended = is_suspended(object); }
}

model::Selector equal_to(const model::Labels& labels) {
  model::Selector selector;
  for (const model::Label& label : labels) {
    selector.push_back({label.key, model::SelectorOperator::In, {label.value}});
  }
  return selector;
}

} // namespace

std::optional<model::Selector> pod_selector_of(document::Value object, std::string_view kind) {
  const Path root;
  const Path spec_path = root["spec"];
  const document::Value spec = object_of(object["spec"], spec_path);
  if (kind != "ReplicationController") { return label_selector_of(spec["selector"], spec_path["selector"]); }
  if (spec["selector"].size() > 0) { return equal_to(labels_of(spec["selector"], spec_path["selector"])); }
  const Path path = spec_path["template"];
  const Path metadata = path["metadata"];
  const document::Value pod_template = object_of(spec["template"], path);
  return equal_to(labels_of(object_of(pod_template["metadata"], metadata)["labels"], metadata["labels"]));
}

void add_workload(Collected& collected, document::Value object, std::string_view api_version, std::string_view kind,
                  const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  Workload workload = workload_of(collected, metadata, api_version, kind, origin);
  workload.object.wants = pods_wanted(kind, object);
  workload.object.pods_at_once = pods_at_once(kind, object);
  workload.object.suspended = kind == "Job" && is_suspended(object);
  workload.object.in_order = makes_pods_in_order(kind, object);
  workload.is_known_kind = true;
  if (kind == "ReplicaSet" || kind == "StatefulSet" || kind == "ReplicationController") {
    if (auto selector = pod_selector_of(object, kind)) {
      workload.object.selector = lasting(collected, std::move(*selector));
    }
  }
  // The quorum of the group that Volcano creates for the object's pods. (volcano-sh/apis,
  // VolcanoGroupMinMemberAnnotationKey)
  if (kind == "Job" || kind == "ReplicaSet" || kind == "StatefulSet" || kind == "DaemonSet") {
    const document::Value annotations = object["metadata"]["annotations"];
    workload.group_min_member = count_of(annotations["scheduling.volcano.sh/group-min-member"].text());
  }
  const Path status_path = root["status"];
  const document::Value status = object_of(object["status"], status_path);
  if (kind == "Deployment" || kind == "ReplicaSet" || kind == "ReplicationController") {
    workload.object.creation_failure = collected.lasting(replica_failure_of(object["status"], status_path));
  }
  if (kind == "Deployment" && int32_of(status["availableReplicas"], status_path["availableReplicas"]) == 0) {
    workload.unready = int32_of(status["unavailableReplicas"], status_path["unavailableReplicas"]);
  }
  if (kind == "DaemonSet") { read_pods_of_daemon_set(object["status"], status_path, workload.object); }
  if (kind == "StatefulSet") {
    workload.object.first_ordinal = first_ordinal_of(object);
    workload.unready = int32_of(status["replicas"], status_path["replicas"]) -
                       int32_of(status["readyReplicas"], status_path["readyReplicas"]);
  }
  if (kind == "Job") {
    workload.succeeded = int32_of(status["succeeded"], status_path["succeeded"]);
    workload.completed_indexes =
        collected.lasting(text_of(status["completedIndexes"], status_path["completedIndexes"]));
    workload.failed_indexes = collected.lasting(text_of(status["failedIndexes"], status_path["failedIndexes"]));
    workload.object.has_ended = has_ended(object["status"], status_path);
    workload.object.deadline = deadline_of_job(object);
    workload.object.ending = collected.lasting(failure_of_job(object));
  }
  collected.workloads.push_back(workload);
}

void add_possible_owner(Collected& collected, document::Value object, std::string_view api_version,
                        std::string_view kind, const Origin& origin) {
  try {
    const Path root;
    const Metadata metadata = metadata_of(object["metadata"], root["metadata"], collected.newest);
    if (metadata.name.empty()) { return; }
    collected.workloads.push_back(workload_of(collected, metadata, api_version, kind, origin));
    read_end(object, kind, collected.workloads.back().object);
    read_operator_job(collected, object, api_version, kind, collected.workloads.back().object);
  } catch (const DecodeError&) {
    // Ignore errors in a kind that we do not read.
  }
}

} // namespace snapshot
