// SPDX-License-Identifier: Apache-2.0
// Reads the objects of a live cluster, list by list: uses only get and list, and only the data that scheduling needs.
#pragma once

#include "commands/flags/connection_flags.hpp"
#include "commands/flags/messages.hpp"
#include "document/bytes/item.hpp"
#include "snapshot/save/saver.hpp"

#include <functional>

namespace commands {

struct ObjectSinks {
  std::function<void()> begin; // called first; called again if everything so far is void and the reader restarts
  document::ItemSink object;   // valid during the call
  document::ProblemSink problem;
};

// Fetches every list of snapshot::listed_kinds() that the server has. The result names a forbidden
// or missing list in `omitted`; the other lists go on. Throws util::Error if there is no connection, no permission at
// all, or an invalid answer. A list that is forbidden for all namespaces is requested for `own_namespace`; it stays in
// `omitted`, because the other namespaces are unknown.
snapshot::Taken read_live(const LiveCluster& live, const std::string& own_namespace, const ObjectSinks& sinks,
                          const Messages& messages, Session& session);

} // namespace commands
