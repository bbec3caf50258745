// SPDX-License-Identifier: Apache-2.0
// ClusterPicture: usage of each node at the end of the run, and each node's answer to one more member.
#include "engine/ask.hpp"
#include "model/report/cluster_picture.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using model::ClusterPicture;
using model::NodeClass;
using model::PictureNode;
using tests::ClusterBuilder;
using tests::k_gpu;

namespace {

// Explains the named group, or all groups, with a ClusterPicture.
model::Report draw(const model::ClusterSnapshot& cluster, const std::string& only = "", std::int32_t remedies = 0) {
  engine::Question question;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (only.empty() || cluster.groups[i].name == only) { question.groups.emplace_back(i); }
  }
  question.picture = engine::PictureOf::ClusterAndAttempts;
  question.remedies.most = remedies;
  return engine::answer(cluster, tests::options(), question);
}

const PictureNode& node(const ClusterPicture& picture, const std::string& name) {
  for (const NodeClass& nodes : picture.classes) {
    for (const PictureNode& one : nodes.nodes) {
      if (one.name == name) { return one; }
    }
  }
  throw std::runtime_error("no node " + name);
}

std::vector<std::string> answer(const ClusterPicture& picture, const std::string& name, std::size_t kind = 0) {
  return picture.answers[node(picture, name).answers[kind]];
}

} // namespace

TEST_CASE("ClusterPicture shows how much of each node the group and other pods use") {
  ClusterBuilder c;
  c.node("gpu-a").has(k_gpu, 8);
  c.node("gpu-b").has(k_gpu, 8);
  c.pod("etl").on("gpu-a").asks(k_gpu, 3);
  c.group("urgent").min_member(1);
  c.pod("urgent-0").in("urgent").asks(k_gpu, 4).priority(100);
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks(k_gpu, 5);
  const model::ClusterSnapshot cluster = c.build();
  const model::Report report = draw(cluster, "train");
  REQUIRE(report.picture);
  const ClusterPicture& picture = *report.picture;
  CHECK(picture.nodes == 2);
  REQUIRE(picture.resources.front() == k_gpu);
  REQUIRE(picture.classes.size() == 1);
  CHECK(picture.classes.front().count == 2);
  // The default scores ignore GPUs, so urgent goes to the first node by name. Only gpu-b then has 5 free for train.
  const model::Room& a = node(picture, "gpu-a").room.front();
  const model::Room& b = node(picture, "gpu-b").room.front();
  CHECK(a.used == 3);
  CHECK(a.others == 4);
  CHECK(a.left() == 1);
  CHECK(node(picture, "gpu-b").planned == 1);
  CHECK(b.planned == 5);
  CHECK(b.left() == 3);
  const model::Room& sum = picture.classes.front().room.front();
  CHECK(sum.offered == 16);
  CHECK(sum.left() == 4);
  CHECK(picture.classes.front().pieces == std::vector<std::pair<std::int64_t, std::int64_t>>{{8, 1}, {5, 1}});
  REQUIRE(picture.kinds.size() == 1);
  CHECK(picture.kinds.front().placed == 1);
}

TEST_CASE("a node's answer to a member ignores the group's own reservations") {
  ClusterBuilder c;
  c.node("gpu-a").has(k_gpu, 6);
  c.node("gpu-b").has(k_gpu, 2);
  c.node("gpu-c").has(k_gpu, 6).taint("infra");
  c.node("gpu-d").has(k_gpu, 6).cordoned();
  c.group("train").min_member(3);
  for (const char* const name : {"train-0", "train-1", "train-2"}) { c.pod(name).in("train").asks(k_gpu, 4); }
  const model::ClusterSnapshot cluster = c.build();
  const model::Report report = draw(cluster);
  REQUIRE(report.picture);
  const ClusterPicture& picture = *report.picture;
  REQUIRE(picture.kinds.size() == 1);
  CHECK(picture.kinds.front().pods.size() == 3);
  CHECK(picture.kinds.front().placed == 0);
  CHECK(picture.kinds.front().open_nodes == 1);
  CHECK(picture.kinds.front().requests.front() == 4);
  CHECK(answer(picture, "gpu-a").empty());
  CHECK(answer(picture, "gpu-b") == std::vector<std::string>{"Insufficient nvidia.com/gpu"});
  CHECK(answer(picture, "gpu-c") == std::vector<std::string>{"node(s) had untolerated taint(s)"});
  CHECK(answer(picture, "gpu-d") == std::vector<std::string>{"node(s) were unschedulable"});
  CHECK(picture.classes.size() == 4);
  for (const NodeClass& nodes : picture.classes) {
    CHECK(nodes.is_cordoned == (nodes.nodes.front().name == "gpu-d"));
    CHECK(nodes.taints.size() == (nodes.nodes.front().name == "gpu-c" ? 1U : 0U));
    CHECK(nodes.answers.size() == 1);
  }
}

TEST_CASE("members with different requests form separate kinds, unplaced ones first") {
  ClusterBuilder c;
  c.node("n").has("cpu", 8'000);
  c.group("train").min_member(1);
  c.pod("a-small").in("train").asks("cpu", 1'000);
  c.pod("b-large").in("train").asks("cpu", 9'000);
  const model::ClusterSnapshot cluster = c.build();
  const model::Report report = draw(cluster);
  REQUIRE(report.picture->kinds.size() == 2);
  CHECK(report.picture->kinds[0].pods == std::vector<std::string>{"b-large"});
  CHECK(report.picture->kinds[1].pods == std::vector<std::string>{"a-small"});
  CHECK(report.picture->kinds_by_node == 2);
}

TEST_CASE("requests of an evicted pod count as free capacity") {
  ClusterBuilder c;
  c.node("n").has("cpu", 4'000);
  c.pod("low").on("n").asks("cpu", 4'000);
  c.group("urgent").min_member(1);
  c.pod("urgent-0").in("urgent").asks("cpu", 3'000).priority(100);
  const model::ClusterSnapshot cluster = c.build();
  const model::Report report = draw(cluster);
  const PictureNode& n = node(*report.picture, "n");
  CHECK(n.leaving == 1);
  CHECK(n.room.front().leaving == 4'000);
  CHECK(n.room.front().used == 0);
  CHECK(n.room.front().planned == 3'000);
  CHECK(n.room.front().left() == 1'000);
}

TEST_CASE("ClusterPicture merges nodes of many sizes into few classes and loses none") {
  ClusterBuilder c;
  for (int i = 0; i < 100; ++i) {
    c.node("n" + std::to_string(i)).has("cpu", 1'000 + i).has("memory", 1'000'000 + i % 7);
  }
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("cpu", 500);
  const model::ClusterSnapshot cluster = c.build();
  const ClusterPicture picture = *draw(cluster).picture;
  CHECK(picture.classes.size() <= 24);
  std::int64_t count = 0, offered = 0;
  for (const NodeClass& nodes : picture.classes) {
    count += nodes.count;
    offered += nodes.room.front().offered;
    CHECK(std::ssize(nodes.nodes) == nodes.count);
  }
  CHECK(count == 100);
  CHECK(offered == 100 * 1'000 + 99 * 100 / 2);
  CHECK(picture.classes.back().is_mixed);
}

TEST_CASE("sums of huge amounts stop at the largest int64") {
  ClusterBuilder c;
  for (const char* const name : {"a", "b", "c"}) { c.node(name).has("cpu", INT64_MAX); }
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("cpu", 1);
  const model::ClusterSnapshot cluster = c.build();
  CHECK(draw(cluster).picture->classes.front().room.front().offered == INT64_MAX);
}

TEST_CASE("a remedy lists the nodes it changes with free capacity before and after") {
  ClusterBuilder c;
  c.node("n").has("cpu", 4'000);
  c.pod("low").on("n").asks("cpu", 3'000).priority(-1);
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("cpu", 2'000).priority(-1);
  const model::ClusterSnapshot cluster = c.build();
  const model::Report report = draw(cluster, "", 8);
  const std::vector<model::Fix>& fixes = report.groups.front().fixes;
  const auto evict = std::ranges::find(fixes, model::FixKind::Evict, &model::Fix::kind);
  REQUIRE(evict != fixes.end());
  REQUIRE(evict->effects.size() == 1);
  CHECK(evict->effects.front().node == "n");
  CHECK(evict->effects.front().offered == 4'000);
  CHECK(evict->effects.front().left_before == 1'000);
  CHECK(evict->effects.front().left_after == 4'000);
  const auto add = std::ranges::find(fixes, model::FixKind::AddNodes, &model::Fix::kind);
  REQUIRE(add != fixes.end());
  REQUIRE(add->effects.size() == 1);
  CHECK(add->effects.front().count == 1);
  CHECK(add->effects.front().left_after == 4'000);
}

TEST_CASE("a queue report draws all pending pods, and each wait has an end") {
  ClusterBuilder c;
  c.node("n").has("cpu", 4'000);
  c.group("train").min_member(2);
  c.pod("train-0").in("train").asks("cpu", 1'000);
  c.pod("train-1").in("train").asks("cpu", 1'000);
  const model::ClusterSnapshot cluster = c.build();
  engine::Question question;
  question.kind = model::ReportKind::QueueReport;
  question.picture = engine::PictureOf::Cluster;
  const model::Report report = engine::answer(cluster, tests::options(), question);
  CHECK(node(*report.picture, "n").room.front().planned == 2'000);
  CHECK(report.picture->kinds.empty());
  REQUIRE(report.attempts.size() == 2);
  CHECK(report.attempts[0].result == model::AttemptResult::Waiting);
  REQUIRE(report.attempts[0].then_at);
  CHECK(*report.attempts[0].then_at == report.attempts[1].at);
  CHECK_FALSE(report.attempts[0].timed_out);
}

TEST_CASE("timed_out separates a Permit timeout from a rejection by a sibling") {
  ClusterBuilder c; // 9 of 10 fit; with 10 % missing the members wait until the timeout
  c.node("n").has("cpu", 9'000);
  c.group("train").min_member(10).timeout(60);
  for (int i = 0; i < 10; ++i) { c.pod("train-" + std::to_string(i)).in("train").asks("cpu", 1'000); }
  const model::ClusterSnapshot cluster = c.build();
  const model::Report report = tests::queue(cluster);
  const bool any = std::ranges::any_of(report.attempts, &model::AttemptReport::timed_out);
  CHECK(any);
  for (const model::AttemptReport& attempt : report.attempts) {
    if (attempt.timed_out) { CHECK(attempt.then_at->micros - attempt.at.micros >= 60'000'000); }
  }
}

TEST_CASE("ClusterPicture is empty without nodes, and absent unless the question asks for it") {
  ClusterBuilder c;
  c.group("train").min_member(1);
  c.pod("train-0").in("train").asks("cpu", 1'000);
  const model::ClusterSnapshot cluster = c.build();
  const model::Report report = draw(cluster);
  REQUIRE(report.picture);
  CHECK(report.picture->classes.empty());
  CHECK_FALSE(tests::explain(cluster).picture);
}
