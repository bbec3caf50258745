// SPDX-License-Identifier: Apache-2.0
// Source of a client's credentials: Credentials, or a replacement in tests.
#pragma once

#include "kube/http/credentials.hpp"

#include <functional>

namespace kube {

struct IdentitySource {
  std::function<const Identity&()> identity; // called before each attempt
  std::function<bool()> refresh;             // after a 401: true if the next call may give others
};

IdentitySource identity_of(Credentials& credentials); // `credentials` must live as long as the source

} // namespace kube
