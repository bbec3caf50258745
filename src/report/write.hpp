// SPDX-License-Identifier: Apache-2.0
// Entry point of the module: takes a Report, returns text.
#pragma once

#include "model/report/report.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace report {

enum class Format {
  Text,
  Wide,
  Json,
  Yaml,
  Name,
  JsonPath,       // of the whole structured output, as text
  JsonPathAsJson, // the same as JSON
  CustomColumns,  // of its rows (sort_by)
  Junit,
  Github,
  Gitlab,
  Sarif,
  Html, // a complete page for browsers
};

struct Style {
  bool color = false;
  bool headers = true;       // --no-headers: false
  int columns = 80;          // of the terminal, for wrapping prose
  int table_columns = 0;     // of the terminal, for wrapping cells of tables; 0: not a terminal, nothing is wrapped
  bool only_blocked = false; // many: leave out what starts or runs
  bool many = false;         // several targets (-A or all of a namespace): a table with totals, not a block each
  std::string expression;    // the template of JsonPath and JsonPathAsJson, the columns of CustomColumns
};

// The whole answer for standard output. Makes text from a cluster visible (util::visible) in Text, Wide and Name.
std::string write(const model::Report& report, Format format, const Style& style);

// The rules of lint as a table.
std::string rules_table(const std::vector<model::LintRuleName>& rules, const Style& style);

// Sorts the rows of the report's table (groups and pods, of a queue its entries, of lint the findings) by the path's
// result in their structured output, missing ones first. Throws util::Error if it is no path, or no row has it.
// (kubectl get --sort-by)
void sort_by(model::Report& report, std::string_view path);
void check_sort_path(std::string_view path); // also throws

// Throws util::Error, with kubectl's message, if the format does not accept the expression.
void check_expression(Format format, std::string_view expression);

// Returns the format of that name, in any case, if it supports such a report. For a format with an expression, `name`
// ends before its "=".
std::optional<Format> parse_format(std::string_view name, model::ReportKind kind);
std::vector<std::string_view> known_formats(model::ReportKind kind);
bool takes_expression(Format format);

} // namespace report
