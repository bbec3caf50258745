// SPDX-License-Identifier: Apache-2.0
// client-go plugin/pkg/client/auth: gcp and azure were removed in 1.26; oidc remains.
#include "kube/identity/auth_provider.hpp"

#include "kube/values/base64.hpp"
#include "kube/values/fields.hpp"
#include "kube/values/first_document.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace kube {

namespace {

constexpr std::string_view k_plugins =
    "https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins";
constexpr std::chrono::seconds k_leeway{10}; // oidc.go expiryDelta

[[noreturn]] void fail_removed(std::string_view name, std::string_view instead, std::string_view page) {
  throw util::Error(util::concat("The ", name, " auth plugin has been removed. Please use the ", instead,
                                 " kubectl/client-go credential plugin instead. See ", page, " for further details"));
}

// Converts the alphabet of JSON Web Tokens to standard base64, with padding.
std::string standard_base64(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c == '-') { c = '+'; }
    if (c == '_') { c = '/'; }
  }
  while (out.size() % 4 != 0) { out += '='; }
  return out;
}

// The time "exp" of a JSON Web Token (RFC 7519). The server checks the signature.
std::optional<std::int64_t> expiry_of(std::string_view token) {
  const std::size_t first = token.find('.');
  const std::size_t second = first == std::string_view::npos ? first : token.find('.', first + 1);
  if (second == std::string_view::npos) { return std::nullopt; }
  const Base64 claims = from_base64(standard_base64(token.substr(first + 1, second - first - 1)));
  if (!claims.ok) { return std::nullopt; }
  std::optional<std::int64_t> expiry;
  try {
    read_first_document(claims.bytes, [&](const document::Item& item) {
      const document::Value exp = item.value["exp"];
      if (exp.is_number()) { expiry = util::parse_int64(exp.text()); }
    });
  } catch (const util::Error&) { return std::nullopt; }
  return expiry;
}

[[noreturn]] void fail_oidc(const std::string& user, std::string_view why) {
  throw util::Error(
      util::concat("the auth-provider oidc of user \"", user, "\" ", why,
                   "; kubectl would renew it and write the kubeconfig, which is not done here: run a kubectl "
                   "command first, or use an exec plugin (",
                   k_plugins, ')'));
}

std::string oidc_token(const AuthProvider& provider, const std::string& user, std::chrono::sys_seconds now) {
  std::string token;
  for (const auto& [key, value] : provider.config) {
    if (key == "id-token") { token = value; }
  }
  if (token.empty()) { fail_oidc(user, "holds no id-token"); }
  const std::optional<std::int64_t> expiry = expiry_of(token);
  if (!expiry) { fail_oidc(user, "holds an id-token that cannot be read"); }
  if (now.time_since_epoch() + k_leeway >= std::chrono::seconds(*expiry)) {
    fail_oidc(user, "holds an id-token that has expired");
  }
  return token;
}

} // namespace

std::string auth_provider_token(const AuthProvider& provider, const std::string& user, std::chrono::sys_seconds now) {
  if (provider.name == "gcp") {
    fail_removed("gcp", "\"gke-gcloud-auth-plugin\"",
                 "https://cloud.google.com/blog/products/containers-kubernetes/kubectl-auth-changes-in-gke");
  }
  if (provider.name == "azure") { fail_removed("azure", "https://github.com/Azure/kubelogin", k_plugins); }
  if (provider.name == "oidc") { return oidc_token(provider, user, now); }
  throw util::Error(util::concat("no Auth Provider found for name \"", provider.name, "\" (of user \"", user,
                                 "\"); use an exec plugin: ", k_plugins));
}

} // namespace kube
