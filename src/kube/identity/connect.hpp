// SPDX-License-Identifier: Apache-2.0
// From what the user typed and what the machine holds to one Connection (client-go tools/clientcmd). Nothing is
// printed, nothing is sent, no plugin is run.
#pragma once

#include "kube/values/connection.hpp"
#include "kube/values/proxy.hpp"
#include "util/problem.hpp"

#include <string>
#include <vector>

namespace kube {

// As typed; an empty text is a flag that was not given, as for kubectl.
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
  bool no_exec = false; // --no-exec: credential plugins are not run, whatever kuberc says
};

inline constexpr const char* k_service_account_folder = "/var/run/secrets/kubernetes.io/serviceaccount";

// Throws util::Error where there is no way to a server, or an unclear one. `warnings` gets what the user should know.
//
// Where this differs from kubectl on purpose: there is no silent way to http://localhost:8080 when no context is
// chosen or the context's cluster is missing; --token wins over a kubeconfig's tokenFile; a user that is missing is an
// error and not a prompt; --as holds in a pod too; an in-cluster authority that cannot be read is an error; the
// namespace is checked.
Connection connect(const ConnectionFlags& flags, const Environment& environment, std::vector<util::Problem>& warnings,
                   const std::string& service_account_folder = k_service_account_folder);

} // namespace kube
