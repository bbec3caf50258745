// SPDX-License-Identifier: Apache-2.0
#include "model/values/index.hpp"

#include "support/catch.hpp"

#include <concepts>
#include <limits>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace {

using Apple = model::Index<struct AppleTag>;
using Pear = model::Index<struct PearTag>;

template <typename A, typename B>
concept AreEqual = requires(A a, B b) {
  a == b;
};
template <typename A, typename B>
concept AreOrdered = requires(A a, B b) {
  a < b;
};
template <typename T>
concept HasLimits = requires {
  std::numeric_limits<T>::max();
};

} // namespace

TEST_CASE("an index converts to a number, and to no other index") {
  STATIC_REQUIRE(std::is_convertible_v<Apple, std::int32_t>);
  STATIC_REQUIRE(!std::is_convertible_v<std::int32_t, Apple>);
  STATIC_REQUIRE(std::is_constructible_v<Apple, std::size_t>);
  STATIC_REQUIRE(!std::is_constructible_v<Apple, Pear>);
  STATIC_REQUIRE(!std::is_assignable_v<Apple&, Pear>);
  STATIC_REQUIRE(!std::is_assignable_v<Apple&, std::int32_t>);
}

TEST_CASE("an index compares with its own type, with k_none and with numbers") {
  STATIC_REQUIRE(std::totally_ordered<Apple>);
  STATIC_REQUIRE(std::totally_ordered_with<Apple, std::int32_t>);
  STATIC_REQUIRE(AreEqual<Apple, model::NoIndex>);
  STATIC_REQUIRE(!AreEqual<Apple, Pear>);
  STATIC_REQUIRE(!AreOrdered<Apple, Pear>);
  CHECK(Apple(3) > Apple(2));
  CHECK(Apple(model::k_none) == -1);
  const Apple one(1);
  CHECK((one == 1 ? one : model::k_none) == one);
}

TEST_CASE("an index is as cheap as its number") {
  STATIC_REQUIRE(sizeof(Apple) == sizeof(std::int32_t));
  STATIC_REQUIRE(std::is_trivial_v<Apple>);
  STATIC_REQUIRE(noexcept(std::hash<Apple>()(Apple())));
  CHECK(std::vector<Apple>(2) == std::vector{Apple(0), Apple(0)});
  CHECK(std::unordered_set<Apple>{Apple(1), Apple(1), model::k_none}.size() == 2);
}

TEST_CASE("an index has no std::numeric_limits") { STATIC_REQUIRE(!HasLimits<Apple>); }
