// SPDX-License-Identifier: Apache-2.0
// Lint: what keeps groups from ever starting, or lets them start only by luck, found without waiting for it to happen.
//
// Rules read the picture, what a manifest became, and the scheduler's configuration. Where one needs to know what fits,
// it asks the filters; where it needs to know how a run ends, it reads the run. To add a rule: a function in lint/, a
// row in lint/rules.cpp, its sentences in report/words/lint_words.cpp, a section in kubectl-gang-lint(7).
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"
#include "model/report/finding.hpp"
#include "model/report/report.hpp"

#include <vector>

namespace engine {

// All rules, by id.
std::vector<model::LintRuleName> lint_rules();

// What the rules find, with facts and without sentences.
struct LintFindings {
  std::vector<std::vector<model::Finding>> of_groups; // those of the question, in their order; by rule
  std::vector<model::Finding> of_others; // of pods, manifest objects, nodes, the configuration; for a LintReport only
};

LintFindings find_faults(const Run& run, const Question& question);

} // namespace engine
