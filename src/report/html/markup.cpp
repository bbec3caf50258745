// SPDX-License-Identifier: Apache-2.0
#include "report/html/markup.hpp"

#include "report/html/style_sheet.hpp"
#include "report/safe_text.hpp"
#include "report/words/entities.hpp"

#include <cassert>
#include <utility>

namespace report {

namespace {

// The only way to put foreign text on the page, between tags and in attributes, which always have double quotes.
void append_escaped(std::string& out, std::string_view text) {
  out += with_entities(safe_before_entities(text), Apostrophe::Escaped);
}

} // namespace

void Markup::begin(Literal name, Attributes attributes) {
  m_text += '<';
  m_text += name.text();
  for (const Attribute& attribute : attributes) {
    m_text += ' ';
    m_text += attribute.name.text();
    m_text += "=\"";
    append_escaped(m_text, attribute.value);
    m_text += '"';
  }
}

Markup& Markup::open(Literal element, Attributes attributes) {
  begin(element, attributes);
  m_text += '>';
  m_open.push_back(element.text());
  return *this;
}

Markup& Markup::close() {
  assert(!m_open.empty());
  m_text += "</";
  m_text += m_open.back();
  m_text += '>';
  m_open.pop_back();
  return *this;
}

Markup& Markup::text(std::string_view text) {
  append_escaped(m_text, text);
  return *this;
}

Markup& Markup::as_is(Literal markup) {
  m_text += markup.text();
  return *this;
}

Markup& Markup::style_sheet() {
  m_text += "<style>";
  m_text += k_style_sheet;
  m_text += "</style>";
  return *this;
}

Markup& Markup::element(Literal name, Attributes attributes, std::string_view text) {
  return open(name, attributes).text(text).close();
}

Markup& Markup::alone(Literal name, Attributes attributes) {
  begin(name, attributes);
  m_text += "/>"; // HTML ignores the slash, SVG needs it
  return *this;
}

std::string Markup::take() {
  assert(m_open.empty());
  return std::move(m_text);
}

} // namespace report
