// SPDX-License-Identifier: Apache-2.0
// Invalid command lines, and command lines that only print.
#include "command_test.hpp"

#include "commands/flags/declared_command.hpp"
#include "commands/line/arguments.hpp"

TEST_CASE("the error about a misspelt command suggests a similar one") {
  const Ran ran = gang({"explian", "train"});
  CHECK(ran.status == k_could_not_tell);
  CHECK(ran.out.empty());
  CHECK(ran.err == "error: unknown command \"explian\" for \"kubectl gang\"\n"
                   "\nDid you mean this?\n\texplain\n\n"
                   "See 'kubectl gang -h' for help and examples\n");
}

TEST_CASE("kubectl's grammar: KIND NAME, a kind alone, short names") {
  const std::string cluster = GANG_EXAMPLES "/00-tour/cluster.json";
  const auto ask = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "explain");
    for (const char* const word : {"-n", "ml", "--from"}) { words.emplace_back(word); }
    words.push_back(cluster);
    return gang(words);
  };
  const std::string train = ask({"train"}).out;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"podgroup", "train"},
                                                {"pg", "train"},
                                                {"podgroups", "train"},
                                                {"podgroup/train"},
                                                {"pod", "train-worker-0"},
                                                {"po", "train-worker-0"}}) {
    INFO(words.front());
    CHECK(ask(words).out == train);
  }
  CHECK(contains(ask({"podgroup", "train", "tune"}).out, "ml/tune fits"));
  CHECK(contains(ask({"podgroups"}).out, "3 of 5 groups are blocked"));
  CHECK(contains(ask({"pods"}).out, "pod/notebook-lena-0") == false); // it starts, so it is not listed
  CHECK(contains(ask({"pods", "--blocked=false"}).out, "pod/notebook-lena-0"));
  CHECK(ask({"podgrp/train"}).err == "error: unknown resource type \"podgrp\"; did you mean podgroup?\n");
  CHECK(contains(ask({"nodes"}).err, "not nodes"));
}

TEST_CASE("-o json and -o yaml print errors as objects, too") {
  const std::string message = "cannot open nowhere.json: No such file or directory";
  const Ran ran = gang({"explain", "--from", "nowhere.json", "-o", "json"});
  CHECK(ran.status == k_could_not_tell);
  CHECK(ran.err == "error: " + message + "\n");
  CHECK(ran.out == R"({
    "apiVersion": "kubectl-gang/v1alpha1",
    "kind": "Error",
    "status": {
        "message": "cannot open nowhere.json: No such file or directory",
        "verdict": "Unknown"
    }
}
)");
  CHECK(contains(gang({"queue", "--from", "nowhere.json", "-oyaml"}).out, "kind: Error"));
  CHECK(contains(gang({"queue", "--output=json", "--nope"}).out, "unknown flag: --nope"));
  CHECK(gang({"explain", "--from", "nowhere.json"}).out.empty());
}

TEST_CASE("an unknown command that resembles none gets no suggestion") {
  CHECK(gang({"frobnicate"}).err == "error: unknown command \"frobnicate\" for \"kubectl gang\"\n"
                                    "See 'kubectl gang -h' for help and examples\n");
}

TEST_CASE("an error after a command points to that command's help") {
  const Ran ran = gang({"explain", "--zzzzzz"});
  CHECK(ran.status == k_could_not_tell);
  CHECK(ran.err == "error: unknown flag: --zzzzzz\nSee 'kubectl gang explain -h' for help and examples\n");
  CHECK(contains(gang({"-n", "x", "queue", "-o"}).err, "See 'kubectl gang queue -h'"));
}

TEST_CASE("an unknown flag that other commands take names them") {
  CHECK(gang({"explain", "train", "--replicas", "worker=2"}).err ==
        "error: unknown flag: --replicas; dry-run and verify take it\n"
        "See 'kubectl gang explain -h' for help and examples\n");
  CHECK(contains(gang({"queue", "--replicas=worker=2"}).err, "unknown flag: --replicas; dry-run and verify take it"));
  CHECK(
      contains(gang({"dry-run", "-f", "job.yaml", "--all-namespaces"}).err, "unknown flag: --all-namespaces; explain"));
  CHECK(gang({"explain", "--replicas-of-all"}).err.starts_with("error: unknown flag: --replicas-of-all\n"));
}

TEST_CASE("flags and files in a wrong place: the error says where they belong") {
  CHECK(contains(gang({"explain", "train", "-f", "cluster.json"}).err,
                 "take it; a saved cluster is given with --from\n"));
  CHECK(gang({"explain", "train", "-n", "--from", "cluster.json"}).err ==
        "error: flag needs an argument: -n, --namespace (it got --from)\n"
        "See 'kubectl gang explain -h' for help and examples\n");
  const std::string file = data("fits.yaml");
  CHECK(contains(gang({"explain", file}).err, '"' + file + "\" is a file, not a name: a saved cluster is given with"));
  CHECK_FALSE(contains(gang({"explain", "no-such-file.yaml"}).err, "is a file"));
}

TEST_CASE("help lists --replicas only for commands that read a manifest") {
  for (const char* const command : {"dry-run", "verify"}) {
    CHECK(contains(gang({command, "--help"}).out, "--replicas"));
  }
  for (const char* const command : {"explain", "queue"}) {
    CHECK_FALSE(contains(gang({command, "--help"}).out, "--replicas"));
  }
}

TEST_CASE("without a source and a kubeconfig there is no cluster, and the error gives the next step") {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"explain"}, {"queue"}, {"dry-run", "-f", "job.yaml"}}) {
    const Ran ran = gang(command);
    INFO(command.front());
    CHECK(ran.status == k_could_not_tell);
    CHECK(ran.err.starts_with("error: no current context; use --context, --kubeconfig or --server"));
    CHECK(contains(ran.err, "or name saved state with --from"));
  }
}

TEST_CASE("connection flags select the live cluster, and have no effect on saved state") {
  CHECK(gang({"explain", "--context=nowhere"}).err == "error: context was not found for specified context: nowhere\n");
  CHECK(gang({"explain", "--kubeconfig", "no/such/file"}).err ==
        "error: stat no/such/file: no such file or directory\n");
  CHECK(gang({"explain", "-s", "https://127.0.0.1:1", "--request-timeout=x"}).status == k_could_not_tell);
  CHECK(gang({"explain", "-A", "--context=nowhere", "--from", data("fits.yaml")}).status == k_yes);
}

TEST_CASE("invalid values are errors") {
  const std::vector<std::pair<std::vector<std::string>, std::string>> table = {
      {{"--order", "newest"},
       R"(invalid argument "newest" for "--order" flag: it must be one of restart, created, events)"},
      {{"--waiting=x"}, R"(invalid argument "x" for "--waiting" flag: it must be one of none, nominated)"},
      {{"--victims=x"}, R"(invalid argument "x" for "--victims" flag: it must be one of gone, stay)"},
      {{"--nodes-to-score=5"}, R"(invalid argument "5" for "--nodes-to-score" flag: it must be one of first, all)"},
      {{"--color", "x"}, R"(invalid argument "x" for "--color" flag: it must be one of auto, always, never)"},
      {{"-v", "x"}, R"(invalid argument "x" for "-v, --v" flag: it must be a whole number)"},
      {{"-v=-1"}, R"(invalid argument "-1" for "-v, --v" flag: it must be at least 0)"},
      {{"--now", "today"},
       R"(invalid argument "today" for "--now" flag: it must be a time such as 2026-01-02T03:04:05Z)"},
      {{"--scheduler-version", "new"},
       R"(invalid argument "new" for "--scheduler-version" flag: it must be a version such as 1.34 or 1.34.2)"},
      {{"--scheduler-version", "1.99"},
       R"(invalid argument "1.99" for "--scheduler-version" flag: the newest known version is 1.37)"},
      {{"--policy", "coscheduler"}, R"(unknown policy "coscheduler" for --policy, known policies are: )"},
      {{"-o", "bogus"},
       "unable to match a printer suitable for the output format \"bogus\", allowed formats are: custom-columns,"},
      {{"-o", "sarif"}, "unable to match a printer suitable for the output format \"sarif\""}, // only lint has it
      {{"-o", "json=x"}, "unable to match a printer suitable for the output format \"json=x\""},
      {{"-o", "jsonpath"}, "template format specified but no template given"},
      {{"-o", "jsonpath={.a"}, "error parsing jsonpath {.a, unclosed action"},
      {{"-o", "jsonpath-file=nowhere"}, "error reading template: cannot open nowhere: No such file or directory"},
      {{"-o", "custom-columns=A"}, "unexpected custom-columns spec: A, expected <header>:<json-path-expr>"},
      {{"--sort-by", "{"}, "--sort-by: unexpected path string"},
      {{"-l", "a in ("}, R"(invalid argument "a in (" for "-l, --selector" flag: )"},
      {{"name", "-A"}, "a name cannot be looked up across all namespaces"},
      {{"name", "-l", "a=b"}, "name cannot be provided when a selector is specified"},
      {{"--from", "-"}, "- stands for standard input, which can be read only once"},
  };
  for (auto [flags, sentence] : table) {
    flags.insert(flags.begin(), "explain");
    flags.insert(flags.end(), {"--from", flags.back() == "-" ? "-" : "cluster.yaml"});
    const Ran ran = gang(flags);
    INFO(ran.err);
    CHECK(ran.status == k_could_not_tell);
    CHECK(ran.err.starts_with("error: " + sentence));
  }
}

TEST_CASE("--from names the flag that reads URLs") {
  const Ran ran = gang({"explain", "train", "--from", "https://example.com/cluster.json"});
  CHECK(ran.status == k_could_not_tell);
  CHECK(ran.err.starts_with("error: --from reads files and folders, not URLs (only -f reads URLs): save "
                            "https://example.com/cluster.json to a file, or pipe it to --from -\n"));
}

TEST_CASE("dry-run needs a manifest, by -f or -k") {
  CHECK(gang({"dry-run", "--from", "x"})
            .err.starts_with("error: must specify -f or -k: the manifest that would be applied\n"));
  CHECK(gang({"dry-run", "job.yaml"})
            .err.starts_with(
                "error: \"kubectl gang dry-run\" takes no names, but got \"job.yaml\": files are given with -f\n"));
  CHECK(contains(gang({"dry-run", "-k", "x", "-f", "y"}).err, "-k cannot be used together with -f or -R"));
  CHECK(contains(gang({"dry-run", "-f", "-", "--from", "-"}).err, "can be read only once"));
  CHECK(contains(gang({"dry-run", "-f", "x", "--min-member", "0"}).err, "it must be at least 1"));
}

TEST_CASE("flags without a command are an error") {
  const Ran ran = gang({"-n", "ml"});
  CHECK(ran.status == k_could_not_tell);
  CHECK(ran.err.starts_with("error: no command was given"));
}

TEST_CASE("every way to print the version works") {
  const Ran flag = gang({"--version"});
  CHECK(flag.status == k_yes);
  CHECK(flag.out.starts_with("kubectl-gang v"));
  const Ran text = gang({"version", "--client", "-n", "ml"});
  CHECK(text.status == k_yes);
  CHECK(text.out.starts_with(flag.out));
  CHECK(contains(text.out, "\nkube-scheduler v1."));
  CHECK(contains(text.out, "\nlibraries: CLI11 "));
  CHECK(contains(gang({"version", "-ojson"}).out, "\"clientVersion\": {"));
  CHECK(contains(gang({"version", "-o=yaml"}).out, "clientVersion:\n  gitVersion: v"));
  CHECK(gang({"version", "-o", "wide"}).status == k_could_not_tell);
  CHECK(gang({"version", "extra"}).status == k_could_not_tell);
}

TEST_CASE("the last of repeated flags wins") {
  CHECK(gang({"version", "-ojson", "--output", "yaml"}).out == gang({"version", "-o=yaml"}).out);
  CHECK(gang({"--help", "version", "-h=false"}).out == gang({"version"}).out);
  CHECK(contains(gang({"explain", "--order=created", "--order=x"}).err, "\"x\" for \"--order\""));
}

TEST_CASE("completion prints scripts for known shells") {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Ran ran = gang({"completion", shell});
    CHECK(ran.status == k_yes);
    CHECK(contains(ran.out, "__complete"));
  }
  CHECK(gang({"completion"}).status == k_could_not_tell);
  CHECK(contains(gang({"completion", "fihs"}).err, "Did you mean this?\n\tfish\n"));
}

// The parser reads flags before it knows the command, so a flag must mean the same for every command.
TEST_CASE("all commands agree about a flag's letter and whether it takes a value") {
  const std::vector<commands::FlagName> every = commands::every_flag_name();
  for (const commands::Command& command : commands::commands()) {
    for (const commands::FlagName& flag : commands::DeclaredCommand(command).names()) {
      INFO(command.name << " --" << flag.name);
      const auto same = [&](const commands::FlagName& other) {
        return other.name == flag.name && other.letter == flag.letter && other.is_switch == flag.is_switch;
      };
      CHECK(std::any_of(every.begin(), every.end(), same));
    }
  }
}
