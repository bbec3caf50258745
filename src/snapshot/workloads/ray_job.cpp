// SPDX-License-Identifier: Apache-2.0
// RayJob, RayService and RayCronJob, ray.io/v1: each has its own RayCluster, and with submissionMode K8sJobMode a Job
// that submits once the cluster is ready. We use x for the random suffix of the cluster's name. (kuberay v1.7,
// rayjob_controller.go, rayservice_controller.go, common/job.go)
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/ray.hpp"

#include "util/concat.hpp"

namespace snapshot {

namespace {

// spec.submitterPodTemplate, or KubeRay's default.
document::Output submitter_template(document::Value spec) {
  if (spec["submitterPodTemplate"].is_object()) { return document::editable(spec["submitterPodTemplate"]); }
  document::Output container;
  container["name"] = "ray-job-submitter";
  container["resources"]["requests"] = object_of({{"cpu", "500m"}, {"memory", "200Mi"}});
  container["resources"]["limits"] = object_of({{"cpu", "1"}, {"memory", "1Gi"}});
  document::Output out;
  out["spec"]["containers"] = document::Output(document::Output::Array{container});
  out["spec"]["restartPolicy"] = "Never";
  return out;
}

void expand_submitter(const Source& ray_job, const Prepared& prepared, const std::vector<std::string>& cluster_pods,
                      Expander& expander) {
  const Source job = expander.child(ray_job, "batch/v1", "Job", ray_job.name);
  RolePlan role = expander.counted_role(job, "submitter", std::string(job.name), 1);
  role.most = 1;
  if (!cluster_pods.empty() && !role.missing.empty()) {
    role.now = 0;
    role.after = cluster_pods;
    role.waits_for = "the cluster to be ready";
  }
  expander.add_role(job, prepared, role);
}

// If Volcano schedules the RayJob, its submitter names the group but does not count for the quorum.
Prepared prepare_submitter(const Source& source, document::Value spec, const Path& path, const RayRequest& request,
                           Expander& expander) {
  const Path at = path["submitterPodTemplate"];
  const document::Output made = submitter_template(spec);
  const document::Value written = expander.readable(made);
  note_made_template(written, at, expander.child(source, "batch/v1", "Job", source.name), expander);
  PodTemplate pod_template(written, at);
  pod_template.set_label("batch.kubernetes.io/job-name", source.name);
  pod_template.set_label("job-name", source.name);
  if (request.batch_scheduler == "volcano") {
    pod_template.set_scheduler_name("volcano");
    pod_template.join({.dialect = model::Dialect::Volcano, .name = request.group});
  }
  return expander.prepare(source, std::move(pod_template), at);
}

// A RayJob with clusterSelector has no cluster of its own: it submits to the RayCluster that the key ray.io/cluster
// names, waits until that is ready, and fails without it. (rayjob_controller.go, JobDeploymentStatusInitializing,
// getOrCreateRayClusterInstance)
void note_selected_cluster(const Source& source, document::Value selector, Expander& expander) {
  const std::string_view name = selector["ray.io/cluster"].text();
  const std::string cluster = util::concat("RayCluster ", source.namespace_name, '/', name);
  const auto note = [&](model::Reply reply, std::string_view because) {
    expander.note(model::Authority::Inputs, reply, util::concat(text_of(source), ' ', because), cluster);
  };
  if (name.empty()) { return note(model::Reply::NotAsked, "has a clusterSelector without the key ray.io/cluster"); }
  const Workload* const there = expander.existing(expander.child(source, source.api_version, "RayCluster", name));
  if (there != nullptr && (there->object.leaving || there->object.suspended)) {
    return note(model::Reply::NotAsked, util::concat("waits for ", cluster, ", which is ",
                                                     there->object.leaving ? "being deleted" : "suspended"));
  }
  if (there != nullptr) { return expander.assume(util::concat(cluster, " is ready, or becomes it")); }
  for (const KeptObject& object : expander.manifest().objects) {
    if (object.kind != "RayCluster") { continue; }
    const Source other = expander.source_of(object);
    if (other.namespace_name == source.namespace_name && other.name == name) { return; }
  }
  const bool is_given = expander.collected().omissions.is_given("rayclusters.ray.io", false);
  const std::string missing = is_given ? util::concat("selects ", cluster, ", which does not exist")
                                       : util::concat("selects ", cluster, ", which is not in the input");
  note(is_given ? model::Reply::Refuses : model::Reply::NotAsked, missing);
}

void expand_ray_job_spec(const Source& source, document::Value labels, document::Value spec, const Path& path,
                         Expander& expander) {
  const std::string_view mode = text_of(spec["submissionMode"], path["submissionMode"]);
  const bool submits_by_job = mode.empty() || mode == "K8sJobMode";
  if (!submits_by_job && mode != "HTTPMode" && mode != "InteractiveMode" && mode != "SidecarMode") {
    expander.note(model::Authority::Operator, model::Reply::NotAsked,
                  util::concat(text_of(source), " has submissionMode ", mode, ", which is not known here"),
                  text_of(source));
  }
  if (boolean_of(spec["suspend"], path["suspend"])) {
    expander.assume(util::concat(source.kind, ' ', source.namespace_name, '/', source.name, " is resumed"));
  }
  RayRequest request;
  request.labels = labels;
  request.group = util::concat("ray-", source.name, "-pg");
  request.batch_scheduler = ray_batch_scheduler(labels, expander);
  request.submitter_in_head = mode == "SidecarMode";
  if (request.batch_scheduler == "scheduler-plugins") {
    expander.warn(source,
                  "KubeRay with --batch-scheduler=scheduler-plugins makes groups for RayClusters only and keeps "
                  "a RayJob in the state Initializing; expanded without a group");
    request.batch_scheduler = {};
  }
  std::optional<Prepared> submitter;
  if (submits_by_job) {
    submitter = prepare_submitter(source, spec, path, request, expander);
    request.submitter.add_each_request_else_limit(submitter->as_written);
  } else if (request.submitter_in_head) {
    request.submitter.add({{"cpu", model::Quantity::from_milli(500)},
                           {"memory", model::Quantity::from_units(200 << 20, model::QuantityFormat::BinarySI)}});
  }
  std::vector<std::string> pods;
  const Path cluster_path = path["rayClusterSpec"];
  if (!spec["rayClusterSpec"].absent()) {
    const Source cluster = expander.child(source, source.api_version, "RayCluster", util::concat(source.name, "-x"));
    pods = expand_ray_cluster_spec(cluster, request, object_of(spec["rayClusterSpec"], cluster_path), cluster_path,
                                   expander);
  } else if (spec["clusterSelector"].size() == 0) {
    throw DecodeError(cluster_path, "is missing, and so is clusterSelector");
  } else {
    note_selected_cluster(source, spec["clusterSelector"], expander);
  }
  if (submitter) { expand_submitter(source, *submitter, pods, expander); }
}

} // namespace

void expand_ray_job(const KeptObject& object, Expander& expander) {
  const Path root;
  const Path path = root["spec"];
  expand_ray_job_spec(expander.source_of(object), object.value()["metadata"]["labels"],
                      object_of(object.value()["spec"], path), path, expander);
}

void expand_ray_cron_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path path = spec["jobTemplate"];
  expander.assume(util::concat("one run of RayCronJob ", source.namespace_name, '/', source.name, " is started"));
  const Source job = expander.child(source, source.api_version, "RayJob", util::concat(source.name, "-x"));
  const document::Value written = object_of(object_of(object.value()["spec"], spec)["jobTemplate"], path);
  document::Output made;
  made["metadata"]["name"] = job.name;
  made["spec"] = document::editable(written);
  note_made_object(expander.readable(made), root, job, expander);
  // The run inherits no labels of the RayCronJob, and so requests no queue and no gang. (constructRayJob)
  expand_ray_job_spec(job, {}, written, path, expander);
}

void expand_ray_service(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path path = spec["rayClusterConfig"];
  const document::Value config = object_of(object.value()["spec"], spec)["rayClusterConfig"];
  if (config.absent()) { throw DecodeError(path, "is missing"); }
  RayRequest request;
  request.labels = object.value()["metadata"]["labels"];
  const Source cluster = expander.child(source, source.api_version, "RayCluster", util::concat(source.name, "-x"));
  request.group = util::concat("ray-", cluster.name, "-pg");
  request.batch_scheduler = ray_batch_scheduler(request.labels, expander);
  expand_ray_cluster_spec(cluster, request, object_of(config, path), path, expander);
}

} // namespace snapshot
