// SPDX-License-Identifier: Apache-2.0
// dry-run --how-many: how many such jobs fit?
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/sizing/job.hpp"
#include "model/report/sizing.hpp"

#include <cstdint>

namespace engine {

// `run` is that of the job with everything that is pending, in which it starts or does not.
model::CopiesReport how_many(const Run& run, const Job& job, bool job_starts, std::int64_t limit);

} // namespace engine
