// SPDX-License-Identifier: Apache-2.0
// Injection-safe HTML and SVG. Names of elements and attributes, and raw markup, are literals of this program: nothing
// else converts to a Literal. One function writes all other text and escapes it. It also makes deceptive characters
// visible (control, bidirectional and zero-width ones).
//
//   Markup page;
//   page.open("p", {{"class", "note"}}).text(pod.name).close();
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace report {

class Literal {
 public:
  template <std::size_t size>
  consteval Literal(const char (&text)[size]) : m_text(text, size - 1) {} // implicit, so that callers pass literals
  constexpr std::string_view text() const { return m_text; }

 private:
  std::string_view m_text;
};

struct Attribute {
  Attribute(Literal attribute, std::string_view text) : name(attribute), value(text) {}
  Attribute(Literal attribute, const char* text) : name(attribute), value(text) {}
  Attribute(Literal attribute, const std::string& text) : name(attribute), value(text) {}
  Attribute(Literal attribute, std::integral auto number) : name(attribute), value(std::to_string(number)) {}
  Literal name;
  std::string value; // any text
};
using Attributes = std::initializer_list<Attribute>;

class Markup {
 public:
  Markup& open(Literal element, Attributes attributes = {});
  Markup& close(); // the innermost open element
  Markup& text(std::string_view text);
  Markup& as_is(Literal markup);
  Markup& style_sheet(); // the program's own (style.css)

  // An element with only this text; an element without content, such as <meta> and <rect/>.
  Markup& element(Literal name, Attributes attributes, std::string_view text);
  Markup& element(Literal name, std::string_view text) { return element(name, {}, text); }
  Markup& alone(Literal name, Attributes attributes);

  Markup& line() {
    m_text += '\n';
    return *this;
  }

  // The page so far; requires that every element is closed.
  std::string take();

 private:
  void begin(Literal name, Attributes attributes);

  std::string m_text;
  std::vector<std::string_view> m_open;
};

} // namespace report
