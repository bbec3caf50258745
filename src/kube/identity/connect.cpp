// SPDX-License-Identifier: Apache-2.0
#include "kube/identity/connect.hpp"

#include "document/yaml/writer.hpp"
#include "kube/http/exec_plugin.hpp"
#include "kube/http/server_url.hpp"
#include "kube/http/token_file.hpp"
#include "kube/identity/auth_provider.hpp"
#include "kube/identity/in_cluster.hpp"
#include "kube/identity/kuberc.hpp"
#include "kube/identity/selection.hpp"
#include "kube/identity/validation.hpp"
#include "kube/values/base64.hpp"
#include "kube/values/file.hpp"
#include "kube/values/pem.hpp"
#include "kube/values/url.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <array>
#include <chrono>
#include <string_view>
#include <utility>

namespace kube {

namespace {

using Warnings = std::vector<util::Problem>;

void warn(Warnings& warnings, std::string object, std::string message) {
  warnings.push_back({"", std::move(object), std::move(message)});
}

// Fails because the user chose no context. Lists the searched files, and what helps.
[[noreturn]] void fail_without_context(const Kubeconfig& kubeconfig, const Environment& environment) {
  const bool has_contexts = !kubeconfig.contexts.empty();
  std::string message = "no current context; use --context";
  message += has_contexts ? " (there is: " : ", --kubeconfig or --server";
  for (std::size_t i = 0; i < kubeconfig.contexts.size(); ++i) {
    message += util::concat(i == 0 ? "" : ", ", kubeconfig.contexts[i].name);
  }
  if (has_contexts) { message += ')'; }
  for (std::size_t i = 0; i < kubeconfig.missing.size(); ++i) {
    message += util::concat(i == 0 ? " (Config not found: " : ", ", kubeconfig.missing[i]);
  }
  if (!kubeconfig.missing.empty()) { message += ')'; }
  const bool has_home = !environment("HOME").value_or("").empty();
  const bool has_list = !environment("KUBECONFIG").value_or("").empty();
  if (!has_home && !has_list) { message += "; HOME is not set, so that ~/.kube/config cannot be found"; }
  throw util::Error(message);
}

// Applies client-go's default server, with a warning.
void default_server(Cluster& cluster, const Environment& environment, Warnings& warnings) {
  if (!cluster.server.empty()) { return; }
  const std::string master = environment("KUBERNETES_MASTER").value_or("");
  cluster.server = master.empty() ? "http://localhost:8080" : master;
  if (!cluster.name.empty()) {
    warn(warnings, util::concat("cluster ", cluster.name),
         util::concat("names no server; ", without_userinfo(cluster.server), " is taken"));
  }
}

std::string data_or_file(const std::string& data, const std::string& path) {
  return data.empty() && !path.empty() ? read_credential_file(path) : data;
}

bool has_authority(const Cluster& cluster) {
  return !cluster.certificate_authority.empty() || !cluster.certificate_authority_data.empty();
}

bool has_client_certificate(const User& user) {
  return !user.client_certificate.empty() || !user.client_certificate_data.empty();
}

// Trusts only these authorities, so a file without any means trust in none.
std::string authorities_of(const Cluster& cluster) {
  if (!has_authority(cluster)) { return {}; }
  std::string pem = data_or_file(cluster.certificate_authority_data, cluster.certificate_authority);
  const std::string fault = fault_of_authorities(pem);
  if (!fault.empty()) {
    throw util::Error(util::concat("unable to load root certificates: ", fault, " (certificate-authority of cluster \"",
                                   cluster.name, "\")"));
  }
  return pem;
}

void read_client_certificate(const User& user, TlsSettings& tls) {
  if (!has_client_certificate(user)) { return; }
  tls.client_certificate_pem = data_or_file(user.client_certificate_data, user.client_certificate);
  tls.client_key_pem = data_or_file(user.client_key_data, user.client_key);
  const std::string fault = fault_of_key_pair(tls.client_certificate_pem, tls.client_key_pem);
  if (!fault.empty()) { throw util::Error(util::concat(fault, " (client certificate of user \"", user.name, "\")")); }
}

TlsSettings tls_of(const Selection& selection, Warnings& warnings) {
  const Cluster& cluster = selection.cluster;
  if (cluster.insecure_skip_tls_verify && has_authority(cluster)) {
    throw util::Error("specifying a root certificates file with the insecure flag is not allowed");
  }
  TlsSettings tls;
  tls.authorities_pem = authorities_of(cluster);
  tls.server_name = cluster.tls_server_name;
  tls.insecure = cluster.insecure_skip_tls_verify;
  read_client_certificate(selection.user, tls);
  if (tls.insecure) {
    warn(warnings, util::concat("server ", without_userinfo(cluster.server)),
         "insecure-skip-tls-verify: anyone on the network path can read and change the traffic, including credentials");
  }
  return tls;
}

// rest.ConfigToExecCluster, in the order of clientauthentication/v1 Cluster.
std::string cluster_json(const Connection& connection, const std::string& config_json) {
  std::string out = util::concat(R"({"server":)", document::json_string(connection.server));
  const TlsSettings& tls = connection.tls;
  if (!tls.server_name.empty()) {
    out += util::concat(R"(,"tls-server-name":)", document::json_string(tls.server_name));
  }
  if (tls.insecure) { out += R"(,"insecure-skip-tls-verify":true)"; }
  if (!tls.authorities_pem.empty()) {
    out += util::concat(R"(,"certificate-authority-data":")", to_base64(tls.authorities_pem), '"');
  }
  if (!connection.proxy_url.empty()) {
    out += util::concat(R"(,"proxy-url":)", document::json_string(connection.proxy_url));
  }
  if (connection.disable_compression) { out += R"(,"disable-compression":true)"; }
  return util::concat(out, R"(,"config":)", config_json, '}');
}

ExecPlugin::Interactive interactive_of(std::string_view mode) {
  if (mode == "Never") { return ExecPlugin::Interactive::Never; }
  return mode == "Always" ? ExecPlugin::Interactive::Always : ExecPlugin::Interactive::IfAvailable;
}

ExecPlugin plugin_of(const ExecConfig& exec, const Connection& connection, const std::string& config_json) {
  ExecPlugin plugin;
  plugin.api_version = exec.api_version;
  plugin.command = exec.command;
  plugin.arguments = exec.arguments;
  plugin.environment = exec.environment;
  plugin.install_hint = exec.install_hint;
  plugin.interactive = interactive_of(exec.interactive_mode);
  if (exec.provide_cluster_info) { plugin.cluster_json = cluster_json(connection, config_json); }
  return plugin;
}

void check_exec_version(const ExecConfig& exec) {
  if (exec.api_version == k_exec_v1 || exec.api_version == k_exec_v1beta1) { return; }
  throw util::Error(util::concat("exec plugin: invalid apiVersion \"", exec.api_version, "\", must be ", k_exec_v1,
                                 " or ", k_exec_v1beta1));
}

// Throws an error before anything is sent if the plugin may not run.
void permit(ExecPlugin& plugin, const std::string& user, const ConnectionFlags& flags, const PluginPolicy& policy,
            const Environment& environment) {
  if (flags.no_exec) {
    throw util::Error(util::concat("user \"", user, "\" has its credentials from the program \"", plugin.command,
                                   "\", and --no-exec forbids to run it"));
  }
  plugin.command = permitted_program(plugin.command, policy, environment);
}

std::chrono::sys_seconds now() {
  return std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
}

// Chooses among the user's credentials. A plugin and an auth-provider count only if there is nothing else.
void add_credentials(Connection& connection, const Selection& selection, const ConnectionFlags& flags,
                     const Environment& environment, Warnings& warnings) {
  const User& user = selection.user;
  if (user.exec) { check_exec_version(*user.exec); }
  connection.token = user.token;
  connection.token_file = user.token_file;
  connection.username = user.username;
  connection.password = user.password;
  if (connection.token.empty() && !connection.token_file.empty()) { (void)read_token_file(connection.token_file); }

  const bool has_header = !user.token.empty() || !user.token_file.empty() || !user.username.empty();
  if (user.auth_provider && !has_header) {
    connection.token = auth_provider_token(*user.auth_provider, user.name, now());
    return;
  }
  const bool runs_plugin = user.exec && !has_header && !has_client_certificate(user);
  PluginPolicy policy;
  if (runs_plugin || !flags.kuberc.empty()) { policy = read_plugin_policy(flags.kuberc, environment, warnings); }
  if (runs_plugin) {
    connection.exec = plugin_of(*user.exec, connection, selection.cluster.exec_config_json);
    permit(*connection.exec, user.name, flags, policy, environment);
  }
  if (!has_header && !runs_plugin && !has_client_certificate(user)) {
    warn(warnings, user.name.empty() ? "" : util::concat("user ", user.name),
         "there are no credentials; requests are made anonymously");
  }
}

bool has_credentials(const User& user) {
  return !user.token.empty() || !user.token_file.empty() || !user.username.empty() || user.exec || user.auth_provider ||
         has_client_certificate(user);
}

std::string namespace_of(const Context& context, const InCluster& pod) {
  if (!context.namespace_name.empty()) {
    check_namespace(context.namespace_name, util::concat("context \"", context.name, '"'));
    return context.namespace_name;
  }
  std::string own = pod.possible() ? pod.namespace_name() : "";
  if (own.empty()) { return "default"; }
  check_namespace(own, "the pod that this runs in");
  return own;
}

// rest.InClusterConfig with the flags that clientcmd's inClusterClientConfig uses, and impersonation.
Connection connect_from_pod(const InCluster& pod, const ConnectionFlags& flags, Warnings& warnings) {
  Selection selection;
  selection.cluster.server = pod.server();
  selection.cluster.certificate_authority =
      flags.certificate_authority.empty() ? pod.authority_file() : flags.certificate_authority;
  override_impersonation(selection.user.impersonate, flags);
  std::vector<std::string> faults;
  find_faults(selection.cluster, faults);
  find_faults(selection.user, faults);
  refuse_faults(faults);

  Connection connection;
  connection.server = server_url(selection.cluster.server, TlsConfigured::Yes);
  connection.tls = tls_of(selection, warnings);
  connection.token = flags.token;
  if (flags.token.empty()) {
    connection.token_file = pod.token_file();
    (void)read_token_file(connection.token_file);
  }
  connection.impersonate = selection.user.impersonate;
  connection.disable_compression = flags.disable_compression;
  connection.namespace_name = namespace_of({}, pod);
  const std::array<std::pair<bool, const char*>, 7> unused = {
      {{!flags.user.empty(), "--user"},
       {!flags.username.empty(), "--username"},
       {!flags.password.empty(), "--password"},
       {!flags.client_certificate.empty(), "--client-certificate"},
       {!flags.client_key.empty(), "--client-key"},
       {flags.insecure_skip_tls_verify, "--insecure-skip-tls-verify"},
       {!flags.tls_server_name.empty(), "--tls-server-name"}}};
  for (const auto& [is_given, name] : unused) {
    if (is_given) {
      warn(warnings, "", util::concat(name, " is not used: without a kubeconfig the pod's service account counts"));
    }
  }
  return connection;
}

Connection connect_as_selected(const Selection& selection, const ConnectionFlags& flags, const Environment& environment,
                               Warnings& warnings) {
  const Cluster& cluster = selection.cluster;
  const User& user = selection.user;
  const bool has_tls = has_authority(cluster) || has_client_certificate(user) || cluster.insecure_skip_tls_verify;
  Connection connection;
  connection.server = server_url(cluster.server, has_tls ? TlsConfigured::Yes : TlsConfigured::No);
  connection.proxy_url = cluster.proxy_url;
  connection.disable_compression = cluster.disable_compression;
  connection.impersonate = user.impersonate;
  connection.context = selection.context.name;
  connection.cluster = cluster.name;
  connection.user = user.name;
  if (connection.server.starts_with("https:")) {
    connection.tls = tls_of(selection, warnings);
    add_credentials(connection, selection, flags, environment, warnings);
  } else if (has_credentials(user)) {
    warn(warnings, util::concat("server ", connection.server), "credentials are not sent to an http:// server");
  }
  return connection;
}

} // namespace

Connection connect(const ConnectionFlags& flags, const Environment& environment, std::vector<util::Problem>& warnings,
                   const std::string& service_account_folder) {
  const Kubeconfig kubeconfig = load_kubeconfig(flags.kubeconfig, environment, warnings);
  const InCluster pod(environment, service_account_folder);
  if (selects_nothing(kubeconfig, flags)) {
    if (pod.possible()) { return connect_from_pod(pod, flags, warnings); }
    if (environment("KUBERNETES_MASTER").value_or("").empty()) { fail_without_context(kubeconfig, environment); }
  }
  Selection selection = select(kubeconfig, flags);
  default_server(selection.cluster, environment, warnings);
  std::vector<std::string> faults;
  find_faults(selection.user, faults);
  find_faults(selection.cluster, faults);
  refuse_faults(faults);
  Connection connection = connect_as_selected(selection, flags, environment, warnings);
  connection.namespace_name = namespace_of(selection.context, pod);
  return connection;
}

} // namespace kube
