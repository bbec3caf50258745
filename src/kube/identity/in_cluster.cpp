// SPDX-License-Identifier: Apache-2.0
// client-go rest.InClusterConfig and clientcmd inClusterClientConfig.
#include "kube/identity/in_cluster.hpp"

#include "kube/http/token_file.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <sys/stat.h>
#include <utility>

namespace kube {

InCluster::InCluster(const Environment& environment, std::string folder)
    : m_folder(std::move(folder)), m_host(environment("KUBERNETES_SERVICE_HOST").value_or("")),
      m_port(environment("KUBERNETES_SERVICE_PORT").value_or("")),
      m_pod_namespace(environment("POD_NAMESPACE").value_or("")) {
  struct stat status = {};
  const bool has_token = ::stat(token_file().c_str(), &status) == 0 && !S_ISDIR(status.st_mode);
  m_possible = has_token && !m_host.empty() && !m_port.empty();
}

std::string InCluster::server() const {
  const bool is_ipv6 = m_host.find(':') != std::string::npos;
  return util::concat("https://", is_ipv6 ? util::concat('[', m_host, ']') : m_host, ':', m_port);
}

std::string InCluster::namespace_name() const {
  if (!m_pod_namespace.empty()) { return m_pod_namespace; }
  try {
    return read_token_file(m_folder + "/namespace"); // trimmed, like a token
  } catch (const util::Error&) { return {}; }
}

} // namespace kube
