// SPDX-License-Identifier: Apache-2.0
// Structured output of lint's findings.
#include "model/report/report_words.hpp"
#include "report/amounts.hpp"
#include "report/structured/structured_parts.hpp"
#include "report/words/lint_words.hpp"

#include <variant>

namespace report {

using document::Output;

namespace {

struct EvidenceOf {
  Output operator()(std::int64_t value) const { return Output(value); }
  Output operator()(const std::string& value) const { return Output(value); }
  Output operator()(const std::vector<std::string>& values) const { return strings(values); }
  Output operator()(const model::FactAmount& value) const {
    Output out;
    out["resource"] = Output(value.resource);
    out["amount"] = Output(exact_quantity(value.resource, value.amount));
    return out;
  }
};

} // namespace

Output finding_output(const model::Finding& finding) {
  Output out;
  out["id"] = Output(finding.rule);
  out["title"] = Output(finding.title);
  out["level"] = Output(model::word(finding.level));
  out["object"] = Output(object_text(finding));
  set(out, "namespace", finding.namespace_name);
  out["name"] = Output(finding.name);
  set(out, "field", finding.field);
  out["message"] = Output(finding.message);
  set(out, "remedy", finding.remedy);
  Output evidence;
  for (const model::Fact& fact : finding.facts) { evidence[fact.name] = std::visit(EvidenceOf(), fact.value); }
  out["evidence"] = std::move(evidence);
  return out;
}

Output findings_output(const std::vector<model::Finding>& findings) {
  Output array = Output::array();
  for (const model::Finding& finding : findings) { array.push(finding_output(finding)); }
  return array;
}

} // namespace report
