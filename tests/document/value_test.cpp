// SPDX-License-Identifier: Apache-2.0
// Trees: built depth first, looked at through Values.
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

TEST_CASE("a value that is not there is nothing, and so is what is in it") {
  const Value missing;
  CHECK(!missing.exists());
  CHECK(missing.absent());
  CHECK(!missing["a"]["b"].exists());
  CHECK(missing.text().empty());
  CHECK(missing.size() == 0);
  for (const auto member : missing.members()) { FAIL(member.key); }
  for (const auto element : missing.elements()) { FAIL(element.text()); }
}

TEST_CASE("a tree gives back what was built") {
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

TEST_CASE("of two members of one name the last is found, both are walked") {
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

TEST_CASE("values can be copied within a tree and between trees") {
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
  // Often enough that the nodes have to move while they are copied.
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

TEST_CASE("a member can be taken out before its object ends") {
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

TEST_CASE("kept texts stay where they are until the tree is cleared, and its memory is used again") {
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
