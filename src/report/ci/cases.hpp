// SPDX-License-Identifier: Apache-2.0
// An answer as a CI system takes it: one case for each gang, pod or finding, with how it ended.
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
    Unknown, // it could not be told
    Skipped, // there was nothing to tell, or it is for information
  };
  Result result = Result::Passed;
  bool is_grave = true;    // Failed: not merely a warning
  bool is_finding = false; // of lint: its name says which rule of which object
  std::string space;       // the namespace; empty: it has none
  std::string name;        // "PodGroup train", "pod etl-7"
  std::string type;        // the cause or rule: "Fragmented", "G05"; empty where passed
  std::string message;     // one sentence
  std::string details;     // what there is to say, in lines
  model::SourcePlace place;
};

// In the order of the report. Only `details` are safe for terminals: whoever writes the other texts makes them so.
std::vector<Case> cases_of(const model::Report& report);

} // namespace report
