// SPDX-License-Identifier: Apache-2.0
// Workload kinds: objects for which a controller creates pods.
//
// A new kind is one file under workloads/ and one row in workloads.cpp.
#pragma once

#include "snapshot/expand/expander.hpp"
#include "snapshot/validation/validate.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct WorkloadKind {
  std::string_view api_group, version, kind;                    // version is a prefix; empty: any
  void (*expand)(const KeptObject& object, Expander& expander); // throws DecodeError
  std::string_view served;                                      // versions that API servers serve, separated by blanks
  TemplateOf validates = TemplateOf::Operator; // how much of its pod templates is complete in the object
};

std::span<const WorkloadKind> workload_kinds();
const WorkloadKind* find_workload_kind(std::string_view api_version, std::string_view kind); // the first match
// True if current API servers serve the kind in this version, or if no table contains the kind.
bool is_served_version(std::string_view api_version, std::string_view kind);
// True if an API server of Kubernetes 1.`minor` has this kind and version, or if that is not known here. Groups of
// Kubernetes' own are in another version with each release.
bool is_in_release(std::string_view api_version, std::string_view kind, int minor);
// "; did you mean Job?", the end of a sentence about an unknown kind: one of its API group, or of its name; "": none.
std::string meant_kind(std::string_view api_version, std::string_view kind);
std::string known_workload_kinds(); // "CronJob, DaemonSet, … and StatefulSet"

// Objects of other kinds, with --template-path.
void expand_any_kind(const KeptObject& object, Expander& expander);
void expand_templates(const KeptObject& object, const std::vector<std::string>& paths, Expander& expander);
std::vector<std::string> pod_template_paths(document::Value object); // "spec.worker.template"

// Expands an object of any kind at `path` inside `outer`; does nothing if it creates no pods. Throws DecodeError.
// The API server sees a Written object as it is; a Queued one too, and Kueue manages the outer object in its place. A
// Made one is the part of an operator's object that decides about pods.
enum class Inner : std::uint8_t { Written, Queued, Made };
void expand_inner(document::Value value, const Path& path, const Source& outer, Expander& expander,
                  Inner inner = Inner::Written);

// Notes what the API server refuses of an object that a controller makes for the current manifest object, so that there
// are no pods. `path`: of the operator's field with its spec, or with its pod template if the operator sets the rest.
void note_made_object(document::Value object, const Path& path, const Source& made, Expander& expander);
void note_made_template(document::Value pod_template, const Path& path, const Source& made, Expander& expander);

// The functions of the rows, each in its own file.
void expand_pod(const KeptObject& object, Expander& expander);
void expand_job(const KeptObject& object, Expander& expander);
void expand_cron_job(const KeptObject& object, Expander& expander);
void expand_replicas(const KeptObject& object, Expander& expander); // Deployment, ReplicaSet, ReplicationController
void expand_stateful_set(const KeptObject& object, Expander& expander);
void expand_daemon_set(const KeptObject& object, Expander& expander);
void expand_kubeflow(const KeptObject& object, Expander& expander); // the jobs of the training operator
void expand_mpi_job(const KeptObject& object, Expander& expander);  // v2beta1
void expand_job_set(const KeptObject& object, Expander& expander);
void expand_apache_spark(const KeptObject& object, Expander& expander); // SparkApplication of spark.apache.org
void expand_dynamo_graph_deployment(const KeptObject& object, Expander& expander);
void expand_experiment(const KeptObject& object, Expander& expander); // of Katib
void expand_flink_deployment(const KeptObject& object, Expander& expander);
void expand_hyper_job(const KeptObject& object, Expander& expander);
void expand_llm_inference_service(const KeptObject& object, Expander& expander);
void expand_mini_cluster(const KeptObject& object, Expander& expander);
void expand_nim_service(const KeptObject& object, Expander& expander);
void expand_ray_cluster_fleet(const KeptObject& object, Expander& expander);
void expand_role_based_group(const KeptObject& object, Expander& expander);
void expand_app_wrapper(const KeptObject& object, Expander& expander);
void expand_cron_workflow(const KeptObject& object, Expander& expander);
void expand_inference_service(const KeptObject& object, Expander& expander);
void expand_job_flow(const KeptObject& object, Expander& expander);
void expand_pod_clique_set(const KeptObject& object, Expander& expander);
void expand_scheduled_spark_application(const KeptObject& object, Expander& expander);
void expand_spark_application(const KeptObject& object, Expander& expander);
void expand_volcano_cron_job(const KeptObject& object, Expander& expander);
void expand_volcano_job(const KeptObject& object, Expander& expander);
void expand_workflow(const KeptObject& object, Expander& expander);
void expand_leader_worker_set(const KeptObject& object, Expander& expander);
void expand_old_tf_job(const KeptObject& object, Expander& expander); // v1alpha1 to v1beta2
void expand_ray_cluster(const KeptObject& object, Expander& expander);
void expand_ray_cron_job(const KeptObject& object, Expander& expander);
void expand_ray_job(const KeptObject& object, Expander& expander);
void expand_ray_service(const KeptObject& object, Expander& expander);
void expand_train_job(const KeptObject& object, Expander& expander);

} // namespace snapshot
