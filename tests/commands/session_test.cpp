// SPDX-License-Identifier: Apache-2.0
// The program's name, the decision for colour, and the headers for audit logs.
#include "commands/line/session.hpp"

#include "commands/reading/audit_headers.hpp"
#include "support/catch.hpp"

#include <sstream>

namespace {

bool colored(std::map<std::string, std::string, std::less<>> environment, bool is_terminal) {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  session.environment = std::move(environment);
  return commands::wants_color(session, is_terminal);
}

} // namespace

TEST_CASE("KUBECTL_COMMAND_HEADERS disables headers for audit logs as in kubectl") {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  session.command = "queue";
  CHECK(commands::audit_headers(session).command == "kubectl gang queue");
  CHECK(commands::audit_headers(session).session.size() == 36);
  for (const char* const off : {"false", "0"}) {
    session.environment = {{"KUBECTL_COMMAND_HEADERS", off}};
    CHECK(commands::audit_headers(session).command.empty());
    CHECK(commands::audit_headers(session).session.empty());
  }
  session.environment = {{"KUBECTL_COMMAND_HEADERS", "true"}};
  CHECK_FALSE(commands::audit_headers(session).command.empty());
}

TEST_CASE("a kubectl plugin has kubectl's name for it, another program its own") {
  CHECK(commands::program_name("/usr/local/bin/kubectl-gang") == "kubectl gang");
  CHECK(commands::program_name("kubectl-gang_schedule") == "kubectl gang");
  CHECK(commands::program_name("kubectl_complete-gang") == "kubectl gang");
  CHECK(commands::program_name("/opt/gang") == "gang");
  CHECK(commands::program_name("") == "kubectl gang");
}

TEST_CASE("a terminal gets colour unless the environment forbids it") {
  CHECK(colored({}, true));
  CHECK(!colored({}, false));
  CHECK(!colored({{"TERM", "dumb"}}, true));
  CHECK(colored({{"TERM", "xterm"}}, true));
  CHECK(!colored({{"NO_COLOR", ""}}, true));
}

TEST_CASE("FORCE_COLOR and CLICOLOR_FORCE apply without a terminal, but NO_COLOR wins") {
  CHECK(colored({{"CLICOLOR_FORCE", "1"}}, false));
  CHECK(!colored({{"CLICOLOR_FORCE", "0"}}, false));
  CHECK(colored({{"FORCE_COLOR", "1"}}, false));
  CHECK(colored({{"FORCE_COLOR", "true"}, {"TERM", "dumb"}}, false));
  CHECK(!colored({{"FORCE_COLOR", "1"}, {"NO_COLOR", "1"}}, true));
}
