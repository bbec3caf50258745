// SPDX-License-Identifier: Apache-2.0
// Reads KubeSchedulerConfiguration (v1, v1beta3, v1beta2) into the model: expands multiPoint, fills in defaults, and
// validates with kube-scheduler's words.
#pragma once

#include "document/bytes/item.hpp"
#include "model/cluster/scheduler_configuration.hpp"

#include <optional>
#include <string>

namespace snapshot {

// Reads the file. Throws util::Error, which names file and field, if kube-scheduler would refuse to start. `release`:
// 34 for kube-scheduler 1.34; absent: any that knows the version of the file.
model::SchedulerConfiguration read_scheduler_configuration(const std::string& path, std::optional<int> release = {});

} // namespace snapshot
