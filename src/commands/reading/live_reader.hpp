// SPDX-License-Identifier: Apache-2.0
// The objects of a live cluster, list by list: only get and list, and only what scheduling reads.
#pragma once

#include "commands/flags/connection_flags.hpp"
#include "commands/flags/messages.hpp"
#include "document/bytes/item.hpp"
#include "snapshot/save/saver.hpp"

#include <functional>

namespace commands {

struct ObjectSinks {
  std::function<void()> begin; // called first; again where what came so far is void and all comes anew
  document::ItemSink object;   // valid during the call
  document::ProblemSink problem;
};

// Fetches every list of snapshot::listed_kinds() that the server has. A list that it denies or does not have is named
// in the answer's `omitted`, and stops nothing. Throws util::Error where there is no connection, no permission at all,
// or an answer that makes no sense. What may not be listed for all namespaces is asked for in `own_namespace`; it stays
// in `omitted`, for the others are not known.
snapshot::Taken read_live(const LiveCluster& live, const std::string& own_namespace, const ObjectSinks& sinks,
                          const Messages& messages, Session& session);

} // namespace commands
