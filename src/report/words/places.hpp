// SPDX-License-Identifier: Apache-2.0
// Finds the manifest line of a report's subject: one rule for text and for all CI systems.
#pragma once

#include "model/cluster/dialect.hpp"
#include "model/report/finding.hpp"
#include "model/report/report.hpp"
#include "model/values/source_place.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace report {

struct Subject {
  std::string_view kind, namespace_name, name;
  std::optional<model::Dialect> dialect = {}; // of a group
};

// The declaration of the object, or else of its source; for a manifest in one file, that file.
model::SourcePlace place_of(const model::Report& report, const Subject& subject);

// The line of the field that the finding is about: in the object itself, else in the pod template of the members that
// the finding names. If neither has the field, as above.
model::SourcePlace place_of(const model::Report& report, const model::Finding& finding);

// "jobs.yaml:14" for text output; empty if only the file is known.
std::string place_text(const model::Report& report, const model::Finding& finding);

} // namespace report
