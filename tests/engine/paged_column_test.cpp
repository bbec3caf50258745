// SPDX-License-Identifier: Apache-2.0
#include "engine/paged_column.hpp"
#include "support/catch.hpp"

#include <string>

using engine::PagedColumn;

TEST_CASE("a new paged column has the initial value everywhere") {
  const PagedColumn<int, 4> column(10, 7);
  REQUIRE(column.size() == 10);
  for (std::size_t i = 0; i < column.size(); ++i) { CHECK(column[i] == 7); }
}

TEST_CASE("edit changes one value of a paged column, and no copy of it") {
  PagedColumn<std::string, 4> column(10, "old");
  column.edit(5) = "first";
  PagedColumn<std::string, 4> copy = column;
  copy.edit(5) = "second";
  column.edit(6) = "third";
  for (std::size_t i = 0; i < column.size(); ++i) {
    CAPTURE(i);
    CHECK(column[i] == (i == 5 ? "first" : i == 6 ? "third" : "old"));
    CHECK(copy[i] == (i == 5 ? "second" : "old"));
  }
}

TEST_CASE("a copy of a paged column shares the pages that were shared") {
  PagedColumn<int, 4> column(8, 0);
  column.edit(0) = 1;
  const PagedColumn<int, 4> before = column;
  CHECK(&before[0] != &column[0]);
  CHECK(&before[4] == &column[4]);
  column.share();
  PagedColumn<int, 4> copy = column;
  CHECK(&copy[0] == &column[0]);
  copy.edit(0) = 2;
  column.edit(0) = 3;
  CHECK(copy[0] == 2);
  CHECK(column[0] == 3);
  CHECK(before[0] == 1);
}
