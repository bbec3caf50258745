// SPDX-License-Identifier: Apache-2.0
// May we? (authorization.k8s.io/v1, SelfSubjectAccessReview)
#pragma once

#include "kube/api/client.hpp"

#include <string>
#include <vector>

namespace kube {

// One thing that somebody may be allowed to do. Namespace empty: everywhere; name empty: to any object.
struct Permission {
  std::string verb, group, resource, subresource, namespace_name, name;
};

// "create pods/binding", "get leases.coordination.k8s.io", as `kubectl auth can-i` takes it.
std::string permission_text(const Permission& permission);

// Those of `wanted` that the server does not grant, in their order. Throws ApiError where it does not even answer that.
std::vector<Permission> denied_of(Client& client, const std::vector<Permission>& wanted);

} // namespace kube
