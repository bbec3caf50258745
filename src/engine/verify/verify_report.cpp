// SPDX-License-Identifier: Apache-2.0
// Verifies a whole report: selects the groups to check and combines their results.
#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"
#include "engine/rules/describe_inputs.hpp"
#include "engine/rules/gates/kueue_pods.hpp"
#include "engine/verify/verify.hpp"
#include "model/report/report_words.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

namespace {

using model::GroupReport;
using model::GroupVerdict;
using model::Judgement;
using model::Verification;

model::GroupIndex find_group(const model::ClusterSnapshot& cluster, const GroupReport& claimed) {
  const auto is_it = [&](const model::PodGroup& group) {
    return group.namespace_name == claimed.namespace_name && group.name == claimed.name &&
           group.dialect == claimed.dialect;
  };
  const auto found = std::ranges::find_if(cluster.groups, is_it);
  return found == cluster.groups.end() ? model::k_none : static_cast<model::GroupIndex>(found - cluster.groups.begin());
}

// Not checked yet.
Verification verification_of(const GroupReport& claimed) {
  Verification result;
  result.namespace_name = claimed.namespace_name;
  result.name = claimed.name;
  result.dialect = claimed.dialect;
  return result;
}

Verification refuted(const GroupReport& claimed, std::string_view field, std::string says, std::string truth) {
  Verification result = verification_of(claimed);
  result.judgement = Judgement::Refuted;
  result.field = field;
  result.says = std::move(says);
  result.truth = std::move(truth);
  return result;
}

Verification verify_group(const Rules& rules, const GroupReport& claimed) {
  Verification result = verification_of(claimed);
  if (!claimed.feasibility) {
    result.truth = "the report holds no certificate of it";
    return result;
  }
  const model::GroupIndex index = find_group(rules.cluster, claimed);
  if (index == model::k_none) {
    result.truth = util::concat("the cluster holds no ", model::dialect_name(claimed.dialect), " group of this name");
    return result;
  }
  const std::int32_t min_member = rules.cluster.groups[at(index)].min_member.value_or(0);
  if (claimed.min_member == min_member) { return verify(rules, index, *claimed.feasibility); }
  return refuted(claimed, "minMember", std::to_string(claimed.min_member), util::concat("it is ", min_member));
}

bool asks_nothing(const GroupReport& group) {
  return !group.feasibility && (group.verdict == GroupVerdict::Satisfied || group.verdict == GroupVerdict::Idle);
}

// Such a group needs no certificate, but its members. Refutes a verdict that they contradict; else nullopt.
std::optional<Verification> refute_without_certificate(const Rules& rules, const GroupReport& claimed) {
  const model::GroupIndex index = find_group(rules.cluster, claimed);
  if (index == model::k_none) { return verify_group(rules, claimed); }
  const model::PodGroup& group = rules.cluster.groups[at(index)];
  std::int32_t bound = 0, counted = 0, pending = 0;
  for (const model::PodIndex member : group.members) {
    const model::Pod& pod = rules.cluster.pods[at(member)];
    bound += pod.live() && pod.bound() ? 1 : 0;
    counted += counts_of(group, state_of(pod)).placed ? 1 : 0;
    pending += pod.live() && !pod.bound() && !pod.terminating ? 1 : 0;
  }
  const std::int32_t needed = quorum_of(rules.cluster, group);
  const bool has_quorum = std::max(bound, counted) >= needed || (bound > 0 && is_satisfied_for_good(group));
  const bool is_satisfied = claimed.verdict == GroupVerdict::Satisfied;
  if (is_satisfied ? has_quorum : pending == 0) { return std::nullopt; }
  return refuted(claimed, "verdict", std::string(model::word(claimed.verdict)),
                 is_satisfied
                     ? util::concat(std::max(bound, counted), " of the ", needed, " members that it needs count")
                     : util::concat("pending members: ", pending));
}

model::Verdict overall(const std::vector<Verification>& results) {
  const auto any = [&](Judgement judgement) {
    return std::ranges::find(results, judgement, &Verification::judgement) != results.end();
  };
  if (any(Judgement::Refuted)) { return model::Verdict::No; }
  return results.empty() || any(Judgement::NotChecked) ? model::Verdict::Unknown : model::Verdict::Yes;
}

} // namespace

model::Report verify(const model::ClusterSnapshot& picture, const Options& options, const model::Report& claimed) {
  // bind does not wait for Kueue, so its plan is about the pods as they are.
  const std::optional<model::ClusterSnapshot> with_flavors =
      claimed.kind == model::ReportKind::BindReport ? std::nullopt : with_flavors_of_kueue(picture, options.now);
  const model::ClusterSnapshot& cluster = with_flavors ? *with_flavors : picture;
  const Rules rules(cluster, options);
  model::Report report;
  report.kind = model::ReportKind::VerifyReport;
  report.problems = cluster.problems;
  describe_inputs(rules, Others::None, report);
  for (const GroupReport& group : claimed.groups) {
    if (!asks_nothing(group)) {
      report.verifications.push_back(verify_group(rules, group));
    } else if (auto refutation = refute_without_certificate(rules, group)) {
      report.verifications.push_back(std::move(*refutation));
    }
  }
  report.verdict = overall(report.verifications);
  return report;
}

} // namespace engine
