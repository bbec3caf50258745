// SPDX-License-Identifier: Apache-2.0
// Where a client gets its credentials from: Credentials, or what a test puts in their place.
#pragma once

#include "kube/http/credentials.hpp"

#include <functional>

namespace kube {

struct IdentitySource {
  std::function<const Identity&()> identity; // asked before each attempt
  std::function<bool()> refresh;             // after a 401: may asking again give others?
};

IdentitySource identity_of(Credentials& credentials); // which must live as long as the source

} // namespace kube
