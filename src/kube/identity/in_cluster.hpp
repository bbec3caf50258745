// SPDX-License-Identifier: Apache-2.0
// The API server as a pod sees it: environment variables and the files of its service account.
#pragma once

#include "kube/values/connection.hpp"
#include "kube/values/proxy.hpp"

#include <optional>
#include <string>

namespace kube {

class InCluster {
 public:
  // `folder` contains token, ca.crt and namespace.
  InCluster(const Environment& environment, std::string folder);

  // True if the process runs in a pod: both variables are set, and there is a token.
  bool possible() const { return m_possible; }
  std::string server() const; // "https://10.0.0.1:443"
  std::string token_file() const { return m_folder + "/token"; }
  std::string authority_file() const { return m_folder + "/ca.crt"; }
  // POD_NAMESPACE, else the service account's; empty if neither exists.
  std::string namespace_name() const;

 private:
  std::string m_folder;
  std::string m_host;
  std::string m_port;
  std::string m_pod_namespace;
  bool m_possible = false;
};

} // namespace kube
