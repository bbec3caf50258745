// SPDX-License-Identifier: Apache-2.0
// Manifests read as in kubectl. A comment "kubectl:" means that kubectl itself gave the expected result.
#include "document/reading.hpp"
#include "support/vectors.hpp"

#include <map>
#include <set>
#include <sstream>

using namespace std::literals;

namespace {

std::string error_of(std::string_view text) { return reading(text).error; }

// Value of x in `{x: TEXT}`.
std::string x(const std::string& text) { return value_of_x("x: " + text + "\n"); }

// Makes values comparable regardless of key order and the spelling of numbers.
std::string canonical(document::Value value) {
  if (value.is_number()) { return std::to_string(std::stod(std::string(value.text()))); }
  std::string out;
  if (value.is_array()) {
    for (const auto element : value.elements()) { out.append(canonical(element)).append(","); }
    return "[" + out + "]";
  }
  if (!value.is_object()) { return json(value); }
  std::map<std::string, std::string> members;
  for (const auto [key, member] : value.members()) { members[std::string(key)] = canonical(member); }
  for (const auto& [key, member] : members) { out.append(key).append(":").append(member).append(","); }
  return "{" + out + "}";
}

std::string canonical(simdjson::dom::element value) {
  std::string out;
  if (value.is_array()) {
    for (const auto element : value.get_array()) { out.append(canonical(element)).append(","); }
    return "[" + out + "]";
  }
  if (value.is_object()) {
    std::map<std::string, std::string> members;
    for (const auto member : value.get_object()) { members[std::string(member.key)] = canonical(member.value); }
    for (const auto& [key, member] : members) { out.append(key).append(":").append(member).append(","); }
    return "{" + out + "}";
  }
  if (value.is_number()) { return std::to_string(value.get_double().value()); }
  return simdjson::minify(value);
}

// Drops apiVersion and kind, which kubectl's answers in the vectors lack.
std::string without_type(document::Value object) {
  document::Tree tree;
  tree.begin_object();
  for (const auto [key, member] : object.members()) {
    if (key == "apiVersion" || key == "kind") { continue; }
    tree.key(key);
    tree.copy(member);
  }
  tree.end();
  return canonical(tree.root());
}

// The vectors store each byte of the input as one character.
std::string as_bytes(const std::string& utf8) {
  std::string out;
  for (std::size_t at = 0; at < utf8.size(); ++at) {
    const auto byte = static_cast<unsigned char>(utf8[at]);
    if (byte < 0x80) {
      out += utf8[at];
    } else {
      out += static_cast<char>((byte & 0x3) << 6 | (static_cast<unsigned char>(utf8[++at]) & 0x3f));
    }
  }
  return out;
}

} // namespace

TEST_CASE("manifests read as in kubectl: yaml_input.json") {
  std::size_t count = 0;
  support::Vectors("yaml_input.json").for_each("cases", [&](const support::Case& row) {
    ++count;
    const std::string text = as_bytes(row.text("document"));
    if (row.text("name") == "empty") {
      // Our own rule: empty input is an error, while kubectl reads no objects.
      CHECK(error_of(text) == "cannot read test: it is empty");
      return;
    }
    std::string read;
    std::string error;
    try {
      document::read_text(
          text, "test", {}, [&](const document::Item& item) { read += without_type(item.value) + ","; },
          [](const util::Problem&) {});
    } catch (const std::runtime_error& failure) { error = failure.what(); }
    if (!row.flag("ok")) {
      CHECK(!error.empty());
      return;
    }
    CHECK(error.empty());
    simdjson::dom::parser parser;
    CHECK("[" + read + "]" == canonical(parser.parse(row.text("result")).value()));
  });
  CHECK(count == 27);
}

TEST_CASE("plain scalars follow YAML 1.1") {
  struct {
    const char* text;
    const char* value;
  } const rows[] = {
      {"yes", "true"},
      {"On", "true"},
      {"Y", "true"},
      {"tRue", R"("tRue")"},
      {"NO", "false"},
      {"n", "false"},
      {"oFF", R"("oFF")"},
      {"", "null"},
      {"~", "null"},
      {"null", "null"},
      {"Null", "null"},
      {"NULL", "null"},
      {"nUll", R"("nUll")"},
      {"0", "0"},
      {"-0", "0"},
      {"+1", "1"},
      {"-1", "-1"},
      {"010", "8"},
      {"-010", "-8"},
      {"0o10", "8"},
      {"0O17", "15"},
      {"08", "8"},
      {"0o8", R"("0o8")"},
      {"0x1F", "31"},
      {"0X1f", "31"},
      {"+0x1", "1"},
      {"0x", R"("0x")"},
      {"0x_1F", "31"},
      {"0b11", "3"},
      {"0B1", "1"},
      {"-0b1", "-1"},
      {"0b12", R"("0b12")"},
      {"1_000", "1000"},
      {"1__0", "10"},
      {"_1", R"("_1")"},
      {"00", "0"},
      {"09", "9"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"18446744073709551615", "18446744073709551615"},
      {"18446744073709551616", "18446744073709552000"},
      {"-9223372036854775809", "-9223372036854776000"},
      {"+18446744073709551615", "18446744073709552000"},
      {"123456789012345678901234567890", "1.2345678901234568e+29"},
      {"9007199254740993", "9007199254740993"},
      {"1.5", "1.5"},
      {"1.0", "1"},
      {".5", "0.5"},
      {"5.", "5"},
      {"-.5", "-0.5"},
      {"+.5", "0.5"},
      {".5_0", "0.5"},
      {"1_0.5", "10.5"},
      {"0.", "0"},
      {"-0.0", "-0"},
      {"1e3", "1000"},
      {"1E5", "100000"},
      {"1e+3", "1000"},
      {"1.e3", "1000"},
      {"12e03", "12000"},
      {"1e-7", "1e-7"},
      {"0.000001", "0.000001"},
      {"0.0000012", "0.0000012"},
      {"0.0000001", "1e-7"},
      {"1e20", "100000000000000000000"},
      {"1e21", "1e+21"},
      {"123456789.123456789", "123456789.12345679"},
      {"685_230.15", "685230.15"},
      {"1e400", R"("1e400")"},
      {"-1e400", R"("-1e400")"},
      {"1e-400", "0"},
      {"1e", R"("1e")"},
      {"1ee3", R"("1ee3")"},
      {".", R"(".")"},
      {"..", R"("..")"},
      {".e5", R"(".e5")"},
      {"._5", R"("._5")"},
      {"0x1p3", R"("0x1p3")"},
      {"1.2.3", R"("1.2.3")"},
      {"1:30", R"("1:30")"},
      {"+", R"("+")"},
      {"--1", R"("--1")"},
      {"+-1", R"("+-1")"},
      {"0x-1", R"("0x-1")"},
      {"500m", R"("500m")"},
      {"2001-12-14", R"("2001-12-14")"},
      {"2001-12-14t21:59:43.10-05:00", R"("2001-12-14t21:59:43.10-05:00")"},
      {"nan", R"("nan")"},
      {"inf", R"("inf")"},
      {"=", R"("=")"},
      {"a # b", R"("a")"},
      {"a#b", R"("a#b")"},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    CHECK(x(row.text) == row.value);
  }
  for (const char* const text : {".inf", "-.INF", "+.Inf", ".nan", ".NaN"}) {
    INFO(text);
    CHECK(error_of("x: " + std::string(text)) ==
          "cannot read test: line 1, column 4: " + std::string(text) + " is no number that an object can hold");
  }
}

TEST_CASE("quotes and blocks make strings") {
  CHECK(x("'yes'") == R"("yes")");
  CHECK(x("\"1\"") == R"("1")");
  CHECK(x("|\n  1\n") == R"("1\n")");
  CHECK(x(">-\n  a\n  b\n") == R"("a b")");
  CHECK(x("! 5") == R"("5")");
  CHECK(x("\"\\N\\_\\L\\P\\xe9\\e\"") == "\"\\u0085\u00a0\\u2028\\u2029é\\u001b\"");
  CHECK(x("\"a\\x41\\u00e9\\/\"") == R"("aAé/")");
}

TEST_CASE("tags set the type of a scalar") {
  CHECK(x("!!str yes") == R"("yes")");
  CHECK(x("!!str 010") == R"("010")");
  CHECK(x("!!int \"010\"") == "8");
  CHECK(x("!!float 1") == "1");
  CHECK(x("!!float 1e2") == "100");
  CHECK(x("!!bool \"yes\"") == "true");
  CHECK(x("!!null \"\"") == "null");
  CHECK(x("!!timestamp 2001-01-01") == R"("2001-01-01")");
  CHECK(x("!foo 5") == R"("5")");
  CHECK(x("!<tag:example.com,2000:a> yes") == R"("yes")");
  CHECK(x("!foo {a: 1}") == R"({"a":1})");
  CHECK(x("!!binary aGVsbG8=") == R"("hello")");
  CHECK(x("!!binary |\n  aGVs\n  bG8=\n") == R"("hello")");
  CHECK(x("!!binary /w==") == "\"\uFFFD\"");
  CHECK(x("!!binary \"\"") == R"("")");
  for (const char* const text : {"!!int abc", "!!int 1.5", "!!bool 1", "!!null x", "!!float x", "!!binary '###'",
                                 "!!binary YQ", "!!binary YQ=", "!!binary YQ==YQ==", "!!binary Y==="}) {
    INFO(text);
    CHECK(!error_of("x: " + std::string(text)).empty());
  }
  CHECK(error_of("a: 1\nx: !!int abc\n") == "cannot read test: line 2, column 4: cannot decode !!str `abc` as a !!int");
}

TEST_CASE("keys become strings") {
  // kubectl: {1.5: a, 1e3: b, 0x10: c, yes: d, 2001-01-01: e, 0.1: f, 1e30: g, -0.0: h}
  CHECK(x("{1.5: a, 1e3: b, 0x10: c, yes: d, 2001-01-01: e, 0.1: f, 1e30: g, -0.0: h}") ==
        R"({"1.5":"a","1000":"b","16":"c","true":"d","2001-01-01":"e","0.1":"f","1e+30":"g","-0":"h"})");
  CHECK(x("{123456: a, 1234567.5: b, 0.00001: c}") == R"({"123456":"a","1.2345675e+06":"b","1e-05":"c"})");
  CHECK(x("{on: 1, off: 2, '3': 3, !!str 4: 4, !!int \"05\": 5}") == R"({"true":1,"false":2,"3":3,"4":4,"5":5})");
  CHECK(x("{? a, b}") == R"({"a":null,"b":null})");
  for (const char* const text : {"{null: a}", "{~: a}", "{18446744073709551615: a}", "{? [a] : b}", "{? {a: b} : c}",
                                 "{.inf: a}", "{!!int a: b}"}) {
    INFO(text);
    CHECK(!error_of("x: " + std::string(text)).empty());
  }
  CHECK(error_of("a:\n  null: b\n") ==
        "cannot read test: line 2, column 3: the key null is no text; put it into quotes");
}

TEST_CASE("the last of duplicate members wins, and a warning says so") {
  const Reading result = reading("kind: A\ndata:\n  a: 1\n  b: 2\n  a: {c: 3}\n");
  CHECK(result.objects == Texts{R"(A {"kind":"A","data":{"b":2,"a":{"c":3}}})"});
  CHECK(result.problems == Texts{"test, line 5: the key a is given twice, first on line 3; the last one counts"});
  CHECK(x("{a: 1, a: 2, b: 3, a: 4, b: 5}") == R"({"a":4,"b":5})");
  CHECK(x("{a: {b: {}, c: [1, {}]}, a: [], d: 1}") == R"({"a":[],"d":1})");
}

TEST_CASE("merge keys add the members that are missing") {
  const std::string named = "a: &a {p: 1, q: 2}\nb: &b {q: 3, r: 4}\n";
  const auto merged = [&](const std::string& text) { return value_of_x(named + "x: " + text + "\n"); };
  CHECK(merged("{<<: *a, q: 9}") == R"({"p":1,"q":9})");
  CHECK(merged("{<<: [*a, *b], s: 5}") == R"({"r":4,"p":1,"q":2,"s":5})");
  CHECK(merged("{<<: {z: 1}, w: 2}") == R"({"z":1,"w":2})");
  CHECK(merged("{<<: [{z: 1}, *a]}") == R"({"p":1,"q":2,"z":1})");
  CHECK(merged("{<<: {<<: *a, z: 1}}") == R"({"p":1,"q":2,"z":1})");
  // kubectl: the later one wins, even if that is the merge
  CHECK(merged("{q: 9, <<: *a}") == R"({"p":1,"q":2})");
  CHECK(merged("{<<: {a: 1}, <<: {a: 2, c: 3}}") == R"({"a":2,"c":3})");
  CHECK(merged("{\"<<\": {a: 1}}") == R"({"\u003c\u003c":{"a":1}})");
  CHECK(reading(named + "x: {<<: *a, q: 9}\n").problems.empty());
  CHECK(!error_of("x: {<<: 5}").empty());
  CHECK(!error_of("x: {<<: [5]}").empty());
  CHECK(!error_of("x: {<<: }").empty());
}

TEST_CASE("an alias stands for the value of its anchor") {
  CHECK(value_of_x("a: &q hello\nx: [*q, *q]") == R"(["hello","hello"])");
  CHECK(value_of_x("a: &q {b: [1, yes, ~, 1.5]}\nx: {c: *q}") == R"({"c":{"b":[1,true,null,1.5]}})");
  CHECK(x("{a: &v \"1\", b: *v, c: &v \"2\", d: *v}") == R"({"a":"1","b":"1","c":"2","d":"2"})");
  CHECK(x("{a: &v k, *v : z}") == R"({"a":"k","k":"z"})");
  CHECK(x("{&v a: 1, b: *v}") == R"({"a":1,"b":"a"})");
  CHECK(error_of("x: &a {b: *a}") ==
        "cannot read test: line 1, column 11: the value that this alias names contains itself");
  CHECK(!error_of("x: &a [*a]").empty());
  CHECK(!error_of("&a x: {<<: *b}").empty());
  CHECK(!error_of("x: {a: &v [1], *v : z}").empty());
  SECTION("across the items of a list, which the reader does not keep") {
    const Reading result = reading("kind: List\nitems:\n- kind: A\n  x: &v {a: [1, text]}\n- kind: B\n  x: *v\n");
    CHECK(result.objects == Texts{R"(A {"kind":"A","x":{"a":[1,"text"]}})", R"(B {"kind":"B","x":{"a":[1,"text"]}})"});
  }
}

TEST_CASE("aliases multiply only up to a limit") {
  std::string text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 12; ++i) {
    std::ostringstream line;
    line << "a" << i << ": &a" << i << " [";
    for (int k = 0; k < 9; ++k) { line << (k == 0 ? "" : ",") << "*a" << i - 1; }
    text += line.str() + "]\n";
  }
  CHECK(error_of(text).find("the document contains excessive aliasing") != std::string::npos);

  SECTION("nesting of aliases has a limit") {
    std::string chain = "a0: &a0 [x]\n";
    for (int i = 1; i < 2000; ++i) {
      chain += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
    }
    CHECK(error_of(chain).find("it is nested too deeply") != std::string::npos);
  }
  SECTION("anchors within anchors have a limit") {
    std::string nest = "x: ";
    for (int i = 0; i < 400; ++i) { nest += "{&k" + std::to_string(i) + " a: &v" + std::to_string(i) + " "; }
    nest += "[" + std::string(1'000'000, '1') + "]" + std::string(400, '}');
    CHECK(error_of(nest + "\ny: *v0\n").find("excessive aliasing") != std::string::npos);
  }
  SECTION("even if their values contain no text") {
    std::string nest = "x: ";
    for (int i = 0; i < 300; ++i) { nest += "&v" + std::to_string(i) + " ["; }
    for (int i = 0; i < 30'000; ++i) { nest += "~,"; }
    CHECK(error_of(nest + std::string(300, ']')) ==
          "cannot read test: line 1: the document contains excessive aliasing");
  }
}

TEST_CASE("several documents, split as in kubectl") {
  const Reading result = reading("---\nkind: A\n---\n# nothing\n---   # a comment\nkind: B\n--- \nkind: C");
  CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})", R"(C {"kind":"C"})"});
  CHECK(result.places == Texts{"test, line 2", "test, line 6", "test, line 8"});
  CHECK(reading("# only a comment\n").objects.empty());
  CHECK(reading("# only a comment\n").error.empty());
  CHECK(reading("---\n").error.empty());
  CHECK(error_of("kind: A\n--- x: y\n") ==
        "cannot read test: line 2, column 1: nothing but a comment may follow --- on its line");
  CHECK(!error_of("kind: A\n----\n").empty());
  CHECK(!error_of("{a: 1} {b: 2}").empty());
  CHECK(value_of_x("a: |\n  ---\nx: 1\n") == "1");

  SECTION("the reader drops text after the end of a document with a warning") {
    const Reading dropped = reading("kind: A\n...\n\n# c\nfoo: [\n---\nkind: B\n...\n");
    CHECK(dropped.objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})"});
    CHECK(dropped.problems ==
          Texts{"test, line 5: text after the end of a document (...) is not read, up to the next ---"});
    CHECK(dropped.places == Texts{"test, line 1", "test, line 7"});
  }
}

TEST_CASE("lists in YAML yield their items") {
  const Reading result =
      reading("apiVersion: v1\nitems:\n- kind: A\n- x: 1\n- null\n- kind: B\nkind: PodList\nmetadata: {}\n");
  CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"(Pod {"x":1})", R"(B {"kind":"B"})"});
  CHECK(result.places == Texts{"test, item 1, line 3", "test, item 2, line 4", "test, item 4, line 6"});
  CHECK(result.api_versions == Texts{"", "v1", ""});
  CHECK(reading("kind: PodList\napiVersion: v1\nitems: [{x: 1}, {x: 2}]\n").api_versions == Texts{"v1", "v1"});
  CHECK(reading("- kind: A\n- b: 1\n").objects == Texts{R"(A {"kind":"A"})", R"( {"b":1})"});
  CHECK(reading("kind: List\nitems: []\n").objects.empty());
  CHECK(reading("kind: PodList\nitems:\n").objects.empty());
  CHECK(reading("kind: List\nitems:\n- kind: PodList\n  items: [{a: 1}]\n").objects == Texts{R"(Pod {"a":1})"});
  CHECK(reading("l: &l [{kind: A}]\nkind: List\nitems: *l\n").objects == Texts{R"(A {"kind":"A"})"});
  CHECK(reading("kind: List\nitems: &l [{kind: A}]\n").objects == Texts{R"(A {"kind":"A"})"});
  CHECK(reading("kind: Snapshot\ncapturedAt: t\nitems:\n- kind: A\nlists: [1]\n").objects ==
        Texts{R"(A {"kind":"A"})", R"(Snapshot {"kind":"Snapshot","capturedAt":"t","lists":[1]})"});

  SECTION("a rejected item does not affect the others") {
    const Reading bad = reading("kind: List\nitems:\n- kind: A\n- kind: B\n  x: {a: [{null: 1}], b: {}}\n  y: [1]\n- "
                                ".inf\n- {[a]: b, c: [d]}\n- x: !!int a\n"
                                "- {<<: {<<: {a: .nan}, b: {c: d}}, e: f}\n- text\n- kind: C\n");
    CHECK(bad.objects == Texts{R"(A {"kind":"A"})", R"(C {"kind":"C"})"});
    REQUIRE(bad.problems.size() == 6);
    CHECK(bad.problems[0] ==
          "test, item 2, line 4: line 5, column 12: the key null is no text; put it into quotes; it is left out");
    CHECK(bad.error.empty());
  }
}

TEST_CASE("errors name line and column") {
  CHECK(error_of("a: 1\nb: [1,\n").find("cannot read test: line ") == 0);
  CHECK(error_of("kind: A\n---\nx: y\n\tz: 1\n").find("cannot read test: line 4, column 1: ") == 0);
  CHECK(error_of("a: \"x\x7fy\"\n") == "cannot read test: line 1, column 6: control characters are not allowed");
  CHECK(error_of("a: b\nc: \x01\n") == "cannot read test: line 2, column 4: control characters are not allowed");
  CHECK(error_of("a: \0"sv) == "cannot read test: line 1, column 4: control characters are not allowed");
  CHECK(error_of("a: \xc2\x9b\n") == "cannot read test: line 1, column 4: control characters are not allowed");
  CHECK(error_of("hello\n") == "cannot read test: line 1: this is text, not an object");
  CHECK(error_of("a: *x\n").find("cannot read test: line 1, column ") == 0);

  SECTION("and hint at a tab or at a template near the error") {
    CHECK(error_of("kind: A\nmetadata:\n\tname: a\n")
              .ends_with("; line 3 is indented by a tab, and YAML allows only blanks there"));
    CHECK(error_of("kind: A\nx: {{ .Values.x }}\n")
              .ends_with("; line 2 has {{: render the template first, as helm template does"));
    CHECK(error_of("{{- if .Values.x }}\nkind: A\n{{- end }}\n")
              .ends_with("; line 1 has {{: render the template first, as helm template does"));
    CHECK(error_of("kind: A\nx: |\n  {{y}}\na: 1\nb: 2\nc: [1\nd: 2\n").find("template") == std::string::npos);
  }
}

TEST_CASE("an incomplete manifest is an error wherever kubectl sees one") {
  CHECK(!error_of("kind: A\nx: \"a").empty());
  CHECK(!error_of("kind: A\nx: 'a\n").empty());
  CHECK(!error_of("kind: A\nx: {a: b").empty());
  CHECK(!error_of("kind: A\nx: [a,\n").empty());
  CHECK(error_of("kind: A\nmetad") == "cannot read test: line 2, column 1: could not find expected ':'");
  CHECK(!error_of("kind: A\n\"metad\"\n").empty());
  CHECK(!error_of("kind: A\n{a: b}\n").empty());
  CHECK(!error_of("kind: A\n[a]\n").empty());
  CHECK(!error_of("kind: A\nx: 'a\n---\nkind: B\n").empty());
  // Nothing shows that these are incomplete.
  CHECK(value_of_x("? x") == "null");
  CHECK(value_of_x("? x\nz: 1\n") == "null");
  CHECK(value_of_x("x:") == "null");
  CHECK(value_of_x("x: |\n  a") == R"("a\n")"); // kubectl ends the last line
  CHECK(value_of_x("x: |+\n  a\n\n") == R"("a\n\n")");
  CHECK(value_of_x("x: a b") == R"("a b")");
  CHECK(value_of_x("x:\n  a\n  b # c") == R"("a b")");
}

TEST_CASE("line ends, byte order marks and invalid UTF-8 read as in kubectl") {
  CHECK(value_of_x("y: 1\r\nx: a\r\n") == R"("a")");
  CHECK(value_of_x("y: 1\rx: a\r") == R"("a")"); // kubectl: a lone CR ends a line
  CHECK(value_of_x("\xef\xbb\xbfx: 1\n") == "1");
  CHECK(value_of_x("x: \"a\xef\xbb\xbf"
                   "b\"\n") == "\"a\\ufeffb\"");
  const Reading repaired = reading("kind: A\nx: \"a\xff\xe2\x82\"\n\xc3: 1\n");
  CHECK(repaired.objects == Texts{"A {\"kind\":\"A\",\"x\":\"a\uFFFD\uFFFD\",\"\uFFFD\":1}"});
  CHECK(repaired.problems ==
        Texts{"test, line 2: the file holds bytes that are not UTF-8; they are read as U+FFFD, as kubectl does"});
  CHECK(value_of_x("\xff\xfex\0:\0 \0\xe9\0=\xd8\0\xde\0\xd8\n\0"sv) == "\"é\U0001F600\uFFFD\"");
  CHECK(value_of_x("\xfe\xff\0x\0:\0 \0a\0\n"sv) == R"("a")");
  CHECK(value_of_x("\xff\xfe{\0\"\0x\0\"\0:\0"
                   "1\0}\0"sv) == "1"); // PowerShell's redirect
}

TEST_CASE("nesting in YAML has a limit") {
  const auto deep = [](std::size_t levels) { return "x: " + std::string(levels, '[') + std::string(levels, ']'); };
  CHECK(error_of(deep(400)).empty());
  CHECK(error_of(deep(10'000)).find("it is nested too deeply") != std::string::npos);
  CHECK(error_of(deep(1'000'000)).find("it is nested too deeply") != std::string::npos);
  CHECK(error_of("x:\n  " + std::string(10'000, '-')).empty());
  std::string dashes = "x:\n";
  for (int i = 0; i < 2000; ++i) { dashes += "- "; }
  CHECK(error_of(dashes + "1").find("it is nested too deeply") != std::string::npos);
}

TEST_CASE("reading YAML skips fieldsV1 too") {
  CHECK(x("{fieldsV1: {a: &v [1, {fieldsV1: 2}]}, time: t, v: *v}") == R"({"time":"t","v":[1,{}]})");
  CHECK(reading("fieldsV1: text\nkind: A\n").objects == Texts{R"(A {"kind":"A"})"});
  CHECK(reading("<<: text\nkind: A\n").objects.empty());
  CHECK(x("{fieldsV1: 1, fieldsV1: [2]}") == "{}");
  CHECK(x("{<<: {fieldsV1: {<<: {b: 1}}, c: 2}, fieldsV1: }") == R"({"c":2})");
}
