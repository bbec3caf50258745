// SPDX-License-Identifier: Apache-2.0
// The result of the check of one group's certificate.
#pragma once

#include "model/cluster/dialect.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace model {

enum class Judgement : std::uint8_t {
  Holds,      // all statements of the certificate are true
  Refuted,    // one of them is false
  NotChecked, // the check was not possible
};

struct Verification {
  std::string namespace_name, name; // of the group
  Dialect dialect = Dialect::Coscheduling;
  Judgement judgement = Judgement::NotChecked;

  // Content of the certificate, if it holds.
  std::int64_t bound = 0, placed = 0, needed = 0; // members that are bound; that the placement adds; the quorum
  std::optional<std::int64_t> at_most;            // of the bound; absent: every member fits
  std::string bound_kind;                         // Counting, Table, Spread, Search

  // Refuted: the field of the group in the report, its claim, and the true value. NotChecked: only `truth`, the
  // reason.
  std::string field, says, truth;
};

} // namespace model
