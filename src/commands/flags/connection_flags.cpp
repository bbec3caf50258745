// SPDX-License-Identifier: Apache-2.0
// --kubeconfig, --context, --server and kubectl's other connection flags (cli-runtime, ConfigFlags).
#include "commands/flags/connection_flags.hpp"

#include "kube/values/timeout.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

namespace commands {

void add_flags(CLI::App& app, ConnectionFlags& flags) {
  const FlagGroup group(app, Listed::InOptions);
  kube::ConnectionFlags& server = flags.server;
  group.add_text("--kubeconfig", server.kubeconfig, "Path to the kubeconfig file to use.");
  group.add_text("--context", server.context, "Name of the kubeconfig context to use.");
  group.add_text("--cluster", server.cluster, "Name of the kubeconfig cluster to use.");
  group.add_text("--user", server.user, "Name of the kubeconfig user to use.");
  group.add_text("-s,--server", server.server, "Address and port of the Kubernetes API server.");
  group.add_text("--token", server.token,
                 "Bearer token for the API server. Other users can see it in the list of processes.");
  group.add_text("--username", server.username, "Name for basic authentication.");
  group.add_text("--password", server.password,
                 "Password for basic authentication. Other users can see it in the list of processes.");
  group.add_text("--certificate-authority", server.certificate_authority,
                 "Path to the certificate of the authority that signed the server's certificate.");
  group.add_text("--client-certificate", server.client_certificate, "Path to a client certificate.");
  group.add_text("--client-key", server.client_key, "Path to the key of the client certificate.");
  group.add_switch(
      "--insecure-skip-tls-verify", server.insecure_skip_tls_verify,
      "Do not check the server's certificate. An attacker in between can then read and change everything.");
  group.add_text("--tls-server-name", server.tls_server_name,
                 "Name to expect in the server's certificate, if it differs from the server's address.");
  group.add_text("--as", server.as, "User to impersonate, such as system:serviceaccount:ml:trainer.");
  group.add_list("--as-group", server.as_group, "Group to impersonate. May be repeated.");
  group.add_text("--as-uid", server.as_uid, "UID to impersonate.");
  group.add_list("--as-user-extra", server.as_user_extra,
                 "Extra attribute to impersonate, as KEY=VALUE. May be repeated.");
  group.add_switch("--disable-compression", server.disable_compression,
                   "Do not ask the server to compress its answers.");
  group.add_text("--request-timeout", flags.request_timeout,
                 "How long to wait for each answer of the server, such as 30s or 2m; 0 waits forever.");
  group.add_text("--kuberc", server.kuberc,
                 "Path to the kuberc file. Only its policy for credential plugins has an effect.");
  group.add_switch("--no-exec", server.no_exec, "Do not run the kubeconfig's credential plugin.");
  FlagGroup(app, Listed::Nowhere).add_text("--cache-dir", flags.cache_dir, "Accepted and ignored.");
}

LiveCluster resolve(const ConnectionFlags& flags, const Session& session) {
  LiveCluster live;
  live.request_timeout = kube::parse_request_timeout(flags.request_timeout);
  try {
    live.connection = kube::connect(flags.server, environment_of(session), live.warnings);
  } catch (const util::Error& error) {
    // The user chose no cluster, so perhaps there is none, only a file.
    const bool chosen = !flags.server.context.empty() || !flags.server.kubeconfig.empty() ||
                        !flags.server.server.empty() || session.has_variable("KUBECONFIG");
    if (chosen) { throw; }
    throw util::Error(util::concat(error.what(), "; or name saved state with --from"));
  }
  return live;
}

kube::Environment environment_of(const Session& session) {
  return [&session](const char* name) -> std::optional<std::string> {
    if (!session.has_variable(name)) { return std::nullopt; }
    return std::string(session.variable(name));
  };
}

} // namespace commands
