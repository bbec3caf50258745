// SPDX-License-Identifier: Apache-2.0
// HTML and SVG that nobody can break out of. Names of elements and attributes, and markup as it stands, are literals of
// this program: nothing else becomes a Literal. All other text is escaped, in the one function that writes it, and what
// deceives readers (control, bidirectional and zero-width characters) is made visible on the way.
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
  consteval Literal(const char (&text)[size]) : m_text(text, size - 1) {} // implicit, so that literals read as such
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
  Markup& close(); // the innermost that is open
  Markup& text(std::string_view text);
  Markup& as_is(Literal markup);
  Markup& style_sheet(); // ours (style.css)

  // An element with this text and nothing else; one without content, as <meta> and <rect/> are.
  Markup& element(Literal name, Attributes attributes, std::string_view text);
  Markup& element(Literal name, std::string_view text) { return element(name, {}, text); }
  Markup& alone(Literal name, Attributes attributes);

  Markup& line() {
    m_text += '\n';
    return *this;
  }

  // The page so far; every element is closed.
  std::string take();

 private:
  void begin(Literal name, Attributes attributes);

  std::string m_text;
  std::vector<std::string_view> m_open;
};

} // namespace report
