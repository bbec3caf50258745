// SPDX-License-Identifier: Apache-2.0
// Which pods count toward a gang: the table, written a second time in another form, and its consequences.
#include "engine/rules/counted_members.hpp"

#include "engine/ask.hpp"
#include "engine/rules/sub_groups.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

#include <string>

using namespace tests;
using engine::MemberState;
using model::Code;
using model::Dialect;
using model::GroupVerdict;

namespace {

// "e": exists; "p": placed; "-": neither.
std::string word(const engine::Counts& counts) {
  const std::string text = std::string(counts.exists ? "e" : "") + (counts.placed ? "p" : "");
  return text.empty() ? "-" : text;
}

std::string words(Dialect dialect, std::string_view match_policy) {
  model::PodGroup group;
  group.dialect = dialect;
  group.match_policy = match_policy;
  std::string all;
  for (const MemberState state : {MemberState::Pending, MemberState::Empty, MemberState::Gated, MemberState::Bound,
                                  MemberState::Terminating, MemberState::Succeeded, MemberState::Failed}) {
    all += (all.empty() ? "" : " ") + word(engine::counts_of(group, state));
  }
  return all;
}

// A group of two members on one node with free capacity. `make` sets the state of one member; the other is pending.
template <typename Make>
model::Report two_members(Dialect dialect, Make make) {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(2).dialect(dialect);
  make(c.pod("one").in("g").asks("cpu", 1));
  c.pod("two").in("g").asks("cpu", 1);
  return explain(c.build());
}

GroupVerdict verdict(const model::Report& report) { return group(report, "g").verdict; }

} // namespace

TEST_CASE("members that count toward the quorum, by dialect") {
  struct Row {
    Dialect dialect;
    const char *policy, *counts; // pending empty gated bound terminating succeeded failed
  };
  const Row row = GENERATE(
      Row{Dialect::Lightweight, "", "e e e ep ep e e"}, Row{Dialect::CoschedulingSigs, "", "e e e ep ep - -"},
      Row{Dialect::Coscheduling, "", "e e e ep ep - -"}, Row{Dialect::Native, "", "e e e ep ep - -"},
      Row{Dialect::KubeBatch, "", "e e e ep - ep -"}, Row{Dialect::Volcano, "", "e ep e ep - ep -"},
      Row{Dialect::Koordinator, "", "e e e ep ep - -"}, Row{Dialect::Koordinator, "once-satisfied", "e e e ep ep - -"},
      Row{Dialect::Koordinator, "waiting-and-running", "e e e ep ep - -"},
      Row{Dialect::Koordinator, "only-waiting", "e e e e e - -"}, Row{Dialect::Kai, "", "e e e ep p - -"},
      Row{Dialect::YuniKorn, "", "e e e ep ep - -"}, Row{Dialect::Kueue, "", "e e e ep ep ep -"},
      Row{Dialect::JobSet, "", "e e e ep ep ep -"}, Row{Dialect::LeaderWorkerSet, "", "e e e ep ep ep -"},
      Row{Dialect::Grove, "", "e e e ep ep - -"}, Row{Dialect::Godel, "", "e e e ep ep - -"});
  INFO(model::dialect_name(row.dialect) << ' ' << row.policy);
  CHECK(words(row.dialect, row.policy) == row.counts);
}

TEST_CASE("every dialect counts a bound member as placed, and none a failed one") {
  for (const model::DialectFacts& facts : model::dialect_facts()) {
    model::PodGroup group;
    group.dialect = facts.dialect;
    INFO(facts.word);
    CHECK(engine::counts_of(group, MemberState::Bound) == engine::Counts{true, true});
    CHECK_FALSE(engine::counts_of(group, MemberState::Failed).placed);
  }
}

TEST_CASE("a succeeded member counts toward the quorum of Volcano, and not of Coscheduling") {
  const auto done = [](ClusterBuilder::PodSpecRow& pod) { pod.phase(model::PodPhase::Succeeded); };
  CHECK(group(two_members(Dialect::Volcano, done), "g").starts);
  CHECK(group(two_members(Dialect::KubeBatch, done), "g").starts);
  const auto coscheduling = two_members(Dialect::Coscheduling, done);
  CHECK(group(coscheduling, "g").code == Code::NotEnoughMembers);
  CHECK(group(coscheduling, "g").evidence.have == 1);
  CHECK(group(two_members(Dialect::Kai, done), "g").code == Code::NotEnoughMembers);
}

TEST_CASE("a terminating member counts toward the quorum of Coscheduling, and not of Volcano") {
  const auto ends = [](ClusterBuilder::PodSpecRow& pod) { pod.on("a").pod.terminating = true; };
  const auto volcano = two_members(Dialect::Volcano, ends);
  CHECK(group(volcano, "g").code == Code::NotEnoughMembers);
  CHECK(group(volcano, "g").evidence.have == 1);
  const auto coscheduling = two_members(Dialect::Coscheduling, ends);
  CHECK(group(coscheduling, "g").starts);
  CHECK(verdict(coscheduling) == GroupVerdict::Unknown); // until the member has ended
}

TEST_CASE("Koordinator starts no gang before the other gangs of its gang group have their members") {
  ClusterBuilder c;
  c.node("a");
  auto& spec = c.group("g").min_member(1).dialect(Dialect::Koordinator);
  spec.group.layers.push_back({Dialect::Koordinator, "default/g,default/h", model::LayerRole::Parent});
  c.pod("one").in("g").asks("cpu", 1).scheduler("koord-scheduler");
  const auto alone = explain(c.build());
  CHECK(group(alone, "g").code == Code::NotEnoughMembers);
  CHECK(group(alone, "g").evidence.partner == "default/h");
  CHECK(group(alone, "g").evidence.needed == 0); // it does not exist
  CHECK(pod(alone, "one").outcome == model::Outcome::NotAttempted);
  c.group("h").min_member(2).dialect(Dialect::Koordinator);
  c.pod("two").in("h").asks("cpu", 1).scheduler("koord-scheduler");
  const auto incomplete = explain(c.build());
  CHECK(group(incomplete, "g").evidence.partner == "default/h");
  CHECK(group(incomplete, "g").evidence.have == 1);
  c.pod("three").in("h").asks("cpu", 1).scheduler("koord-scheduler");
  CHECK(group(explain(c.build()), "g").starts);
}

TEST_CASE("Koordinator: a group that reached its quorum needs no new one under once-satisfied only") {
  const auto policy = [](std::string_view match_policy) {
    ClusterBuilder c;
    c.node("a");
    c.group("g").min_member(3).dialect(Dialect::Koordinator).group.match_policy = match_policy;
    c.pod("one").in("g").asks("cpu", 1).on("a");
    c.pod("two").in("g").asks("cpu", 1);
    return explain(c.build());
  };
  CHECK(verdict(policy("once-satisfied")) == GroupVerdict::Satisfied);
  CHECK(verdict(policy("")) == GroupVerdict::Satisfied);
  CHECK(verdict(policy("waiting-and-running")) == GroupVerdict::DoesNotFit);
  CHECK(verdict(policy("only-waiting")) == GroupVerdict::DoesNotFit);
}

TEST_CASE("pods of a workload that no scheduler treats as a gang start one by one") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(3).dialect(Dialect::JobSet);
  c.pod("one").in("g").asks("cpu", 1);
  const auto report = explain(c.build());
  CHECK(verdict(report) == GroupVerdict::Fits);
  CHECK(group(report, "g").min_member == 3);
  CHECK(group(report, "g").policy == "none");
}

TEST_CASE("the simulation leaves out YuniKorn placeholders, which makes the answer NotModelled") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.group("g").min_member(2).dialect(Dialect::YuniKorn);
  c.pod("one").in("g").asks("cpu", 2000);
  CHECK(group(explain(c.build()), "g").code == Code::NotModelled);
}

TEST_CASE("a sub-group below its quorum stops the whole group") {
  const auto asked = [](std::int32_t tasks_of_b, std::int32_t quorum = 3) {
    ClusterBuilder c;
    c.node("a");
    c.group("g").min_member(quorum).dialect(Dialect::Volcano);
    c.pod("a-0").in("g").asks("cpu", 1);
    c.pod("a-1").in("g").asks("cpu", 1);
    c.pod("b-0").in("g").asks("cpu", 1);
    model::ClusterSnapshot cluster = c.build();
    cluster.groups[0].sub_groups = {{.name = "a", .parent = {}, .min_member = 1, .members = {0_pod, 1_pod}},
                                    {.name = "b", .parent = {}, .min_member = tasks_of_b, .members = {2_pod}}};
    return explain(cluster);
  };
  const auto whole = asked(1);
  CHECK(verdict(whole) == GroupVerdict::Unknown); // Volcano decides
  CHECK(group(whole, "g").starts);
  REQUIRE(group(whole, "g").sub_groups.size() == 2);
  CHECK(group(whole, "g").sub_groups[0].total == 2);
  CHECK(group(whole, "g").sub_groups[0].bound == 0);
  CHECK(group(whole, "g").sub_groups[0].bound_at_end == 2);
  const auto broken = asked(2);
  CHECK(group(broken, "g").code == Code::NotEnoughMembers);
  CHECK(group(broken, "g").evidence.sub_group == "b");
  CHECK(group(broken, "g").evidence.have == 1);
  CHECK(group(broken, "g").evidence.needed == 2);
  CHECK(group(asked(2, 2), "g").starts); // Volcano ignores minTaskMember if minMember is less than its sum
}

TEST_CASE("part_that_falls_short needs only min_sub_groups branches of a tree") {
  model::PodGroup group;
  group.sub_groups = {{.name = "top", .parent = {}, .min_sub_groups = 1},
                      {.name = "x", .parent = "top", .min_member = 2, .members = {0_pod, 1_pod}},
                      {.name = "y", .parent = "top", .min_member = 2},
                      {.name = "z", .parent = {}, .min_member = 1}};
  CHECK(engine::part_that_falls_short(group, {0, 2, 0, 1}) == std::nullopt);
  CHECK(engine::part_that_falls_short(group, {0, 1, 2, 1}) == std::nullopt);
  CHECK(engine::part_that_falls_short(group, {0, 1, 1, 1}) == 1);
  CHECK(engine::part_that_falls_short(group, {0, 2, 2, 0}) == 3);
  group.min_sub_groups = 1;
  CHECK(engine::part_that_falls_short(group, {0, 2, 2, 0}) == std::nullopt);
  group.sub_groups[1].members.clear(); // no pod names this sub-group
  group.min_sub_groups.reset();
  CHECK(engine::part_that_falls_short(group, {0, 0, 0, 0}) == std::nullopt);
}

TEST_CASE("tasks of Volcano need their members even if no pod names a task") {
  model::PodGroup group;
  group.dialect = Dialect::Volcano;
  group.min_member = 2;
  group.sub_groups = {{.name = "x", .parent = {}, .min_member = 2}};
  CHECK(engine::part_that_falls_short(group, {0}) == 0);
  group.min_member = 1;
  CHECK(engine::part_that_falls_short(group, {0}) == std::nullopt);
}

TEST_CASE("Volcano leaves out pods that name a PodGroup that does not exist") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").missing().dialect(Dialect::Volcano);
  c.pod("one").in("g").asks("cpu", 1).scheduler("volcano");
  CHECK(group(explain(c.build()), "g").verdict == GroupVerdict::DoesNotFit);
  CHECK(group(explain(c.build()), "g").code == Code::GroupNotFound);
}

TEST_CASE("no member has a place if no scheduler serves its schedulerName") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(1);
  c.pod("one").in("g").asks("cpu", 1).scheduler("vocalno");
  const auto report = explain(c.build());
  CHECK(group(report, "g").code == Code::WrongScheduler);
  CHECK(group(report, "g").bound_at_end == 0);
  CHECK(pod(report, "one").outcome == model::Outcome::NotAttempted);
  CHECK(pod(report, "one").node.empty());
}
