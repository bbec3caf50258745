// SPDX-License-Identifier: Apache-2.0
// The room's front door: a Report in, text out.
#pragma once

#include "model/report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

enum class Format { Text, Wide, Json, Yaml, Name };

struct Style {
  bool color = false;
  bool headers = true; // --no-headers: false
  int columns = 80;    // of the terminal, for wrapping prose; tables are never cut
  bool many = false;   // several targets (-A or all of a namespace): a table with totals, not a block each
};

// Fills GroupReport::message, one sentence from code and evidence, and what findings say.
void put_into_words(model::Report& report);

// The whole answer for standard output. Everything that came from a cluster is made visible
// (util::visible) in Text, Wide and Name.
std::string write(const model::Report& report, Format format, const Style& style);

// The rules of lint as a table.
std::string rules_table(const std::vector<model::LintRuleName>& rules, const Style& style);

// The format of an -o value in any case; nullopt where unknown. Known ones: known_formats().
bool parse_format(std::string_view name, Format& format);
std::vector<std::string_view> known_formats();

} // namespace report
