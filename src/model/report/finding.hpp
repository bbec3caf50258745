// SPDX-License-Identifier: Apache-2.0
// A finding of a lint rule: the object, and the figures that show the fault.
#pragma once

#include "model/cluster/dialect.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace model {

enum class FindingLevel : std::uint8_t {
  Info,    // worth knowing
  Warning, // likely to keep the group from starting, or to let it start without what it needs
  Error,   // the group cannot start as it is
};

// An amount of a resource as the scheduler counts it (cpu in milli-cores).
struct FactAmount {
  std::string resource;
  std::int64_t amount = 0;
};

using FactValue = std::variant<std::int64_t, std::string, std::vector<std::string>, FactAmount>;

// One figure or name of the evidence. Sentences and structured output refer to it by `name`.
struct Fact {
  std::string_view name; // a literal
  FactValue value;
};

struct Finding {
  std::string_view rule;  // "G05"; a literal, like `title` and `words`
  std::string_view title; // of the rule
  std::string_view words; // selects the rule's sentence; empty if it has only one
  FindingLevel level = FindingLevel::Warning;
  std::string kind, namespace_name, name; // of the object; namespace empty: it has none
  std::optional<Dialect> group_dialect;   // if the object is a group
  std::string field;                      // of the object; empty: the object as a whole
  std::vector<Fact> facts;
};

// A rule, for the list of rules.
struct LintRuleName {
  std::string_view id, title;
  FindingLevel level = FindingLevel::Warning; // the highest level that it reports
};

} // namespace model
