// SPDX-License-Identifier: Apache-2.0
// -o custom-columns: a table of JSONPath results, one row per row of the report.
#pragma once

#include "document/reading/jsonpath.hpp"
#include "model/report/report.hpp"
#include "report/write.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

struct Column {
  std::string header;
  document::JsonPath path;
  bool is_of_report = false; // begins with a field of the whole report, such as .status.verdict
};

// Parses a template. Throws util::Error with kubectl's message.
document::JsonPath parse_template(std::string_view text);

// "NAME:.name,NODE:.node". Throws util::Error with kubectl's message.
std::vector<Column> parse_columns(std::string_view text);

// Prints the header as typed, and <none> for missing values. One row for each group, pod, entry or finding; a
// single row if all columns are of the report itself. (kubectl get -o custom-columns)
std::string custom_columns(const model::Report& report, const Style& style);

} // namespace report
