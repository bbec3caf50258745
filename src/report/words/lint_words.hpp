// SPDX-License-Identifier: Apache-2.0
// The sentences of lint.
//
// They are templates over the facts of a finding: {name} is a fact, {name|member} a counted one ("1 member", "3
// members"), {name?is|are} the word that agrees with it, {name^} an amount rounded up.
#pragma once

#include "model/report/finding.hpp"

#include <span>
#include <string>
#include <string_view>

namespace report {

struct LintWords {
  std::string_view rule, words; // as in the finding
  std::string_view message;     // the problem, with its figures
  std::string_view remedy;      // how to fix it
};

std::span<const LintWords> lint_words();
// Null if there is no such sentence.
const LintWords* find_lint_words(std::string_view rule, std::string_view words);

// Fills the template with the finding's facts. Throws std::logic_error if the template uses a missing fact.
std::string filled_in(std::string_view text, const model::Finding& finding);

struct FindingText {
  std::string message, remedy; // a sentence or two each
};

// Empty if the finding names no rule. Throws std::logic_error if there is no such sentence.
FindingText text_of(const model::Finding& finding);

// "PodGroup ml/train", "profile gang".
std::string object_text(const model::Finding& finding);

std::string fact_text(const model::FactValue& value);

} // namespace report
