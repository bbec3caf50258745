// SPDX-License-Identifier: Apache-2.0
// Trees: building them depth first, and reading them through Values.
#include "document/bytes/value.hpp"
#include "document/reading.hpp"

#include <string>

using document::Tree;
using document::Value;

namespace {

// {"kind":"Pod","metadata":{"name":"a"},"ports":[80,null,true]}
void build_pod(Tree& tree) {
  tree.begin_object();
  tree.key("kind");
  tree.string("Pod");
  tree.key("metadata");
  tree.begin_object();
  tree.key("name");
  tree.string("a");
  tree.end();
  tree.key("ports");
  tree.begin_array();
  tree.number("80");
  tree.null();
  tree.boolean(true);
  tree.end();
  tree.end();
}

} // namespace

TEST_CASE("a missing value is empty, and so are its members") {
  const Value missing;
  CHECK(!missing.exists());
  CHECK(missing.absent());
  CHECK(!missing["a"]["b"].exists());
  CHECK(missing.text().empty());
  CHECK(missing.size() == 0);
  for (const auto member : missing.members()) { FAIL(member.key); }
  for (const auto element : missing.elements()) { FAIL(element.text()); }
}

TEST_CASE("a tree returns the built value") {
  Tree tree;
  CHECK(!tree.root().exists());
  build_pod(tree);
  const Value pod = tree.root();
  CHECK(json(pod) == R"({"kind":"Pod","metadata":{"name":"a"},"ports":[80,null,true]})");
  CHECK(pod.size() == 3);
  CHECK(pod["metadata"]["name"].text() == "a");
  CHECK(pod["ports"].size() == 3);
  CHECK(!pod["por"].exists());
  CHECK(pod["ports"].members().begin() != pod.members().begin());
}

TEST_CASE("text() is for strings and numbers only") {
  Tree tree;
  build_pod(tree);
  Texts texts;
  for (const auto port : tree.root()["ports"].elements()) { texts.emplace_back(port.text()); }
  CHECK(texts == Texts{"80", "", ""});
}

TEST_CASE("of duplicate members lookup finds the last, iteration visits both") {
  Tree tree;
  tree.begin_object();
  tree.key("a");
  tree.number("1");
  tree.key("b");
  tree.null();
  tree.key("a");
  tree.number("2");
  tree.end();
  CHECK(tree.root()["a"].text() == "2");
  CHECK(tree.root().size() == 3);
  CHECK(json(tree.root()) == R"({"a":1,"b":null,"a":2})");
}

TEST_CASE("a tree can copy values from itself and from others") {
  Tree tree;
  tree.begin_object();
  tree.key("a");
  tree.begin_array();
  tree.number("1");
  tree.begin_object();
  tree.key("x");
  tree.string("y");
  tree.end();
  tree.end();
  // Often enough that the nodes move during the copy.
  for (const char* const key : {"b", "c", "d", "e", "f", "g"}) {
    tree.key(key);
    tree.copy(tree.at(1));
  }
  tree.end();
  CHECK(json(tree.root()["g"]) == R"([1,{"x":"y"}])");
  CHECK(tree.root().size() == 7);

  Tree other;
  other.begin_array();
  other.copy(tree.root()["a"]);
  other.copy(Value());
  other.end();
  CHECK(json(other.root()) == R"([[1,{"x":"y"}],null])");
}

TEST_CASE("remove drops a member before its object ends") {
  Tree tree;
  tree.begin_object();
  tree.key("a");
  tree.begin_array();
  tree.number("1");
  tree.end();
  tree.key("b");
  tree.number("2");
  tree.remove(1);
  tree.key("c");
  tree.number("3");
  tree.end();
  CHECK(json(tree.root()) == R"({"b":2,"c":3})");
}

TEST_CASE("kept texts stay in place until the tree is cleared, which reuses its memory") {
  Tree tree;
  for (int round = 0; round < 3; ++round) {
    tree.clear();
    tree.begin_array();
    std::vector<std::string_view> views;
    for (int i = 0; i < 2000; ++i) {
      const std::string text(static_cast<std::size_t>(i % 97) * 10, static_cast<char>('a' + i % 26));
      views.push_back(tree.keep(text));
      tree.string(views.back());
    }
    tree.string(tree.keep(std::string(3'000'000, 'z')));
    tree.end();
    std::size_t i = 0;
    for (const auto element : tree.root().elements()) {
      if (i == views.size()) { break; }
      REQUIRE(element.text().size() == (i % 97) * 10);
      REQUIRE(element.text().find_first_not_of(static_cast<char>('a' + i % 26)) == std::string_view::npos);
      ++i;
    }
  }
}
