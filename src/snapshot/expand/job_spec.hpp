// SPDX-License-Identifier: Apache-2.0
// The spec of a batch/v1 Job, also for other kinds that create Jobs.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace snapshot {

struct JobSpec {
  std::int32_t parallelism = 1;
  std::optional<std::int32_t> completions; // absent: a work queue, with `parallelism` pods at a time
  bool indexed = false;
  bool suspended = false;
  document::Value pod_template;
};

JobSpec job_spec_of(document::Value value, const Path& path); // throws DecodeError

// An elastic Job changes completions together with parallelism.
void resize(JobSpec& spec, std::int32_t parallelism);

// The pods of one Job, which may already exist: those at work, and the missing ones. The caller sets their labels.
RolePlan job_role(const Source& job, const JobSpec& spec, std::string_view name, const Expander& expander);

// Expands the spec of a Job, or of a CronJob's template, as the only role of `source`.
void expand_job_spec(const Source& source, document::Value spec, const Path& path, Expander& expander);

} // namespace snapshot
