// SPDX-License-Identifier: Apache-2.0
// -o custom-columns: a table of what JSONPath finds in each row.
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

// A template. Throws util::Error with kubectl's words on what is wrong with it.
document::JsonPath parse_template(std::string_view text);

// "NAME:.name,NODE:.node". Throws util::Error with kubectl's words.
std::vector<Column> parse_columns(std::string_view text);

// With a header as it was typed, and <none> where there is nothing. One row for each group, pod, entry or finding; a
// single row if all columns are of the report itself. (kubectl get -o custom-columns)
std::string custom_columns(const model::Report& report, const Style& style);

} // namespace report
