// SPDX-License-Identifier: Apache-2.0
// The words of the report's enumerations in the structured output.
#pragma once

#include "model/report/report.hpp"

#include <string_view>
#include <vector>

namespace model {

std::string_view word(Verdict verdict);      // Yes, No, Unknown
std::string_view word(GroupVerdict verdict); // Satisfied, Fits, DoesNotFit, Idle, Unknown
std::string_view word(Code code);            // "" for None
std::string_view word(Stage stage);          // "" for None
std::string_view word(Outcome outcome);
std::string_view word(AttemptResult result);
std::string_view word(QueueKind kind);
std::string_view word(FeasibilityAnswer answer); // Feasible, Infeasible, Unknown
std::string_view word(FeasibilityMethod method); // counting, table, spread, search
std::string_view word(const UpperBound& bound);  // its kind: Counting, Table, Spread, Search
std::string_view word(BindingResult result);     // Bound, Skipped, Failed, WouldBind
std::string_view word(BindMode mode);            // Preview, ServerDryRun, Act
std::string_view word(LayerRole role);           // gate, parent, origin, ignored
std::string_view
word(Authority authority);              // operator, switch, admission, quota, queue, scheduler, gate, inputs, nodeName
std::string_view word(Reply reply);     // allows, assumed, notAsked, refuses
std::string_view word(GateKind kind);   // ResourceQuota, VolcanoEnqueue, VolcanoAllocate, KaiQueue, Kueue
std::string_view word(ReportKind kind); // Explanation, DryRun, QueueReport, BindReport, LintReport, VerifyReport
std::string_view word(Judgement judgement); // Holds, Refuted, NotChecked
std::string_view word(FindingLevel level);  // info, warning, error
std::string_view word(FixKind kind);        // Evict, Move, AddNodes, …
std::string_view word(KnownEnd::Why why);   // Deletion, Deadline, `Told`

// The values of an enumeration that have a word, in its order.
template <typename Enumeration>
std::vector<Enumeration> all_with_words() {
  std::vector<Enumeration> all;
  for (int value = 0;; ++value) {
    const auto next = static_cast<Enumeration>(value);
    if (!word(next).empty()) {
      all.push_back(next);
    } else if (value > 0) { // None is the first
      return all;
    }
  }
}

} // namespace model
