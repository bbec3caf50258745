// SPDX-License-Identifier: Apache-2.0
// Resources and versions of an API server.
#pragma once

#include "kube/api/client.hpp"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kube {

struct ApiResource {
  std::string group; // empty: the core group
  std::string version;
  std::string resource; // "pods"
  std::string kind;     // "Pod"
  bool is_namespaced = false;
  std::vector<std::string> verbs;
};

struct Discovery {
  std::vector<ApiResource> resources; // without subresources; a group's versions in the server's order of preference
  // Groups and versions ("metrics.k8s.io/v1beta1") that exist, but whose own server is down. Their resources are
  // unknown, which is different from absent.
  std::set<std::string, std::less<>> unavailable;

  const ApiResource* find(std::string_view group, std::string_view version, std::string_view resource) const;
  bool can_list(std::string_view group, std::string_view version, std::string_view resource) const;
  bool is_unavailable(std::string_view group, std::string_view version) const;
};

// Requests everything at once. Asks servers before 1.30 group by group, only for `groups` and the core group.
Discovery discover(Client& client, std::span<const std::string_view> groups);

struct ServerVersion {
  std::string git_version;  // "v1.34.2"
  std::string major, minor; // "1", "34+"
};
ServerVersion server_version(Client& client);

} // namespace kube
