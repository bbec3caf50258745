// SPDX-License-Identifier: Apache-2.0
// Arguments of plugins (profiles[].pluginConfig): strict decoding and validation, with the words of kube-scheduler and
// scheduler-plugins.
#pragma once

#include "model/cluster/scheduler_configuration.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/configuration/scheduler_plugins.hpp"

#include <string>
#include <vector>

namespace snapshot {

// Reads the list into the profile. Reports arguments that we do not read in `warnings`, unless they have their
// defaults. Throws DecodeError if kube-scheduler would not start.
void read_plugin_config(document::Value value, const Path& path, ConfigVersion version,
                        model::SchedulerProfile& profile, std::vector<std::string>& warnings);

} // namespace snapshot
