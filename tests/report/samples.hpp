// SPDX-License-Identifier: Apache-2.0
// Answers to be put into words, built in few strokes: gang("train", 3), worker(1, Outcome::Rejected).
#pragma once

#include "model/report/report.hpp"
#include "report/write.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace samples {

// A group ml/NAME with so many pending members, minMember the same, that does not fit.
model::GroupReport gang(std::string_view name, std::int32_t members);

// The same with a cause.
model::GroupReport gang(std::string_view name, std::int32_t members, model::Code code);

model::PodReport pod(std::string_view name, model::Outcome outcome, std::string_view node = "");

// Pods NAME-first ... NAME-last with the same outcome.
std::vector<model::PodReport> pods(std::string_view name, int first, int last, model::Outcome outcome,
                                   std::string_view node = "");

model::ReasonCount reason(std::string_view plugin, std::string_view text, std::int64_t nodes);

// `members` members lack `per_member` of a resource; the free pieces by node.
model::ResourceShortage shortage(std::string_view resource, std::int64_t per_member, std::int64_t members,
                                 const std::vector<std::pair<std::string, std::int64_t>>& free);

// The group of design and tour: 3 x 4 GPUs on free 6/2/2/2.
model::GroupReport fragmented();

model::Report explanation(std::vector<model::GroupReport> groups, std::vector<model::PodReport> loose = {});

// 7 copies fit, 8 are possible, 2 pods are evicted; roles of each outcome; what is left.
model::CopiesReport sized_copies();
std::vector<model::LargestReport> sized_roles();
model::FragmentationReport fragments();

// The cluster of fragmented(): gpu-a has 6 of 8 GPUs left and takes worker-1, the others 2 of 8 and refuse it.
model::ClusterPicture four_nodes();

// lint's, a yes where nothing was found.
model::Report lint_report(std::vector<model::Finding> findings, std::int64_t groups_checked = 3);

model::Report dry_run(std::vector<model::GroupReport> groups, std::vector<model::Expansion> expansions);

// A job ml/NAME of so many pods in a group of its name.
// G11 of the group train.
model::Finding too_large();

model::Expansion job(std::string_view name, std::int32_t count);

// Puts the report into words and writes it without colour, 80 columns wide.
std::string text(model::Report report, report::Format format = report::Format::Text, const report::Style& style = {});

// The message of the one group.
std::string message(const model::GroupReport& group);

} // namespace samples
