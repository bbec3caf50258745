// SPDX-License-Identifier: Apache-2.0
// Texts that exist once and never move.
#include "util/string_pool.hpp"

#include "support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using util::StringPool;

TEST_CASE("equal texts have the same view, of a copy of the input") {
  StringPool pool;
  std::string text = "worker";
  const std::string_view first = pool.intern(text);
  const std::string_view again = pool.intern("worker");
  CHECK(first.data() == again.data());
  CHECK(first.data() != text.data());
  text = "changed";
  CHECK(first == "worker");
}

TEST_CASE("keep shares no text") {
  StringPool pool;
  CHECK(pool.keep("uid").data() != pool.keep("uid").data());
  CHECK(pool.keep("uid").data() != pool.intern("uid").data());
}

TEST_CASE("the empty text needs no memory") {
  StringPool pool;
  CHECK(pool.intern("").empty());
  CHECK(pool.keep("").empty());
}

TEST_CASE("views stay valid while the pool grows, and when it moves") {
  StringPool pool;
  std::vector<std::string_view> views;
  for (int i = 0; i < 20'000; ++i) { views.push_back(pool.intern("pod-" + std::to_string(i))); }
  const std::string large(200'000, 'x');
  const std::string_view kept = pool.keep(large);
  const StringPool moved = std::move(pool);
  CHECK(kept == large);
  for (int i = 0; i < 20'000; ++i) { REQUIRE(views[static_cast<std::size_t>(i)] == "pod-" + std::to_string(i)); }
}
