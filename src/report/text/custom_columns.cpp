// SPDX-License-Identifier: Apache-2.0
#include "report/text/custom_columns.hpp"

#include "report/layout/outlets.hpp"
#include "report/layout/table.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

document::JsonPath parse_template(std::string_view text) {
  try {
    return document::JsonPath(text);
  } catch (const util::Error& error) {
    throw util::Error(fmt::format("error parsing jsonpath {}, {}", text, error.what()));
  }
}

namespace {

// "{.status.verdict}". No row has one of these fields.
bool is_of_report(std::string_view path) {
  for (const std::string_view field : {"{.apiVersion", "{.metadata", "{.spec", "{.status"}) {
    if (!path.starts_with(field)) { continue; }
    const std::string_view rest = path.substr(field.size());
    if (rest.empty() || rest.front() == '.' || rest.front() == '[' || rest.front() == '}') { return true; }
  }
  return false;
}

} // namespace

std::vector<Column> parse_columns(std::string_view text) {
  if (text.empty()) { throw util::Error("custom-columns format specified but no custom columns given"); }
  std::vector<Column> columns;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string_view one = text.substr(start, end - start);
    const std::size_t colon = one.find(':');
    if (colon == std::string_view::npos || colon + 1 == one.size()) {
      throw util::Error(fmt::format("unexpected custom-columns spec: {}, expected <header>:<json-path-expr>", one));
    }
    const std::string path = document::relaxed_path(one.substr(colon + 1));
    columns.push_back({std::string(one.substr(0, colon)), parse_template(path), is_of_report(path)});
    start = end + 1;
  }
  return columns;
}

std::string custom_columns(const model::Report& report, const Style& style) {
  const std::vector<Column> columns = parse_columns(style.expression);
  std::vector<std::string> headers;
  for (const Column& column : columns) { headers.push_back(column.header); }
  Table table(headers);
  const bool needs_report = std::ranges::any_of(columns, &Column::is_of_report);
  const document::Output whole = needs_report ? structured(report) : document::Output();
  const bool is_one_row = std::ranges::all_of(columns, &Column::is_of_report);
  const std::vector<document::Output> rows = is_one_row ? std::vector{whole} : structured_rows(report);
  for (const document::Output& row : rows) {
    std::vector<Table::Cell> cells;
    for (const Column& column : columns) {
      std::string text;
      for (const document::Output& value : column.path.find(column.is_of_report ? whole : row)) {
        text += fmt::format("{}{}", text.empty() ? "" : ",", document::printed(value));
      }
      cells.emplace_back(text.empty() ? "<none>" : text);
    }
    table.add_row(std::move(cells));
  }
  return table.text(style);
}

} // namespace report
