// SPDX-License-Identifier: Apache-2.0
// What an API server serves.
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
  // Groups and versions ("metrics.k8s.io/v1beta1") that there are, but of which nobody can say what is in them: their
  // own server is down. What they serve is not known, which is another thing than not being there.
  std::set<std::string, std::less<>> unavailable;

  const ApiResource* find(std::string_view group, std::string_view version, std::string_view resource) const;
  bool can_list(std::string_view group, std::string_view version, std::string_view resource) const;
  bool is_unavailable(std::string_view group, std::string_view version) const;
};

// Asks for everything at once; servers before 1.30 are asked group by group, for `groups` only (and the core).
Discovery discover(Client& client, std::span<const std::string_view> groups);

struct ServerVersion {
  std::string git_version;  // "v1.34.2"
  std::string major, minor; // "1", "34+"
};
ServerVersion server_version(Client& client);

} // namespace kube
