// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_disruption_budget.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"

#include <algorithm>

namespace snapshot {

namespace {

void read_status(document::Value value, const Path& path, Collected& collected, model::DisruptionBudget& budget) {
  const document::Value status = object_of(value, path);
  budget.disruptions_allowed = int32_of(status["disruptionsAllowed"], path["disruptionsAllowed"]);
  each_member(status["disruptedPods"], path["disruptedPods"], [&](std::string_view pod, document::Value, const Path&) {
    budget.disrupted_pods.push_back(collected.lasting(pod));
  });
  std::ranges::sort(budget.disrupted_pods);
}

} // namespace

void add_disruption_budget(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  model::DisruptionBudget budget;
  budget.namespace_name = collected.lasting(namespace_or_default(metadata));
  budget.name = collected.lasting(metadata.name);
  const Path spec = root["spec"];
  const auto selector = label_selector_of(object_of(object["spec"], spec)["selector"], spec["selector"]);
  budget.selector = lasting(collected, selector.value_or(model::Selector()));
  read_status(object["status"], root["status"], collected, budget);
  collected.cluster.disruption_budgets.push_back(std::move(budget));
  collected.disruption_budget_origins.push_back(origin);
}

} // namespace snapshot
