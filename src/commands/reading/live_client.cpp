// SPDX-License-Identifier: Apache-2.0
#include "commands/reading/live_client.hpp"

#include "commands/reading/audit_headers.hpp"
#include "commands/reading/version.hpp"
#include "util/concat.hpp"

#include <utility>

namespace commands {

namespace {

kube::ClientOptions speaking(kube::ClientOptions options, const Messages& messages, Session& session,
                             const std::function<void()>& before_words, std::size_t max_in_flight) {
  options.max_in_flight = max_in_flight;
  options.verbosity = messages.verbosity;
  options.warning = [&messages, &session, before_words](std::string_view text) {
    before_words();
    print_warning(text, messages, session);
  };
  options.notice = [&messages, &session, before_words](std::string_view text) {
    before_words();
    print_note(text, messages, session);
  };
  options.log = [&messages, &session, before_words](int, std::string_view line) {
    before_words();
    print_note(line, messages, session);
  };
  return options;
}

} // namespace

kube::ClientOptions client_options(const LiveCluster& live, Session& session) {
  kube::ClientOptions options;
  options.proxy_url = kube::proxy_for(live.connection.server, live.connection, environment_of(session));
  options.user_agent = util::concat("kubectl-gang/", tool_version());
  AuditHeaders audit = audit_headers(session);
  options.kubectl_command = std::move(audit.command);
  options.kubectl_session = std::move(audit.session);
  options.request_timeout = live.request_timeout;
  options.environment = environment_of(session);
  if (session.signal) {
    options.cancelled = [&session] { return !session.finishing && session.signal() != 0; };
  }
  return options;
}

LiveClient::LiveClient(const LiveCluster& live, const Messages& messages, Session& session,
                       const std::function<void()>& before_words, std::size_t max_in_flight)
    : m_credentials(live.connection),
      m_client(live.connection, kube::identity_of(m_credentials),
               speaking(client_options(live, session), messages, session, before_words, max_in_flight)) {
  // A foreign kubeconfig can run any program, so the user should see its name. The note omits arguments, which may
  // contain secrets.
  if (messages.verbosity > 0 && live.connection.exec) {
    print_note(
        util::concat("Credentials come from a program that the kubeconfig names: ", live.connection.exec->command),
        messages, session);
  }
}

} // namespace commands
