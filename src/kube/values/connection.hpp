// SPDX-License-Identifier: Apache-2.0
// How to reach an API server, from kubeconfig, flags and environment (client-go's rest.Config).
//
// A new Connection reads all fixed files (certificates, keys, in-cluster CA). Credentials reads what may change or run
// a program (token files, exec plugins). Messages never print the fields, except the names of server, context, cluster
// and user after util's cleaning.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kube {

struct TlsSettings {
  std::string authorities_pem;        // trusts only these; empty: the system's
  std::string server_name;            // for SNI and verification, instead of the URL's host; may be empty
  std::string client_certificate_pem; // empty: none
  std::string client_key_pem;
  bool insecure = false; // verify neither chain nor host name
};

// An exec credential plugin (client.authentication.k8s.io/v1, v1beta1).
struct ExecPlugin {
  enum class Interactive { Never, IfAvailable, Always };
  std::string api_version;
  std::string command; // as it will run: a path, or a name to find in PATH
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;
  std::string install_hint; // not yet cleaned for a terminal
  Interactive interactive = Interactive::IfAvailable;
  std::optional<std::string> cluster_json; // spec.cluster of KUBERNETES_EXEC_INFO if provideClusterInfo is set
};

struct Impersonation {
  std::string user;
  std::string uid;
  std::vector<std::string> groups;
  std::vector<std::pair<std::string, std::vector<std::string>>> extra;
  bool empty() const { return user.empty() && uid.empty() && groups.empty() && extra.empty(); }
};

struct Connection {
  std::string server;    // scheme, host, port and path prefix, without a slash at the end
  std::string proxy_url; // kubeconfig's proxy-url; empty: by the environment (kube/values/proxy.hpp)
  TlsSettings tls;
  std::string token;
  std::string token_file; // wins over token while it is readable
  std::string username;
  std::string password;
  std::optional<ExecPlugin> exec;
  Impersonation impersonate;
  bool disable_compression = false;

  std::string namespace_name; // ignores -n: the context's, the pod's own in a cluster, else "default"
  std::string context;        // names for messages; empty if none
  std::string cluster;
  std::string user;
};

} // namespace kube
