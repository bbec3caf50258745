// SPDX-License-Identifier: Apache-2.0
// Proposals for misspelt words.
#include "util/edit_distance.hpp"

#include "support/catch.hpp"

#include <array>
#include <string>

using util::closest;
using util::did_you_mean;
using util::edit_distance;

TEST_CASE("the distance counts insertions, deletions, replacements and swaps") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("queue", "queue") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("explain", "explin") == 1);
  CHECK(edit_distance("explain", "explaain") == 1);
  CHECK(edit_distance("explain", "explaim") == 1);
  CHECK(edit_distance("explain", "epxlain") == 1);
  CHECK(edit_distance("lint", "ilnt") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("sitting", "kitten") == 3);
}

TEST_CASE("closest proposes the nearest word, the first of equals") {
  constexpr std::array<std::string_view, 6> commands = {"explain", "dry-run", "queue", "bind", "lint", "snapshot"};
  CHECK(closest("explian", commands) == "explain");
  CHECK(closest("que", commands) == std::nullopt);
  CHECK(closest("queu", commands) == "queue");
  CHECK(closest("dryrun", commands) == "dry-run");
  CHECK(closest("snapshot", commands) == "snapshot");
  CHECK(closest("lind", commands) == "bind"); // as near as lint, and listed before it
}

TEST_CASE("closest finds a word after an insertion, a deletion and a replacement") {
  constexpr std::array<std::string_view, 1> candidates = {"scheduling"};
  for (std::size_t inserted = 0; inserted <= candidates[0].size(); ++inserted) {
    for (std::size_t deleted = 0; deleted < candidates[0].size(); ++deleted) {
      std::string word(candidates[0]);
      word.insert(inserted, 1, 'z').erase(deleted, 1).back() = 'q';
      INFO(word);
      CHECK(closest(word, candidates) == candidates[0]);
    }
  }
}

TEST_CASE("did_you_mean returns the end of a sentence, or nothing") {
  constexpr std::array<std::string_view, 2> classes = {"urgent", "batch"};
  CHECK(did_you_mean("urgnet", classes) == "; did you mean urgent?");
  CHECK(did_you_mean("interactive", classes).empty());
}

TEST_CASE("a word that resembles no other gets no proposal") {
  constexpr std::array<std::string_view, 4> commands = {"explain", "queue", "bind", "lint"};
  CHECK(!closest("", commands));
  CHECK(!closest("x", commands));
  CHECK(!closest("frobnicate", commands));
  CHECK(!closest("queue", {}));
  constexpr std::array<std::string_view, 2> letters = {"a", "b"};
  CHECK(!closest("c", letters));
}
