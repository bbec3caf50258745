// SPDX-License-Identifier: Apache-2.0
// Losers: pods and groups that do not start because of a manifest's pods.
#include "engine/ask.hpp"
#include "support/catch.hpp"

using namespace tests;

namespace {

using Names = std::vector<std::string>;

// Dry-run of a manifest that creates the pods whose names begin with "new".
Names losers(const ClusterBuilder& builder) {
  model::ClusterSnapshot cluster = builder.build();
  engine::Question question;
  question.kind = model::ReportKind::DryRun;
  model::Expansion& made = question.expansions.emplace_back();
  made.kind = "Job";
  made.namespace_name = "default";
  made.name = "new";
  made.roles.resize(1);
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    model::Pod& pod = cluster.pods[i];
    if (!pod.name.starts_with("new")) { continue; }
    pod.from_manifest = true;
    made.roles.front().pods.emplace_back(pod.name);
    if (pod.group == model::k_none) {
      question.pods.push_back(static_cast<model::PodIndex>(i));
    } else if (!cluster.groups[static_cast<std::size_t>(pod.group)].from_manifest) {
      cluster.groups[static_cast<std::size_t>(pod.group)].from_manifest = true;
      question.groups.push_back(pod.group);
    }
  }
  return engine::answer(cluster, options(), question).losers;
}

void gang(ClusterBuilder& c, const std::string& name, int count, std::int32_t priority) {
  c.group(name).min_member(count);
  for (int i = 0; i < count; ++i) { c.pod(name + "-" + std::to_string(i)).in(name).asks("gpu", 4).priority(priority); }
}

ClusterBuilder two_nodes() {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  c.node("b").has("gpu", 4);
  return c;
}

} // namespace

TEST_CASE("losers names a group that would have used the capacity of a manifest that goes first") {
  ClusterBuilder c = two_nodes();
  gang(c, "waiting", 2, 0);
  gang(c, "new", 2, 5);
  CHECK(losers(c) == Names{"default/waiting"});
}

TEST_CASE("losers omits pods that would not have started anyway, and pods that start beside the manifest") {
  ClusterBuilder c = two_nodes();
  c.pod("too-large").asks("gpu", 8).priority(9);
  gang(c, "new", 1, 5);
  c.pod("beside").asks("gpu", 4);
  CHECK(losers(c).empty());
}

TEST_CASE("a manifest that comes last has no losers") {
  ClusterBuilder c = two_nodes();
  gang(c, "waiting", 2, 5);
  gang(c, "new", 2, 0);
  CHECK(losers(c).empty());
}

TEST_CASE("a manifest that does not fit has no losers, though the scheduler retries it forever") {
  ClusterBuilder c = two_nodes();
  gang(c, "new", 3, 0);
  c.pod("beside").asks("gpu", 4);
  CHECK(losers(c).empty());
}

TEST_CASE("losers names pods that the manifest evicts, but not those that others evict in any case") {
  ClusterBuilder c = two_nodes();
  c.pod("small").on("a").asks("gpu", 4);
  c.pod("large").on("b").asks("gpu", 4).priority(50);
  c.pod("new-0").asks("gpu", 4).priority(10);
  CHECK(losers(c) == Names{"default/small"});
  c.pod("other").asks("gpu", 4).priority(20); // takes the node, so the manifest's pod does not start
  CHECK(losers(c).empty());
}

TEST_CASE("losers omits a victim that already terminates") {
  ClusterBuilder c = two_nodes();
  c.pod("small").on("a").asks("gpu", 4).terminating();
  c.pod("large").on("b").asks("gpu", 4).priority(50);
  c.pod("new-0").asks("gpu", 4).priority(10);
  CHECK(losers(c).empty());
}

TEST_CASE("the comparison without the manifest keeps running pods of its group") {
  ClusterBuilder c = two_nodes();
  c.group("new").min_member(1);
  c.pod("new-0").in("new").on("a").asks("gpu", 4);
  gang(c, "waiting", 2, 0);
  CHECK(losers(c).empty()); // without the bound pod, waiting would start
}
