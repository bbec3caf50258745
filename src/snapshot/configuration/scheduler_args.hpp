// SPDX-License-Identifier: Apache-2.0
// Arguments of plugins (profiles[].pluginConfig), decoded strictly and validated in the words of kube-scheduler and
// scheduler-plugins.
#pragma once

#include "model/cluster/scheduler_configuration.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/configuration/scheduler_plugins.hpp"

#include <string>
#include <vector>

namespace snapshot {

// Reads the list into the profile; arguments that nothing here reads are reported in `warnings` where they are not the
// defaults. Throws DecodeError where kube-scheduler would not start.
void read_plugin_config(document::Value value, const Path& path, ConfigVersion version,
                        model::SchedulerProfile& profile, std::vector<std::string>& warnings);

} // namespace snapshot
