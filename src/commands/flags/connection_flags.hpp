// SPDX-License-Identifier: Apache-2.0
// kubectl's flags that choose a server and credentials. Every command takes them, so that an alias may contain some.
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
  std::string cache_dir; // accepted and ignored: there is no cache
};

void add_flags(CLI::App& app, ConnectionFlags& flags);

// How to reach a live cluster; resolve() does not connect to it.
struct LiveCluster {
  kube::Connection connection;
  std::chrono::nanoseconds request_timeout{0}; // of each request; 0: none
  std::vector<util::Problem> warnings;
};

// Reads kubeconfig files; sends no request. Throws util::Error if there is no server, or an ambiguous one.
LiveCluster resolve(const ConnectionFlags& flags, const Session& session);

// The session's environment in the form that module kube uses. The session must live as long.
kube::Environment environment_of(const Session& session);

} // namespace commands
