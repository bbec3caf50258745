// SPDX-License-Identifier: Apache-2.0
// No output may control a terminal or deceive a reader.
#include "util/terminal_text.hpp"

#include "support/catch.hpp"

#include <string>
#include <vector>

using util::display_width;
using util::visible;
using namespace std::string_literals;

TEST_CASE("is_deceptive is true for the characters that visible escapes") {
  for (const char32_t code : {U'\x1b', U'\x7f', U'\u009b', U'\u202e', U'\u200b', U'\ufeff', U'\uffff'}) {
    CHECK(util::is_deceptive(code));
  }
  for (const char32_t code : {U'a', U' ', U'\u00e9', U'\u4e2d', U'\U0001f600'}) {
    CHECK_FALSE(util::is_deceptive(code));
  }
}

TEST_CASE("ordinary text stays the same, whatever its script") {
  for (const std::string& text : std::vector<std::string>{"", "ml/train-0", "a \"quoted\" \\ back", "café", "日本語",
                                                          "🚀", "e\u0301", "العربية"}) {
    CHECK(visible(text) == text);
  }
}

TEST_CASE("visible escapes control characters") {
  CHECK(visible("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(visible("\x1b]0;pwn\x07") == "\\x1b]0;pwn\\x07");
  CHECK(visible("nul\0"s) == "nul\\x00");
  CHECK(visible("\x7f") == "\\x7f");
  CHECK(visible("\u009b31m") == "\\u009b31m");
  CHECK(visible("\u0085") == "\\u0085");
}

TEST_CASE("visible escapes characters that reorder or hide text") {
  CHECK(visible("\u202e") == "\\u202e");
  CHECK(visible("\xef\xbf\xbe\xef\xbf\xbf") == "\\ufffe\\uffff"); // XML cannot contain them
  for (const char32_t code : {0x61CU, 0x200BU, 0x200CU, 0x200DU, 0x200EU, 0x200FU, 0x2028U, 0x2029U, 0x202AU, 0x202EU,
                              0x2060U, 0x2066U, 0x2069U, 0xFEFFU}) {
    std::string text;
    if (code >= 0x800) { text += static_cast<char>(0xE0U | (code >> 12U)); }
    text += static_cast<char>((code >= 0x800 ? 0x80U : 0xC0U) | ((code >> 6U) & (code >= 0x800 ? 0x3FU : 0x1FU)));
    text += static_cast<char>(0x80U | (code & 0x3FU));
    INFO("U+" << std::hex << static_cast<unsigned>(code));
    const std::string shown = visible(text);
    CHECK(shown.size() == 6);
    CHECK(shown.starts_with("\\u"));
    CHECK(display_width(text) == 0);
  }
  CHECK(visible("\U000e0041") == "\\U000e0041"); // a tag: invisible ASCII
}

TEST_CASE("visible escapes bytes that are not UTF-8 one by one") {
  CHECK(visible("\xff") == "\\xff");
  CHECK(visible("a\x80z") == "a\\x80z");
  CHECK(visible("\xc3") == "\\xc3");
  CHECK(visible("\xe2\x82") == "\\xe2\\x82");
  CHECK(visible("\xc0\x9b") == "\\xc0\\x9b"); // ESC in an overlong form
  CHECK(visible("\xe0\x80\x9b") == "\\xe0\\x80\\x9b");
  CHECK(visible("\xed\xa0\x80") == "\\xed\\xa0\\x80");          // a surrogate
  CHECK(visible("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80"); // beyond U+10FFFF
}

TEST_CASE("visible never returns a byte below a blank") {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const std::string shown = visible(text);
      const bool clean =
          shown.find_first_of("\x1b\n\r\t\x7f\a") == std::string::npos && shown.find('\0') == std::string::npos;
      REQUIRE(clean);
      REQUIRE(visible(shown) == shown);
    }
  }
}

TEST_CASE("display_width counts columns") {
  CHECK(display_width("") == 0);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("café") == 4);
  CHECK(display_width("cafe\u0301") == 4);
  CHECK(display_width("日本") == 4);
  CHECK(display_width("한국") == 4);
  CHECK(display_width("🚀") == 2);
  CHECK(display_width("ｆｕｌｌ") == 8);
  CHECK(display_width("…") == 1);
  CHECK(display_width("✓") == 1);
  CHECK(display_width("\xff") == 1);
}
