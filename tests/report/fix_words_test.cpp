// SPDX-License-Identifier: Apache-2.0
// Remedies in words: one sentence per kind, and their block in the text.
#include "report/samples.hpp"
#include "support/catch.hpp"

#include "report/words/fix_words.hpp"

using model::Change;
using model::Fix;
using model::FixKind;

namespace {

Fix fix(FixKind kind, std::vector<Change> changes) {
  Fix made;
  made.kind = kind;
  made.things = static_cast<std::int64_t>(changes.size());
  made.changes = std::move(changes);
  return made;
}

Change pod(const std::string& name, const std::string& node, const std::string& to_node = "") {
  Change change;
  change.kind = "Pod";
  change.namespace_name = "ml";
  change.name = name;
  change.node = node;
  change.to_node = to_node;
  return change;
}

Change node(const std::string& name) {
  Change change;
  change.kind = "Node";
  change.name = name;
  return change;
}

Change field(const std::string& path, const std::string& from, const std::string& to) {
  Change change;
  change.kind = "PodGroup";
  change.namespace_name = "ml";
  change.name = "train";
  change.field = path;
  change.from = from;
  change.to = to;
  return change;
}

Change tainted(const std::string& name) {
  Change change = node(name);
  change.field = "spec.taints";
  change.from = "dedicated=infra:NoSchedule";
  return change;
}

std::string summary(const Fix& made) { return report::fix_summary(made, samples::gang("train", 3)); }

} // namespace

TEST_CASE("each kind of remedy has a sentence") {
  CHECK(summary(fix(FixKind::Evict, {pod("etl-7", "gpu-b"), pod("notebook-2", "gpu-c")})) ==
        "evict ml/etl-7 on gpu-b and ml/notebook-2 on gpu-c");
  CHECK(summary(fix(FixKind::WaitFor, {pod("etl-7", "gpu-b")})) == "wait until ml/etl-7 on gpu-b has ended");
  CHECK(summary(fix(FixKind::Move, {pod("etl-7", "gpu-b", "gpu-a"), pod("notebook-2", "gpu-c", "gpu-b")})) ==
        "move ml/etl-7 from gpu-b to gpu-a, then ml/notebook-2 from gpu-c to gpu-b");
  CHECK(summary(fix(FixKind::Uncordon, {node("gpu-d")})) == "uncordon gpu-d");
  CHECK(summary(fix(FixKind::RemoveTaint, {tainted("gpu-a"), tainted("gpu-b")})) ==
        "remove the taint dedicated=infra:NoSchedule from gpu-a and gpu-b");
  CHECK(summary(fix(FixKind::RelaxConstraint, {field("spec.nodeSelector", "disk=ssd", "")})) ==
        "drop nodeSelector disk=ssd from its members");
  CHECK(summary(fix(FixKind::RelaxConstraint, {field("spec.tolerations", "", "dedicated=infra:NoSchedule")})) ==
        "let its members tolerate the taint dedicated=infra:NoSchedule");
  CHECK(summary(fix(FixKind::LowerMinMember, {field("spec.minMember", "3", "1")})) ==
        "lower minMember from 3 to 1; 2 members stay pending");
  CHECK(summary(fix(FixKind::ChangeOrder, {field("priority", "0", "101")})) == "give it priority 101 instead of 0");
}

TEST_CASE("changed members appear role by role") {
  const auto member = [](const std::string& name, const std::string& path, const std::string& from,
                         const std::string& to) {
    Change change = pod(name, "");
    change.field = path;
    change.from = from;
    change.to = to;
    return change;
  };
  const std::string priority = "spec.priority", affinity = "spec.affinity.nodeAffinity";
  CHECK(
      summary(fix(FixKind::ChangeOrder, {member("chief", priority, "0", "12"), member("worker-0", priority, "0", "11"),
                                         member("worker-1", priority, "0", "11")})) ==
      "let the scheduler try chief first (priority 12 instead of 0), then worker-0 and worker-1 (priority 11 "
      "instead of 0)");
  CHECK(summary(fix(FixKind::AvoidNodes, {member("ps", affinity, "", "metadata.name NotIn (gpu-a, gpu-b)")})) ==
        "give ps the node affinity metadata.name NotIn (gpu-a, gpu-b)");
}

TEST_CASE("a remedy names a whole group as one, and counts many pods") {
  Change first = pod("batch-0", "gpu-a"), second = pod("batch-1", "gpu-b");
  first.group = second.group = "ml/batch";
  CHECK(summary(fix(FixKind::Evict, {first, second, pod("etl-7", "gpu-b")})) ==
        "evict the whole group ml/batch (2 pods) and ml/etl-7 on gpu-b");
  std::vector<Change> many;
  for (int i = 0; i < 9; ++i) { many.push_back(pod("p" + std::to_string(i), "n")); }
  CHECK(summary(fix(FixKind::Evict, many)) ==
        "evict 9 pods: ml/p0 on n, ml/p1 on n, ml/p2 on n, ml/p3 on n and 5 more");
}

TEST_CASE("remedies print amounts in readable units") {
  Change like = node("gpu-a");
  like.count = 2;
  Fix added = fix(FixKind::AddNodes, {like});
  added.resource = "nvidia.com/gpu";
  added.to = 8;
  CHECK(summary(added) == "add 2 nodes like gpu-a (8 nvidia.com/gpu each)");
  added.changes[0].count = 1;
  CHECK(summary(added) == "add 1 node like gpu-a (8 nvidia.com/gpu)");
  Fix lower = fix(FixKind::LowerRequest, {field("spec.containers[*].resources.requests[memory]", "4Gi", "3Gi")});
  lower.things = 3;
  lower.resource = "memory";
  lower.from = std::int64_t{4} << 30;
  lower.to = std::int64_t{3} << 30;
  CHECK(summary(lower) == "lower the request of each of 3 members from 4Gi to 3Gi memory");
}

TEST_CASE("a remedy names its cost to others, and that a smaller one may exist") {
  Fix order = fix(FixKind::ChangeOrder, {field("priority", "0", "101")});
  order.losers = {"ops/nightly"};
  CHECK(summary(order) == "give it priority 101 instead of 0; displaces ops/nightly");
  order.losers = {"ops/nightly", "ops/weekly"};
  order.minimal = false;
  CHECK(summary(order) ==
        "give it priority 101 instead of 0; displaces ops/nightly and ops/weekly; a smaller change may "
        "also work");
}

TEST_CASE("a remedy has the flag that tries it and the command that does it") {
  model::GroupReport group = samples::gang("train", 4);
  const auto tried = [&](const Fix& one) { return report::flags_text(report::try_flags(one, group)); };
  const auto run = [&](const Fix& one) { return report::command_text(one, group); };
  const Fix evict = fix(FixKind::Evict, {pod("etl-7", "gpu-b"), pod("etl 8'", "gpu-b")});
  CHECK(tried(evict) == R"(--without pod/ml/etl-7 --without 'pod/ml/etl 8'\''')");
  CHECK(run(evict) == R"(kubectl delete pod -n ml etl-7 'etl 8'\''')");
  CHECK(tried(fix(FixKind::Uncordon, {node("gpu-a")})) == "--uncordon gpu-a");
  CHECK(run(fix(FixKind::Uncordon, {node("gpu-a"), node("gpu-b")})) == "kubectl uncordon gpu-a gpu-b");
  Change taint = node("gpu-a");
  taint.from = "dedicated=infra:NoSchedule";
  CHECK(tried(fix(FixKind::RemoveTaint, {taint})).empty());
  CHECK(run(fix(FixKind::RemoveTaint, {taint})) == "kubectl taint nodes gpu-a dedicated=infra:NoSchedule-");
  const Fix lower = fix(FixKind::LowerMinMember, {field("spec.minMember", "4", "2")});
  CHECK(tried(lower) == "--set-min-member ml/train=2");
  CHECK(run(lower) == "kubectl patch podgroup.scheduling.x-k8s.io train -n ml --type merge -p "
                      "'{\"spec\":{\"minMember\":2}}'");
  CHECK(run(fix(FixKind::AddNodes, {node("gpu-a")})).empty());
  group.in_manifest = true;
  CHECK(run(lower).empty());
}

TEST_CASE("lowering minMember says how many members stay pending") {
  model::GroupReport group = samples::gang("train", 4);
  group.members.total = 5;
  CHECK(report::fix_summary(fix(FixKind::LowerMinMember, {field("spec.minMember", "4", "2")}), group) ==
        "lower minMember from 4 to 2; 3 members stay pending");
}

TEST_CASE("remedies name what was not asked") {
  Fix opened = fix(FixKind::Uncordon, {node("n1")});
  const std::string sure = summary(opened);
  opened.not_asked = "pod ml/train-0 gets node n1, which is not Ready";
  CHECK(summary(opened) == sure + "; not asked: pod ml/train-0 gets node n1, which is not Ready");
  model::GroupReport group = samples::gang("train", 4);
  CHECK(report::open_note(group).empty());
  group.fixes = {fix(FixKind::AddNodes, {})};
  group.fixes_unasked = "webhook w decides, and it is not asked";
  CHECK(report::fixes_heading(group, "it") == "Ways to start it by capacity, cheapest first");
  CHECK(report::open_note(group) == "With it the answer stays open: webhook w decides, and it is not asked.");
  group.fixes.push_back(group.fixes.front());
  CHECK(report::open_note(group) == "With any of them the answer stays open: webhook w decides, and it is not asked.");
}

TEST_CASE("the heading of remedies names what the input lacks") {
  model::GroupReport group = samples::gang("train", 4);
  CHECK(report::fixes_heading(group, "it") == "Ways to start it, cheapest first");
  group.fixes_lack = "the running pods";
  CHECK(report::fixes_heading(group, "it") ==
        "Ways to start it by capacity (the input lacks the running pods), cheapest first");
  group.fixes_come_later = true;
  CHECK(report::fixes_heading(group, "it") ==
        "Ways to start it by capacity once the others that fit have started (the input lacks the running pods), "
        "cheapest first");
}

TEST_CASE("the remedies follow the cause and precede the members") {
  model::GroupReport group = samples::fragmented();
  Change like = node("gpu-a");
  like.count = 1;
  group.fixes = {fix(FixKind::Evict, {pod("etl-7", "gpu-b"), pod("notebook-2", "gpu-c")}),
                 fix(FixKind::AddNodes, {like})};
  const std::string text = samples::text(samples::explanation({group}));
  const auto block = text.find(R"(

Ways to start it, cheapest first
  * Evict ml/etl-7 on gpu-b and ml/notebook-2 on gpu-c
      try: --without pod/ml/etl-7 --without pod/ml/notebook-2
      run: kubectl delete pod -n ml etl-7 notebook-2
  * Add 1 node like gpu-a
      try: --add-nodes gpu-a=1

)");
  REQUIRE(block != std::string::npos);
  CHECK(block < text.find("NAME"));
}
