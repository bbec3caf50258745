// SPDX-License-Identifier: Apache-2.0
// Sources of the words: kubectl cmd/util/helpers.go (StandardErrorMessage), Go's net, net/http, crypto/tls,
// crypto/x509.
#include "kube/http/connection_error.hpp"

#include "kube/values/file.hpp"
#include "util/concat.hpp"
#include "util/terminal_text.hpp"

#include <array>
#include <cerrno>
#include <string_view>

namespace kube {

namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// "127.0.0.1:6443" without the port, "[::1]" with its brackets.
std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  return colon == std::string_view::npos || host.ends_with(']') ? host : host.substr(0, colon);
}

std::string dial_cause(const FailedTransfer& failed, std::string_view what) {
  if (failed.has_proxy) { return util::concat("proxyconnect tcp: dial tcp: ", what); }
  return util::concat("dial tcp ", failed.host, ": ", what);
}

Loss could_not_connect(const FailedTransfer& failed) {
  const auto number = static_cast<int>(info<long>(failed.handle, CURLINFO_OS_ERRNO));
  Loss loss;
  loss.is_refused = number == ECONNREFUSED && !failed.has_proxy;
  loss.cause = dial_cause(failed, util::concat("connect: ", number == 0 ? failed.detail : reason(number)));
  return loss;
}

Loss timed_out(const FailedTransfer& failed) {
  const bool was_sent = info<curl_off_t>(failed.handle, CURLINFO_PRETRANSFER_TIME_T) > 0;
  if (contains(failed.detail, "too slow")) {
    return {.cause = "the server has been silent for too long; the connection was given up"};
  }
  // Includes the case that TCP is connected and TLS is not: libcurl does not separate them.
  if (!failed.ran_out_of_time) { return {.cause = dial_cause(failed, "i/o timeout")}; }
  if (!was_sent) {
    return {
        .cause =
            "net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)"};
  }
  if (!failed.has_headers) {
    return {.cause = "net/http: request canceled (Client.Timeout exceeded while awaiting headers)"};
  }
  return {.is_cut_off = true,
          .cause = "context deadline exceeded (Client.Timeout or context cancellation while reading body)"};
}

// libcurl passes on the number of OpenSSL's verification result (x509_vfy.h).
std::string verification_cause(const FailedTransfer& failed, long result) {
  switch (result) {
  case 9:
  case 10:
    return "x509: certificate has expired or is not yet valid";
  case 2:
  case 18:
  case 19:
  case 20:
  case 21:
  case 26:
    return "x509: certificate signed by unknown authority";
  default:
    break;
  }
  if (!contains(failed.detail, "subject name")) { return util::concat("x509: ", failed.detail); }
  if (failed.certificate_names.empty()) {
    return util::concat("x509: certificate is not valid for any names, but wanted to match ", failed.verified_name);
  }
  return util::concat("x509: certificate is valid for ", failed.certificate_names, ", not ", failed.verified_name);
}

std::string verification_failure(const FailedTransfer& failed) {
  constexpr std::string_view what = "tls: failed to verify certificate: ";
  const long of_proxy = failed.has_proxy ? info<long>(failed.handle, CURLINFO_PROXY_SSL_VERIFYRESULT) : 0;
  if (of_proxy != 0) { return util::concat("proxyconnect tcp: ", what, verification_cause(failed, of_proxy)); }
  return util::concat(what, verification_cause(failed, info<long>(failed.handle, CURLINFO_SSL_VERIFYRESULT)));
}

struct Alert {
  std::string_view openssl, go;
};
constexpr std::array<Alert, 7> k_alerts = {{
    {"alert certificate required", "certificate required"},
    {"alert bad certificate", "bad certificate"},
    {"alert unknown ca", "unknown certificate authority"},
    {"alert certificate expired", "expired certificate"},
    {"alert certificate unknown", "unknown certificate"},
    {"alert handshake failure", "handshake failure"},
    {"alert protocol version", "protocol version not supported"},
}};

// A server that requires a certificate and gets none reports it after the handshake (TLS 1.3), so libcurl sees it when
// it reads.
std::string tls_alert(std::string_view detail) {
  for (const Alert& alert : k_alerts) {
    if (contains(detail, alert.openssl)) { return util::concat("remote error: tls: ", alert.go); }
  }
  return {};
}

Loss tls_failed(const FailedTransfer& failed) {
  if (std::string alert = tls_alert(failed.detail); !alert.empty()) { return {.cause = std::move(alert)}; }
  if (contains(failed.detail, "wrong version number")) {
    return {.cause = "http: server gave HTTP response to HTTPS client"};
  }
  const auto number = static_cast<int>(info<long>(failed.handle, CURLINFO_OS_ERRNO));
  if (number == ECONNRESET || contains(failed.detail, "reset by peer")) {
    return {.is_lost = true, .cause = "read: connection reset by peer"};
  }
  if (contains(failed.detail, "SSL_ERROR_SYSCALL") || contains(failed.detail, "unexpected eof")) {
    return {.is_lost = true, .cause = "EOF"};
  }
  return {.cause = util::concat("tls: ", failed.detail)};
}

Loss broken(const FailedTransfer& failed) {
  if (std::string alert = tls_alert(failed.detail); !alert.empty()) { return {.cause = std::move(alert)}; }
  if (contains(failed.detail, "CONNECT")) { return {.cause = util::concat("proxyconnect tcp: ", failed.detail)}; }
  const auto number = static_cast<int>(info<long>(failed.handle, CURLINFO_OS_ERRNO));
  const bool was_reset = number == ECONNRESET || contains(failed.detail, "reset by peer");
  Loss loss{.is_lost = true, .is_cut_off = failed.has_headers};
  if (was_reset) {
    loss.cause = "read: connection reset by peer";
  } else {
    loss.cause = failed.has_headers ? "unexpected EOF" : "EOF";
  }
  return loss;
}

} // namespace

Loss loss_of(const FailedTransfer& failed) {
  switch (failed.code) {
  case CURLE_COULDNT_CONNECT:
    return could_not_connect(failed);
  case CURLE_COULDNT_RESOLVE_HOST:
    return {.cause = util::concat("dial tcp: lookup ", without_port(failed.host), ": no such host")};
  case CURLE_COULDNT_RESOLVE_PROXY:
    return {.cause = "proxyconnect tcp: dial tcp: lookup of the proxy: no such host"};
  case CURLE_PROXY:
    return {.cause = util::concat("proxyconnect tcp: ", failed.detail)};
  case CURLE_OPERATION_TIMEDOUT:
    return timed_out(failed);
  case CURLE_PEER_FAILED_VERIFICATION:
    return {.cause = verification_failure(failed)};
  case CURLE_SSL_CACERT_BADFILE:
    return {.cause = "tls: the certificate authorities cannot be read: they hold no PEM certificate"};
  case CURLE_SSL_CERTPROBLEM:
    return {.cause = "tls: the client certificate or its key cannot be used: they are not in PEM form, do not belong "
                     "together, or the key is encrypted"};
  case CURLE_SSL_CONNECT_ERROR:
    return tls_failed(failed);
  case CURLE_GOT_NOTHING:
  case CURLE_PARTIAL_FILE:
  case CURLE_RECV_ERROR:
  case CURLE_SEND_ERROR:
    return broken(failed);
  case CURLE_HTTP2:
  case CURLE_HTTP2_STREAM:
    return {.is_lost = true, .is_cut_off = failed.has_headers, .cause = "http2: client connection lost"};
  default:
    return {.cause = failed.detail};
  }
}

std::string sentence(const FailedTransfer& failed, const Loss& loss, const std::string& cause) {
  if (loss.is_refused) {
    return util::concat("The connection to the server ", util::visible(failed.host),
                        " was refused - did you specify the right host or port?");
  }
  if (loss.is_cut_off || failed.code == CURLE_BAD_CONTENT_ENCODING || failed.code == CURLE_WRITE_ERROR) {
    return util::concat("the answer to ", util::visible(failed.request), " cannot be read: ", util::visible(cause));
  }
  return util::concat("Unable to connect to the server: ", util::visible(cause));
}

} // namespace kube
