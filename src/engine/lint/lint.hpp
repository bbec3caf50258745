// SPDX-License-Identifier: Apache-2.0
// Lint: finds faults that keep groups from ever starting, or let them start only by luck, before they happen.
//
// Rules read the snapshot, the expansion of a manifest, and the scheduler's configuration. A rule that needs to know
// what fits asks the filters; a rule that needs to know how a run ends reads the run. To add a rule: a function in
// lint/, a row in lint/rules.cpp, its sentences in report/words/lint_words.cpp, a section in kubectl-gang-lint(7).
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"
#include "model/report/finding.hpp"
#include "model/report/report.hpp"

#include <vector>

namespace engine {

// All rules, sorted by id.
std::vector<model::LintRuleName> lint_rules();

// Findings of the rules, with facts but without sentences.
struct LintFindings {
  std::vector<std::vector<model::Finding>> of_groups; // for each group of the question, in order; sorted by rule
  std::vector<model::Finding> of_others; // of pods, manifest objects, nodes, the configuration; for a LintReport only
};

LintFindings find_faults(const Run& run, const Question& question);

} // namespace engine
