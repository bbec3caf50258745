// SPDX-License-Identifier: Apache-2.0
// Words of structured output: every enumerator has its own, and that of None is empty.
#include "model/report/report_words.hpp"

#include "support/catch.hpp"

#include <set>
#include <string>

namespace {

// The words of all enumerators up to `last`.
template <typename Enum>
std::set<std::string> words(Enum last) {
  std::set<std::string> all;
  for (int i = 0; i <= static_cast<int>(last); ++i) { all.emplace(model::word(static_cast<Enum>(i))); }
  CHECK(all.size() == static_cast<std::size_t>(last) + 1);
  return all;
}

using Words = std::set<std::string>;

} // namespace

TEST_CASE("every enumerator has a word of its own") {
  CHECK(words(model::Verdict::Unknown) == Words{"Yes", "No", "Unknown"});
  CHECK(words(model::GroupVerdict::Unknown) == Words{"Satisfied", "Fits", "DoesNotFit", "Idle", "Unknown"});
  CHECK(words(model::Code::NotEnoughRoom) == Words{"",
                                                   "InputIncomplete",
                                                   "NotModelled",
                                                   "GroupNotFound",
                                                   "WrongScheduler",
                                                   "MembersDeleted",
                                                   "NotEnoughMembers",
                                                   "MembersGated",
                                                   "QueueGate",
                                                   "MembersDisagree",
                                                   "MinResourcesShort",
                                                   "GroupBackingOff",
                                                   "VolumeNotReady",
                                                   "NoNodes",
                                                   "WaitingForPreemption",
                                                   "NoFeasibleNode",
                                                   "TakenByOthersAhead",
                                                   "GreedyMiss",
                                                   "Fragmented",
                                                   "NotEnoughRoom"});
  CHECK(words(model::Stage::Bind) ==
        Words{"", "PreEnqueue", "PreFilter", "Filter", "PostFilter", "Reserve", "Permit", "PreBind", "Bind"});
  CHECK(words(model::Outcome::NotAttempted) ==
        Words{"AlreadyBound", "Bound", "Unschedulable", "Rejected", "Gated", "NotAttempted"});
  CHECK(words(model::AttemptResult::Unschedulable) == Words{"Bound", "Waiting", "Unschedulable"});
  CHECK(words(model::QueueKind::Pod) == Words{"PodGroup", "Pod"});
  CHECK(words(model::ReportKind::LintReport) ==
        Words{"Explanation", "DryRun", "QueueReport", "BindReport", "LintReport"});
  CHECK(words(model::FindingLevel::Error) == Words{"info", "warning", "error"});
  CHECK(words(model::FixKind::LowerMinMember) == Words{"ChangeOrder", "WaitFor", "Uncordon", "RemoveTaint",
                                                       "RelaxConstraint", "AvoidNodes", "Move", "Evict", "AddNodes",
                                                       "LowerRequest", "LowerMinMember"});
}
