// SPDX-License-Identifier: Apache-2.0
// Short builders of answers for the tests of the texts: gang("train", 3), pod("train-1", Outcome::Rejected).
#pragma once

#include "model/report/report.hpp"
#include "report/write.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace samples {

// A group ml/NAME that does not fit, with this number of pending members as its minMember.
model::GroupReport gang(std::string_view name, std::int32_t members);

// The same group with a cause.
model::GroupReport gang(std::string_view name, std::int32_t members, model::Code code);

model::PodReport pod(std::string_view name, model::Outcome outcome, std::string_view node = "");

// Pods NAME-first ... NAME-last with the same outcome.
std::vector<model::PodReport> pods(std::string_view name, int first, int last, model::Outcome outcome,
                                   std::string_view node = "");

model::ReasonCount reason(std::string_view plugin, std::string_view text, std::int64_t nodes);

// `members` members lack `per_member` of a resource; `free` lists the free amount of each node.
model::ResourceShortage shortage(std::string_view resource, std::int64_t per_member, std::int64_t members,
                                 const std::vector<std::pair<std::string, std::int64_t>>& free);

// The group of the design document and the tour: 3 x 4 GPUs on free 6/2/2/2.
model::GroupReport fragmented();

model::Report explanation(std::vector<model::GroupReport> groups, std::vector<model::PodReport> loose = {});

// 7 copies fit, 8 are possible, 2 pods are evicted; roles of each outcome; fragmentation.
model::CopiesReport sized_copies();
std::vector<model::LargestReport> sized_roles();
model::FragmentationReport fragments();

// The cluster of fragmented(): gpu-a has 6 of 8 GPUs free and takes worker-1; the others have 2 of 8 and reject it.
model::ClusterPicture four_nodes();

// A lint report; Yes if there are no findings.
model::Report lint_report(std::vector<model::Finding> findings, std::int64_t groups_checked = 3);

model::Report dry_run(std::vector<model::GroupReport> groups, std::vector<model::Expansion> expansions);

// Finding G11 of the group train.
model::Finding too_large();

// A job ml/NAME of this number of pods, in a group of the same name.
model::Expansion job(std::string_view name, std::int32_t count);

// The report without colour, 80 columns wide.
std::string text(const model::Report& report, report::Format format = report::Format::Text,
                 const report::Style& style = {});

} // namespace samples
