// SPDX-License-Identifier: Apache-2.0
// Short builders of answers for the tests of the texts.
#include "report/samples.hpp"

#include <algorithm>
#include <utility>

namespace samples {

using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using model::Report;

GroupReport gang(std::string_view name, std::int32_t members) {
  GroupReport group;
  group.namespace_name = "ml";
  group.name = name;
  group.policy = "coscheduling";
  group.scheduler_name = "default-scheduler";
  group.min_member = members;
  group.members.total = group.members.pending = members;
  group.verdict = GroupVerdict::DoesNotFit;
  return group;
}

GroupReport gang(std::string_view name, std::int32_t members, model::Code code) {
  GroupReport group = gang(name, members);
  group.code = code;
  return group;
}

model::PodReport pod(std::string_view name, Outcome outcome, std::string_view node) {
  model::PodReport pod;
  pod.namespace_name = "ml";
  pod.name = name;
  pod.outcome = outcome;
  pod.node = node;
  return pod;
}

std::vector<model::PodReport> pods(std::string_view name, int first, int last, Outcome outcome, std::string_view node) {
  std::vector<model::PodReport> list;
  for (int i = first; i <= last; ++i) {
    list.push_back(pod(std::string(name) + '-' + std::to_string(i), outcome, node));
  }
  return list;
}

model::ReasonCount reason(std::string_view plugin, std::string_view text, std::int64_t nodes) {
  return {std::string(plugin), std::string(text), nodes, false};
}

model::ResourceShortage shortage(std::string_view resource, std::int64_t per_member, std::int64_t members,
                                 const std::vector<std::pair<std::string, std::int64_t>>& free) {
  model::ResourceShortage shortage;
  shortage.resource = resource;
  shortage.per_member = per_member;
  shortage.members = members;
  for (const auto& [node, amount] : free) {
    shortage.free_total += amount;
    shortage.largest_free = std::max(shortage.largest_free, amount);
    shortage.per_node_limit = std::max(shortage.per_node_limit, std::max(amount, per_member));
    ++shortage.admissible_nodes;
    shortage.nodes_short += amount < per_member ? 1 : 0;
    if (amount <= 0) { continue; }
    ++shortage.nodes_with_some;
    if (shortage.largest_nodes.size() < 8) { shortage.largest_nodes.emplace_back(node, amount); }
  }
  return shortage;
}

GroupReport fragmented() {
  GroupReport group = gang("train", 3, model::Code::Fragmented);
  group.stage = model::Stage::Filter;
  group.alone = {GroupVerdict::DoesNotFit, 0};
  group.evidence.needed = 3;
  group.evidence.have = 1;
  group.evidence.node_count = 4;
  group.evidence.pod = "worker-1";
  group.evidence.pods = {"worker-1", "worker-2"};
  group.evidence.shortages = {
      shortage("nvidia.com/gpu", 4, 2, {{"gpu-a", 6}, {"gpu-b", 2}, {"gpu-c", 2}, {"gpu-d", 2}})};
  group.evidence.reasons = {reason("NodeResourcesFit", "Insufficient nvidia.com/gpu", 4)};
  group.pods = {pod("worker-0", Outcome::Rejected), pod("worker-1", Outcome::Unschedulable),
                pod("worker-2", Outcome::Rejected)};
  group.pods[1].reasons = group.evidence.reasons;
  group.ahead = {{model::QueueKind::PodGroup, "ops", "nightly", 100}};
  return group;
}

Report explanation(std::vector<GroupReport> groups, std::vector<model::PodReport> loose) {
  Report report;
  report.kind = model::ReportKind::Explanation;
  report.captured_at = model::Time::from_seconds(1'772'442'000); // 2026-03-02T09:00:00Z
  report.tool_version = "1.0.0";
  report.order = "created";
  report.scheduler_version = "1.34.2";
  report.groups = std::move(groups);
  report.pods = std::move(loose);
  const bool blocked = std::any_of(report.groups.begin(), report.groups.end(),
                                   [](const auto& group) { return group.verdict == GroupVerdict::DoesNotFit; });
  report.verdict = blocked ? model::Verdict::No : model::Verdict::Yes;
  return report;
}

model::CopiesReport sized_copies() {
  model::CopiesReport copies;
  copies.fit = 7;
  copies.limit = 1000;
  copies.at_most = 8;
  copies.victims = 2;
  GroupReport next = gang("train", 3, model::Code::NotEnoughRoom);
  next.evidence.have = 1;
  next.evidence.pods = {"train-1", "train-2"};
  copies.next_group = {next};
  return copies;
}

std::vector<model::LargestReport> sized_roles() {
  std::vector<model::LargestReport> roles(4);
  for (model::LargestReport& role : roles) {
    role.kind = "PyTorchJob";
    role.namespace_name = "ml";
    role.object = "train";
    role.role = "worker";
  }
  roles[0].asked = 3;
  roles[0].greatest = 12;
  roles[0].exact = roles[0].moves_min_member = true;
  roles[1].resource = "nvidia.com/gpu";
  roles[1].asked = 4;
  roles[2].role = "driver";
  roles[2].asked = 1;
  roles[2].greatest = 1000;
  roles[2].limit_reached = true;
  roles[3].role = "driver";
  roles[3].resource = "cpu";
  roles[3].asked = 2'500;
  roles[3].greatest = 11'750;
  return roles;
}

model::FragmentationReport fragments() {
  model::FragmentationReport row;
  row.resource = "nvidia.com/gpu";
  row.pods = 8;
  row.free_before_milli = 26'000;
  row.free_after_milli = 20'000;
  row.unusable_before_milli = 5'125;
  row.unusable_after_milli = 7'200;
  row.stranded = {{"gpu-a", 8'000, "cpu", true}, {"gpu-d", 4'000, "pods", false}};
  return row;
}

model::ClusterPicture four_nodes() {
  model::ClusterPicture picture;
  picture.resources = {"nvidia.com/gpu", "cpu"};
  picture.nodes = 4;
  picture.answers = {{}, {"Insufficient nvidia.com/gpu"}};
  model::MemberKind kind;
  kind.namespace_name = "ml";
  kind.group = "train";
  kind.pods = {"worker-0", "worker-1", "worker-2"};
  kind.requests = {4, 8'000};
  kind.open_nodes = 1;
  picture.kinds = {kind};
  picture.kinds_by_node = 1;
  model::NodeClass nodes;
  nodes.offered = {8, 64'000};
  nodes.count = 4;
  nodes.room.resize(2);
  for (const char* const name : {"gpu-a", "gpu-b", "gpu-c", "gpu-d"}) {
    const bool roomy = nodes.nodes.empty();
    model::PictureNode node;
    node.name = name;
    node.room.resize(2);
    node.room[0].offered = 8;
    node.room[0].used = roomy ? 2 : 6;
    node.room[1].offered = 64'000;
    node.room[1].used = 16'000;
    node.answers = {static_cast<model::AnswerId>(roomy ? 0 : 1)};
    for (std::size_t i = 0; i < 2; ++i) {
      nodes.room[i].offered += node.room[i].offered;
      nodes.room[i].used += node.room[i].used;
    }
    nodes.nodes.push_back(node);
  }
  nodes.pieces = {{6, 1}, {2, 3}};
  nodes.answers = {{{1, 3}, {0, 1}}};
  picture.classes = {nodes};
  return picture;
}

Report dry_run(std::vector<GroupReport> groups, std::vector<model::Expansion> expansions) {
  Report report = explanation(std::move(groups));
  report.kind = model::ReportKind::DryRun;
  report.expansions = std::move(expansions);
  return report;
}

model::Finding too_large() {
  model::Finding finding;
  finding.rule = "G11";
  finding.title = "a member is larger than any node that admits it";
  finding.kind = "PodGroup";
  finding.namespace_name = "ml";
  finding.name = "train";
  finding.group_dialect = model::Dialect::Coscheduling;
  finding.field = "spec.containers.resources.requests";
  finding.facts = {{"pod", "train-0"},
                   {"alike", 2},
                   {"nodes", 1},
                   {"asks", model::FactAmount{"cpu", 96'000}},
                   {"largest", model::FactAmount{"cpu", 64'000}}};
  return finding;
}

model::Expansion job(std::string_view name, std::int32_t count) {
  model::Expansion expansion;
  expansion.kind = "Job";
  expansion.namespace_name = "ml";
  expansion.name = name;
  model::Expansion::Role role;
  role.name = name;
  role.count = role.now = count;
  role.requests = {{"cpu", "8"}, {"memory", "32Gi"}, {"nvidia.com/gpu", "2"}};
  expansion.roles = {role};
  expansion.groups = {{"coscheduling", std::string(name), count, {}, ""}};
  return expansion;
}

std::string text(const Report& report, report::Format format, const report::Style& style) {
  return report::write(report, format, style);
}

model::Report lint_report(std::vector<model::Finding> findings, std::int64_t groups_checked) {
  model::Report report;
  report.kind = model::ReportKind::LintReport;
  report.groups_checked = groups_checked;
  report.verdict = findings.empty() ? model::Verdict::Yes : model::Verdict::No;
  report.findings = std::move(findings);
  return report;
}

} // namespace samples
