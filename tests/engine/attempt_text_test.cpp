// SPDX-License-Identifier: Apache-2.0
// Frame of the scheduler's refusal message in each Kubernetes version.
#include "engine/ask.hpp"
#include "engine/explain/attempt_text.hpp"
#include "support/catch.hpp"

using namespace engine;

namespace {

const Filter k_filter = {"NodeResourcesFit", Scope::Node, nullptr, nullptr};

std::vector<KnownRefusal> known() {
  return {{}, {&k_filter, {false, {"Insufficient cpu"}}}, {&k_filter, {true, {"Insufficient cpu", "Too many pods"}}}};
}

std::string text(const RefusalRecord& record, int minor) { return attempt_text(record, known(), 12, {minor, 0}); }

RefusalRecord pre_filter() {
  RefusalRecord record;
  record.stage = model::Stage::PreFilter;
  record.text = "no";
  record.post_filter = {"post"};
  return record;
}

RefusalRecord filter() {
  RefusalRecord record;
  record.stage = model::Stage::Filter;
  record.counts = {{1, 10}, {2, 2}};
  record.post_filter = {"", "post"};
  return record;
}

} // namespace

TEST_CASE("PreFilter refusal text in each version") {
  CHECK(text(pre_filter(), 23) == "0/12 nodes are available: 12 no.");
  CHECK(text(pre_filter(), 25) == "0/12 nodes are available: 12 no. post");
  CHECK(text(pre_filter(), 26) == "0/12 nodes are available: no. 12 no. post.");
  CHECK(text(pre_filter(), 28) == "0/12 nodes are available: no. post.");
  CHECK(text(pre_filter(), 34) == "0/12 nodes are available: no. post");
}

TEST_CASE("a Filter refusal counts a node under each of its reasons and sorts them as strings") {
  CHECK(text(filter(), 34) == "0/12 nodes are available: 12 Insufficient cpu, 2 Too many pods. post");
  CHECK(text(filter(), 27) == "0/12 nodes are available: 12 Insufficient cpu, 2 Too many pods. post.");
  CHECK(text(filter(), 22) == "0/12 nodes are available: 12 Insufficient cpu, 2 Too many pods.");
}

TEST_CASE("from 1.29 on a refusal at Permit starts with 0/1 nodes are available") {
  RefusalRecord record;
  record.stage = model::Stage::Permit;
  record.text = "rejection in Unreserve";
  record.after_reserve = true;
  CHECK(text(record, 28) == "rejection in Unreserve");
  CHECK(text(record, 29) == "0/1 nodes are available: 1 rejection in Unreserve.");
}

TEST_CASE("message for a pod in a cluster without nodes") {
  tests::ClusterBuilder c;
  c.pod("p");
  CHECK(tests::pod(tests::explain(c.build()), "p").message == "no nodes available to schedule pods");
}

TEST_CASE("reason_counts keeps resolvable and unresolvable refusals apart") {
  const auto reasons = reason_counts(filter(), known(), 12);
  REQUIRE(reasons.size() == 3);
  CHECK(reasons[0].nodes == 10);
  CHECK(reasons[0].reason == "Insufficient cpu");
  CHECK_FALSE(reasons[0].unresolvable);
  CHECK(reasons[1].unresolvable);
}

TEST_CASE("an unresolvable refusal before the PreFilter of DynamicResources makes its PostFilter fail") {
  tests::ClusterBuilder c;
  c.node("a");
  model::NodeSelectorTerm term;
  term.fields = {{"metadata.name", model::SelectorOperator::In, {"a"}},
                 {"metadata.name", model::SelectorOperator::In, {"b"}}};
  c.pod("p").spec.required_node_terms = {{term}};
  const auto report = tests::explain(c.build());
  CHECK(tests::pod(report, "p").message == "0/1 nodes are available: pod affinity terms conflict. not found");
}
