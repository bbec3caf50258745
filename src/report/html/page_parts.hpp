// SPDX-License-Identifier: Apache-2.0
// Prose, lists and tables of an answer as HTML, from the same parts as the text output.
#pragma once

#include "report/html/markup.hpp"
#include "report/layout/page.hpp"

#include <cstdint>
#include <string_view>

namespace report {

// Treatment of the first verdict. FirstOnTop: it is the page's headline. FirstIsKnown: it appears above already, so
// only its explanation follows.
enum class Verdicts : std::uint8_t { Plain, FirstOnTop, FirstIsKnown };

// Headings become <h3>, bullets a list, tables <table>, remedies a list with the state before and after. `report` is
// the subject of the page.
//
// The drawing of the cluster is the proof of a cause, so it stands before the first remedies (BeforeRemedies). Returns
// Done if it is drawn.
enum class ClusterDrawing : std::uint8_t { Done, BeforeRemedies };
ClusterDrawing add_parts(Markup& html, const Page& page, const model::Report& report,
                         Verdicts verdicts = Verdicts::Plain, ClusterDrawing drawing = ClusterDrawing::Done);

void add_table(Markup& html, const Table& table);

// The CSS class for the colour of a verdict word: "good", "bad", "unsure" or "plain".
std::string_view tone_class(Tone tone);

// A verdict word with a sign that has the same meaning without colour.
void add_pill(Markup& html, std::string_view words, Tone tone);

} // namespace report
