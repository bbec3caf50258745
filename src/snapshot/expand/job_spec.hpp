// SPDX-License-Identifier: Apache-2.0
// The spec of a batch/v1 Job, which other kinds make Jobs of.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace snapshot {

struct JobSpec {
  std::int32_t parallelism = 1;
  std::optional<std::int32_t> completions; // absent: a work queue, as many as run at a time
  bool indexed = false;
  bool suspended = false;
  document::Value pod_template;
};

JobSpec job_spec_of(document::Value value, const Path& path); // throws DecodeError

// An elastic Job changes completions with parallelism.
void resize(JobSpec& spec, std::int32_t parallelism);

// The pods of one Job, which may be there already: those at work, and the missing ones. Their labels are the caller's.
RolePlan job_role(const Source& job, const JobSpec& spec, std::string_view name, const Expander& expander);

// A Job's spec of a Job object or of a CronJob's template, as the only role of `source`.
void expand_job_spec(const Source& source, document::Value spec, const Path& path, Expander& expander);

} // namespace snapshot
