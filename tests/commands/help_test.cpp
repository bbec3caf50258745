// SPDX-License-Identifier: Apache-2.0
// Layout of the help: kubectl's.
#include "command_test.hpp"

#include "commands/subcommands/help.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

TEST_CASE("the help of a command has kubectl's parts in kubectl's order") {
  const Ran ran = gang({"version", "-h"});
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out == R"(Prints the version of this program, of the kube-scheduler whose rules it knows
best, and of the libraries that it was built with.

Examples:
  # The version
  kubectl gang version

  # For a script
  kubectl gang version -o json

Options:
    --client=false:
	Accepted, as kubectl version has it: no server is ever asked.

    -o, --output='':
	One of 'yaml' or 'json'.

Usage:
  kubectl gang version [options]

Use "kubectl gang options" for a list of global command-line options (applies to all commands).
)");
}

TEST_CASE("all ways to ask for help print the same") {
  const std::string program = gang({}).out;
  CHECK(gang({"help"}).out == program);
  CHECK(gang({"-h"}).out == program);
  CHECK(gang({"--help"}).out == program);
  CHECK(contains(program, "\nGang Commands:\n  explain      Say why"));
  CHECK(contains(program, "\n  version      Print the version\n"));
  CHECK(contains(program, "Use \"kubectl gang <command> --help\" for more information about a given command.\n"));

  const std::string explain = gang({"explain", "--help"}).out;
  CHECK(gang({"help", "explain"}).out == explain);
  CHECK(gang({"-h", "explain"}).out == explain);
  CHECK(gang({"explain", "train", "-h", "-n", "ml"}).out == explain);
}

TEST_CASE("an unknown topic is an error") {
  const Ran ran = gang({"help", "explian"});
  CHECK(ran.status == 2);
  CHECK(ran.out.empty());
  CHECK(ran.err.starts_with("error: unknown help topic \"explian\"\n\nDid you mean this?\n\texplain\n"));
}

TEST_CASE("options lists global flags once") {
  const std::string options = gang({"options"}).out;
  CHECK(options.starts_with(
      "The following options can be passed to any command:\n\n    --as='':\n\tUser to impersonate"));
  CHECK(contains(options, "    --color='auto':\n\tWhen to color"));
  CHECK(options.ends_with(gang({"options", "--cluster-role"}).out));
  CHECK(contains(options, "    -n, --namespace='':\n"));
  CHECK(contains(options, "    -v, --v=0:\n"));
  CHECK(!contains(gang({"explain", "-h"}).out, "--policy"));
  CHECK(contains(gang({"explain", "-h"}).out, "    --from=[]:\n"));
}

TEST_CASE("the role in examples/ is the one that options prints") {
  std::ifstream file(GANG_EXAMPLES "/cluster-role.yaml");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  text.erase(0, text.find("apiVersion")); // the licence line
  CHECK(text == gang({"options", "--cluster-role"}).out);
}

TEST_CASE("the role of the example that binds may list every resource that options prints") {
  std::ifstream file(GANG_EXAMPLES "/bind-cronjob/rbac.yaml");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::istringstream lines(gang({"options", "--cluster-role"}).out);
  int resources = 0;
  std::string api_group;
  for (std::string line; std::getline(lines, line); api_group = line) {
    if (!line.starts_with("  resources: ")) { continue; }
    INFO(line);
    CHECK(contains(text, util::concat('\n', api_group, '\n', line, '\n')));
    ++resources;
  }
  CHECK(resources > 10);
}

TEST_CASE("help fits an 80 column terminal, and every command has a runnable example") {
  for (const char* command :
       {"help", "explain", "dry-run", "queue", "lint", "verify", "snapshot", "version", "completion", "options"}) {
    const std::string help = gang({command, "-h"}).out;
    INFO(command);
    CHECK(contains(help, std::string("kubectl gang ") + command));
    CHECK(contains(help, "\nExamples:\n  # "));
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
      INFO(line);
      const bool is_code = line.starts_with("  ") || line.starts_with("Use \"");
      if (!is_code) { CHECK(line.size() + (line.starts_with('\t') ? 7 : 0) <= 80); }
    }
  }
}

TEST_CASE("the list of commands fits 80 columns") {
  std::istringstream lines(gang({}).out);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    if (line.starts_with("  ") && !line.starts_with("  kubectl")) { CHECK(line.size() <= 80); }
  }
}

TEST_CASE("text breaks at blanks, code does not") {
  CHECK(commands::wrapped("one two three", "", 8) == "one two\nthree\n");
  CHECK(commands::wrapped("one two three", "\t", 15) == "\tone two\n\tthree\n");
  CHECK(commands::wrapped("one\n\ntwo", "  ", 80) == "  one\n\n  two\n");
  CHECK(commands::wrapped("  code that is long", "", 8) == "  code that is long\n");
  CHECK(commands::wrapped("unbreakable word", "", 4) == "unbreakable\nword\n");
  CHECK(commands::wrapped("", "", 8).empty());
}

TEST_CASE("a program of another name prints its own name") {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  session.program = "gang";
  CHECK(commands::run({"explain", "-h"}, session) == 0);
  CHECK(contains(out.str(), "\n  gang explain train -n ml"));
  CHECK(contains(out.str(), "Usage:\n  gang explain "));
  CHECK(!contains(out.str(), "kubectl gang"));
}
