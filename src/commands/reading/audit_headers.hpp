// SPDX-License-Identifier: Apache-2.0
// Headers by which a cluster's audit log groups requests, like kubectl's own (KEP-859).
#pragma once

#include "commands/line/session.hpp"

#include <string>

namespace commands {

struct AuditHeaders {
  std::string command; // Kubectl-Command: "kubectl gang explain", without names and flags
  std::string session; // Kubectl-Session: a random UUID, new each time
};

// Both are empty if KUBECTL_COMMAND_HEADERS is false or 0, the setting that makes kubectl send none.
AuditHeaders audit_headers(const Session& session);

} // namespace commands
