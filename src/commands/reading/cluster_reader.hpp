// SPDX-License-Identifier: Apache-2.0
// Reads the objects of a cluster one after the other, from files or from the live cluster.
#pragma once

#include "commands/flags/cluster_flags.hpp"
#include "commands/flags/messages.hpp"
#include "commands/reading/live_reader.hpp"
#include "snapshot/save/saver.hpp"

namespace commands {

// Throws util::Error if a source is unreadable. Returns the known facts about the source itself.
snapshot::Taken read_objects(const ClusterInput& input, const ObjectSinks& sinks, const Messages& messages,
                             Session& session);

} // namespace commands
