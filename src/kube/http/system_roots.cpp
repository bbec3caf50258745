// SPDX-License-Identifier: Apache-2.0
#include "kube/http/system_roots.hpp"

#include <array>
#include <filesystem>

namespace kube {

namespace {

constexpr std::array k_bundles = {
    "/etc/ssl/certs/ca-certificates.crt",                // Debian, Ubuntu, Gentoo, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",                  // Fedora, RHEL 6
    "/etc/ssl/ca-bundle.pem",                            // openSUSE
    "/etc/pki/tls/cacert.pem",                           // OpenELEC
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", // CentOS, RHEL 7
    "/etc/ssl/cert.pem",                                 // Alpine, macOS
};
constexpr std::array k_folders = {"/etc/ssl/certs", "/etc/pki/tls/certs"};

template <typename Paths>
std::string first_of(const Paths& paths) {
  std::error_code ignored;
  for (const char* const path : paths) {
    if (std::filesystem::exists(path, ignored)) { return path; }
  }
  return {};
}

std::string named_by(const Environment& environment, const char* name) {
  return environment ? environment(name).value_or("") : "";
}

} // namespace

SystemRoots system_roots(const Environment& environment) {
  SystemRoots roots{named_by(environment, "SSL_CERT_FILE"), named_by(environment, "SSL_CERT_DIR")};
  if (roots.file.empty()) { roots.file = first_of(k_bundles); }
  if (roots.folder.empty()) { roots.folder = first_of(k_folders); }
  return roots;
}

} // namespace kube
