// SPDX-License-Identifier: Apache-2.0
#include "kube/identity/selection.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kube {

namespace {

void replace_if_given(std::string& value, const std::string& flag) {
  if (!flag.empty()) { value = flag; }
}

bool gives_credentials(const ConnectionFlags& flags) {
  return !flags.token.empty() || !flags.username.empty() || !flags.client_certificate.empty();
}

Context select_context(const Kubeconfig& kubeconfig, const ConnectionFlags& flags) {
  const std::string& name = flags.context.empty() ? kubeconfig.current_context : flags.context;
  if (name.empty()) { return {}; }
  const Context* const context = kubeconfig.find_context(name);
  if (context == nullptr) { throw util::Error(util::concat("context was not found for specified context: ", name)); }
  return *context;
}

// kubectl uses http://localhost:8080 if the context's cluster is missing.
Cluster select_cluster(const Kubeconfig& kubeconfig, const ConnectionFlags& flags, const Context& context) {
  const std::string& name = flags.cluster.empty() ? context.cluster : flags.cluster;
  if (const Cluster* const cluster = kubeconfig.find_cluster(name)) { return *cluster; }
  if (!flags.cluster.empty()) { throw util::Error(util::concat("no server found for cluster \"", name, '"')); }
  if (flags.server.empty() && !context.name.empty()) {
    throw util::Error(name.empty() ? util::concat("context \"", context.name, "\" names no cluster")
                                   : util::concat("context \"", context.name, "\" names cluster \"", name,
                                                  "\", which does not exist"));
  }
  return {};
}

// kubectl prompts for a user name and a password if the context's user is missing.
User select_user(const Kubeconfig& kubeconfig, const ConnectionFlags& flags, const Context& context) {
  const std::string& name = flags.user.empty() ? context.user : flags.user;
  if (const User* const user = kubeconfig.find_user(name)) { return *user; }
  if (!flags.user.empty()) { throw util::Error(util::concat("auth info \"", name, "\" does not exist")); }
  if (!name.empty() && !gives_credentials(flags)) {
    throw util::Error(util::concat("context \"", context.name, "\" names user \"", name, "\", which does not exist"));
  }
  User user;
  user.name = name;
  return user;
}

void override_cluster(Cluster& cluster, const ConnectionFlags& flags) {
  replace_if_given(cluster.server, flags.server);
  // Either flag replaces all three fields, so that it never contradicts the kubeconfig.
  if (flags.insecure_skip_tls_verify || !flags.certificate_authority.empty()) {
    cluster.insecure_skip_tls_verify = flags.insecure_skip_tls_verify;
    cluster.certificate_authority = flags.certificate_authority;
    cluster.certificate_authority_data.clear();
  }
  // A name in the kubeconfig belongs to the kubeconfig's server.
  if (!flags.server.empty() || !flags.tls_server_name.empty()) { cluster.tls_server_name = flags.tls_server_name; }
  cluster.disable_compression = cluster.disable_compression || flags.disable_compression;
}

void override_user(User& user, const ConnectionFlags& flags) {
  replace_if_given(user.token, flags.token);
  if (!flags.token.empty()) { user.token_file.clear(); } // in kubectl the file wins
  replace_if_given(user.username, flags.username);
  replace_if_given(user.password, flags.password);
  if (!flags.client_certificate.empty()) {
    user.client_certificate = flags.client_certificate;
    user.client_certificate_data.clear();
  }
  if (!flags.client_key.empty()) {
    user.client_key = flags.client_key;
    user.client_key_data.clear();
  }
  override_impersonation(user.impersonate, flags);
}

// Skips entries without =, like kubectl. A given key replaces the kubeconfig's values of that key.
void override_extra(Impersonation& impersonate, const std::vector<std::string>& entries) {
  std::vector<std::pair<std::string, std::vector<std::string>>> given;
  for (const std::string& entry : entries) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos) { continue; }
    const std::string key = entry.substr(0, equals);
    auto found = std::find_if(given.begin(), given.end(), [&key](const auto& pair) { return pair.first == key; });
    if (found == given.end()) { found = given.insert(given.end(), {key, {}}); }
    found->second.push_back(entry.substr(equals + 1));
  }
  for (auto& pair : given) {
    const auto same = [&pair](const auto& other) { return other.first == pair.first; };
    const auto found = std::find_if(impersonate.extra.begin(), impersonate.extra.end(), same);
    if (found == impersonate.extra.end()) {
      impersonate.extra.push_back(std::move(pair));
    } else {
      found->second = std::move(pair.second);
    }
  }
}

} // namespace

bool selects_nothing(const Kubeconfig& kubeconfig, const ConnectionFlags& flags) {
  return flags.context.empty() && kubeconfig.current_context.empty() && flags.cluster.empty() && flags.server.empty();
}

Selection select(const Kubeconfig& kubeconfig, const ConnectionFlags& flags) {
  Selection selection;
  selection.context = select_context(kubeconfig, flags);
  selection.cluster = select_cluster(kubeconfig, flags, selection.context);
  selection.user = select_user(kubeconfig, flags, selection.context);
  override_cluster(selection.cluster, flags);
  override_user(selection.user, flags);
  return selection;
}

void override_impersonation(Impersonation& impersonate, const ConnectionFlags& flags) {
  replace_if_given(impersonate.user, flags.as);
  replace_if_given(impersonate.uid, flags.as_uid);
  if (!flags.as_group.empty()) { impersonate.groups = flags.as_group; }
  override_extra(impersonate, flags.as_user_extra);
}

} // namespace kube
