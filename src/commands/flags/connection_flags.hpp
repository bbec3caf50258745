// SPDX-License-Identifier: Apache-2.0
// kubectl's flags that choose a server and who we are there. Every command takes them, so that an alias may hold some.
#pragma once

#include "commands/line/flag_group.hpp"
#include "commands/line/session.hpp"
#include "kube/identity/connect.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace commands {

struct ConnectionFlags {
  kube::ConnectionFlags server;
  std::string request_timeout = "0";
  std::string cache_dir; // taken and not used: nothing is cached
};

void add_flags(CLI::App& app, ConnectionFlags& flags);

// A way to a live cluster: found, and not yet taken.
struct LiveCluster {
  kube::Connection connection;
  std::chrono::nanoseconds request_timeout{0}; // of each request; 0: none
  std::vector<util::Problem> warnings;
};

// Reads kubeconfig files; asks no server. Throws util::Error where there is no way to a server, or an unclear one.
LiveCluster resolve(const ConnectionFlags& flags, const Session& session);

// The session's environment, as the room kube asks for it. The session must live as long.
kube::Environment environment_of(const Session& session);

} // namespace commands
