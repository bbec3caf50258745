// SPDX-License-Identifier: Apache-2.0
#include "kube/http/tls.hpp"

#include "util/concat.hpp"

#include <string_view>

namespace kube {

namespace {

// One set of options each, for the server and for a proxy.
struct Peer {
  CURLoption verify_peer, verify_host, version, ca_file, ca_path, ca_blob;
};
constexpr Peer k_server = {CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST, CURLOPT_SSLVERSION,
                           CURLOPT_CAINFO,         CURLOPT_CAPATH,         CURLOPT_CAINFO_BLOB};
constexpr Peer k_proxy = {CURLOPT_PROXY_SSL_VERIFYPEER, CURLOPT_PROXY_SSL_VERIFYHOST, CURLOPT_PROXY_SSLVERSION,
                          CURLOPT_PROXY_CAINFO,         CURLOPT_PROXY_CAPATH,         CURLOPT_PROXY_CAINFO_BLOB};

const char* path_or_null(const std::string& path) { return path.empty() ? nullptr : path.c_str(); }

// libcurl reads its built-in folder of certificates in addition to the given ones. So this always sets both paths, to
// null if the connection has authorities of its own.
void set_trust(CURL* handle, const Peer& peer, const TlsSettings& settings, const SystemRoots& system) {
  set_option(handle, peer.verify_peer, settings.insecure ? 0L : 1L);
  set_option(handle, peer.verify_host, settings.insecure ? 0L : 2L);
  set_option(handle, peer.version, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  const bool has_own = !settings.authorities_pem.empty();
  set_option(handle, peer.ca_file, has_own ? nullptr : path_or_null(system.file));
  set_option(handle, peer.ca_path, has_own ? nullptr : path_or_null(system.folder));
  if (has_own) { set_blob(handle, peer.ca_blob, settings.authorities_pem); }
}

std::string_view after(std::string_view line, std::string_view prefix) {
  return line.starts_with(prefix) ? line.substr(prefix.size()) : std::string_view();
}

// Calls `use` with each line of the server's own certificate, "Subject:CN = kubernetes".
template <typename Use>
bool for_each_certificate_line(CURL* handle, const Use& use) {
  const auto* const chain = info<curl_certinfo*>(handle, CURLINFO_CERTINFO);
  if (chain == nullptr || chain->num_of_certs == 0) { return false; }
  for (const curl_slist* line = chain->certinfo[0]; line != nullptr; line = line->next) { use(line->data); }
  return true;
}

std::string alternative_names(CURL* handle) {
  std::string names;
  for_each_certificate_line(handle, [&names](std::string_view line) {
    if (const auto value = after(line, "X509v3 Subject Alternative Name:"); !value.empty()) { names = value; }
  });
  return names;
}

bool is_openssl() {
  const curl_version_info_data* const version = curl().version_info(CURLVERSION_NOW);
  return version->ssl_version != nullptr &&
         std::string_view(version->ssl_version).find("OpenSSL/") != std::string_view::npos;
}

} // namespace

void set_up_tls(CURL* handle, const TlsSettings& settings, const Identity& identity, const SystemRoots& system) {
  set_trust(handle, k_server, settings, system);
  (void)curl().easy_setopt(handle, CURLOPT_CERTINFO, 1L); // not every TLS library can (relies_on_common_name)
  // libcurl 7.88 crashes on an encrypted key without a password. If the key is a file, it asks the terminal for one.
  set_option(handle, CURLOPT_KEYPASSWD, "");
  if (!identity.client_certificate_pem.empty()) {
    set_blob(handle, CURLOPT_SSLCERT_BLOB, identity.client_certificate_pem);
    set_blob(handle, CURLOPT_SSLKEY_BLOB, identity.client_key_pem);
  }
}

void set_up_proxy_tls(CURL* handle, const TlsSettings& settings, const SystemRoots& system) {
  set_trust(handle, k_proxy, settings, system);
}

std::string certificate_names(CURL* handle) {
  const std::string list = alternative_names(handle);
  std::string names;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(", ", at), list.size());
    const std::string_view entry = std::string_view(list).substr(at, end - at);
    at = end + 2;
    std::string_view name = after(entry, "DNS:");
    if (name.empty()) { name = after(entry, "IP Address:"); }
    if (name.empty()) { continue; }
    names += util::concat(names.empty() ? "" : ", ", name);
  }
  return names;
}

bool relies_on_common_name(CURL* handle) {
  static const bool tells = is_openssl();
  const bool has_certificate = for_each_certificate_line(handle, [](std::string_view) {});
  // A name of another kind (an email address) does not keep libcurl from using the Common Name.
  return tells && has_certificate && certificate_names(handle).empty();
}

} // namespace kube
