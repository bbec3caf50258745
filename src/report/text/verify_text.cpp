// SPDX-License-Identifier: Apache-2.0
// verify, as text: one line per certificate, the verdict first.
#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/words/verify_words.hpp"
#include "util/ascii.hpp"

#include <fmt/format.h>

namespace report {

namespace {

using model::Judgement;
using model::Verification;

std::string verified_name(const Verification& verification) {
  return fmt::format("{}/{}", verification.namespace_name, verification.name);
}

std::string_view phrase(Judgement judgement) {
  switch (judgement) {
  case Judgement::Holds:
    return "holds";
  case Judgement::Refuted:
    return "is refuted";
  case Judgement::NotChecked:
    return "could not be checked";
  }
  return {};
}

Tone tone(Judgement judgement) {
  switch (judgement) {
  case Judgement::Holds:
    return Tone::Good;
  case Judgement::Refuted:
    return Tone::Bad;
  case Judgement::NotChecked:
    return Tone::Unsure;
  }
  return Tone::Plain;
}

Table as_table(const std::vector<Verification>& verifications) {
  Table table({"NAMESPACE", "NAME", "JUDGEMENT", "BOUND", "PLACED", "AT MOST", "BY", "MESSAGE"});
  for (const Verification& one : verifications) {
    const bool holds = one.judgement == Judgement::Holds;
    table.add_row({one.namespace_name,
                   one.name,
                   {model::word(one.judgement), tone(one.judgement)},
                   holds ? fmt::format("{}", one.bound) : "",
                   holds ? fmt::format("{}", one.placed) : "",
                   one.at_most ? fmt::format("{}", *one.at_most) : "",
                   one.bound_kind,
                   sentence(one)});
  }
  return table;
}

} // namespace

std::string sentence(const Verification& verification) {
  switch (verification.judgement) {
  case Judgement::Holds:
    break;
  case Judgement::Refuted:
    return fmt::format("{} says {}, but {}", verification.field, verification.says, verification.truth);
  case Judgement::NotChecked:
    return verification.truth;
  }
  std::string text;
  if (verification.bound > 0) { text = fmt::format("{} bound, ", counted(verification.bound, "member")); }
  text += verification.placed == 0
              ? "none placed"
              : fmt::format("{} placed one after the other", counted(verification.placed, "member"));
  if (!verification.at_most) { return text; }
  return fmt::format("{}; at most {} by {}", text, *verification.at_most, util::lowercase(verification.bound_kind));
}

std::string verify_text(const model::Report& report, Format format, const Style& style) {
  Page page(style);
  if (report.verifications.empty()) {
    page.verdict("", "Unknown", Tone::Unsure, "the report holds no certificate, so there is nothing to check");
  }
  if (format == Format::Wide) { page.table(as_table(report.verifications)); }
  for (const Verification& one : report.verifications) {
    if (format != Format::Wide) {
      page.verdict(verified_name(one), phrase(one.judgement), tone(one.judgement), sentence(one));
    }
  }
  add_footing(page, report, Format::Wide);
  return page.text();
}

} // namespace report
