// SPDX-License-Identifier: Apache-2.0
// Prose, lists and tables of an answer as HTML: the same parts of which the text is made.
#pragma once

#include "report/html/markup.hpp"
#include "report/layout/page.hpp"

#include <cstdint>
#include <string_view>

namespace report {

// What becomes of the first verdict: FirstOnTop: it is the page's headline; FirstIsKnown: it stands above already, and
// only what follows it is said.
enum class Verdicts : std::uint8_t { Plain, FirstOnTop, FirstIsKnown };

// Headings become <h3>, bullets a list, tables <table>, remedies a list with what is before and after. `report` is
// the one that the page is about.
void add_parts(Markup& html, const Page& page, const model::Report& report, Verdicts verdicts = Verdicts::Plain);

void add_table(Markup& html, const Table& table);

// The class that colours a verdict word: "good", "bad", "unsure" or "plain".
std::string_view tone_class(Tone tone);

// A verdict word with its mark, which says the same without colour.
void add_pill(Markup& html, std::string_view words, Tone tone);

} // namespace report
