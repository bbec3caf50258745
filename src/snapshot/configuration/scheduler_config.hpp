// SPDX-License-Identifier: Apache-2.0
// KubeSchedulerConfiguration (v1, v1beta3, v1beta2) to the model: multiPoint expanded, defaults filled in, validated
// in kube-scheduler's words.
#pragma once

#include "document/bytes/item.hpp"
#include "model/cluster/scheduler_configuration.hpp"

#include <string>

namespace snapshot {

// Reads the file. Throws util::Error that names file and field where kube-scheduler would refuse to start.
model::SchedulerConfiguration read_scheduler_configuration(const std::string& path);

} // namespace snapshot
