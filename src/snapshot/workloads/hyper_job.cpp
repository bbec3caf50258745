// SPDX-License-Identifier: Apache-2.0
// Volcano's HyperJob, training.volcano.sh/v1alpha1: a Job of Volcano, HYPERJOB-job-<index>, for each replica of each
// replicated job. Karmada sends each Job as a whole to one cluster. (volcano-global v0.3, pkg/reconciler/hyperjob,
// syncVCJobAndPP and constructDesiredPP)
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

namespace snapshot {

void expand_hyper_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const Path jobs = path["replicatedJobs"];
  const document::Value spec = object_of(object.value()["spec"], path);
  if (spec["replicatedJobs"].size() == 0) { throw DecodeError(jobs, "is missing or empty"); }
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat(text_of(source),
                             ": Karmada chooses a cluster for each Job, and the input has one cluster; "
                             "all Jobs are counted here"),
                text_of(source));
  each_element(spec["replicatedJobs"], jobs, [&](document::Value value, const Path& at) {
    const std::string_view name = text_of(object_of(value, at)["name"], at["name"]);
    const Path job_path = at["templateSpec"];
    const std::int32_t replicas = expander.replicas(name, pod_count(value["replicas"], at["replicas"], 1));
    for (std::int32_t index = 0; index < replicas; ++index) {
      document::Output job;
      job["apiVersion"] = "batch.volcano.sh/v1alpha1";
      job["kind"] = "Job";
      job["metadata"]["name"] = util::concat(source.name, '-', name, '-', index);
      job["spec"] = document::editable(object_of(value["templateSpec"], job_path));
      expand_inner(expander.readable(job), job_path, source, expander, Inner::Made);
    }
  });
}

} // namespace snapshot
