// SPDX-License-Identifier: Apache-2.0
// An answer for CI systems: one case for each gang, pod or finding, with its result.
#pragma once

#include "model/report/report.hpp"
#include "model/values/source_place.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace report {

struct Case {
  enum class Result : std::uint8_t {
    Passed,
    Failed,  // the answer is no
    Unknown, // the answer is unknown
    Skipped, // nothing to check, or information only
  };
  Result result = Result::Passed;
  bool is_grave = true;    // Failed: not only a warning
  bool is_finding = false; // from lint: its name consists of rule and object
  std::string space;       // the namespace; empty if it has none
  std::string name;        // "PodGroup train", "pod etl-7"
  std::string type;        // the cause or rule: "Fragmented", "G05"; empty if passed
  std::string message;     // one sentence
  std::string details;     // the explanation, in lines
  model::SourcePlace place;
};

// In the order of the report. Only `details` are safe for terminals; callers must escape the other texts.
std::vector<Case> cases_of(const model::Report& report);

} // namespace report
