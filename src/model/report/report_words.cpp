// SPDX-License-Identifier: Apache-2.0
#include "model/report/report_words.hpp"

namespace model {

std::string_view word(Verdict verdict) {
  switch (verdict) {
  case Verdict::Yes:
    return "Yes";
  case Verdict::No:
    return "No";
  case Verdict::Unknown:
    return "Unknown";
  }
  return "";
}

std::string_view word(GroupVerdict verdict) {
  switch (verdict) {
  case GroupVerdict::Satisfied:
    return "Satisfied";
  case GroupVerdict::Fits:
    return "Fits";
  case GroupVerdict::DoesNotFit:
    return "DoesNotFit";
  case GroupVerdict::Idle:
    return "Idle";
  case GroupVerdict::Unknown:
    return "Unknown";
  }
  return "";
}

std::string_view word(Code code) {
  switch (code) {
  case Code::None:
    return "";
  case Code::InputIncomplete:
    return "InputIncomplete";
  case Code::NotModelled:
    return "NotModelled";
  case Code::GroupNotFound:
    return "GroupNotFound";
  case Code::WrongScheduler:
    return "WrongScheduler";
  case Code::MembersDeleted:
    return "MembersDeleted";
  case Code::NotEnoughMembers:
    return "NotEnoughMembers";
  case Code::MembersGated:
    return "MembersGated";
  case Code::QueueGate:
    return "QueueGate";
  case Code::MembersDisagree:
    return "MembersDisagree";
  case Code::MinResourcesShort:
    return "MinResourcesShort";
  case Code::GroupBackingOff:
    return "GroupBackingOff";
  case Code::VolumeNotReady:
    return "VolumeNotReady";
  case Code::NoNodes:
    return "NoNodes";
  case Code::WaitingForPreemption:
    return "WaitingForPreemption";
  case Code::NoFeasibleNode:
    return "NoFeasibleNode";
  case Code::TakenByOthersAhead:
    return "TakenByOthersAhead";
  case Code::GreedyMiss:
    return "GreedyMiss";
  case Code::Fragmented:
    return "Fragmented";
  case Code::NotEnoughRoom:
    return "NotEnoughRoom";
  }
  return "";
}

std::string_view word(Authority authority) {
  switch (authority) {
  case Authority::Operator:
    return "operator";
  case Authority::Switch:
    return "switch";
  case Authority::Admission:
    return "admission";
  case Authority::Quota:
    return "quota";
  case Authority::Queue:
    return "queue";
  case Authority::Scheduler:
    return "scheduler";
  case Authority::Gate:
    return "gate";
  case Authority::Inputs:
    return "inputs";
  case Authority::NodeName:
    return "nodeName";
  }
  return "";
}

std::string_view word(Reply reply) {
  switch (reply) {
  case Reply::Allows:
    return "allows";
  case Reply::Assumed:
    return "assumed";
  case Reply::NotAsked:
    return "notAsked";
  case Reply::Refuses:
    return "refuses";
  }
  return "";
}

std::string_view word(Stage stage) {
  switch (stage) {
  case Stage::None:
    return "";
  case Stage::PreEnqueue:
    return "PreEnqueue";
  case Stage::PreFilter:
    return "PreFilter";
  case Stage::Filter:
    return "Filter";
  case Stage::PostFilter:
    return "PostFilter";
  case Stage::Reserve:
    return "Reserve";
  case Stage::Permit:
    return "Permit";
  case Stage::PreBind:
    return "PreBind";
  case Stage::Bind:
    return "Bind";
  }
  return "";
}

std::string_view word(Outcome outcome) {
  switch (outcome) {
  case Outcome::AlreadyBound:
    return "AlreadyBound";
  case Outcome::Bound:
    return "Bound";
  case Outcome::Unschedulable:
    return "Unschedulable";
  case Outcome::Rejected:
    return "Rejected";
  case Outcome::Gated:
    return "Gated";
  case Outcome::NotAttempted:
    return "NotAttempted";
  }
  return "";
}

std::string_view word(AttemptResult result) {
  switch (result) {
  case AttemptResult::Bound:
    return "Bound";
  case AttemptResult::Waiting:
    return "Waiting";
  case AttemptResult::Unschedulable:
    return "Unschedulable";
  }
  return "";
}

std::string_view word(QueueKind kind) {
  switch (kind) {
  case QueueKind::PodGroup:
    return "PodGroup";
  case QueueKind::Pod:
    return "Pod";
  }
  return "";
}

std::string_view word(FeasibilityAnswer answer) {
  switch (answer) {
  case FeasibilityAnswer::Feasible:
    return "Feasible";
  case FeasibilityAnswer::Infeasible:
    return "Infeasible";
  case FeasibilityAnswer::Unknown:
    return "Unknown";
  }
  return "";
}

std::string_view word(FeasibilityMethod method) {
  switch (method) {
  case FeasibilityMethod::Counting:
    return "counting";
  case FeasibilityMethod::Table:
    return "table";
  case FeasibilityMethod::Spread:
    return "spread";
  case FeasibilityMethod::Search:
    return "search";
  }
  return "";
}

std::string_view word(const UpperBound& bound) {
  struct KindOf {
    std::string_view operator()(const CountingBound&) const { return "Counting"; }
    std::string_view operator()(const TableBound&) const { return "Table"; }
    std::string_view operator()(const SpreadBound&) const { return "Spread"; }
    std::string_view operator()(const SearchBound&) const { return "Search"; }
  };
  return std::visit(KindOf(), bound);
}

std::string_view word(LayerRole role) {
  switch (role) {
  case LayerRole::Gate:
    return "gate";
  case LayerRole::Parent:
    return "parent";
  case LayerRole::Origin:
    return "origin";
  case LayerRole::Ignored:
    return "ignored";
  }
  return "";
}

std::string_view word(ReportKind kind) {
  switch (kind) {
  case ReportKind::Explanation:
    return "Explanation";
  case ReportKind::DryRun:
    return "DryRun";
  case ReportKind::QueueReport:
    return "QueueReport";
  case ReportKind::BindReport:
    return "BindReport";
  case ReportKind::LintReport:
    return "LintReport";
  case ReportKind::VerifyReport:
    return "VerifyReport";
  }
  return "";
}

std::string_view word(Judgement judgement) {
  switch (judgement) {
  case Judgement::Holds:
    return "Holds";
  case Judgement::Refuted:
    return "Refuted";
  case Judgement::NotChecked:
    return "NotChecked";
  }
  return "";
}

std::string_view word(FindingLevel level) {
  switch (level) {
  case FindingLevel::Info:
    return "info";
  case FindingLevel::Warning:
    return "warning";
  case FindingLevel::Error:
    return "error";
  }
  return "";
}

std::string_view word(BindingResult result) {
  switch (result) {
  case BindingResult::Bound:
    return "Bound";
  case BindingResult::Skipped:
    return "Skipped";
  case BindingResult::Failed:
    return "Failed";
  case BindingResult::WouldBind:
    return "WouldBind";
  }
  return "";
}

std::string_view word(BindMode mode) {
  switch (mode) {
  case BindMode::Preview:
    return "Preview";
  case BindMode::ServerDryRun:
    return "ServerDryRun";
  case BindMode::Act:
    return "Act";
  }
  return "";
}

std::string_view word(GateKind kind) {
  switch (kind) {
  case GateKind::ResourceQuota:
    return "ResourceQuota";
  case GateKind::VolcanoEnqueue:
    return "VolcanoEnqueue";
  case GateKind::VolcanoAllocate:
    return "VolcanoAllocate";
  case GateKind::KaiQueue:
    return "KaiQueue";
  case GateKind::Kueue:
    return "Kueue";
  }
  return "";
}

std::string_view word(KnownEnd::Why why) {
  switch (why) {
  case KnownEnd::Why::Deletion:
    return "Deletion";
  case KnownEnd::Why::Deadline:
    return "Deadline";
  case KnownEnd::Why::Told:
    return "Told";
  }
  return "";
}

std::string_view word(FixKind kind) {
  switch (kind) {
  case FixKind::ChangeOrder:
    return "ChangeOrder";
  case FixKind::WaitFor:
    return "WaitFor";
  case FixKind::Uncordon:
    return "Uncordon";
  case FixKind::RemoveTaint:
    return "RemoveTaint";
  case FixKind::RelaxConstraint:
    return "RelaxConstraint";
  case FixKind::AvoidNodes:
    return "AvoidNodes";
  case FixKind::Move:
    return "Move";
  case FixKind::Evict:
    return "Evict";
  case FixKind::AddNodes:
    return "AddNodes";
  case FixKind::LowerRequest:
    return "LowerRequest";
  case FixKind::LowerMinMember:
    return "LowerMinMember";
  }
  return "";
}

} // namespace model
