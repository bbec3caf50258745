// SPDX-License-Identifier: Apache-2.0
// Where the cluster comes from: --from, --now and -n. The place for kubectl's connection flags, once a live cluster
// can be read.
#pragma once

#include "commands/flag_group.hpp"
#include "model/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commands {

struct ClusterFlags {
  std::vector<std::string> from;
  std::optional<std::string> namespace_name;
  std::optional<std::string> now;
};

void add_flags(CLI::App& app, ClusterFlags& flags, Listed listed);

struct ClusterInput {
  std::vector<std::string> sources; // paths; "-" is standard input
  std::string namespace_name;       // -n, else "default"
  bool namespace_given = false;
  std::optional<model::Time> now; // --now
};

// Throws util::Error where no source is given, for want of a live cluster, and where --now is no time.
ClusterInput resolve(const ClusterFlags& flags);

// Whether `flag` ("--context", "-s") is one of kubectl's that choose a server, and the sentence that refuses it.
bool is_connection_flag(std::string_view flag);
std::string connection_flag_sentence(std::string_view flag);

} // namespace commands
