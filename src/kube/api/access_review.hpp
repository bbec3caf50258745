// SPDX-License-Identifier: Apache-2.0
// Asks the API server for the user's permissions (authorization.k8s.io/v1, SelfSubjectAccessReview).
#pragma once

#include "kube/api/client.hpp"

#include <string>
#include <vector>

namespace kube {

// One permission. Empty namespace: all namespaces; empty name: all objects.
struct Permission {
  std::string verb, group, resource, subresource, namespace_name, name;
};

// "create pods/binding", "get leases.coordination.k8s.io": the syntax of `kubectl auth can-i`.
std::string permission_text(const Permission& permission);

// Returns the permissions in `wanted` that the server does not grant, in their order. Throws ApiError if the server
// rejects a review itself.
std::vector<Permission> denied_of(Client& client, const std::vector<Permission>& wanted);

} // namespace kube
