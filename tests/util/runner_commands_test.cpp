// SPDX-License-Identifier: Apache-2.0
// No output may give a command to a CI runner.
#include "util/runner_commands.hpp"

#include "support/catch.hpp"
#include "util/terminal_text.hpp"

#include <string>

using util::is_runner_command;
using util::visible;
using util::without_runner_commands;

TEST_CASE("GitHub executes a line that begins with colons, after the blanks of .NET") {
  CHECK(is_runner_command("::add-mask::x"));
  for (const std::string blank : {" ", "\t", "\v", "\f", "\u0085", "\u00a0", "\u1680", "\u2000", "\u200a", "\u2028",
                                  "\u2029", "\u202f", "\u205f", "\u3000", "   \u00a0 "}) {
    CHECK(is_runner_command(blank + "::x"));
  }
  for (const char* const harmless : {"", ":", " :x", "a::x", "ml/a ::x", "\u00a1::x", "\u2010::x", "\x1b[31m::x"}) {
    CHECK_FALSE(is_runner_command(harmless));
  }
}

TEST_CASE("runners execute inline commands anywhere in a line") {
  for (const char* const line : {"##[error]x", "x ##[error]y", "a##[x]", "###[x]", "##vso[a.b]", "x##vso[a.b]y",
                                 "##VSO[a.b]", "##Vso[a.b]", "# # ##[x]"}) {
    INFO(line);
    CHECK(is_runner_command(line));
    CHECK_FALSE(is_runner_command(visible(line)));
  }
  for (const char* const harmless : {"#", "##", "# #[x]", "#[x]", "## [x]", "##vso", "##vs[", "##x[a]", "##vso [a]"}) {
    INFO(harmless);
    CHECK_FALSE(is_runner_command(harmless));
    CHECK(visible(harmless) == harmless);
  }
}

TEST_CASE("visible escapes the first character of each inline command") {
  CHECK(visible("##vso[task.prependpath]/tmp") == "\\x23#vso[task.prependpath]/tmp");
  CHECK(visible("a ##[x] b ##[y]") == "a \\x23#[x] b \\x23#[y]");
  CHECK(visible("###[x]") == "#\\x23#[x]");
  CHECK(visible("é##[x]\n") == "é\\x23#[x]\\n");
  CHECK(visible("\xff##[x]") == "\\xff\\x23#[x]");
  CHECK(util::visible_characters("##[x]\n") == "##[x]\\n");
}

TEST_CASE("lines lose every command, and nothing else") {
  CHECK(without_runner_commands("::a\n \u00a0::b\nc ::d\n##[e]\nf ##vso[g]##[h]\n") ==
        "\\x3a:a\n \u00a0\\x3a:b\nc ::d\n\\x23#[e]\nf \\x23#vso[g]\\x23#[h]\n");
  CHECK(without_runner_commands("a#\n#[b]\n") == "a#\n#[b]\n");
  CHECK(without_runner_commands("").empty());
}
