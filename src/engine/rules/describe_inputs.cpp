// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/describe_inputs.hpp"

#include "engine/rules/nodes_to_score.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <string_view>

namespace engine {

namespace {

std::string_view order_word(Order order) {
  switch (order) {
  case Order::Restart:
    return "restart";
  case Order::Created:
    return "created";
  case Order::Events:
    return "events";
  }
  return "";
}

// Empty if each attempt scores all feasible nodes.
std::string nodes_to_score_assumption(const Rules& rules) {
  const std::size_t nodes = rules.cluster.nodes.size();
  const std::size_t wanted = nodes_to_score(rules, rules.options.configuration.profiles.front(), nodes);
  if (wanted >= nodes) { return ""; }
  return util::concat("each attempt scores the first ", wanted, " of ", nodes,
                      " nodes that fit; the live scheduler searches in parallel (see --nodes-to-score, --robust)");
}

} // namespace

void describe_inputs(const Rules& rules, Others others, model::Report& report) {
  report.captured_at = rules.options.now;
  report.order = order_word(rules.order);
  report.policy = rules.options.policy;
  report.scheduler_version = util::concat("1.", rules.version.minor, '.', rules.version.patch);
  if (!rules.options.scheduler_version.empty()) { report.scheduler_version = rules.options.scheduler_version; }
  report.victims = rules.options.victims == Victims::Gone ? "gone" : "stay";
  report.waiting = rules.options.waiting == Waiting::None ? "none" : "nominated";
  if (rules.options.configuration.assumed) {
    report.general_assumptions.push_back(
        "default plugins and Coscheduling (for every schedulerName; else --scheduler-config FILE)");
  }
  const bool is_native =
      std::ranges::any_of(rules.policies, [](const Policy* policy) { return policy->native != Policy::Native::No; });
  if (is_native && rules.options.scheduler_version.empty() && rules.cluster.server_version.empty()) {
    report.general_assumptions.push_back(
        util::concat("the pod group rules of Kubernetes ", report.scheduler_version, " (else --scheduler-version)"));
  }
  if (std::string text = nodes_to_score_assumption(rules); !text.empty()) {
    report.general_assumptions.push_back(std::move(text));
  }
  const std::vector<std::string>& of_gates = rules.gates.assumptions;
  report.assumptions.insert(report.assumptions.end(), of_gates.begin(), of_gates.end());
  if (rules.options.waiting == Waiting::None && others == Others::Schedule) {
    report.general_assumptions.push_back("no pod waits at Permit (a snapshot cannot show this; see --waiting)");
  }
}

} // namespace engine
