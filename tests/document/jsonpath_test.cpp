// SPDX-License-Identifier: Apache-2.0
// JSONPath templates, compared with kubectl's answers and the rules of its parser.
#include "document/reading/jsonpath.hpp"

#include "support/catch.hpp"
#include "support/vectors.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

using document::JsonPath;
using document::Output;
using namespace std::literals;

namespace {

Output output_of(simdjson::dom::element value) {
  using simdjson::dom::element_type;
  switch (value.type()) {
  case element_type::OBJECT: {
    Output out;
    const simdjson::dom::object members = value.get_object().value();
    for (const auto member : members) { out[member.key] = output_of(member.value); }
    return out;
  }
  case element_type::ARRAY: {
    Output out = Output::array();
    const simdjson::dom::array elements = value.get_array().value();
    for (const auto element : elements) { out.push(output_of(element)); }
    return out;
  }
  case element_type::STRING:
    return Output(std::string_view(value));
  case element_type::BOOL:
    return Output(bool(value));
  case element_type::DOUBLE:
    return Output(document::NumberText{simdjson::minify(value)});
  default:
    return Output(value.get_int64().value());
  }
}

Output parsed(const std::string& json) {
  simdjson::dom::parser parser;
  return output_of(parser.parse(json).value());
}

// Output of the template, or the error.
std::string printed(const std::string& path, const std::string& json, bool missing_is_nothing = true) {
  try {
    return JsonPath(path).print(parsed(json), missing_is_nothing);
  } catch (const util::Error& error) { return util::concat("error: ", error.what()); }
}

const std::string k_list =
    R"({"items": [{"n": "a", "c": 3, "t": [1, 2, 3]}, {"n": "b", "c": 10, "t": []}, {"n": "c"}]})";

} // namespace

TEST_CASE("templates print as in kubectl") {
  simdjson::dom::parser parser;
  const simdjson::dom::element root = parser.load(std::string(GANG_TEST_DATA) + "/vectors/jsonpath.json").value();
  const Output object = output_of(root["object"].value());
  support::Vectors("jsonpath.json").for_each("cases", [&](const support::Case& row) {
    const std::string path = row.text("template"), expected = row.text("output");
    if (path.empty()) { return; } // -o rejects it before parsing
    std::string got;
    try {
      const JsonPath template_(path);
      try {
        got = template_.print(object);
      } catch (const util::Error& error) {
        got = util::concat("error: error executing jsonpath \"", path, "\": Error executing template: ", error.what());
      }
    } catch (const util::Error& error) {
      got = util::concat("error: error parsing jsonpath ", path, ", ", error.what());
    }
    CHECK(got == expected);
  });
}

TEST_CASE("range repeats its body for every element") {
  CHECK(printed(R"({range .items[*]}{.n}={.c};{end}.)", k_list) == "a=3;b=10;c=;.");
  CHECK(printed(R"({range .items[*]}{.n}:{range .t[*]}{@},{end} {end})", k_list) == "a:1,2,3, b: c: ");
  CHECK(printed(R"({range .nothing[*]}x{.n}{end}after)", k_list) == "after");
  // Without an end, the body reaches to the end of the template. It runs once more on the outer object.
  CHECK(printed(R"({range .items[*]}{.n}-)", k_list) == "a-b-c--");
  CHECK(printed("{end}", k_list) == "error: not in range, nothing to end");
  CHECK(printed("{.items[0].n}{word}", k_list) == "error: unrecognized identifier word");
}

TEST_CASE("filters compare values of one type") {
  CHECK(printed("{.items[?(@.c>3)].n}", k_list) == "b");
  CHECK(printed("{.items[?(@.c>=3)].n}", k_list) == "a b");
  CHECK(printed("{.items[?(@.c<10)].n}", k_list) == "a");
  CHECK(printed("{.items[?(@.c!=3)].n}", k_list) == "b");
  CHECK(printed("{.items[?(@.t)].n}", k_list) == "a b");
  CHECK(printed("{.items[?(@.n=='c')].n}", k_list) == "c");
  CHECK(printed("{.items[?(@.c==\"3\")].n}", k_list) == "error: incompatible types for comparison");
  CHECK(printed("{.items[?(@.t==1)].n}", k_list) == "error: incompatible types for comparison");
  CHECK(printed("{.items[?(@.t[*]==1)].n}", k_list) == "error: can only compare one element at a time");
  CHECK(printed("{.items[?(@.n===1)].n}", k_list) == "error: unrecognized filter operator ===");
  CHECK(printed("{.items[?(@.n==\"a)\")].n}", k_list).empty());
  CHECK(printed("{.items[?(@.n==\"a\")}", k_list) == "error: unclosed array expect ]");
  CHECK(printed("{.items[?(@.n}", k_list) == "error: unterminated filter");
}

TEST_CASE("indexes and slices select elements of arrays") {
  CHECK(printed("{.items[0].t[1:]}", k_list) == "2 3");
  CHECK(printed("{.items[0].t[:2]}", k_list) == "1 2");
  CHECK(printed("{.items[0].t[-2:]}", k_list) == "2 3");
  CHECK(printed("{.items[0].t[0,2]}", k_list) == "1 3");
  CHECK(printed("{.items[0].t[::2]}", k_list) == "1 3");
  CHECK(printed("{.items[0].t[2:1]}", k_list) == "error: starting index 2 is greater than ending index 1");
  CHECK(printed("{.items[0].t[0:9]}", k_list) == "error: array index out of bounds: index 8, length 3");
  CHECK(printed("{.items[0].t[::-1]}", k_list) == "error: step must be > 0");
  CHECK(printed("{.items[0].t[a]}", k_list) == "error: invalid array index a");
  CHECK(printed("{.items[0].t[99999999999999999999]}", k_list) ==
        "error: array index 99999999999999999999 is not a number");
  CHECK(printed("{.items[0].n[0]}", k_list) == "error: string is not array or slice");
  CHECK(printed("{.items[0].t[0}", k_list) == "error: unterminated array");
  CHECK(printed("{.items[0].t[9223372036854775807]}", k_list).starts_with("error: array index out of bounds"));
}

TEST_CASE("a missing field yields nothing, or an error") {
  CHECK(printed("{.items[0].x}", k_list).empty());
  CHECK(printed("{.items[0].x}", k_list, false) == "error: x is not found");
}

TEST_CASE("recursive descent and wildcards find all values") {
  CHECK(printed("{..n}", k_list) == "a b c");
  CHECK(printed("{.items[0].*}", k_list) == R"(3 a [1,2,3])");
  CHECK(printed("{....n}", k_list) == "error: invalid multiple recursive descent");
}

TEST_CASE("quoted texts accept Go's escapes") {
  CHECK(printed(R"({"\t\x41\101\u00e9\\."})", k_list) == "\tAA\xc3\xa9\\.");
  CHECK(printed(R"({"\\"})", k_list) ==
        "error: unterminated quoted string"); // as in kubectl: a backslash before the quote is enough
  CHECK(printed(R"({'it\'s'})", k_list) == "it's");
  CHECK(printed(R"({"\q"})", k_list) == R"(error: unquote string "\q" error invalid syntax)");
  CHECK(printed(R"({"\ud800"})", k_list).starts_with("error: unquote string"));
  CHECK(printed(R"({"open})", k_list) == "error: unterminated quoted string");
}

TEST_CASE("printing as JSON makes each part an array") {
  CHECK(JsonPath("{.items[*].n}").print_as_json(parsed(k_list)) == "[\n    \"a\",\n    \"b\",\n    \"c\"\n]\n");
}

TEST_CASE("deeply nested filters end with an error") {
  std::string deep = "{.a";
  for (int i = 0; i < 1000; ++i) { deep += "[?(@.a"; }
  for (int i = 0; i < 1000; ++i) { deep += ")]"; }
  CHECK(printed(deep + "}", k_list).starts_with("error: "));
  std::string recursive = "{.a";
  for (int i = 0; i < 100'000; ++i) { recursive += "['a']"; }
  CHECK(printed(recursive + "}", k_list).empty());
}

TEST_CASE("a NUL in a template is an error because it would cut off every message") {
  CHECK(printed("{.a\0b}"s, k_list) == "error: a template cannot hold a NUL byte");
}

TEST_CASE("a template that multiplies its results ends with an error") {
  std::string ranges;
  for (int i = 0; i < 30; ++i) { ranges += "{range ..}"; }
  CHECK(printed(ranges, k_list) == "error: the template selects too much output");
}

TEST_CASE("paths of --sort-by and custom columns have four spellings") {
  for (const auto* const path : {".a.b", "a.b", "{.a.b}", "{a.b}"}) { CHECK(document::relaxed_path(path) == "{.a.b}"); }
  for (const auto* const path : {"", "{", "{}", "{.a}{.b}", "a}"}) {
    CHECK_THROWS_WITH(document::relaxed_path(path), Catch::StartsWith("unexpected path string"));
  }
}
