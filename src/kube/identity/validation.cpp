// SPDX-License-Identifier: Apache-2.0
#include "kube/identity/validation.hpp"

#include "kube/values/file.hpp"
#include "kube/values/proxy_url.hpp"
#include "kube/values/url.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <string_view>

namespace kube {

namespace {

using Faults = std::vector<std::string>;

// A cluster or user made of flags alone has no name.
std::string_view label(const std::string& name) { return name.empty() ? "the command line" : std::string_view(name); }

void check_readable(const std::string& path, std::string_view what, const std::string& name, Faults& faults) {
  if (path.empty()) { return; }
  try {
    (void)read_credential_file(path);
  } catch (const util::Error& error) {
    faults.push_back(util::concat("unable to read ", what, ' ', path, " for ", label(name), " due to ", error.what()));
  }
}

// Ignores a key without a certificate.
void check_client_certificate(const User& user, Faults& faults) {
  if (user.client_certificate.empty() && user.client_certificate_data.empty()) { return; }
  if (!user.client_certificate.empty() && !user.client_certificate_data.empty()) {
    faults.push_back(util::concat("client-cert-data and client-cert are both specified for ", label(user.name),
                                  ". client-cert-data will override."));
  }
  if (!user.client_key.empty() && !user.client_key_data.empty()) {
    faults.push_back(util::concat("client-key-data and client-key are both specified for ", label(user.name),
                                  "; client-key-data will override"));
  }
  if (user.client_key.empty() && user.client_key_data.empty()) {
    faults.push_back(util::concat("client-key-data or client-key must be specified for ", label(user.name),
                                  " to use the clientCert authentication method."));
  }
  check_readable(user.client_certificate, "client-cert", user.name, faults);
  check_readable(user.client_key, "client-key", user.name, faults);
}

void check_exec(const User& user, Faults& faults) {
  constexpr std::string_view k_end = " to use exec authentication plugin";
  const ExecConfig& exec = *user.exec;
  if (user.auth_provider) {
    faults.push_back(
        util::concat("authProvider cannot be provided in combination with an exec plugin for ", label(user.name)));
  }
  if (exec.command.empty()) {
    faults.push_back(util::concat("command must be specified for ", label(user.name), k_end));
  }
  if (exec.api_version.empty()) {
    faults.push_back(util::concat("apiVersion must be specified for ", label(user.name), k_end));
  }
  for (const auto& [name, value] : exec.environment) {
    if (name.empty()) {
      faults.push_back(util::concat("env variable name must be specified for ", label(user.name), k_end));
    }
  }
  const std::string& mode = exec.interactive_mode;
  if (mode.empty()) {
    faults.push_back(util::concat("interactiveMode must be specified for ", label(user.name), k_end));
  } else if (mode != "Never" && mode != "IfAvailable" && mode != "Always") {
    faults.push_back(util::concat("invalid interactiveMode for ", label(user.name), ": \"", mode, '"'));
  }
}

} // namespace

void find_faults(const Cluster& cluster, Faults& faults) {
  if (!cluster.proxy_url.empty()) {
    const std::string fault = fault_of_proxy_url(cluster.proxy_url);
    if (!fault.empty()) {
      faults.push_back(util::concat("invalid 'proxy-url' \"", without_userinfo(cluster.proxy_url), "\" for cluster \"",
                                    label(cluster.name), "\": ", fault));
    }
  }
  if (!cluster.certificate_authority.empty() && !cluster.certificate_authority_data.empty()) {
    faults.push_back(util::concat("certificate-authority-data and certificate-authority are both specified for ",
                                  label(cluster.name), ". certificate-authority-data will override."));
  }
  check_readable(cluster.certificate_authority, "certificate-authority", cluster.name, faults);
}

void find_faults(const User& user, Faults& faults) {
  check_client_certificate(user, faults);
  if (user.exec) { check_exec(user, faults); }
  const bool has_basic = !user.username.empty() || !user.password.empty();
  if (!user.token.empty() && has_basic) {
    faults.push_back(util::concat("more than one authentication method found for ", label(user.name),
                                  "; found [token basicAuth], only one is allowed"));
  }
  if (user.impersonate.user.empty() && !user.impersonate.empty()) {
    faults.push_back(
        util::concat("requesting uid, groups or user-extra for ", label(user.name), " without impersonating a user"));
  }
}

void refuse_faults(const Faults& faults) {
  if (faults.empty()) { return; }
  if (faults.size() == 1) { throw util::Error(faults.front()); }
  std::string message = "invalid configuration:";
  for (std::size_t i = 0; i < faults.size(); ++i) { message += util::concat(" (", i + 1, ") ", faults[i]); }
  throw util::Error(message);
}

// apimachinery validation.IsDNS1123Label
void check_namespace(const std::string& name, const std::string& source) {
  const auto alphanumeric = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  const bool fits = !name.empty() && name.size() <= 63 && alphanumeric(name.front()) && alphanumeric(name.back()) &&
                    std::all_of(name.begin(), name.end(), [&](char c) { return alphanumeric(c) || c == '-'; });
  if (fits) { return; }
  throw util::Error(util::concat("namespace \"", name, "\" of ", source,
                                 " is no DNS label: lower case letters, digits and '-', at most 63 characters"));
}

} // namespace kube
