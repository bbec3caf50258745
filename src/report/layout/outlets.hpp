// SPDX-License-Identifier: Apache-2.0
// All writers of a report; write() chooses one (writers.cpp).
#pragma once

#include "document/yaml/writer.hpp"
#include "model/report/report.hpp"
#include "report/write.hpp"

#include <string>
#include <vector>

namespace report {

// Text and wide, by kind of report.
std::string explanation_text(const model::Report& report, Format format, const Style& style);
std::string dry_run_text(const model::Report& report, Format format, const Style& style);
std::string bind_text(const model::Report& report, Format format, const Style& style);
std::string lint_text(const model::Report& report, Format format, const Style& style);
std::string verify_text(const model::Report& report, Format format, const Style& style);
std::string queue_text(const model::Report& report, Format format, const Style& style);

// Many groups as a table with a line of totals.
std::string overview_text(const model::Report& report, Format format, const Style& style);

// The structured output, before it becomes JSON or YAML.
document::Output structured(const model::Report& report);
// The rows of tables, each as in the structured output; pods come after groups.
std::vector<document::Output> structured_rows(const model::Report& report);
// The same, with every text made safe for terminals, for formats that print texts unchanged.
document::Output made_visible(document::Output value);

// For a browser: explain, dry-run and queue.
std::string html_page(const model::Report& report);

// For CI systems: test results, annotations, and lint's findings in the source (cases.hpp).
std::string junit(const model::Report& report);
std::string github(const model::Report& report);
std::string sarif(const model::Report& report);
std::string gitlab(const model::Report& report);

// One line per group and pod, in the format of `kubectl get -o name`: podgroup.scheduling.x-k8s.io/train, pod/etl-7.
// Groups that exist only as labels take the prefix of the label: pod-group.scheduling.sigs.k8s.io/train. Lists
// everything that was selected, blocked or not, in the order of the report (for a queue: its order).
std::string name_lines(const model::Report& report);

} // namespace report
