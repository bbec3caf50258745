// SPDX-License-Identifier: Apache-2.0
// Reading values, changing them, and reading them again.
#include "document/reading/editing.hpp"

#include "document/reading/reader.hpp"
#include "support/catch.hpp"

namespace {

document::Output read(std::string_view text) {
  document::Output out;
  document::read_text(
      text, "test", {}, [&](const document::Item& item) { out = document::editable(item.value); }, [](const auto&) {});
  return out;
}

} // namespace

TEST_CASE("a value keeps its texts from reading to writing, except null") {
  CHECK(document::to_json(read(
            R"({"kind": "A", "big": 12345678901234567890, "e": 1e3, "t": true, "n": null, "l": [1, null, "x"]})")) ==
        R"({
    "big": 12345678901234567890,
    "e": 1e3,
    "kind": "A",
    "l": [
        1,
        "x"
    ],
    "t": true
}
)");
}

TEST_CASE("a built value is readable and owns its texts") {
  document::Tree tree;
  {
    document::Output made;
    made["name"] = std::string(40, 'n');
    made["count"] = 3;
    made["ratio"] = document::NumberText{"0.5"};
    made["list"] = document::Output(document::Output::Array{"a", true});
    document::build(tree, made);
  }
  const document::Value value = tree.root();
  CHECK(value["name"].text() == std::string(40, 'n'));
  CHECK(value["count"].text() == "3");
  CHECK(value["ratio"].is_number());
  CHECK(value["list"].size() == 2);
}

TEST_CASE("setting a member of a non-object makes it an object") {
  document::Output value = read(R"({"kind": "A", "a": [1]})");
  value["a"]["b"] = "c";
  CHECK(document::text_of(document::find(value["a"], "b")) == "c");
}

TEST_CASE("searching a missing value finds nothing") {
  const document::Output value = read(R"({"kind": "A", "a": {"b": "c"}})");
  CHECK(document::text_of(document::find(*document::find(value, "a"), "b")) == "c");
  CHECK(document::find(value, "x") == nullptr);
  CHECK(document::find(*document::find(value, "kind"), "x") == nullptr);
  CHECK(document::text_of(document::find(value, "a")).empty());
  CHECK(document::text_of(nullptr).empty());
}
