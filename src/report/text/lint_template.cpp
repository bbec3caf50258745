// SPDX-License-Identifier: Apache-2.0
// Turns facts into sentences.
#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/lint_words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace report {

namespace {

const model::FactValue& fact_of(const model::Finding& finding, std::string_view name) {
  const auto found = std::find_if(finding.facts.begin(), finding.facts.end(),
                                  [&](const model::Fact& fact) { return fact.name == name; });
  if (found == finding.facts.end()) { throw std::logic_error(fmt::format("{} has no fact {}", finding.rule, name)); }
  return found->value;
}

std::int64_t number_of(const model::Finding& finding, std::string_view name) {
  const auto* const number = std::get_if<std::int64_t>(&fact_of(finding, name));
  if (number == nullptr) { throw std::logic_error(fmt::format("{} of {} is no number", name, finding.rule)); }
  return *number;
}

// Resolves the text between braces.
std::string resolved(std::string_view slot, const model::Finding& finding) {
  if (slot.ends_with('^')) {
    const auto& amount = std::get<model::FactAmount>(fact_of(finding, slot.substr(0, slot.size() - 1)));
    return amount_of_text(amount.resource, amount.amount, Rounding::Up);
  }
  const std::size_t mark = slot.find_first_of("|?");
  if (mark == std::string_view::npos) { return fact_text(fact_of(finding, slot)); }
  const std::int64_t count = number_of(finding, slot.substr(0, mark));
  const std::string_view rest = slot.substr(mark + 1);
  if (slot[mark] == '|') { return counted(count, rest); }
  const std::size_t bar = rest.find('|');
  return std::string(one_or_many(count, rest.substr(0, bar), rest.substr(bar + 1)));
}

struct TextOf {
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<std::string>& values) const { return listed_up_to(values, 5); }
  std::string operator()(const model::FactAmount& value) const {
    return amount_of_text(value.resource, value.amount, Rounding::Down);
  }
};

// The sentences call the quorum minMember. Other dialects have another name for it.
std::string with_field_name(std::string_view text, std::string_view field) {
  constexpr std::string_view k_name = "minMember";
  std::string out;
  for (std::size_t at = text.find(k_name); at != std::string_view::npos; at = text.find(k_name)) {
    const bool is_fact = at > 0 && text[at - 1] == '{';
    out += text.substr(0, at);
    out += is_fact ? k_name : field;
    text.remove_prefix(at + k_name.size());
  }
  return out += text;
}

} // namespace

std::string fact_text(const model::FactValue& value) { return std::visit(TextOf(), value); }

std::string filled_in(std::string_view text, const model::Finding& finding) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    out += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) { break; }
    const std::size_t close = text.find('}');
    out += resolved(text.substr(1, close - 1), finding);
    text.remove_prefix(close + 1);
  }
  return out;
}

FindingText text_of(const model::Finding& finding) {
  if (finding.rule.empty()) { return {}; }
  const LintWords* const words = find_lint_words(finding.rule, finding.words);
  if (words == nullptr) { throw std::logic_error(fmt::format("no sentence for {} {}", finding.rule, finding.words)); }
  const std::string_view field =
      model::facts_of(finding.group_dialect.value_or(model::Dialect::Coscheduling)).quorum_field;
  return {filled_in(with_field_name(words->message, field), finding),
          filled_in(with_field_name(words->remedy, field), finding)};
}

std::string object_text(const model::Finding& finding) {
  const std::string_view slash = finding.namespace_name.empty() ? "" : "/";
  return fmt::format("{} {}{}{}", finding.kind, finding.namespace_name, slash, finding.name);
}

} // namespace report
