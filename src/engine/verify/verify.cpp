// SPDX-License-Identifier: Apache-2.0
#include "engine/verify/verify.hpp"

#include "engine/verify/checks.hpp"
#include "model/report/report_words.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace engine {

namespace {

using model::FeasibilityAnswer;
using model::FeasibilityReport;
using verification::differs;
using verification::Doubt;
using verification::Fault;

std::int64_t at_most_of(const model::UpperBound& bound) {
  return std::visit([](const auto& kind) { return kind.at_most; }, bound);
}

std::int64_t shown_by(const verification::Members& members, const FeasibilityReport& claimed) {
  return members.fixed + static_cast<std::int64_t>(claimed.certificate.placement.size());
}

// The largest number of placed members, if the certificate proves that there are no more.
std::optional<std::int64_t> shown_largest(const verification::Members& members, const FeasibilityReport& claimed) {
  const std::int64_t shown = shown_by(members, claimed), all = members.fixed + std::ssize(members.pods);
  const std::optional<model::UpperBound>& bound = claimed.certificate.bound;
  if (shown == (bound ? std::min(all, at_most_of(*bound)) : all)) { return shown; }
  return std::nullopt;
}

FeasibilityAnswer shown_answer(const verification::Members& members, const FeasibilityReport& claimed) {
  if (shown_by(members, claimed) >= members.needed) { return FeasibilityAnswer::Feasible; }
  const std::optional<model::UpperBound>& bound = claimed.certificate.bound;
  const std::int64_t most = bound ? at_most_of(*bound) : members.fixed + std::ssize(members.pods);
  return most < members.needed ? FeasibilityAnswer::Infeasible : FeasibilityAnswer::Unknown;
}

Doubt check_claimed_bound(const verification::Members& members, const FeasibilityReport& claimed) {
  const std::optional<model::UpperBound>& bound = claimed.certificate.bound;
  if (!bound) { return std::nullopt; }
  const std::string kind = util::lowercase(model::word(*bound));
  if (Doubt doubt = differs("method", std::string(model::word(claimed.method)), kind)) { return doubt; }
  return std::visit([&](const auto& of_kind) { return verification::check(members, of_kind); }, *bound);
}

// Checks what the claim concludes from placement and bound, provided that both are correct.
Doubt check_conclusion(const verification::Members& members, const FeasibilityReport& claimed) {
  const std::optional<std::int64_t> largest = shown_largest(members, claimed);
  const auto text = [](std::optional<std::int64_t> number) { return number ? std::to_string(*number) : std::string(); };
  if (claimed.largest_placeable && !largest) {
    const std::int64_t shown = shown_by(members, claimed), all = members.fixed + std::ssize(members.pods);
    const auto& bound = claimed.certificate.bound;
    return Fault{"largestPlaceable", text(claimed.largest_placeable),
                 util::concat("the certificate shows ", shown, ", and that there are no more than ",
                              bound ? at_most_of(*bound) : all)};
  }
  if (Doubt doubt = differs("largestPlaceable", text(claimed.largest_placeable), text(largest))) { return doubt; }
  const FeasibilityAnswer answer = shown_answer(members, claimed);
  if (claimed.answer != answer) {
    return Fault{"answer", std::string(model::word(claimed.answer)),
                 util::concat("it is ", model::word(answer), ": ", shown_by(members, claimed), " of ", members.needed,
                              " members are placed")};
  }
  if (answer != FeasibilityAnswer::Unknown) { return std::nullopt; }
  return verification::cannot_tell(util::concat("the search for a placement was given up: ", shown_by(members, claimed),
                                                " of ", members.needed,
                                                " members are placed, and nothing shows that no more can be"));
}

// The placement of a certificate counts only the running pods that the input has.
Doubt check_running_pods(const model::ClusterSnapshot& cluster, const FeasibilityReport& claimed) {
  if (claimed.answer != FeasibilityAnswer::Feasible) { return std::nullopt; }
  if (!cluster.unread.empty()) {
    return verification::cannot_tell(
        util::concat(cluster.unread.front(), " could not be read, so the free capacity is not known"));
  }
  if (cluster.lists_running_pods && cluster.lists_pods_elsewhere) { return std::nullopt; }
  return verification::cannot_tell("the input lacks running pods, so the free capacity is not known");
}

} // namespace

model::Verification verify(const Rules& rules, model::GroupIndex group, const FeasibilityReport& claimed) {
  const verification::Members members(rules, group);
  model::Verification result;
  result.namespace_name = members.group.namespace_name;
  result.name = members.group.name;
  result.dialect = members.group.dialect;
  result.bound = members.fixed;
  result.placed = std::ssize(claimed.certificate.placement);
  result.needed = members.needed;
  if (claimed.certificate.bound) {
    result.at_most = at_most_of(*claimed.certificate.bound);
    result.bound_kind = model::word(*claimed.certificate.bound);
  }
  result.judgement = model::Judgement::Holds;
  const auto note = [&](Doubt doubt) {
    const bool worse = doubt && (result.judgement == model::Judgement::Holds ||
                                 (result.judgement == model::Judgement::NotChecked && !doubt->unknown));
    if (!worse) { return; }
    result.judgement = doubt->unknown ? model::Judgement::NotChecked : model::Judgement::Refuted;
    result.field = doubt->field.empty() ? "" : "feasibility." + doubt->field;
    result.says = doubt->says.empty() && !doubt->unknown ? "nothing" : doubt->says;
    result.truth = doubt->truth;
  };
  note(verification::check_placement(members, claimed.certificate.placement));
  note(check_claimed_bound(members, claimed));
  note(check_conclusion(members, claimed));
  note(check_running_pods(rules.cluster, claimed));
  return result;
}

} // namespace engine
