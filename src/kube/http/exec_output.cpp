// SPDX-License-Identifier: Apache-2.0
#include "kube/http/exec_output.hpp"

#include "kube/values/fields.hpp"
#include "kube/values/first_document.hpp"
#include "kube/values/pem.hpp"
#include "kube/values/timestamp.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

namespace kube {

namespace {

// The raw fields of the output, before checks.
struct Printed {
  std::string kind;
  std::string api_version;
  bool has_status = false;
  std::string expiration;
  ExecCredential credential;
};

Printed printed_of(const Fields& root) {
  const Fields status = root.object("status");
  Printed printed;
  printed.kind = root.text("kind");
  printed.api_version = root.text("apiVersion");
  printed.has_status = !status.value.absent();
  printed.expiration = status.text("expirationTimestamp");
  printed.credential.token = status.text("token");
  printed.credential.client_certificate_pem = status.text("clientCertificateData");
  printed.credential.client_key_pem = status.text("clientKeyData");
  return printed;
}

Printed decode(std::string_view output) {
  std::optional<Printed> printed;
  try {
    read_first_document(output, [&](const document::Item& item) { printed = printed_of(Fields{item.value, ""}); });
  } catch (const util::Error& error) { throw util::Error(util::concat("decoding stdout: ", error.what())); }
  if (!printed) { throw util::Error("decoding stdout: the plugin has printed no ExecCredential"); }
  return std::move(*printed);
}

void check_type(const Printed& printed, const std::string& api_version) {
  const bool is_known = printed.api_version == k_exec_v1 || printed.api_version == k_exec_v1beta1;
  if (printed.kind != "ExecCredential" || !is_known) {
    throw util::Error(util::concat("decoding stdout: no kind \"", printed.kind, "\" is registered for version \"",
                                   printed.api_version, "\"; an ExecCredential is expected"));
  }
  if (printed.api_version != api_version) {
    throw util::Error(util::concat("exec plugin is configured to use API version ", api_version,
                                   ", plugin returned version ", printed.api_version));
  }
}

void check_completeness(const Printed& printed) {
  if (!printed.has_status) { throw util::Error("exec plugin didn't return a status field"); }
  const ExecCredential& credential = printed.credential;
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

std::optional<std::chrono::sys_seconds> expiration_of(const Printed& printed) {
  if (printed.expiration.empty()) { return std::nullopt; }
  const auto time = parse_timestamp(printed.expiration);
  if (!time) { throw util::Error("decoding stdout: status.expirationTimestamp is no RFC 3339 time"); }
  return time;
}

} // namespace

ExecCredential parse_exec_output(std::string_view output, const std::string& api_version) {
  Printed printed = decode(output);
  check_type(printed, api_version);
  check_completeness(printed);
  printed.credential.expiration = expiration_of(printed);
  return std::move(printed.credential);
}

} // namespace kube
