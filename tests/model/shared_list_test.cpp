// SPDX-License-Identifier: Apache-2.0
#include "model/values/shared_list.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using model::SharedList;

namespace {

using List = SharedList<std::string, 4>;

List list_of(std::size_t size) {
  List list;
  for (std::size_t i = 0; i < size; ++i) { list.push_back(std::to_string(i)); }
  return list;
}

std::vector<std::string> content(const List& list) { return {list.begin(), list.end()}; }

const std::string* address(const List& list, std::size_t index) { return &list[index]; }

} // namespace

TEST_CASE("a shared list keeps what is appended, in order") {
  for (const std::size_t size : {0U, 1U, 4U, 5U, 8U, 11U}) {
    const List list = list_of(size);
    REQUIRE(list.size() == size);
    CHECK(list.empty() == (size == 0));
    CHECK(std::ssize(content(list)) == static_cast<std::ptrdiff_t>(size));
    for (std::size_t i = 0; i < size; ++i) { CHECK(list[i] == std::to_string(i)); }
  }
}

TEST_CASE("a copy of a shared list shares every page, and a change copies one page") {
  const List original = list_of(10);
  List copy = original;
  for (std::size_t i = 0; i < 10; ++i) { CHECK(address(copy, i) == address(original, i)); }
  copy[5] = "changed";
  for (std::size_t i = 0; i < 10; ++i) {
    CAPTURE(i);
    const bool is_in_changed_page = i >= 4 && i < 8;
    CHECK((address(copy, i) != address(original, i)) == is_in_changed_page);
    CHECK(original[i] == std::to_string(i));
    CHECK(std::as_const(copy)[i] == (i == 5 ? "changed" : std::to_string(i)));
  }
}

TEST_CASE("a change of a shared list changes no copy of it") {
  List original = list_of(6);
  original[0] = "before";
  const List copy = original;
  original[0] = "after";
  original.push_back("more");
  CHECK(content(copy) == std::vector<std::string>{"before", "1", "2", "3", "4", "5"});
  CHECK(content(original) == std::vector<std::string>{"after", "1", "2", "3", "4", "5", "more"});
}

TEST_CASE("a copy of a copy of a shared list is a list of its own") {
  const List original = list_of(3);
  List first = original;
  List second = first;
  first[0] = "first";
  second[1] = "second";
  CHECK(content(original) == std::vector<std::string>{"0", "1", "2"});
  CHECK(content(first) == std::vector<std::string>{"first", "1", "2"});
  CHECK(content(second) == std::vector<std::string>{"0", "second", "2"});
}

TEST_CASE("a shared list that ends inside a shared page does not change the copy's page") {
  const List original = list_of(7);
  List copy = original;
  copy.resize(5);
  copy.push_back("new");
  CHECK(content(copy) == std::vector<std::string>{"0", "1", "2", "3", "4", "new"});
  CHECK(content(original).size() == 7);
  copy.resize(4);
  CHECK(content(copy) == std::vector<std::string>{"0", "1", "2", "3"});
  copy.resize(0);
  CHECK(copy.empty());
}

TEST_CASE("a shared list moves without a new place for its elements") {
  List list = list_of(5);
  const std::string* const before = address(list, 4);
  List other = std::move(list);
  CHECK(address(other, 4) == before);
  List third = list_of(1);
  third = std::move(other);
  CHECK(address(third, 4) == before);
}

TEST_CASE("a shared list can be sorted through its iterators") {
  List list = list_of(9);
  const List copy = list;
  std::ranges::sort(list, std::ranges::greater());
  CHECK(content(list) == std::vector<std::string>{"8", "7", "6", "5", "4", "3", "2", "1", "0"});
  CHECK(copy[0] == "0");
}

TEST_CASE("a shared list finds the index of its element, and only of its own") {
  const List list = list_of(9);
  List copy = list;
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK(list.index_of(list[i]) == i);
    CHECK(copy.index_of(list[i]) == i); // the same element
  }
  copy[8] = "other";
  CHECK(copy.index_of(list[8]) == copy.size());
  CHECK(copy.index_of(std::as_const(copy)[8]) == 8);
}
