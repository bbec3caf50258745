// SPDX-License-Identifier: Apache-2.0
// Long lists: the result is the same for every number of threads, and reading drops unwanted fields.
#include "document/reading.hpp"

#include <random>

namespace {

// Items of all kinds, some broken, in enough batches for several threads.
std::string long_list(std::mt19937& random) {
  std::string text = R"({"kind":"PodList","apiVersion":"v1","items":[)";
  for (int i = 0; i < 6000; ++i) {
    if (i > 0) { text += ','; }
    const std::string number = std::to_string(i);
    switch (random() % 40) {
    case 0:
      text += "null";
      break;
    case 1:
      text += "\"no object\"";
      break;
    case 2:
      text += "{\"a\":" + number + ",}"; // YAML
      break;
    case 3:
      text += "{\"a\":" + number + "x: y}"; // nothing
      break;
    case 4:
      text += "{\"kind\":\"Own\",\"a\":\"\xff" + number + "\"}"; // no UTF-8
      break;
    default:
      text += "{\"a\":" + number + ",\"b\":\"" + std::string(random() % 900, 'x') + "\"}";
    }
  }
  return text + "]}";
}

document::ReadOptions with_threads(unsigned threads) {
  document::ReadOptions options;
  options.threads = threads;
  return options;
}

void check_same(const Reading& a, const Reading& b) {
  CHECK(a.objects == b.objects);
  CHECK(a.places == b.places);
  CHECK(a.api_versions == b.api_versions);
  CHECK(a.problems == b.problems);
  CHECK(a.error == b.error);
}

const document::Wanted k_name = document::Wanted::of_object({{"name"}});
const document::Wanted k_each = document::Wanted::of_list(&k_name);
const document::Wanted k_map = document::Wanted::of_map(nullptr);
const document::Wanted k_wanted_of_pod =
    document::Wanted::of_object({{"metadata", &k_name}, {"list", &k_each}, {"map", &k_map}});

document::ReadOptions pods_in_part() {
  document::ReadOptions options;
  options.wanted_of = [](std::string_view api_version, std::string_view kind) -> const document::Wanted* {
    return api_version == "v1" && kind == "Pod" ? &k_wanted_of_pod : nullptr;
  };
  return options;
}

} // namespace

TEST_CASE("the number of threads does not change how a long list reads") {
  std::mt19937 random(11);
  const std::string text = long_list(random);
  const Reading one = reading(text, with_threads(1));
  CHECK(one.objects.size() > 5000);
  CHECK(one.problems.size() > 300);
  for (const unsigned threads : {2U, 3U, 8U}) { check_same(one, reading(text, with_threads(threads))); }
}

TEST_CASE("items of a long list wait for the list's kind on many threads too") {
  std::string text = R"({"items":[{"kind":"Own"})";
  for (int i = 0; i < 4000; ++i) { text += ",{\"a\":\"" + std::string(200, 'y') + "\"}"; }
  text += R"(],"apiVersion":"v1","kind":"PodList"})";
  const Reading one = reading(text, with_threads(1));
  REQUIRE(one.objects.size() == 4001);
  CHECK(one.objects[1].starts_with("Pod "));
  check_same(one, reading(text, with_threads(4)));
}

TEST_CASE("an incomplete long list gives the items before the cut, and an error") {
  std::mt19937 random(12);
  std::string text = long_list(random);
  text.resize(text.size() - 1000);
  const Reading one = reading(text, with_threads(1));
  CHECK(one.error.find("cut off") != std::string::npos);
  check_same(one, reading(text, with_threads(4)));
}

TEST_CASE("the receiver of items can stop the reading") {
  std::mt19937 random(13);
  const std::string text = long_list(random);
  int taken = 0;
  const auto take = [&](const document::Item&) {
    if (++taken == 1000) { throw std::runtime_error("enough"); }
  };
  CHECK_THROWS_WITH(document::read_text(text, "test", with_threads(4), take, [](const util::Problem&) {}), "enough");
}

TEST_CASE("reading an item keeps only the wanted fields") {
  const auto objects = [](const std::string& item) {
    return reading(R"({"kind":"List","apiVersion":"v1","items":[)" + item + "]}", pods_in_part()).objects;
  };
  CHECK(objects(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","x":{"y":[1]}},"spec":{}})") ==
        Texts{R"(Pod {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})"});
  CHECK(objects(R"({"kind":"Pod","apiVersion":"v1","list":[{"name":1,"x":2},3,[4]],"map":{"a":{"b":1},"c":2}})") ==
        Texts{R"(Pod {"kind":"Pod","apiVersion":"v1","list":[{"name":1},3,[4]],"map":{"a":{"b":1},"c":2}})"});
  // A field of an unexpected type stays whole, so that the decoder can reject it.
  CHECK(objects(R"({"kind":"Pod","apiVersion":"v1","metadata":[{"x":1}],"list":{"x":{"y":1}},"map":7})") ==
        Texts{R"(Pod {"kind":"Pod","apiVersion":"v1","metadata":[{"x":1}],"list":{"x":{"y":1}},"map":7})"});
  CHECK(objects(R"({"kind":"Pod","apiVersion":"v1","m\u0065tadata":{"n\u0061me":"a","\u0078":1},"sp\u0065c":2})") ==
        Texts{R"(Pod {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}})"});
  CHECK(objects(R"({"kind":"Other","apiVersion":"v1","x":{"y":1}})") ==
        Texts{R"(Other {"kind":"Other","apiVersion":"v1","x":{"y":1}})"});
}

TEST_CASE("an item keeps all its fields if its kind follows them, and the list does not give it") {
  const auto first = [](const std::string& text) { return reading(text, pods_in_part()).objects.front(); };
  CHECK(first(R"({"kind":"List","items":[{"spec":1,"kind":"Pod","apiVersion":"v1"}]})") ==
        R"(Pod {"spec":1,"kind":"Pod","apiVersion":"v1"})");
  // A Pod by its list, but not by its own kind.
  CHECK(first(R"({"kind":"PodList","apiVersion":"v1","items":[{"spec":1,"kind":"Own"}]})") ==
        R"(Own {"spec":1,"kind":"Own"})");
  CHECK(first(R"({"kind":"PodList","apiVersion":"v1","items":[{"spec":1,"metadata":{"x":1}}]})") ==
        R"(Pod {"metadata":{}})");
  CHECK(first(R"({"kind":"PodList","apiVersion":"v1","items":[{"spec":1,"kind":"Pod","apiVersion":"v1"}]})") ==
        R"(Pod {"kind":"Pod","apiVersion":"v1"})");
}
