// SPDX-License-Identifier: Apache-2.0
// The spec of a JobSet, which TrainJobs become.
#pragma once

#include "snapshot/expand/expander.hpp"

namespace snapshot {

// Whether --replicas is still to be applied.
enum class Sized { ByReplicas, Already };

// `annotations` are those of the JobSet. Throws DecodeError.
void expand_job_set_spec(const Source& job_set, document::Value annotations, document::Value spec, const Path& path,
                         Sized sized, Expander& expander);

} // namespace snapshot
