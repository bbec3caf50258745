// SPDX-License-Identifier: Apache-2.0
// The bytes of our JSON and YAML: kubectl's.
#include "document/reading.hpp"
#include "document/yaml/writer.hpp"
#include "document/yaml/yaml_resolve.hpp"
#include "support/vectors.hpp"
#include "util/runner_commands.hpp"

#include <sstream>
#include <string>

using document::Output;
using namespace std::literals;

namespace {

Output pod() {
  Output pod;
  pod["kind"] = "Pod";
  pod["apiVersion"] = "v1";
  pod["spec"]["containers"] = Output::array();
  Output container;
  container["name"] = "c";
  container["ports"] = Output::array();
  container["env"] = Output();
  container["args"] = Output::array();
  container["args"].push("yes");
  container["args"].push(Output::array());
  Output inner = Output::array();
  inner.push(1);
  inner.push(-2);
  container["args"].push(inner);
  pod["spec"]["containers"].push(container);
  pod["spec"]["hostNetwork"] = true;
  pod["status"] = Output();
  return pod;
}

} // namespace

TEST_CASE("JSON prints as in kubectl") {
  CHECK(document::to_json(pod()) == R"({
    "apiVersion": "v1",
    "kind": "Pod",
    "spec": {
        "containers": [
            {
                "args": [
                    "yes",
                    [],
                    [
                        1,
                        -2
                    ]
                ],
                "env": {},
                "name": "c",
                "ports": []
            }
        ],
        "hostNetwork": true
    },
    "status": {}
}
)");
  CHECK(document::to_json(Output()) == "{}\n");
  CHECK(document::to_json(Output(std::int64_t{-9223372036854775807})) == "-9223372036854775807\n");
}

TEST_CASE("JSON strings print as in kubectl") {
  // kubectl's own answer for these characters, except NEL and DEL, which it does not escape
  CHECK(document::to_json(Output("\0\x01\a\b\t\n\v\f\r\x1b\x1f<>&\u2028\u2029\u00a0\u0085é\"\\/\x7f"sv)) ==
        "\"\\u0000\\u0001\\u0007\\b\\t\\n\\u000b\\f\\r\\u001b\\u001f\\u003c\\u003e\\u0026\\u2028\\u2029\u00a0\\u0085é\\"
        "\"\\\\/\\u007f\"\n");
  // Beyond kubectl's escapes: no character may drive the terminal that shows the output.
  CHECK(document::to_json(Output("\u009b31m \u202e \u200b \ufeff \uffff")) ==
        "\"\\u009b31m \\u202e \\u200b \\ufeff \\uffff\"\n");
  CHECK(document::to_json(Output("a\xff\xe2\x82z")) == "\"a\uFFFD\uFFFDz\"\n");
  CHECK(document::to_json(Output("😀")) == "\"😀\"\n");
}

TEST_CASE("no line of YAML is a command to a CI runner") {
  const std::string words = "word word word word word word word word word word word word word word word word word word";
  for (const std::string order : {"::add-mask::x", "##[error]x", "##vso[task]x", " ::error::x", "\u00a0::error::x",
                                  "x ##[error]y", "x ##VSO[task]y", "\u3000 ::x ##[error]"}) {
    Output object;
    object[order] = order;
    object["list"] = Output::array();
    object["list"].push(order);
    object["block"] = "a\n" + order + "\nb";
    object["first"] = order + "\nb";
    object["folded"] = std::string(words).append(" ").append(order).append(" ").append(words);
    object["quoted"] = std::string(words).append(": ").append(order).append(" ").append(words);
    object["escaped"] = std::string("\x1b").append(words).append("  ").append(order).append(" ").append(words);
    object["a\n" + order] = "key of two lines";
    const std::string yaml = document::to_yaml(object);
    INFO(yaml);
    std::istringstream lines(yaml);
    for (std::string line; std::getline(lines, line);) { CHECK_FALSE(util::is_runner_command(line)); }
    REQUIRE(value_of_x("x: " + document::to_json(object)) == value_of_x("{\"x\": " + document::to_json(object) + "}"));
    Output holder;
    holder["x"] = object;
    REQUIRE(value_of_x(document::to_yaml(holder)) == value_of_x(document::to_json(holder)));
  }
}

TEST_CASE("JSON and YAML escape inline commands to CI runners, and keep the text") {
  CHECK(document::to_json(Output("a ##vso[b]##[c] # ##")) == "\"a \\u0023#vso[b]\\u0023#[c] # ##\"\n");
  CHECK(document::to_yaml(Output("a ##vso[b]")) == "\"a \\x23#vso[b]\"\n");
  Output key;
  key["##[c]"] = "d";
  CHECK(document::to_yaml(key) == "\"\\x23#[c]\": d\n");
  CHECK(document::to_json(key) == "{\n    \"\\u0023#[c]\": \"d\"\n}\n");
  for (const std::string text : {"a ##vso[b]##[c]", "###[x]", "a\n##[x]\nb", "##VSO[a]"}) {
    Output object;
    object["x"] = text;
    for (const std::string& written : {document::to_json(object), document::to_yaml(object)}) {
      INFO(written);
      CHECK_FALSE(util::is_runner_command(written));
      std::string read = "no object";
      document::read_text(
          written, "test", {}, [&](const document::Item& item) { read = item.value["x"].text(); },
          [](const util::Problem&) {});
      CHECK(read == text);
    }
  }
}

TEST_CASE("YAML prints as in kubectl") {
  CHECK(document::to_yaml(pod()) == R"(apiVersion: v1
kind: Pod
spec:
  containers:
  - args:
    - "yes"
    - []
    - - 1
      - -2
    env: {}
    name: c
    ports: []
  hostNetwork: true
status: {}
)");
  CHECK(document::to_yaml(Output()) == "{}\n");
  CHECK(document::to_yaml(Output::array()) == "[]\n");
  CHECK(document::to_yaml(Output("yes")) == "\"yes\"\n");
  Output list = Output::array();
  list.push(pod()["status"]);
  list.push(true);
  CHECK(document::to_yaml(list) == "- {}\n- true\n");
}

// Laid out like kubectl's own answer for an object with such lists.
TEST_CASE("lists in lists and objects in lists print as in kubectl") {
  Output inner = Output::array();
  Output with_b;
  with_b["b"] = 1;
  with_b["c"]["d"] = Output::array();
  inner.push(with_b);
  Output numbers = Output::array();
  numbers.push(1);
  numbers.push(2);
  Output x;
  x["a"] = Output::array();
  x["a"].push(numbers);
  x["a"].push(inner);
  x["a"].push(Output());
  CHECK(document::to_yaml(x) == R"(a:
- - 1
  - 2
- - b: 1
    c:
      d: []
- {}
)");
}

TEST_CASE("strings in YAML print as in kubectl: yaml_quote.json") {
  std::size_t count = 0;
  support::Vectors("yaml_quote.json").for_each("cases", [&](const support::Case& row) {
    ++count;
    // The values of a ConfigMap have an indentation of two columns.
    CHECK(document::yaml_scalar(row.text("string"), 2) == row.text("yaml"));
  });
  CHECK(count == 75);
}

TEST_CASE("blocks, folds and keys in YAML print as in kubectl") {
  std::string words;
  for (int i = 0; i < 40; ++i) { words += "word "; }
  std::string wide;
  for (int i = 0; i < 30; ++i) { wide += "word  "; }
  Output data;
  // kubectl's own answers, except for LS and PS (see yaml_scalar.cpp)
  data["fold plain"] = words + "end";
  data["fold quoted"] = ": " + words + "end";
  data["fold dq"] = "1\t" + wide + "end";
  data["lit"] = "a\n\n  b\nc\n\n";
  data["lit2"] = "a \nb";
  data["lit3"] = "a\n b\n";
  data["lit4"] = "a\nb ";
  data["crlf"] = "a\r\nb\r\n";
  data["ls"] = "a\u2028b";
  data["rlo"] = "a\u202eb";
  data["nbsp"] = "\u00a0x";
  data["del"] = "\x7f";
  data["trail "] = "word ";
  data["y"] = "1";
  data[""] = "e";
  data["a\nb"] = "1";
  data["empty\n"] = Output();
  data["sg"] = "190:20:30.15";
  data["date"] = "2001-12-14 21:59:43.10 -5";
  data["date2"] = "2001-13-45";
  data["date3"] = "2001-12-14t21:59:43.10-05:00";
  data["exp"] = "1e400";
  data["bad"] = "a\xff";
  Output object;
  object["data"] = data;
  CHECK(document::to_yaml(object) == R"(data:
  "": e
  ? |-
    a
    b
  : "1"
  bad: "a)"
                                     "\uFFFD"
                                     R"("
  crlf: "a\r\nb\r\n"
  date: 2001-12-14 21:59:43.10 -5
  date2: 2001-13-45
  date3: "2001-12-14t21:59:43.10-05:00"
  del: "\x7F"
  ? |
    empty
  : {}
  exp: 1e400
  fold dq: "1\tword  word  word  word  word  word  word  word  word  word  word  word
    \ word  word  word  word  word  word  word  word  word  word  word  word  word
    \ word  word  word  word  word  end"
  fold plain: word word word word word word word word word word word word word word
    word word word word word word word word word word word word word word word word
    word word word word word word word word word word end
  fold quoted: ': word word word word word word word word word word word word word
    word word word word word word word word word word word word word word word word
    word word word word word word word word word word word end'
  lit: |+
    a

      b
    c

  lit2: "a \nb"
  lit3: |
    a
     b
  lit4: "a\nb "
  ls: "a\Lb"
  nbsp: )"
                                     "\u00a0"
                                     R"(x
  rlo: "a\u202Eb"
  sg: "190:20:30.15"
  'trail ': 'word '
  "y": "1"
)");

  SECTION("a key that would merge gets quotes") {
    Output keys;
    keys["<<"] = "<<";
    CHECK(document::to_yaml(keys) == "\"<<\": <<\n");
  }
  SECTION("long keys are explicit keys") {
    Output keys;
    keys[std::string(128, 'k')] = 1;
    keys[std::string(129, 'l')]["a"] = 1;
    CHECK(document::to_yaml(keys) == std::string(128, 'k') + ": 1\n? " + std::string(129, 'l') + "\n: a: 1\n");
  }
}

TEST_CASE("written YAML and JSON read back the same") {
  std::uint32_t state = 1;
  const auto random = [&state](std::uint32_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % below;
  };
  const Texts pieces = {
      "a",
      "B",
      " ",
      "  ",
      "\n",
      "\n\n",
      "\t",
      "\r",
      ":",
      ": ",
      " #",
      "#",
      "-",
      "- ",
      "?",
      "'",
      "\"",
      "\\",
      "{",
      "}",
      "[",
      "]",
      ",",
      "&",
      "*",
      "!",
      "|",
      ">",
      "%",
      "@",
      "`",
      "0",
      "1",
      "e",
      ".",
      "x",
      "_",
      "+",
      "~",
      "yes",
      "null",
      "é",
      "😀",
      "\u0085",
      "\u2028",
      "\uFEFF",
      "\u202e",
      "\u200b",
      "\x7f",
      "\x1b",
      "=",
      "<<",
      " ::x",
      "##[",
      "---",
      "...",
      "word word word word word word word word word word word word word word word word word word word word "};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::uint32_t i = random(6); i > 0; --i) { text += pieces[random(static_cast<std::uint32_t>(pieces.size()))]; }
    std::string key;
    for (std::uint32_t i = 1 + random(3); i > 0; --i) {
      key += pieces[random(static_cast<std::uint32_t>(pieces.size()))];
    }
    Output object;
    object["x"]["list"] = Output::array();
    object["x"]["list"].push(text);
    object["x"]["text"] = text;
    object["x"][key + "k"] = text;
    INFO(document::to_yaml(object));
    INFO(document::to_json(object));
    REQUIRE(value_of_x(document::to_yaml(object)) == value_of_x(document::to_json(object)));
  }
}
