// SPDX-License-Identifier: Apache-2.0
// What tells a cluster's audit log which requests belong together, as kubectl's own do (KEP-859).
#pragma once

#include "commands/line/session.hpp"

#include <string>

namespace commands {

struct AuditHeaders {
  std::string command; // Kubectl-Command: "kubectl gang explain", without names and flags
  std::string session; // Kubectl-Session: a random UUID, another one each time
};

// Both are empty where KUBECTL_COMMAND_HEADERS is false or 0, which is how kubectl is told to send none.
AuditHeaders audit_headers(const Session& session);

} // namespace commands
