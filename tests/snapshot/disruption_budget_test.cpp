// SPDX-License-Identifier: Apache-2.0
// Decoding of PodDisruptionBudgets.
#include "snapshot/objects.hpp"

TEST_CASE("a PodDisruptionBudget decodes the fields that preemption reads") {
  const auto cluster = tests::cluster(R"(
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: shop}
spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
status: {disruptionsAllowed: 1, disruptedPods: {web-7: "2026-03-02T12:00:00Z", web-3: "2026-03-02T12:00:00Z"}}
---
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: all}
spec: {selector: {}}
)");
  REQUIRE(cluster.disruption_budgets.size() == 2);
  const model::DisruptionBudget& all = cluster.disruption_budgets[0]; // sorted by namespace
  CHECK(all.namespace_name == "default");
  CHECK(all.selector.empty());
  CHECK(all.disruptions_allowed == 0);
  const model::DisruptionBudget& web = cluster.disruption_budgets[1];
  CHECK(web.name == "web");
  REQUIRE(web.selector.size() == 1);
  CHECK(web.selector[0].key == "app");
  CHECK(web.selector[0].values == std::vector<std::string_view>{"web"});
  CHECK(web.disruptions_allowed == 1);
  CHECK(web.disrupted_pods == std::vector<std::string_view>{"web-3", "web-7"});
}

TEST_CASE("an invalid PodDisruptionBudget becomes a problem") {
  const auto cluster = tests::cluster(R"(
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: shop}
status: {disruptionsAllowed: many}
)");
  CHECK(cluster.disruption_budgets.empty());
  REQUIRE(cluster.problems.size() == 1);
  CHECK(cluster.problems[0].object == "PodDisruptionBudget shop/web");
  CHECK(cluster.problems[0].message.find("status.disruptionsAllowed") != std::string::npos);
}
