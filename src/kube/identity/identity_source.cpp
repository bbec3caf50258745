// SPDX-License-Identifier: Apache-2.0
#include "kube/identity/identity_source.hpp"

namespace kube {

IdentitySource identity_of(Credentials& credentials) {
  return {[&credentials]() -> const Identity& { return credentials.identity(); },
          [&credentials] { return credentials.refresh(); }};
}

} // namespace kube
