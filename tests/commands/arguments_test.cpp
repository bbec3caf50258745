// SPDX-License-Identifier: Apache-2.0
// Arguments as typed, and the canonical spelling of each.
#include "commands/line/arguments.hpp"

#include "commands/line/usage_error.hpp"
#include "commands/reading/manifest_flags.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

using commands::FlagName;

namespace {

using Texts = std::vector<std::string>;

const std::vector<FlagName> k_flags = {
    {'n', "namespace", false},  {'o', "output", false},   {'A', "all-namespaces", true}, {'q', "quiet", true},
    {'v', "v", false},          {'\0', "from", false},    {'f', "filename", false},      {'R', "recursive", true},
    {'\0', "no-headers", true}, {'l', "selector", false},
};

// "flags | words", each separated by blanks; an empty value shows as <>.
std::string read(const Texts& typed) {
  const commands::Typed read = commands::read_arguments(typed, k_flags);
  std::string out;
  for (const std::string& flag : read.flags) { out += (flag.empty() ? "<>" : flag) + " "; }
  out += "|";
  for (const std::string& word : read.words) { out += " " + (word.empty() ? "<>" : word); }
  return out;
}

std::string refusal(const Texts& typed) {
  try {
    read(typed);
  } catch (const util::Error& error) { return error.what(); }
  return "";
}

std::string command_at(const Texts& typed) {
  const auto at = commands::find_command_word(typed, k_flags);
  return at ? std::to_string(*at) : "none";
}

} // namespace

TEST_CASE("pflag's ways to write a value all work") {
  CHECK(read({"-n", "ml"}) == "--namespace ml |");
  CHECK(read({"-n=ml"}) == "--namespace ml |");
  CHECK(read({"-nml"}) == "--namespace ml |");
  CHECK(read({"--namespace", "ml"}) == "--namespace ml |");
  CHECK(read({"--namespace=ml"}) == "--namespace ml |");
  CHECK(read({"-ojson"}) == "--output json |");
  CHECK(read({"-o=json"}) == "--output json |");
  CHECK(read({"-v=8"}) == "--v 8 |");
  CHECK(read({"-v8"}) == "--v 8 |");
  CHECK(read({"--v=8"}) == "--v 8 |");
}

TEST_CASE("an empty value is a value, and consumes no word") {
  CHECK(read({"--namespace=", "x"}) == "--namespace <> | x");
  CHECK(read({"-n=", "x"}) == "--namespace <> | x");
  CHECK(read({"-n", "", "x"}) == "--namespace <> | x");
}

TEST_CASE("a value may look like a flag or contain =") {
  CHECK(read({"-n", "-A"}) == "--namespace -A |");
  CHECK(read({"--from", "--"}) == "--from -- |");
  CHECK(read({"-l", "a=b"}) == "--selector a=b |");
  CHECK(read({"-l=a=b"}) == "--selector a=b |");
  CHECK(read({"-la=b"}) == "--selector a=b |");
  CHECK(read({"--from=a=b"}) == "--from a=b |");
}

TEST_CASE("a switch takes a value only after =") {
  CHECK(read({"-A", "false"}) == "--all-namespaces=true | false");
  CHECK(read({"-A=false"}) == "--all-namespaces=false |");
  CHECK(read({"--no-headers=T"}) == "--no-headers=true |");
  CHECK(read({"--no-headers=0"}) == "--no-headers=false |");
  CHECK(refusal({"--no-headers=yes"}) == R"(invalid argument "yes" for "--no-headers" flag: say true or false)");
  CHECK(refusal({"-A="}) == R"(invalid argument "" for "-A, --all-namespaces" flag: say true or false)");
}

TEST_CASE("letters can share one dash") {
  CHECK(read({"-Aq"}) == "--all-namespaces=true --quiet=true |");
  CHECK(read({"-Anml"}) == "--all-namespaces=true --namespace ml |");
  CHECK(read({"-An", "ml"}) == "--all-namespaces=true --namespace ml |");
  CHECK(read({"-Rf=job.yaml"}) == "--recursive=true --filename job.yaml |");
  CHECK(read({"-Aq=false"}) == "--all-namespaces=true --quiet=false |");
}

TEST_CASE("words and flags mix, and -- ends flags") {
  CHECK(read({"a", "-q", "b"}) == "--quiet=true | a b");
  CHECK(read({"a", "--", "-q", "--", "b"}) == "| a -q -- b");
  CHECK(read({"-", ""}) == "| - <>");
  CHECK(read({"-f", "-"}) == "--filename - |");
}

TEST_CASE("repeated flags all remain, in order") {
  CHECK(read({"-n", "a", "-n", "b"}) == "--namespace a --namespace b |");
  CHECK(read({"--from=a", "--from", "b"}) == "--from a --from b |");
}

TEST_CASE("underscores mean dashes, as with kubectl") {
  CHECK(read({"--all_namespaces"}) == "--all-namespaces=true |");
}

TEST_CASE("unknown flags and missing values are errors") {
  CHECK(refusal({"--bogus"}) == "unknown flag: --bogus");
  CHECK(refusal({"--bogus=1"}) == "unknown flag: --bogus");
  CHECK(refusal({"-x"}) == "unknown shorthand flag: -x");
  CHECK(refusal({"-Ax"}) == "unknown shorthand flag: -x");
  CHECK(refusal({"---"}) == "unknown flag: ---");
  CHECK(refusal({"--=x"}) == "unknown flag: --");
  CHECK(refusal({"-n"}) == "flag needs an argument: -n, --namespace");
  CHECK(refusal({"--from"}) == "flag needs an argument: --from");
}

TEST_CASE("the error about a misspelt flag lists similar ones") {
  try {
    read({"--namespce"});
    FAIL("it was taken");
  } catch (const commands::UsageError& error) { CHECK(error.near_misses() == Texts{"--namespace"}); }
}

TEST_CASE("the command is the first word that is no value of a flag") {
  CHECK(command_at({"explain"}) == "0");
  CHECK(command_at({"-n", "ml", "explain"}) == "2");
  CHECK(command_at({"-n=ml", "explain", "queue"}) == "1");
  CHECK(command_at({"-A", "explain"}) == "1");
  CHECK(command_at({"-An", "ml", "explain"}) == "2");
  CHECK(command_at({"--from", "explain"}) == "none");
  CHECK(command_at({"-q"}) == "none");
  CHECK(command_at({}) == "none");
}

TEST_CASE("parse_bool accepts exactly pflag's spellings") {
  for (const char* yes : {"1", "t", "T", "true", "True", "TRUE"}) { CHECK(commands::parse_bool(yes) == true); }
  for (const char* no : {"0", "f", "F", "false", "False", "FALSE"}) { CHECK(commands::parse_bool(no) == false); }
  for (const char* neither : {"", "yes", "no", "on", "tRUE", "2", " true"}) {
    INFO(neither);
    CHECK(!commands::parse_bool(neither));
  }
}

TEST_CASE("-f splits at commas as in kubectl") {
  const auto split = commands::split_filenames;
  CHECK(*split("a") == Texts{"a"});
  CHECK(*split("a,b") == Texts{"a", "b"});
  CHECK(*split("a,") == Texts{"a", ""});
  CHECK(*split("\"a,b\",c") == Texts{"a,b", "c"});
  CHECK(*split("\"a\"\"b\"") == Texts{"a\"b"});
  CHECK(*split("a b.yaml") == Texts{"a b.yaml"});
  CHECK(!split("\"a"));
}
