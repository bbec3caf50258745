// SPDX-License-Identifier: Apache-2.0
// Input broken in every way: it gives an error or problems, never a crash and never silence.
#include "document/reading.hpp"

#include <random>

using namespace std::literals;

namespace {

const std::string k_json = R"({"apiVersion":"v1","kind":"List","metadata":{"resourceVersion":""},"items":[
  {"kind":"Pod","metadata":{"name":"a","labels":{"k":"v\u00e9\n"},"managedFields":[{"fieldsV1":{"f:a":{}}}]},"n":-1.5e3,"t":[true,null]},
  {"kind":"PodList","items":[{"x":"é"}]}]}
{"kind":"B"})";

const std::string k_yaml = R"(apiVersion: v1
kind: List
items:
- kind: Pod
  metadata: {name: a, labels: {k: "v\u00e9", 'q': ''''}}
  text: |2-
      block
    é
  n: 0x10
  list: &a
  - 1
  - <<: {b: c}
- kind: B
  alias: *a
  tag: !!binary aGVsbG8=
---
kind: C
...
dropped
)";

} // namespace

TEST_CASE("text cut off anywhere or with any byte changed never crashes") {
  for (const std::string& whole : {k_json, k_yaml}) {
    const Reading complete = reading(whole);
    REQUIRE(complete.error.empty());
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const Reading cut = reading(whole.substr(0, size));
      REQUIRE((cut.objects.size() <= complete.objects.size() + 1));
      for (const char byte : {'\0', '"', '{', '}', '\\', '\n', '\xff', ' ', '*', '-', ':'}) {
        std::string changed = whole;
        changed[size] = byte;
        (void)reading(changed);
      }
    }
  }
}

TEST_CASE("a list without a kind is an error where kubectl does not read it") {
  document::ReadOptions options;
  options.bare_lists = false;
  for (const char* const text : {R"([{"kind":"A"}])", "- kind: A\n", "kind: B\n---\n- kind: A\n"}) {
    CHECK(reading(text, options).error.find("this is a list without a kind") != std::string::npos);
    CHECK(reading(text).error.empty());
  }
  CHECK(reading("kind: List\nitems:\n- kind: A\n", options).error.empty());
}

TEST_CASE("a JSON list cut off anywhere never looks complete") {
  const std::string list = k_json.substr(0, k_json.find("\n{\"kind\":\"B\"}"));
  for (std::size_t size = 1; size < list.size(); ++size) {
    INFO(size);
    const std::string error = reading(list.substr(0, size)).error;
    CHECK(error.find("cannot read test: it is cut off, inside ") == 0);
  }
}

TEST_CASE("random bytes never crash") {
  std::mt19937 random(99);
  for (int round = 0; round < 3000; ++round) {
    std::string text(random() % 200, ' ');
    for (char& byte : text) {
      byte = round % 2 == 0 ? static_cast<char>(random()) : "{}[]\":,\\ \n-&*!|>'%?#<ax01"[random() % 26];
    }
    for (const std::string_view start : {"", "{", "[", "{\"items\":[", "\x1f\x8b", "\x28\xb5\x2f\xfd", "a: "}) {
      (void)reading(std::string(start) + text);
    }
  }
  SUCCEED();
}

TEST_CASE("JSON with unclosed brackets is an error") {
  for (const std::size_t levels : {std::size_t{10'000}, std::size_t{1'000'000}}) {
    CHECK(!reading(std::string(levels, '[')).error.empty());
    CHECK(!reading(std::string(levels, '[') + std::string(levels, ']')).problems.empty());
    std::string objects;
    for (std::size_t i = 0; i < levels; ++i) { objects += "{\"a\":"; }
    CHECK(!reading(objects).error.empty());
    CHECK(!reading(objects + "1" + std::string(levels, '}')).error.empty());
    CHECK(!reading("a: " + std::string(levels, '{')).error.empty());
  }
}

TEST_CASE("bytes that are illegal in text are errors") {
  CHECK(!reading("{\"kind\":\"A\",\"x\":\"a\0b\"}"sv).error.empty());
  CHECK(!reading("{\"kind\":\"A\"}\0"sv).error.empty());
  CHECK(!reading("\0"sv).error.empty());
  CHECK(!reading("kind: A\0"sv).error.empty());
  CHECK(!reading("{\"kind\":\"A\",\"x\":\"\x01\"}").error.empty());
  CHECK(!reading("\xff\xfe").error.empty());
  CHECK(!reading("\xef\xbb\xbf").error.empty());
  CHECK(reading("{\"kind\":\"A\",\"x\":\"\t\"}").objects.size() == 1); // kubectl reads it as YAML
  CHECK(reading("{\"kind\":\"A\",\"x\":\"\x7f\"}").objects.size() == 1);
}

TEST_CASE("numbers of any size stay text") {
  const std::string digits(100'000, '9');
  CHECK(value_of_x("{\"x\":" + digits + "}") == digits);
  CHECK(value_of_x("{\"x\":-" + digits + "." + digits + "e+" + digits + "}") ==
        "-" + digits + "." + digits + "e+" + digits);
  CHECK(value_of_x("x: " + digits) == '"' + digits + '"'); // no float64, so kubectl leaves it text
}

TEST_CASE("keys may have any size") {
  const std::string key(100'000, 'k');
  CHECK(reading("{\"" + key + "\":1}").objects == Texts{" {\"" + key + "\":1}"});
  CHECK(!reading("{" + key + ": 1}").error.empty()); // YAML: at most 1024
}

TEST_CASE("a string of 100 MB arrives whole", "[.large]") {
  const std::string text(100'000'000, 'x');
  std::size_t size = 0;
  const auto measure = [&](const document::Item& item) { size = item.value["x"].text().size(); };
  document::read_text("{\"kind\":\"List\",\"items\":[{\"x\":\"" + text + "\"},{\"x\":\"" + text + "\\n\"}]}", "test",
                      {}, measure, [](const util::Problem&) {});
  CHECK(size == text.size() + 1);
  document::read_text("{\"x\":\"" + text + "\"}", "test", {}, measure, [](const util::Problem&) {});
  CHECK(size == text.size());
  document::read_text("x: " + text.substr(0, 20'000'000), "test", {}, measure, [](const util::Problem&) {});
  CHECK(size == 20'000'000);
}

TEST_CASE("a list of a million items may have its kind after them", "[.large]") {
  std::string text = "{\"items\":[";
  for (int i = 0; i < 1'000'000; ++i) { text += i == 0 ? "{\"x\":1}" : ",{\"x\":1}"; }
  text += "],\"kind\":\"PodList\"}";
  std::size_t pods = 0;
  document::read_text(
      text, "test", {}, [&](const document::Item& item) { pods += item.kind == "Pod" ? 1u : 0u; },
      [](const util::Problem&) {});
  CHECK(pods == 1'000'000);
}
