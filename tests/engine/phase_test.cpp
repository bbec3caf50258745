// SPDX-License-Identifier: Apache-2.0
// Phases that the PodGroup controller sets.
#include "engine/rules/pod_group_phase.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"

using model::PodPhase;
using tests::ClusterBuilder;

namespace {

std::string phase_of(int min_member, const std::vector<PodPhase>& pods, std::string_view stored = "",
                     model::Dialect dialect = model::Dialect::Coscheduling) {
  ClusterBuilder c;
  c.group("g").min_member(min_member).phase(stored).dialect(dialect);
  for (std::size_t i = 0; i < pods.size(); ++i) { c.pod("p" + std::to_string(i)).in("g").phase(pods[i]); }
  const auto cluster = c.build();
  return engine::pod_group_phase(cluster, cluster.groups[0])->phase;
}

} // namespace

TEST_CASE("phases reach their fixpoint") {
  const auto pending = PodPhase::Pending, running = PodPhase::Running, done = PodPhase::Succeeded,
             failed = PodPhase::Failed;
  CHECK(phase_of(2, {}) == "Pending");
  CHECK(phase_of(2, {pending}) == "Pending");
  CHECK(phase_of(2, {pending, pending}) == "Scheduling");
  CHECK(phase_of(2, {running, pending}) == "Scheduling");
  CHECK(phase_of(2, {running, running}) == "Running");
  CHECK(phase_of(2, {running, done}) == "Running");
  CHECK(phase_of(2, {done, done}) == "Finished");
  CHECK(phase_of(2, {running, failed}) == "Failed");
  CHECK(phase_of(2, {running, running, failed}) == "Failed"); // although the quorum runs
  CHECK(phase_of(2, {pending, failed}) == "Scheduling");
  CHECK(phase_of(2, {running}, "Running") == "Pending");
  CHECK(phase_of(2, {running, running}, "Failed") == "Failed"); // final
  CHECK(phase_of(2, {running, running}, "PreScheduling") == "Running");
  CHECK(phase_of(0, {pending}) == "Finished"); // a group without minMember
}

TEST_CASE("the older CRD's controller leaves PreScheduling to the scheduler") {
  const auto sigs = model::Dialect::CoschedulingSigs;
  CHECK(phase_of(1, {PodPhase::Pending}, "", sigs) == "PreScheduling");
  CHECK(phase_of(1, {PodPhase::Running}, "Scheduled", sigs) == "Running");
  CHECK(phase_of(1, {}, "Scheduling", sigs) == "Pending");
}

TEST_CASE("groups of one name in two namespaces count each other's pods") {
  ClusterBuilder c;
  c.group("g", "a").min_member(2);
  c.group("g", "b").min_member(2);
  c.pod("p", "a").in("g").phase(PodPhase::Running);
  c.pod("p", "b").in("g").phase(PodPhase::Running);
  const auto cluster = c.build();
  CHECK(engine::pod_group_phase(cluster, cluster.groups[0])->phase == "Running");
}

TEST_CASE("label-only groups have no phase") {
  ClusterBuilder c;
  c.group("g").dialect(model::Dialect::Lightweight);
  const auto cluster = c.build();
  CHECK_FALSE(engine::pod_group_phase(cluster, cluster.groups[0]));
}
