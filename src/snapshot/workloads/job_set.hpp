// SPDX-License-Identifier: Apache-2.0
// The spec of a JobSet, also for TrainJobs, which create one.
#pragma once

#include "snapshot/expand/expander.hpp"

namespace snapshot {

// Whether --replicas still has to be applied.
enum class Sized { ByReplicas, Already };

// `annotations` belong to the JobSet. Throws DecodeError.
void expand_job_set_spec(const Source& job_set, document::Value annotations, document::Value spec, const Path& path,
                         Sized sized, Expander& expander);

} // namespace snapshot
