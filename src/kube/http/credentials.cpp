// SPDX-License-Identifier: Apache-2.0
// client-go transport/round_trippers.go and the exec authenticator's cache.
#include "kube/http/credentials.hpp"

#include "kube/http/exec_plugin.hpp"
#include "kube/http/token_file.hpp"
#include "kube/values/base64.hpp"
#include "kube/values/header_value.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <chrono>
#include <optional>

namespace kube {

namespace {

// True if there are no other credentials than a plugin.
bool uses_plugin(const Connection& connection) {
  return connection.exec && connection.token.empty() && connection.token_file.empty() && connection.username.empty() &&
         connection.tls.client_certificate_pem.empty();
}

void add_header(Headers& headers, std::string name, std::string value) {
  check_header_value(name, value);
  headers.emplace_back(std::move(name), std::move(value));
}

void add_impersonation(Headers& headers, const Impersonation& impersonate) {
  if (impersonate.empty()) { return; }
  add_header(headers, "Impersonate-User", impersonate.user);
  if (!impersonate.uid.empty()) { add_header(headers, "Impersonate-Uid", impersonate.uid); }
  for (const std::string& group : impersonate.groups) { add_header(headers, "Impersonate-Group", group); }
  for (const auto& [key, values] : impersonate.extra) {
    for (const std::string& value : values) { add_header(headers, impersonate_extra_header(key), value); }
  }
}

} // namespace

struct Credentials::State {
  explicit State(const Connection& of)
      : connection(of), is_secure(of.server.starts_with("https:")), asks_plugin(is_secure && uses_plugin(of)) {
    if (is_secure && !of.token_file.empty()) { token_file.emplace(of.token_file); }
  }

  // Returns the file's token if the file is readable, else the given one.
  std::string bearer_token() {
    if (!token_file) { return connection.token; }
    try {
      return token_file->token(TokenFile::Clock::now());
    } catch (const util::Error&) {
      if (connection.token.empty()) { throw; }
      return connection.token;
    }
  }

  // Empty: no header is sent.
  std::string authorization() {
    const std::string token = from_plugin ? from_plugin->token : bearer_token();
    if (!token.empty()) { return "Bearer " + token; }
    if (connection.username.empty()) { return {}; }
    return "Basic " + to_base64(util::concat(connection.username, ':', connection.password));
  }

  void ask_plugin_if_due() {
    if (!asks_plugin) { return; }
    // In seconds: nanoseconds overflow in the year 2262.
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const bool is_good = from_plugin && (!from_plugin->expiration || now <= *from_plugin->expiration);
    if (!is_good) { from_plugin = run_exec_plugin(*connection.exec); }
  }

  void set_certificate(const std::string& certificate, const std::string& key) {
    const bool is_same = identity.client_certificate_pem == certificate && identity.client_key_pem == key;
    if (was_asked && !is_same) { ++identity.generation; }
    identity.client_certificate_pem = certificate;
    identity.client_key_pem = key;
    was_asked = true;
  }

  void renew_identity() {
    Headers headers;
    if (is_secure) {
      ask_plugin_if_due();
      const std::string value = authorization();
      if (!value.empty()) { add_header(headers, "Authorization", value); }
      const TlsSettings& tls = connection.tls;
      set_certificate(from_plugin ? from_plugin->client_certificate_pem : tls.client_certificate_pem,
                      from_plugin ? from_plugin->client_key_pem : tls.client_key_pem);
    }
    add_impersonation(headers, connection.impersonate);
    identity.headers = std::move(headers);
  }

  Connection connection;
  bool is_secure;
  bool asks_plugin;
  std::optional<TokenFile> token_file;
  std::optional<ExecCredential> from_plugin;
  Identity identity;
  bool was_asked = false;
};

Credentials::Credentials(const Connection& connection) : m_state(std::make_unique<State>(connection)) {}
Credentials::~Credentials() = default;

const Identity& Credentials::identity() {
  try {
    m_state->renew_identity();
  } catch (const util::Error& error) { throw util::Error(util::concat("getting credentials: ", error.what())); }
  return m_state->identity;
}

bool Credentials::refresh() {
  if (m_state->asks_plugin) { m_state->from_plugin.reset(); }
  if (m_state->token_file) { m_state->token_file->forget(); }
  return m_state->asks_plugin || m_state->token_file.has_value();
}

} // namespace kube
