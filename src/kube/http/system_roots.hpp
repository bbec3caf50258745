// SPDX-License-Identifier: Apache-2.0
// Certificate authorities of this system, for servers whose kubeconfig names none (Go's crypto/x509, root_linux.go).
#pragma once

#include "kube/values/proxy.hpp"

#include <string>

namespace kube {

struct SystemRoots {
  std::string file;   // a bundle; empty: none
  std::string folder; // of single certificates; empty: none
};

// Reads SSL_CERT_FILE and SSL_CERT_DIR, else takes the first existing one of the usual paths. libcurl's own default
// path comes from the machine that built it.
SystemRoots system_roots(const Environment& environment);

} // namespace kube
