// SPDX-License-Identifier: Apache-2.0
// Derives the program's name and the use of colour from the session's environment.
#include "commands/line/session.hpp"

namespace commands {

namespace {

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

} // namespace

std::string_view Session::variable(std::string_view name) const {
  const auto found = environment.find(name);
  return found == environment.end() ? std::string_view() : std::string_view(found->second);
}

std::string program_name(std::string_view argv0) {
  const std::string_view base = base_name(argv0);
  if (base.starts_with("kubectl-") || base.starts_with("kubectl_complete-") || base.empty()) { return "kubectl gang"; }
  return std::string(base);
}

bool wants_color(const Session& session, bool is_terminal) {
  if (session.has_variable("NO_COLOR")) { return false; } // kubectl: its presence is enough, even if empty
  for (const char* forcing : {"CLICOLOR_FORCE", "FORCE_COLOR"}) {
    const std::string_view value = session.variable(forcing);
    if (!value.empty() && value != "0" && value != "false") { return true; }
  }
  return is_terminal && session.variable("TERM") != "dumb";
}

} // namespace commands
