// SPDX-License-Identifier: Apache-2.0
// The objects of a cluster, one after the other: from files, or from the live one.
#pragma once

#include "commands/flags/cluster_flags.hpp"
#include "commands/flags/messages.hpp"
#include "commands/reading/live_reader.hpp"
#include "snapshot/save/saver.hpp"

namespace commands {

// Throws util::Error where a source cannot be read. What is known of the source itself is the answer.
snapshot::Taken read_objects(const ClusterInput& input, const ObjectSinks& sinks, const Messages& messages,
                             Session& session);

} // namespace commands
