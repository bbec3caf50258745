// SPDX-License-Identifier: Apache-2.0
// Compares the scanner with the simplest possible one, on text in pieces of all sizes.
#include "document/bytes/window.hpp"
#include "document/json/json_blocks.hpp"
#include "document/json/json_scan.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

namespace {

using document::ScanEnd;

// Yields at most `piece` bytes at a time.
document::ByteSource in_pieces(std::string text, std::size_t piece) {
  return [text = std::move(text), piece, at = std::size_t{0}](char* to, std::size_t room) mutable {
    const std::size_t count = std::min({piece, room, text.size() - at});
    std::memcpy(to, text.data() + at, count);
    at += count;
    return count;
  };
}

// Position after the value that starts at `start`, byte by byte; npos if it does not end.
std::size_t plain_end(const std::string& text, std::size_t start) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = start; at < text.size(); ++at) {
    const char byte = text[at];
    if (byte == '\\') {
      // Invalid outside of strings, but it hides a quote there too.
      const char next = at + 1 < text.size() ? text[at + 1] : ' ';
      if (in_string || next == '"' || next == '\\') { ++at; }
    } else if (in_string) {
      in_string = byte != '"';
      if (!in_string && depth == 0) { return at + 1; }
    } else if (byte == '"') {
      in_string = true;
    } else if (byte == '{' || byte == '[') {
      ++depth;
    } else if ((byte == '}' || byte == ']') && --depth == 0) {
      return at + 1;
    }
  }
  return std::string::npos;
}

void compare(const std::string& text, std::size_t start, std::size_t piece) {
  document::Window window(in_pieces(text, piece));
  REQUIRE(window.more());
  while (window.end() <= start) { REQUIRE(window.more()); }
  const ScanEnd end = document::end_of_json_value(window, start, 1'000'000);
  const std::size_t expected = plain_end(text, start);
  INFO(text.substr(start));
  if (expected == std::string::npos) {
    REQUIRE(end.kind == ScanEnd::Kind::CutOff);
  } else {
    REQUIRE(end.kind == ScanEnd::Kind::Found);
    REQUIRE(end.position == expected);
  }
}

} // namespace

TEST_CASE("the scanner finds the end of values") {
  std::mt19937 random(20240501);
  // The significant characters, and two others.
  constexpr std::string_view k_letters = "\"\"\\\\{}[]ab";
  for (int round = 0; round < 4000; ++round) {
    const std::size_t length = random() % 300;
    std::string text(random() % 70, ' ');
    const std::size_t start = text.size();
    text += "{[\""[random() % 3];
    // Texts with few brackets continue over several blocks.
    const std::size_t most = random() % 3 == 0 ? k_letters.size() : 4;
    for (std::size_t i = 0; i < length; ++i) {
      text += random() % 4 == 0 ? k_letters[random() % most] : k_letters[k_letters.size() - 1 - random() % 2];
    }
    compare(text, start, 1 + random() % 200);
  }
}

TEST_CASE("the scanner is exact at the borders of blocks") {
  for (std::size_t before = 50; before < 80; ++before) {
    const std::string filling(before, 'x');
    for (const std::string_view end : {"\"}", "\\\"\"}", "\\\\\"}", "\\\\\\\"\"}", "\",\"a\":{}}", "\",\"a\":[[]]}"}) {
      compare("{\"a\":\"" + filling + std::string(end) + "   {", 0, 1000);
      compare("{\"a\":\"" + filling + std::string(end), 0, 7);
    }
  }
}

TEST_CASE("the scanner stops at its limit and at the end of the text") {
  const std::string text = "{\"a\":\"" + std::string(1000, 'x') + "\"}";
  document::Window window(in_pieces(text, 100));
  REQUIRE(window.more());
  CHECK(document::end_of_json_value(window, 0, 500).kind == ScanEnd::Kind::TooLong);
  CHECK(document::end_of_json_value(window, 0, 5000).kind == ScanEnd::Kind::Found);
  document::Window cut(in_pieces(text.substr(0, 900), 100));
  REQUIRE(cut.more());
  CHECK(document::end_of_json_value(cut, 0, 5000).kind == ScanEnd::Kind::CutOff);
}

TEST_CASE("a window keeps the needed bytes and releases the rest") {
  std::string text;
  for (int i = 0; text.size() < 12'000'000; ++i) { text += std::to_string(i) + ' '; }
  document::Window window(in_pieces(text, 100'000));
  std::uint64_t needed = 0;
  while (window.more()) {
    REQUIRE(window.begin() <= needed);
    REQUIRE(std::string_view(window.at(needed), window.end() - needed) ==
            std::string_view(text).substr(needed, window.end() - needed));
    REQUIRE(window.end() - window.begin() <= 4'000'000);
    // Bytes after the last one are readable, with any content.
    REQUIRE(std::count(window.at(window.end()), window.at(window.end()) + 64, '\0') <= 64);
    needed = window.end() - std::min<std::uint64_t>(window.end(), 777);
    window.release(needed);
  }
  CHECK(window.end() == text.size());
}

TEST_CASE("every kernel finds the same ends, and continues from the same state") {
  std::mt19937 random(7);
  const document::ScanBlocks best = document::best_scan_blocks();
  for (int round = 0; round < 3000; ++round) {
    std::string text(document::k_scan_block * (1 + random() % 6), ' ');
    for (char& byte : text) { byte = "\"\\{}[]ab        "[random() % 16]; }
    document::ScanState a, b;
    a.wants_string = b.wants_string = random() % 4 == 0;
    a.depth = b.depth = random() % 5;
    const std::size_t blocks = text.size() / document::k_scan_block;
    REQUIRE(document::scan_blocks_anywhere(a, text.data(), blocks) == best(b, text.data(), blocks));
    REQUIRE(a.depth == b.depth);
    REQUIRE(a.in_string == b.in_string);
    REQUIRE(a.next_escaped == b.next_escaped);
    REQUIRE(a.quotes_seen == b.quotes_seen);
  }
}
