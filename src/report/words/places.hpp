// SPDX-License-Identifier: Apache-2.0
// Where in the manifest what a report speaks of stands: one rule for people and for all CI systems.
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

// Where the manifest declares the object, or else what it comes from; of a manifest in one file, that file.
model::SourcePlace place_of(const model::Report& report, const Subject& subject);

// The line of the field that the finding is about: of the object itself, else in the pod template that makes the
// members it speaks of. Where neither has the field, as above.
model::SourcePlace place_of(const model::Report& report, const model::Finding& finding);

// "jobs.yaml:14" for people; empty where it is only known which file it must be.
std::string place_text(const model::Report& report, const model::Finding& finding);

} // namespace report
