// SPDX-License-Identifier: Apache-2.0
// Messages of kube-scheduler about a pod that it cannot place, as far as their words show a plugin.
#pragma once

#include <string_view>

namespace model {

// The plugin that the message shows and that is not among those of kube-scheduler and Coscheduling; empty: none.
std::string_view other_plugin_in(std::string_view message);

} // namespace model
