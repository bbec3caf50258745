// SPDX-License-Identifier: Apache-2.0
#include "engine/lint/lint.hpp"

#include "engine/lint/rules.hpp"

namespace engine {

std::vector<model::LintRuleName> lint_rules() {
  std::vector<model::LintRuleName> names;
  for (const lint::Rule& rule : lint::rules()) { names.push_back({rule.id, rule.title, rule.level}); }
  return names;
}

LintFindings find_faults(const Run& run, const Question& question) {
  const lint::Input input(run, question);
  LintFindings found;
  for (const model::GroupIndex index : question.groups) {
    const lint::GroupFacts facts = input.facts_of(index);
    std::vector<model::Finding>& of_group = found.of_groups.emplace_back();
    for (const lint::Rule& rule : lint::rules()) {
      if (rule.of_group == nullptr || !lint::holds(rule.dialects, facts.group->dialect)) { continue; }
      lint::Findings out(rule, of_group);
      rule.of_group(input, facts, out);
    }
  }
  if (question.kind != model::ReportKind::LintReport) { return found; }
  for (const lint::Rule& rule : lint::rules()) {
    if (rule.of_others == nullptr) { continue; }
    lint::Findings out(rule, found.of_others);
    rule.of_others(input, out);
  }
  return found;
}

} // namespace engine
