// SPDX-License-Identifier: Apache-2.0
#include "report/layout/page.hpp"
#include "report/layout/shell_lines.hpp"
#include "report/layout/table.hpp"
#include "report/layout/wrap.hpp"
#include "report/write.hpp"
#include "support/catch.hpp"

using report::Page;
using report::Style;
using report::Table;
using report::Tone;
using report::wrapped;

namespace {

Table two_groups() {
  Table table({"NAME", "VERDICT", "CODE"});
  table.add_row({"train", {"DoesNotFit", Tone::Bad}, "Fragmented"});
  table.add_row({"a-longer-name", {"Fits", Tone::Good}, ""});
  return table;
}

Style style(bool color, bool headers) {
  Style result;
  result.color = color;
  result.headers = headers;
  return result;
}

} // namespace

TEST_CASE("a table prints as in kubectl") {
  CHECK(two_groups().text(Style{}) == R"(NAME            VERDICT      CODE
train           DoesNotFit   Fragmented
a-longer-name   Fits
)");
}

TEST_CASE("a table without headers, and none at all without rows") {
  CHECK(two_groups().text(style(false, false)) == R"(train           DoesNotFit   Fragmented
a-longer-name   Fits
)");
  CHECK(Table({"NAME"}).text(Style{}).empty());
}

TEST_CASE("columns have a width of at least six") {
  Table table({"A", "B"});
  table.add_row({"x", "y"});
  CHECK(table.text(Style{}) == "A     B\nx     y\n");
}

TEST_CASE("wide characters take two columns") {
  Table table({"NAME", "X"});
  table.add_row({"訓練", "1"});
  table.add_row({"abcd", "2"});
  CHECK(table.text(Style{}) == "NAME   X\n訓練   1\nabcd   2\n");
}

TEST_CASE("colour does not change the width") {
  CHECK(two_groups().text(style(true, true)) == "NAME            VERDICT      CODE\n"
                                                "train           \x1b[31mDoesNotFit\x1b[0m   Fragmented\n"
                                                "a-longer-name   \x1b[32mFits\x1b[0m\n");
}

TEST_CASE("cells cannot drive a terminal") {
  Table table({"NAME", "X"});
  table.add_row({"a\x1b[2Jb", "two\nlines"});
  CHECK(table.text(Style{}) == "NAME        X\na\\x1b[2Jb   two\\nlines\n");
}

TEST_CASE("prose breaks at blanks") {
  CHECK(wrapped("one two three four", 2, 2, 12) == "  one two\n  three four\n");
  CHECK(wrapped("one two three four", 0, 4, 12) == "one two\n    three\n    four\n");
  CHECK(wrapped("a-name-that-is-far-too-long fits", 0, 2, 10) == "a-name-that-is-far-too-long\n  fits\n");
  CHECK(wrapped("exactly ten", 0, 0, 11) == "exactly ten\n");
  CHECK(wrapped("exactly ten", 0, 0, 10) == "exactly\nten\n");
  CHECK(wrapped("", 0, 0, 10) == "\n");
}

TEST_CASE("a page has one blank line between its parts and none at its ends") {
  Page page((Style()));
  page.gap();
  page.paragraph("one");
  page.gap();
  page.paragraph("");
  page.gap();
  page.table(Table({"EMPTY"}));
  page.paragraph("two");
  page.bullet("three");
  page.gap();
  CHECK(page.text() == "one\n\ntwo\n  * three\n");
}

TEST_CASE("only the verdict has colour, and only on the first line") {
  Page page(style(true, true));
  page.verdict("ml/train", "does not fit", Tone::Bad, "too little room");
  CHECK(page.text() == "ml/train \x1b[31mdoes not fit\x1b[0m: too little room\n");
  Page narrow(style(true, true));
  narrow.verdict(std::string(80, 'x'), "fits", Tone::Good, "");
  CHECK(narrow.text() == std::string(80, 'x') + "\n    fits\n");
}

TEST_CASE("no line is a command to a CI runner") {
  Page page((Style()));
  page.paragraph("::add-mask::secret", 2);
  page.paragraph("##[error]no");
  page.paragraph("a::b");
  page.paragraph("a ##vso[b]");
  page.paragraph("\u00a0::add-mask::secret");
  CHECK(page.text() ==
        "  \\x3a:add-mask::secret\n\\x23#[error]no\na::b\na \\x23#vso[b]\n\u00a0\\x3a:add-mask::secret\n");
}

TEST_CASE("on a terminal, wide cells continue in further lines, broken between words") {
  Table table({"NAME", "REASON", "CODE"});
  table.add_row({"train-worker-1", "6 nodes have too little nvidia.com/gpu", {"Fragmented", Tone::Bad}});
  table.add_row({"x", "", ""});
  Style narrow;
  narrow.table_columns = 50;
  CHECK(table.text(narrow) == R"(NAME             REASON                 CODE
train-worker-1   6 nodes have too       Fragmented
                 little
                 nvidia.com/gpu
x
)");
  narrow.table_columns = 100;
  CHECK(table.text(narrow) == table.text(Style{}));
}

TEST_CASE("on a terminal, a table whose names do not fit side by side becomes a list of records") {
  Table table({"NAME", "STATUS", "NODE", "REASON"});
  table.add_row(
      {"very-long-name-of-a-pod-0, very-long-name-of-a-pod-1", {"Rejected", Tone::Bad}, "", "no cpu is left"});
  table.add_row({"x", "Bound", "node-with-a-long.name.example.com", ""});
  Style narrow;
  narrow.table_columns = 40;
  CHECK(table.text(narrow) == R"(NAME     very-long-name-of-a-pod-0,
         very-long-name-of-a-pod-1
STATUS   Rejected
REASON   no cpu is left

NAME     x
STATUS   Bound
NODE
  node-with-a-long.name.example.com
)");
  narrow.color = true;
  CHECK(table.text(narrow).find("STATUS   \x1b[31mRejected\x1b[0m\n") != std::string::npos);
}

TEST_CASE("on a terminal that is too narrow, empty columns go, and equal ones that may fold become one line") {
  Table table({"NAMESPACE", "NAME", "NODE", "PRIORITY", "CODE"});
  table.may_fold({"NAMESPACE", "PRIORITY"});
  table.add_row({"ml", "train-with-a-name", "", "0", "Fragmented"});
  Style narrow;
  narrow.table_columns = 45;
  CHECK(table.text(narrow).starts_with("NAMESPACE   ml\nNAME        train-with-a-name\nPRIORITY    0\n"));
  table.add_row({"ml", "tune", "", "0", "Fragmented"});
  CHECK(table.text(narrow) == R"(NAMESPACE ml, PRIORITY 0 in all rows
NAME                CODE
train-with-a-name   Fragmented
tune                Fragmented
)");
  narrow.table_columns = 100;
  CHECK(table.text(narrow) == table.text(Style{}));
  narrow.table_columns = 45;
  narrow.headers = false;
  CHECK(table.text(narrow).starts_with("ml    train-with-a-name"));
}

TEST_CASE("on a terminal, no name is split, and a list of names breaks after a comma") {
  Table table({"NAME", "VICTIMS"});
  table.add_row({"x", "first-of-the-victims,second-of-the-victims"});
  Style narrow;
  narrow.table_columns = 30;
  CHECK(table.text(narrow) == R"(NAME   VICTIMS
x      first-of-the-victims,
       second-of-the-victims
)");
  Table wide({"NAME", "REASON"});
  wide.add_row({"a-name-that-is-wider-than-the-terminal", "no"});
  CHECK(wide.text(narrow) == "NAME\n  a-name-that-is-wider-than-the-terminal\nREASON   no\n");
}

TEST_CASE("rows without headers, and rows of one column, stay rows on a narrow terminal") {
  Style narrow;
  narrow.table_columns = 10;
  Table one({"NAME"});
  one.add_row({"longer-than-ten"});
  CHECK(one.text(narrow) == one.text(Style{}));
  narrow.headers = false;
  CHECK(two_groups().text(narrow) == two_groups().text(style(false, false)));
}

TEST_CASE("on a terminal, a sentence keeps a readable width") {
  Table table({"NAME", "REASON"});
  table.add_row({"train-worker-1", "6 of 7 in all have no cpu"});
  Style narrow;
  narrow.table_columns = 30;
  CHECK(table.text(narrow) == R"(NAME     train-worker-1
REASON   6 of 7 in all have no
         cpu
)");
}

TEST_CASE("words for a shell break before a backslash, and never inside quotes") {
  CHECK(report::shell_lines("run:", "kubectl delete pod -n ml a b", 2, 80) == "  run: kubectl delete pod -n ml a b\n");
  CHECK(report::shell_lines("run:", "kubectl patch x -p '{\"a\": 1}'", 2, 26) ==
        "  run: kubectl patch x \\\n       -p '{\"a\": 1}'\n");
}
