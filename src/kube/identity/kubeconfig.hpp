// SPDX-License-Identifier: Apache-2.0
// The user's kubeconfig, merged from its files (client-go tools/clientcmd). Never writes to them.
#pragma once

#include "kube/values/connection.hpp"
#include "kube/values/proxy.hpp"
#include "util/problem.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kube {

// Paths are absolute. Relative ones start at the folder of the file that contains them.
struct Cluster {
  std::string name;
  std::string server;
  std::string tls_server_name;
  bool insecure_skip_tls_verify = false;
  std::string certificate_authority; // a path
  std::string certificate_authority_data;
  std::string proxy_url;
  bool disable_compression = false;
  std::string exec_config_json = "null"; // the extension client.authentication.k8s.io/exec
};

// As in the file, unchecked.
struct ExecConfig {
  std::string api_version;
  std::string command;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;
  std::string install_hint;
  std::string interactive_mode;
  bool provide_cluster_info = false;
};

struct AuthProvider {
  std::string name;
  std::vector<std::pair<std::string, std::string>> config;
};

struct User {
  std::string name;
  std::string client_certificate; // a path
  std::string client_certificate_data;
  std::string client_key; // a path
  std::string client_key_data;
  std::string token;
  std::string token_file; // a path
  std::string username;
  std::string password;
  Impersonation impersonate;
  std::optional<AuthProvider> auth_provider;
  std::optional<ExecConfig> exec;
};

struct Context {
  std::string name;
  std::string cluster;
  std::string user;
  std::string namespace_name;
};

struct Kubeconfig {
  std::vector<Cluster> clusters; // names are unique
  std::vector<User> users;
  std::vector<Context> contexts;
  std::string current_context;

  std::vector<std::string> missing; // paths that were searched and do not exist

  const Cluster* find_cluster(std::string_view name) const; // nullptr if missing
  const User* find_user(std::string_view name) const;
  const Context* find_context(std::string_view name) const;
};

// Reads the file `explicit_path` (--kubeconfig) if it is not empty, else those of KUBECONFIG, else ~/.kube/config. If
// several files define a name, the first wins. Throws util::Error if a file is unreadable or invalid; `warnings` gets
// lesser problems.
Kubeconfig load_kubeconfig(const std::string& explicit_path, const Environment& environment,
                           std::vector<util::Problem>& warnings);

} // namespace kube
