// SPDX-License-Identifier: Apache-2.0
// cobra's completion protocol: it takes the words typed so far, and prints candidates and a directive.
#include "command_test.hpp"

#include "commands/flags/declared_command.hpp"

namespace {

// Output for the words; the user is still typing the last one.
std::string complete(std::vector<std::string> words) {
  words.insert(words.begin(), "__complete");
  const Ran ran = gang(words);
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  return ran.out;
}

// The same with environment variables.
std::string complete_in(std::map<std::string, std::string, std::less<>> environment, std::vector<std::string> words) {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  session.environment = std::move(environment);
  words.insert(words.begin(), "__complete");
  CHECK(commands::run(words, session) == 0);
  CHECK(err.str().empty());
  return out.str();
}

// The same without descriptions.
std::string complete_plain(std::vector<std::string> words) {
  words.insert(words.begin(), "__completeNoDesc");
  return gang(words).out;
}

} // namespace

TEST_CASE("completion offers commands with their descriptions") {
  CHECK(complete({""}).starts_with("bind\tCarry the plan out"));
  CHECK(complete({}) == complete({""}));
  CHECK(complete({"exp"}) == "explain\tSay why a group of pods is pending, and try what would help\n:4\n");
  CHECK(complete_plain({"-n", "ml", "v"}) == "verify\nversion\n:4\n");
  CHECK(complete_plain({"help", "q"}) == "queue\n:4\n");
}

TEST_CASE("an unknown command has no candidates") {
  CHECK(complete({"nosuch", ""}) == ":4\n");
  CHECK(complete({"nosuch", "--f"}) == ":4\n");
}

TEST_CASE("completion offers flags by their prefix") {
  CHECK(complete({"explain", "--n"}).starts_with("--namespace\tNamespace to look in\n"));
  CHECK(complete_plain({"explain", "--n"}) == "--namespace\n--no-exec\n--no-headers\n--nodes-to-score\n--now\n:4\n");
  CHECK(complete_plain({"explain", "-n"}) == "-n\n:4\n");
  CHECK(complete_plain({"version", "--cli"}) == "--client\n--client-certificate\n--client-key\n:4\n");
  CHECK(complete_plain({"--vers"}) == "--version\n:4\n");
}

TEST_CASE("completion offers every listed flag of every command, and no other") {
  for (const commands::Command& command : commands::commands()) {
    const std::string offered = "\n" + complete_plain({std::string(command.name), "-"});
    CHECK_FALSE(contains(offered, "--api-latency-ms"));
    for (const commands::FlagDescription& flag : commands::DeclaredCommand(command).flags()) {
      INFO(command.name << " --" << flag.names.name);
      CHECK(contains(offered, "\n--" + flag.names.name + "\n"));
      if (flag.names.letter != '\0') { CHECK(contains(offered, std::string("\n-") + flag.names.letter + "\n")); }
    }
  }
}

TEST_CASE("completion offers values of flags, in all spellings") {
  CHECK(complete({"explain", "--output=js"}) == "json\njsonpath\njsonpath-as-json\n:4\n");
  CHECK(complete({"explain", "-o", "n"}) == "name\n:4\n");
  CHECK(complete({"lint", "-o=sa"}) == "sarif\n:4\n");
  CHECK(complete({"explain", "-Ao", "y"}) == "yaml\n:4\n");
  CHECK(complete({"version", "-o", ""}) == "json\nyaml\n:4\n");
  CHECK(complete({"queue", "--order", "c"}) == "created\n:4\n");
  CHECK(complete({"snapshot", "--compress", "z"}) == "zstd\n:4\n");
  CHECK(complete({"snapshot", "-o", ""}) == ":0\n"); // a file name
  CHECK(complete({"--color", "a"}) == "auto\nalways\n:4\n");
  CHECK(complete({"explain", "-A="}) == "true\nfalse\n:4\n");
  CHECK(complete({"explain", "--nosuch="}) == ":4\n");
  CHECK(complete({"explain", "--now", ""}) == ":4\n");
  CHECK(complete({"completion", "z"}) == "zsh\n:4\n");
}

TEST_CASE("completion leaves files to the shell") {
  CHECK(complete({"explain", "--from", "x"}) == ":0\n");
  CHECK(complete({"explain", "--from=x"}) == ":0\n");
  CHECK(complete({"dry-run", "-f", "jo"}) == "json\nyaml\nyml\n:8\n");
}

TEST_CASE("completion offers files only for connection flags that name files, else nothing") {
  CHECK(complete({"--kubeconfig", ""}) == ":0\n");
  CHECK(complete({"explain", "--certificate-authority", ""}) == ":0\n");
  CHECK(complete({"explain", "--token", ""}) == ":4\n");
  CHECK(complete({"--context", "x", ""}).starts_with("bind\t"));
}

TEST_CASE("contexts, clusters and users come from the kubeconfig") {
  const std::string file = "--kubeconfig=" + data("kubeconfig.yaml");
  CHECK(complete({"explain", file, "--context", ""}) == "far\nnear\n:4\n");
  CHECK(complete({"explain", file, "--context", "n"}) == "near\n:4\n");
  CHECK(complete({"explain", file, "--context=f"}) == "far\n:4\n");
  CHECK(complete({file, "--cluster", ""}) == "lab\nmine\n:4\n");
  CHECK(complete({"--kubeconfig", data("kubeconfig.yaml"), "snapshot", "--user", ""}) == "me\n:4\n");
  CHECK(complete_in({{"KUBECONFIG", data("kubeconfig.yaml")}}, {"queue", "--context", ""}) == "far\nnear\n:4\n");
  CHECK(complete_in({{"KUBECONFIG", data("nosuch.yaml")}}, {"queue", "--context", ""}) == ":4\n");
  CHECK(complete({"explain", "--kubeconfig=" + data("nosuch.yaml"), "--context", ""}) == ":4\n");
  CHECK(complete({"explain", "--kubeconfig=" + data("fits.yaml"), "--context", ""}) == ":4\n");
}

TEST_CASE("names come from the sources on the command line") {
  const std::string from = "--from=" + data("fits.yaml");
  CHECK(complete({"explain", from, "-n", ""}) == "default\nml\nops\n:4\n");
  CHECK(complete({"explain", from, "-n", "m"}) == "ml\n:4\n");
  CHECK(complete_plain({"explain", from, "-n", "ml", ""}) == "train\n:4\n");
  CHECK(complete_plain({"explain", "-n=ml", from, "--", ""}) == "train\n:4\n");
  CHECK(complete_plain({"explain", from, "-n", "ml", "--", "-"}) == ":4\n");
  CHECK(complete_plain({"explain", from, "-n", "ml", "train", ""}) == ":4\n");
  CHECK(complete_plain({"explain", from, "-A", ""}) == ":4\n");
  CHECK(complete_plain({"explain", from, "m"}) == "ml/train\n:4\n");
  CHECK(complete_plain({"explain", from, "--cordon", "gpu"}) == "gpu-a\ngpu-b\n:4\n");
  CHECK(complete_plain({"queue", from, "-n", "ml", ""}) == ":4\n");
}

TEST_CASE("an unreadable source offers nothing and prints no error") {
  CHECK(complete({"explain", "--from", "/nonexistent", "-n", ""}) == ":4\n");
  CHECK(complete({"explain", "--from", "-", "-n", ""}) == ":4\n");
  CHECK(complete({"explain", ""}) == ":4\n");
}

TEST_CASE("blanks, quotes and accents are ordinary characters") {
  CHECK(complete({"explain", "--from", "a b", "-n", "it's"}) == ":4\n");
  CHECK(complete({"explain", "é"}) == ":4\n");
  CHECK(complete({"explain", "\"", ""}) == ":4\n");
}
