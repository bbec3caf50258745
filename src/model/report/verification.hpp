// SPDX-License-Identifier: Apache-2.0
// What became of checking the certificate of one group.
#pragma once

#include "model/cluster/dialect.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace model {

enum class Judgement : std::uint8_t {
  Holds,      // everything that the certificate says is so
  Refuted,    // something is not
  NotChecked, // it could not be told
};

struct Verification {
  std::string namespace_name, name; // of the group
  Dialect dialect = Dialect::Coscheduling;
  Judgement judgement = Judgement::NotChecked;

  // What the certificate shows, if it holds.
  std::int64_t bound = 0, placed = 0, needed = 0; // members that are bound, that the placement adds; the quorum
  std::optional<std::int64_t> at_most;            // of the bound; absent: every member has a place
  std::string bound_kind;                         // Counting, Table, Spread, Search

  // Refuted: the claim by its field of the group in the report, what it says, and what is so instead. NotChecked:
  // `truth` alone says why.
  std::string field, says, truth;
  std::string message; // one sentence for a person; filled by report::put_into_words
};

} // namespace model
