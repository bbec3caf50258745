// SPDX-License-Identifier: Apache-2.0
// Source of the cluster: the live one, by kubectl's connection flags, or --from; --now and -n.
#pragma once

#include "commands/flags/connection_flags.hpp"
#include "commands/line/flag_group.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commands {

struct ClusterFlags {
  std::vector<std::string> from;
  std::optional<std::string> namespace_name;
  std::optional<std::string> now;
  ConnectionFlags connection;
  bool none = false; // read no cluster at all
  std::optional<std::int32_t> read_threads;
};

void add_flags(CLI::App& app, ClusterFlags& flags, Listed listed);

struct ClusterInput {
  std::vector<std::string> sources; // paths; "-" is standard input
  std::optional<LiveCluster> live;  // if there are no sources
  std::string namespace_name;       // -n, else the context's, else "default"
  bool namespace_given = false;     // by -n
  std::optional<model::Time> now;   // --now
  unsigned read_threads = 0;        // for document::ReadOptions::threads
  bool for_manifest = false;        // a manifest may change its workloads, so these are read with all fields
};

// Throws util::Error if there is neither a live cluster nor a source, and if --now is no time.
ClusterInput resolve(const ClusterFlags& flags, const Session& session);

} // namespace commands
