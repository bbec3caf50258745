// SPDX-License-Identifier: Apache-2.0
// Turns flags, kubeconfig and environment into one Connection (client-go tools/clientcmd). Prints nothing, sends
// nothing, runs no plugin.
#pragma once

#include "kube/values/connection.hpp"
#include "kube/values/proxy.hpp"
#include "util/problem.hpp"

#include <string>
#include <vector>

namespace kube {

// As typed. An empty text means that the flag is absent, like in kubectl.
struct ConnectionFlags {
  std::string kubeconfig;
  std::string context;
  std::string cluster;
  std::string user;
  std::string server;
  std::string token;
  std::string username;
  std::string password;
  std::string certificate_authority; // paths
  std::string client_certificate;
  std::string client_key;
  bool insecure_skip_tls_verify = false;
  std::string tls_server_name;
  std::string as;
  std::vector<std::string> as_group;
  std::string as_uid;
  std::vector<std::string> as_user_extra; // "key=value"
  bool disable_compression = false;
  std::string kuberc;
  bool no_exec = false; // --no-exec: never run credential plugins, whatever kuberc allows
};

inline constexpr const char* k_service_account_folder = "/var/run/secrets/kubernetes.io/serviceaccount";

// Throws util::Error if there is no server, or an ambiguous one. Adds to `warnings` what the user should know.
//
// Intended differences from kubectl: no silent default to http://localhost:8080 if no context is chosen or the
// context's cluster is missing; --token wins over a kubeconfig's tokenFile; a missing user is an error and not a
// prompt; --as works in a pod too; an unreadable in-cluster authority is an error; the namespace is validated.
Connection connect(const ConnectionFlags& flags, const Environment& environment, std::vector<util::Problem>& warnings,
                   const std::string& service_account_folder = k_service_account_folder);

} // namespace kube
