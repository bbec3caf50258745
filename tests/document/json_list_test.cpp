// SPDX-License-Identifier: Apache-2.0
// Files of JSON: lists of all kinds, several documents, our snapshots.
#include "document/reading.hpp"

TEST_CASE("a document may be a single object") {
  const Reading result = reading(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})");
  CHECK(result.objects == Texts{R"(Pod {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})"});
  CHECK(result.places == Texts{"test"});
  CHECK(result.api_versions == Texts{"v1"});
  CHECK(reading("{}").objects == Texts{" {}"});
  CHECK(reading(" \n {} ").objects == Texts{" {}"});
}

TEST_CASE("several documents may follow each other") {
  const Reading result =
      reading("{\"kind\":\"A\"}{\"kind\":\"B\"}\n{\"kind\":\"List\",\"items\":[{\"kind\":\"C\"}]}\n");
  CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})", R"(C {"kind":"C"})"});
  CHECK(result.places == Texts{"test", "test, document 2", "test, document 3, item 1"});
}

TEST_CASE("a v1 List yields its items") {
  const Reading result = reading(
      R"({"kind":"List","apiVersion":"v1","items":[{"kind":"A"},{"kind":"B","apiVersion":"b/v1"}],"metadata":{}})");
  CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B","apiVersion":"b/v1"})"});
  CHECK(result.places == Texts{"test, item 1", "test, item 2"});
  CHECK(result.api_versions == Texts{"", "b/v1"});
  CHECK(reading(R"({"kind":"List","items":[]})").objects.empty());
  CHECK(reading(R"({"kind":"List","items":[ ]})").objects.empty());
  CHECK(reading(R"({"kind":"PodList","items":null})").objects.empty());
}

TEST_CASE("items of a typed list take its kind, wherever the list declares it") {
  const Texts expected = {R"(Pod {"a":1})", R"(Pod {"a":2})", R"(Own {"kind":"Own"})", R"(Pod {"a":3})"};
  const Texts versions = {"v1", "v1", "", "v1"};
  for (
      const std::string_view text : {
          R"({"kind":"PodList","apiVersion":"v1","items":[{"a":1},{"a":2},{"kind":"Own"},{"a":3}]})",
          R"({"apiVersion":"v1","items":[{"a":1},{"a":2},{"kind":"Own"},{"a":3}],"kind":"PodList"})",
          R"({"items":[{"a":1},{"a":2},{"kind":"Own"},{"a":3}],"apiVersion":"v1","kind":"PodList"})",
          R"({"kind":"PodList","items":[],"apiVersion":"v1","items":[{"a":1},{"a":2},{"kind":"Own"},{"a":3}],"metadata":{"x":["]}"]}})",
          R"({"\u006bind":"PodList","apiVersion":"v1","items":[{"a":1},{"a":2},{"kind":"Own"},{"a":3}]})",
      }) {
    INFO(text);
    const Reading result = reading(text);
    CHECK(result.objects == expected);
    CHECK(result.error.empty());
    if (text.find(R"("items":[],)") == std::string_view::npos) { CHECK(result.api_versions == versions); }
  }
  CHECK(reading(R"({"items":[{"a":1}]})").objects == Texts{R"( {"a":1})"});
  CHECK(reading(R"({"kind":"List","items":[{"a":1}]})").objects == Texts{R"( {"a":1})"});
}

TEST_CASE("items with a kind need not wait for the list's") {
  // kubectl sorts the keys, so the list's kind follows its items.
  const Reading result =
      reading(R"({"apiVersion":"v1","items":[{"kind":"A"},{"kind":"B"},{"x":1},{"kind":"C"}],"kind":"PodList"})");
  CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})", R"(Pod {"x":1})", R"(C {"kind":"C"})"});
  CHECK(result.places == Texts{"test, item 1", "test, item 2", "test, item 3", "test, item 4"});
}

TEST_CASE("nested lists yield their items") {
  const Reading result =
      reading(R"({"kind":"List","items":[{"kind":"PodList","items":[{"a":1},null,5]},{"kind":"B"}]})");
  CHECK(result.objects == Texts{R"(Pod {"a":1})", R"(B {"kind":"B"})"});
  CHECK(result.places == Texts{"test, item 1", "test, item 2"});
  CHECK(result.problems == Texts{"test, item 1: (PodList) an item of this list is no object; it is left out"});
}

TEST_CASE("a JSON array is a list without a kind; null is nothing") {
  const Reading result = reading(R"([{"kind":"A"}, null ,{"b":1}])");
  CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"( {"b":1})"});
  CHECK(result.places == Texts{"test, item 1", "test, item 3"});
  CHECK(reading("[]").objects.empty());
  CHECK(reading("[]").error.empty());
}

TEST_CASE("the other fields of a snapshot follow its items") {
  const Texts expected = {R"(A {"kind":"A"})",
                          R"(Snapshot {"kind":"Snapshot","capturedAt":"t","lists":[{"items":3}]})"};
  CHECK(reading(R"({"kind":"Snapshot","capturedAt":"t","items":[{"kind":"A"}],"lists":[{"items":3}]})").objects ==
        expected);
  CHECK(reading(R"({"items":[{"kind":"A"}],"kind":"Snapshot","capturedAt":"t","lists":[{"items":3}]})").objects ==
        expected);
  CHECK(reading(R"({"kind":"Snapshot","x":1})").objects == Texts{R"(Snapshot {"kind":"Snapshot","x":1})"});
  CHECK(reading(R"({"kind":"List","items":[{"kind":"Snapshot","items":[{"kind":"A"}],"x":1}]})").objects ==
        Texts{R"(A {"kind":"A"})", R"(Snapshot {"kind":"Snapshot","x":1})"});
}

TEST_CASE("JSON that is only valid as YAML reads as in kubectl") {
  CHECK(reading(R"({"kind":"A","x":[1,2,],})").objects == Texts{R"(A {"kind":"A","x":[1,2]})"});
  CHECK(reading("{kind: A, x: yes}").objects == Texts{R"(A {"kind":"A","x":true})"});
  CHECK(reading("{\"kind\": \"A\" # a comment with a \"\n}").objects == Texts{R"(A {"kind":"A"})"});
  CHECK(reading("{\"kind\":\"A\"}\n---\nkind: B\n").objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})"});
  CHECK(reading("{'kind': 'A'}").objects == Texts{R"(A {"kind":"A"})"});
  CHECK(reading("[{\"kind\": \"A\"}, {kind: B},]").objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})"});

  SECTION("the reader does not repeat items after the switch to YAML") {
    const Reading result =
        reading("{\"kind\":\"List\",\"items\":[{\"kind\":\"A\"},null,{\"kind\":\"B\"},{\"kind\":\"C\"},]}");
    CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})", R"(C {"kind":"C"})"});
    CHECK(result.problems.empty());
    CHECK(result.error.empty());
  }
  SECTION("if text is neither JSON nor YAML the error fits what it resembles") {
    CHECK(reading("{\"a\":1} xyz").error ==
          "cannot read test: it is not JSON (something that is no object follows) and not YAML (line 1: "
          "this is text, not an object)");
    CHECK(reading("{\"a\" 1}").error == "cannot read test: a colon is missing");
    CHECK(reading("{a: [}").error ==
          "cannot read test: it is not JSON (a key in double quotes is missing) and not YAML (line 1, "
          "column 6: illegal flow end)");
    CHECK(reading("\n\n{a: [}").error ==
          "cannot read test: it is not JSON (a key in double quotes is missing) and not YAML (line 3, "
          "column 6: illegal flow end)");
  }
}

TEST_CASE("one page of a longer list is an error") {
  const auto list = [](const std::string& token) {
    return reading(R"({"kind":"PodList","apiVersion":"v1","metadata":{"continue":")" + token +
                   R"("},"items":[{"metadata":{"name":"a"}}]})");
  };
  CHECK(list("").error.empty());
  CHECK(
      list("eyJ2").error ==
      "cannot read test: the list goes on (metadata.continue): the file has only a part of it. kubectl get prints all "
      "of it");
  const auto in_yaml = [](const std::string& token) {
    return reading("kind: PodList\napiVersion: v1\nmetadata: {continue: " + token +
                   "}\nitems:\n- metadata: {name: a}\n");
  };
  CHECK(in_yaml("''").error.empty());
  CHECK(in_yaml("eyJ2").error ==
        "cannot read test: line 1: the list goes on (metadata.continue): the file has only a part of it. kubectl get "
        "prints all of it");
}

TEST_CASE("an incomplete list is an error that names the place") {
  const std::string_view whole = R"({"kind":"List","items":[{"kind":"A","x":"]}"},{"kind":"B","y":[1,2]}],"z":{}})";
  for (std::size_t size = 1; size < whole.size(); ++size) {
    INFO(size);
    const Reading result = reading(whole.substr(0, size));
    CHECK(!result.error.empty());
    CHECK(result.objects.size() <= 2);
  }
  CHECK(reading(whole.substr(0, 50)).error == "cannot read test: it is cut off, inside item 2; get the file again");
  CHECK(reading(whole.substr(0, 50)).objects == Texts{R"(A {"kind":"A","x":"]}"})"});
  CHECK(reading(whole.substr(0, whole.size() - 1)).error ==
        "cannot read test: it is cut off, inside document 1; get the file again");
  CHECK(reading(R"({"a":"b)").error == "cannot read test: it is cut off, inside document 1; get the file again");
  CHECK(reading(R"({"a":"b\")").error == "cannot read test: it is cut off, inside document 1; get the file again");
  CHECK(reading("[").error == "cannot read test: it is cut off, inside item 1; get the file again");
  CHECK(reading("{").error == "cannot read test: it is cut off, inside document 1; get the file again");
}

TEST_CASE("an object larger than the limit is an error") {
  document::ReadOptions options;
  options.max_item_bytes = 100;
  const std::string large = R"({"kind":"A","x":")" + std::string(200, 'x') + "\"}";
  CHECK(reading(large, options).error == "cannot read test: it is larger than the 100 bytes that one object may have");
  CHECK(reading(R"({"kind":"List","items":[{"kind":"B"},)" + large + "]}", options).error ==
        "cannot read test: item 2: it is larger than the 100 bytes that one object may have");

  SECTION("blanks and small members count too") {
    const std::string blanks(10'000'000, ' ');
    const std::string too_large = "it is larger than the 100 bytes that one object may have";
    CHECK(reading("{" + blanks + "}", options).error == "cannot read test: " + too_large);
    CHECK(reading("{\"kind\":\"List\",\"items\":[{}," + blanks + "{}]}", options).error ==
          "cannot read test: item 2: " + too_large);
    std::string members;
    while (members.size() < 10'000'000) { members += "\"a\":1,"; }
    CHECK(reading("{" + members + "\"b\":2}", options).error == "cannot read test: " + too_large);
  }
  SECTION("YAML has the same limit plus one buffer") {
    options.max_item_bytes = 200'000;
    const std::string text(300'000, 'x');
    CHECK(reading("x: " + text, options).error.find("an object is larger than the 200000 bytes that it may have") !=
          std::string::npos);
    std::string list = "items:\n";
    for (int i = 0; i < 10; ++i) { list += "- kind: A\n  x: " + text.substr(0, 100'000) + "\n"; }
    CHECK(reading(list, options).objects.size() == 10);
    CHECK(reading(list, options).error.empty());
  }
}
