// SPDX-License-Identifier: Apache-2.0
// Field tables of lint's findings, and of verify's results.
#pragma once

#include "report/amounts.hpp"
#include "report/structured/with_fields.hpp"
#include "report/words/lint_words.hpp"
#include "report/words/verify_words.hpp"

#include <map>
#include <string>

namespace report {

void each_field(const model::FactAmount& fact, auto& fields) {
  fields("resource", fact.resource);
  fields("amount", exact_quantity(fact.resource, fact.amount), {"A Kubernetes quantity."});
}

inline std::map<std::string, model::FactValue> evidence_of(const model::Finding& finding) {
  std::map<std::string, model::FactValue> evidence;
  for (const model::Fact& fact : finding.facts) { evidence[std::string(fact.name)] = fact.value; }
  return evidence;
}

void each_field(const model::Finding& finding, auto& fields) {
  fields.definition("finding");
  fields("id", finding.rule, {"The rule: kubectl-gang-lint(7).", R"("type": "string", "pattern": "^G[0-9]{2}$")"});
  fields("title", finding.title, {"Of the rule."});
  fields("level", finding.level);
  fields("object", object_text(finding), {"Kind and namespace/name."});
  fields.if_any("namespace", finding.namespace_name, {"Of the object. Absent: it has none."});
  fields("name", finding.name, {"Of the object."});
  fields.if_any("field", finding.field, {"Of the object. Absent: the object as a whole."});
  const FindingText text = text_of(finding);
  fields("message", text.message, {"The fault, with its figures."});
  fields("remedy", text.remedy, {"How to fix it."});
  fields("evidence", evidence_of(finding), {"The figures and names of the message, by the rule's own words."});
}

void each_field(const model::Verification& verification, auto& fields) {
  const bool holds = verification.judgement == model::Judgement::Holds;
  fields.definition("verification");
  fields("namespace", verification.namespace_name, {.type = k_any_text});
  fields("name", verification.name);
  fields("dialect", model::dialect_name(verification.dialect));
  fields("judgement", verification.judgement);
  fields("message", sentence(verification), {"One sentence for a person."});
  fields.when(holds, "bound", verification.bound, {"Members that are bound."});
  fields.when(holds, "placed", verification.placed, {"Members that the placement adds."});
  fields.when(holds, "needed", verification.needed, {"The quorum: minMember, at least 1."});
  fields.if_any("atMost", holds ? verification.at_most : std::nullopt,
                {"The limit of the bound. Absent: every member fits."});
  fields.if_any("kind", holds ? verification.bound_kind : std::string(),
                {"Of the bound.", R"("enum": ["Counting", "Table", "Spread", "Search"])"});
  fields.if_any("field", verification.field, {"Refuted: the false claim, by its field of the group in the report."});
  fields.if_any("says", verification.says, {"The claim.", k_any_text});
  fields.if_any("truth", verification.truth, {"The true value, as a clause after 'but'. NotChecked: the reason."});
}

} // namespace report
