// SPDX-License-Identifier: Apache-2.0
// Reasons why nodes refuse a pod, with counts: "30 nodes are cordoned (unschedulable)"; and the constraints behind
// them. The scheduler's own words stay in its messages and in the reasons of the structured output.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/clause.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace report {

// One reason in plain words; keeps the scheduler's key word recognisable.
std::string node_reason(const model::ReasonCount& reason);

// The words after "3 nodes": " have too little cpu", ": left out".
std::string node_predicate(std::string_view reason, std::int64_t nodes);

// The reasons in words, most nodes first; at most four, and the number of the others. Empty without reasons. `taints`
// are those behind the reasons of TaintToleration, if known.
std::string node_reasons(std::vector<model::ReasonCount> reasons, const std::vector<std::string>& taints = {});

// The reasons from filters. Coscheduling's own rejections only mean that the group failed.
std::vector<model::ReasonCount> of_filters(const std::vector<model::ReasonCount>& reasons);

// The reasons from filters other than NodeResourcesFit: they exclude nodes regardless of capacity.
std::vector<model::ReasonCount> other_than_room(const std::vector<model::ReasonCount>& reasons);

// The label, the domains, the pods or the volume behind a reason: "no node has label rack=r7".
std::vector<Clause> obstacle_words(const std::vector<model::Obstacle>& obstacles);

} // namespace report
