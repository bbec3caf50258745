// SPDX-License-Identifier: Apache-2.0
// Why nodes refuse a pod, from counted reasons: "30 nodes had untolerated taint(s)".
#pragma once

#include "model/report/report.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace report {

// One reason in words; the scheduler's own phrase stays recognisable.
std::string node_reason(const model::ReasonCount& reason);

// What stands after "3 nodes": " have too little cpu", ": left out".
std::string node_predicate(std::string_view reason, std::int64_t nodes);

// The reasons in words, most nodes first; at most four, and how many more there are. Empty where there are none.
// `taints` are those that reasons of TaintToleration speak of, where that is known.
std::string node_reasons(std::vector<model::ReasonCount> reasons, const std::vector<std::string>& taints = {});

// Those of filters. Coscheduling's own refusals say that the group failed, not why.
std::vector<model::ReasonCount> of_filters(const std::vector<model::ReasonCount>& reasons);

// Those of filters other than NodeResourcesFit: what keeps nodes from being considered at all.
std::vector<model::ReasonCount> other_than_room(const std::vector<model::ReasonCount>& reasons);

} // namespace report
