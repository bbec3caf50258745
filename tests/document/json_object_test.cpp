// SPDX-License-Identifier: Apache-2.0
// One JSON object: accepted and rejected syntax.
#include "document/reading.hpp"

#include "document/bytes/json_text.hpp"

TEST_CASE("JSON values keep their text") {
  for (const std::string_view value : {"0",
                                       "-0",
                                       "1",
                                       "-1",
                                       "1.5",
                                       "0.10",
                                       "1e3",
                                       "1E+3",
                                       "1e-3",
                                       "1e400",
                                       "-1e-400",
                                       "12345678901234567890",
                                       "1.0",
                                       "123456789012345678901234567890123456789012345678901234567890.5",
                                       "true",
                                       "false",
                                       "null",
                                       "\"\"",
                                       "\"a\"",
                                       "[]",
                                       "{}",
                                       "[1,[2,[3]]]",
                                       R"({"a":{"b":[{"c":null}]}})"}) {
    INFO(value);
    CHECK(value_of_x("{\"x\":" + std::string(value) + "}") == value);
    CHECK(value_of_x("\t{ \"y\": [ ] ,\r\n \"x\" :\n" + std::string(value) + " \n} ") == value);
  }
}

TEST_CASE("JSON numbers have a strict syntax") {
  for (const std::string_view text :
       {"01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "1_000", "1,5", "NaN", "Infinity", "--1", "1 2", ""}) {
    INFO(text);
    CHECK(!document::is_json_number(text));
  }
}

TEST_CASE("reading resolves the escapes in JSON strings") {
  CHECK(value_of_x(R"({"x":"a\"b\\c\/d\b\f\n\r\t\u0041\u00e9\u20ac"})") == R"("a\"b\\c/d\b\f\n\r\tAé€")");
  CHECK(value_of_x(R"({"\u0078":"by its escaped name"})") == R"("by its escaped name")");
  CHECK(value_of_x(R"({"x":"\ud83d\ude00"})") == "\"\U0001F600\"");
  CHECK(value_of_x(R"({"x":"\u0000"})") == R"("\u0000")");
  // Every length around 16 bytes, which the reader handles together, with the escape at every position.
  for (std::size_t length = 0; length < 50; ++length) {
    for (std::size_t at = 0; at <= length; ++at) {
      std::string text(length, 'a');
      text.insert(at, "\\u0062");
      std::string expected(length, 'a');
      expected.insert(at, "b");
      REQUIRE(value_of_x("{\"x\":\"" + text + "\"}") == '"' + expected + '"');
    }
  }
}

TEST_CASE("unpaired surrogates become U+FFFD, as in Go") {
  // kubectl: {"x":"\ud800","y":"\udc00\ud83d\ude00","z":"\ud83dx"}
  CHECK(value_of_x(R"({"x":"\ud800"})") == "\"\uFFFD\"");
  CHECK(value_of_x(R"({"x":"\udc00\ud83d\ude00"})") == "\"\uFFFD\U0001F600\"");
  CHECK(value_of_x(R"({"x":"\ud83dx"})") == "\"\uFFFDx\"");
  CHECK(value_of_x(R"({"x":"\ud83d\n"})") == "\"\uFFFD\\n\"");
  CHECK(value_of_x(R"({"x":"\ud83d\ud83d\ude00"})") == "\"\uFFFD\U0001F600\"");
}

TEST_CASE("bytes that are not UTF-8 become U+FFFD, with a warning") {
  struct {
    std::string_view bytes, repaired;
  } const rows[] = {
      // kubectl's own answers
      {"\xe2\x82", "\uFFFD"},
      {"\xf0\x9f\x98", "\uFFFD"},
      {"\xf0\x9f", "\uFFFD"},
      {"\xc0\x80", "\uFFFD\uFFFD"},
      {"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
      {"\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xff\xfe", "\uFFFD\uFFFD"},
      {"\xe2(\xa1", "\uFFFD(\uFFFD"},
      {"\xf8\x88\x80\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\x80\x80", "\uFFFD\uFFFD"},
  };
  for (const auto& row : rows) {
    const std::string text =
        R"({"kind":"Pod","metadata":{"namespace":"ml","name":"a"},"x":")" + std::string(row.bytes) + "|\"}";
    INFO(row.repaired);
    CHECK(value_of_x(text) == '"' + std::string(row.repaired) + "|\"");
    CHECK(reading(text).problems ==
          Texts{"test: (Pod ml/a) it holds bytes that are not UTF-8; they are read as U+FFFD, as kubectl does"});
  }
  CHECK(reading(R"({"x":"é€😀"})").problems.empty());
}

TEST_CASE("duplicate keys: the last one wins") { CHECK(value_of_x(R"({"x":1,"y":2,"x":3})") == "3"); }

TEST_CASE("reading skips fieldsV1") {
  const std::string_view text =
      R"({"metadata":{"managedFields":[{"manager":"m","fieldsV1":{"f:a":{"f:b":{}},"k:{\"n\":1}":[1,"]"]},"time":"t"}]}})";
  CHECK(reading(text).objects == Texts{R"( {"metadata":{"managedFields":[{"manager":"m","time":"t"}]}})"});
}

TEST_CASE("a broken object of a list is never silent; the others remain") {
  for (const std::string_view broken :
       {R"({"a":1 "b":2})", R"({"a":})", R"({"a" 1})", R"({"a":01x, "b": ]})", R"({"a":[1 2]})", R"({"a":[1}])",
        R"({"a":"\x"})", R"({"a":"\u12G4"})", R"({"a":"x"y})", R"({"a":1}})", R"({,})", R"({"a":{]})", R"({"a":tru})",
        R"({"a":1,})"}) {
    INFO(broken);
    const Reading result =
        reading(R"({"kind":"List","items":[{"kind":"A"},)" + std::string(broken) + R"(,{"kind":"B"}]})");
    // Unmatched brackets and quotes also take what follows.
    CHECK((!result.problems.empty() || !result.error.empty()));
    CHECK(result.objects.front() == R"(A {"kind":"A"})");
  }
}

TEST_CASE("a message explains the fault of an object") {
  SECTION("an object that is only valid as YAML reads as kubectl reads it") {
    const Reading result = reading(R"({"kind":"List","items":[{"kind":"A","x":[0x10,],},{"kind":"B","y":yes}]})");
    CHECK(result.objects == Texts{R"(A {"kind":"A","x":[16]})", R"(B {"kind":"B","y":true})"});
    REQUIRE(result.problems.size() == 2);
    CHECK(result.problems[0] ==
          "test, item 1: (A) this is no JSON: it is no value, near 0x10; it is read as YAML, as kubectl does");
    const Reading twice = reading(R"({"kind":"List","items":[{"kind":"A","x":1,"x":2,}]})");
    CHECK(twice.objects == Texts{R"(A {"kind":"A","x":2})"});
    CHECK(twice.problems.size() == 2); // the duplicate key, and the switch to YAML
  }
  const auto problem = [](std::string_view object) {
    const Reading result =
        reading(R"({"kind":"List","items":[{"kind":"A"},)" + std::string(object) + R"(,{"kind":"B"}]})");
    CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})"});
    REQUIRE(result.problems.size() == 1);
    return result.problems[0];
  };
  CHECK(
      problem(R"({"a": "\q"})") ==
      R"(test, item 2: this is no JSON: a string holds an escape that JSON does not have, near "\q"; it is left out)");
  CHECK(problem(R"("text")") == "test, item 2: this item of the list is no object; it is left out");
  CHECK(problem("5") == "test, item 2: this item of the list is no object; it is left out");
  CHECK(problem("[{}]") == "test, item 2: this item of the list is no object; it is left out");
}

TEST_CASE("nesting has a limit") {
  const auto nested = [](std::size_t levels) {
    return R"({"x":)" + std::string(levels, '[') + std::string(levels, ']') + "}";
  };
  CHECK(reading(nested(999)).error.empty());
  CHECK(reading(nested(1000)).error == "cannot read test: it is nested more than 1000 levels deep");
  CHECK(reading(nested(1'000'000)).error == "cannot read test: it is nested more than 1000 levels deep");
  const Reading list = reading(R"({"kind":"List","items":[)" + nested(100'000) + R"(,{"kind":"B"}]})");
  CHECK(list.problems == Texts{"test, item 1: it is nested more than 1000 levels deep; it is left out"});
  CHECK(list.objects == Texts{R"(B {"kind":"B"})"});
}
