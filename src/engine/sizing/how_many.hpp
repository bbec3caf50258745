// SPDX-License-Identifier: Apache-2.0
// dry-run --how-many: the number of such jobs that fit.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/sizing/job.hpp"
#include "model/report/sizing.hpp"

#include <cstdint>

namespace engine {

// `run` is the run of the job with everything that is pending. `job_starts`: the job starts in it.
model::CopiesReport how_many(const Run& run, const Job& job, bool job_starts, std::int64_t limit);

} // namespace engine
