// SPDX-License-Identifier: Apache-2.0
// Groups that a manifest creates, changes, or gets by a flag.
#include "snapshot/dry_run.hpp"

#include "model/values/time.hpp"

namespace {

using Names = std::vector<std::string>;

std::string job(const std::string& key, const std::string& labels = {}) {
  return object("batch/v1", "Job", key, "spec: {parallelism: 2, completions: 2, " + pod_template(labels) + "}");
}

} // namespace

TEST_CASE("a group and a job that names it belong together, in either order") {
  const auto manifest =
      GENERATE(group("ml/g", 2) + job("ml/j", k_label + "g"), job("ml/j", k_label + "g") + group("ml/g", 2));
  const auto now = model::parse_time("2026-01-01T00:00:00Z");
  const DryRun run = dry_run("", manifest, {.now = now});
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].from_manifest);
  CHECK(run.cluster.groups[0].created == now);
  CHECK(run.cluster.groups[0].members.size() == 2);
  REQUIRE(run.expansions.size() == 1);
  REQUIRE(run.expansions[0].groups.size() == 1);
  CHECK(run.expansions[0].groups[0].dialect == "coscheduling");
  CHECK(run.expansions[0].groups[0].name == "g");
  CHECK(run.expansions[0].groups[0].min_member == 2);
}

TEST_CASE("a manifest updates an existing group: age and status stay") {
  const std::string old = R"(
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: PodGroup
metadata: {name: g, namespace: ml, uid: u, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {minMember: 2}
status: {phase: Running}
)";
  const DryRun run = dry_run(old + pod("ml/a", {.labels = k_label + "g"}), group("ml/g", 5));
  const model::PodGroup& group = find_group(run.cluster, "ml/g");
  CHECK(group.min_member == 5);
  CHECK(group.uid == "u");
  CHECK(group.created == model::parse_time("2026-01-01T00:00:00Z"));
  CHECK(group.status.phase == "Running");
  CHECK(group.from_manifest);
  CHECK(run.made() == Names{"ml/a"}); // its members count as changed too
  CHECK(run.expansions.empty());
}

TEST_CASE("pods that join a group make it and all its members part of the dry-run") {
  const DryRun run = dry_run(group("ml/g", 3) + pod("ml/a", {.labels = k_label + "g"}) + group("ml/other", 1),
                             job("ml/j", k_label + "g"));
  CHECK(find_group(run.cluster, "ml/g").from_manifest);
  CHECK_FALSE(find_group(run.cluster, "ml/other").from_manifest);
  CHECK(run.made() == Names{"ml/a", "ml/j-0", "ml/j-1"});
}

TEST_CASE("a label without its group: the group is undeclared, and the expansion has none") {
  const DryRun run = dry_run("", job("ml/j", k_label + "g"));
  CHECK_FALSE(find_group(run.cluster, "ml/g").declared);
  CHECK(run.expansions[0].groups.empty());
}

TEST_CASE("--min-member creates a group for each workload without one") {
  const DryRun run = dry_run("", job("ml/a") + job("ml/b", k_label + "g") + group("ml/g", 2), {.min_member = 4});
  REQUIRE(run.cluster.groups.size() == 2);
  CHECK(find_group(run.cluster, "ml/a").min_member == 4);
  CHECK(find_group(run.cluster, "ml/a").declared);
  CHECK(find_group(run.cluster, "ml/a").members.size() == 2);
  CHECK(find_group(run.cluster, "ml/g").min_member == 2);
  CHECK(run.expansions[0].groups.at(0).min_member == 4);
}

TEST_CASE("--min-member declares a group that a label names and no object defines") {
  const DryRun run = dry_run("", job("ml/j", k_sigs_label + "g"), {.min_member = 2});
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].name == "g");
  CHECK(run.cluster.groups[0].declared);
  CHECK(run.cluster.groups[0].dialect == model::Dialect::CoschedulingSigs);
}

TEST_CASE("--min-member warns if it changes nothing") {
  const auto warnings = [](const std::string& manifest) {
    return dry_run("", manifest, {.min_member = 3}).cluster.problems;
  };
  CHECK(warnings(job("ml/a")).empty());
  const auto said = warnings(job("ml/b", k_label + "g") + group("ml/g", 2));
  REQUIRE(said.size() == 1);
  CHECK(said[0].place == "--min-member 3");
  CHECK(said[0].message ==
        "changes nothing, for the manifest has no workload without a group; --set-min-member GROUP=N "
        "changes a quorum");
}

TEST_CASE("--set-min-member reaches groups of the manifest, of objects and of labels") {
  const std::string labels = "pod-group.scheduling.sigs.k8s.io/name: light, "
                             "pod-group.scheduling.sigs.k8s.io/min-available: \"2\"";
  const DryRun run =
      dry_run("", job("ml/b", k_label + "g") + group("ml/g", 2) + job("ml/c", labels), {},
              {{snapshot::WhatIf::Kind::SetMinMember, "ml/g=1"}, {snapshot::WhatIf::Kind::SetMinMember, "ml/light=7"}});
  CHECK(find_group(run.cluster, "ml/g").min_member == 1);
  CHECK(find_group(run.cluster, "ml/light").min_member == 7);
}

TEST_CASE("--min-member leaves single pods alone") {
  CHECK(dry_run("", pod("ml/a"), {.min_member = 2}).cluster.groups.empty());
}

TEST_CASE("a manifest may define label-only groups") {
  const DryRun run = dry_run("", job("ml/j", "pod-group.scheduling.sigs.k8s.io/name: g, "
                                             "pod-group.scheduling.sigs.k8s.io/min-available: \"2\""));
  CHECK(find_group(run.cluster, "ml/g").from_manifest);
  CHECK(run.expansions[0].groups.at(0).dialect == "lightweight");
  CHECK(run.expansions[0].groups.at(0).min_member == 2);
}

TEST_CASE("the expansion reports minResources of a group as quantities") {
  const DryRun run = dry_run("", job("ml/j", k_label + "g") +
                                     object("scheduling.x-k8s.io/v1alpha1", "PodGroup", "ml/g",
                                            "spec: {minMember: 2, minResources: {memory: 1024Mi, cpu: 1500m}}"));
  CHECK(run.expansions[0].groups.at(0).min_resources ==
        std::vector<std::pair<std::string, std::string>>{{"cpu", "1500m"}, {"memory", "1Gi"}});
}
