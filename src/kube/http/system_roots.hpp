// SPDX-License-Identifier: Apache-2.0
// Whom this system trusts, for servers whose kubeconfig names no certificate authority (Go's crypto/x509,
// root_linux.go).
#pragma once

#include "kube/values/proxy.hpp"

#include <string>

namespace kube {

struct SystemRoots {
  std::string file;   // a bundle; empty: none
  std::string folder; // of single certificates; empty: none
};

// SSL_CERT_FILE and SSL_CERT_DIR, else the first that there is of the places where systems keep them: where libcurl
// looks by itself was decided on the machine that built it.
SystemRoots system_roots(const Environment& environment);

} // namespace kube
