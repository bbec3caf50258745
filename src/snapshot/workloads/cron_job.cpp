// SPDX-License-Identifier: Apache-2.0
// batch/v1 CronJob: one run, started now regardless of the schedule.
#include "snapshot/expand/job_spec.hpp"
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

namespace snapshot {

void expand_cron_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path job_template = spec["jobTemplate"];
  const document::Value job = object_of(object_of(object.value()["spec"], spec)["jobTemplate"], job_template);
  expander.assume(util::concat("one run of CronJob ", source.namespace_name, '/', source.name, " is started"));
  expander.take_volcano_quorum(source, job["metadata"]["annotations"]); // those of the Job that owns the pods
  expand_job_spec(source, object_of(job["spec"], job_template["spec"]), job_template["spec"], expander);
}

} // namespace snapshot
