// SPDX-License-Identifier: Apache-2.0
#include "kube/exec_output.hpp"

#include "kube/fields.hpp"
#include "kube/first_document.hpp"
#include "kube/pem.hpp"
#include "kube/timestamp.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

namespace kube {

namespace {

void check_type(const Fields& root, const std::string& api_version) {
  const std::string kind = root.text("kind");
  const std::string version = root.text("apiVersion");
  const bool is_known = version == k_exec_v1 || version == k_exec_v1beta1;
  if (kind != "ExecCredential" || !is_known) {
    throw util::Error(util::concat("decoding stdout: no kind \"", kind, "\" is registered for version \"", version,
                                   "\"; an ExecCredential is expected"));
  }
  if (version != api_version) {
    throw util::Error(util::concat("exec plugin is configured to use API version ", api_version,
                                   ", plugin returned version ", version));
  }
}

std::optional<std::chrono::sys_seconds> expiration_of(const Fields& status) {
  const std::string text = status.text("expirationTimestamp");
  if (text.empty()) { return std::nullopt; }
  const auto time = parse_timestamp(text);
  if (!time) { throw util::Error("decoding stdout: status.expirationTimestamp is no RFC 3339 time"); }
  return time;
}

void check_completeness(const ExecCredential& credential) {
  const bool has_certificate = !credential.client_certificate_pem.empty();
  const bool has_key = !credential.client_key_pem.empty();
  if (credential.token.empty() && !has_certificate && !has_key) {
    throw util::Error("exec plugin didn't return a token or cert/key pair");
  }
  if (has_certificate != has_key) { throw util::Error("exec plugin returned only certificate or key, not both"); }
  if (!has_certificate) { return; }
  const std::string fault = fault_of_key_pair(credential.client_certificate_pem, credential.client_key_pem);
  if (!fault.empty()) { throw util::Error(util::concat("failed parsing client key/certificate: ", fault)); }
}

ExecCredential credential_of(const Fields& status) {
  if (status.value.absent()) { throw util::Error("exec plugin didn't return a status field"); }
  ExecCredential credential;
  credential.token = status.text("token");
  credential.client_certificate_pem = status.text("clientCertificateData");
  credential.client_key_pem = status.text("clientKeyData");
  credential.expiration = expiration_of(status);
  check_completeness(credential);
  return credential;
}

} // namespace

ExecCredential parse_exec_output(std::string_view output, const std::string& api_version) {
  std::optional<ExecCredential> credential;
  std::optional<util::Error> refusal;
  const auto decode = [&](const document::Item& item) {
    try {
      const Fields root{item.value, ""};
      check_type(root, api_version);
      credential = credential_of(root.object("status"));
    } catch (const util::Error& error) { refusal = error; }
  };
  try {
    read_first_document(output, decode);
  } catch (const util::Error& error) { throw util::Error(util::concat("decoding stdout: ", error.what())); }
  if (refusal) { throw util::Error(*refusal); }
  if (!credential) { throw util::Error("decoding stdout: the plugin has printed no ExecCredential"); }
  return *credential;
}

} // namespace kube
