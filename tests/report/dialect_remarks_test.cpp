// SPDX-License-Identifier: Apache-2.0
// Remarks that a dialect adds to a verdict.
#include "report/words/dialect_remarks.hpp"

#include "model/report/report_words.hpp"
#include "report/words/sentences.hpp"
#include "support/catch.hpp"

using namespace report;
using model::Dialect;
using model::LayerRole;

namespace {

model::GroupReport of(Dialect dialect) {
  model::GroupReport group;
  group.namespace_name = "ml";
  group.name = "g";
  group.dialect = dialect;
  group.policy = "coscheduling";
  group.scheduler_name = "default-scheduler";
  group.verdict = model::GroupVerdict::DoesNotFit;
  return group;
}

std::string layer(model::GroupReport group, Dialect dialect, const std::string& name, LayerRole role) {
  group.layers = {{dialect, name, role}};
  return layer_remarks(group).at(0);
}

} // namespace

TEST_CASE("a remark names the policy if it is not the group's own") {
  CHECK(policy_remark(of(Dialect::Volcano)) == "Policy: coscheduling (approximates volcano).");
  CHECK(policy_remark(of(Dialect::Coscheduling)).empty());
  CHECK(policy_remark(of(Dialect::JobSet)).empty());
}

TEST_CASE("a remark explains each layer") {
  const auto group = of(Dialect::Coscheduling);
  CHECK(layer(group, Dialect::Kueue, "q", LayerRole::Gate) ==
        "Above the group: the group q of Kueue, which holds its pods back before any scheduler sees them.");
  CHECK(layer(group, Dialect::Kueue, "kueue.x-k8s.io/admission", LayerRole::Gate) ==
        "Above the group: the gate kueue.x-k8s.io/admission of Kueue, which holds its pods back before "
        "any scheduler sees them.");
  CHECK(layer(group, Dialect::Native, "serve", LayerRole::Parent) ==
        "Above the group: the CompositePodGroup serve, which needs several groups.");
  CHECK(layer(group, Dialect::Koordinator, "ml/a,ml/b", LayerRole::Parent) ==
        "It starts only together with the gangs ml/a,ml/b.");
  CHECK(layer(group, Dialect::Grove, "llm-0", LayerRole::Origin) == "The PodGang llm-0 of Grove created it.");
  CHECK(layer(group, Dialect::Volcano, "v", LayerRole::Ignored) ==
        "Its pods also name the group v by the annotation scheduling.k8s.io/group-name, which their scheduler "
        "default-scheduler does not read.");
  CHECK(layer(of(Dialect::Volcano), Dialect::Volcano, "g", LayerRole::Ignored) ==
        "Its pods are for the scheduler default-scheduler, which does not read the annotation "
        "scheduling.k8s.io/group-name: to it they are pods without a group.");
}

TEST_CASE("a remark explains implicit groups and modes") {
  auto group = of(Dialect::Volcano);
  CHECK(maker_remark(group).empty());
  group.implicit = true;
  CHECK(maker_remark(group) == "No object declares this group: Volcano creates one for each owner of pods.");
  group.mode = "Hard"; // no word of Volcano's
  CHECK(mode_remark(group).empty());
  group.dialect = Dialect::YuniKorn;
  CHECK(mode_remark(group) == "Its style is Hard: once its placeholders time out, the application fails.");
  group.dialect = Dialect::Koordinator;
  group.mode = "NonStrict, only-waiting";
  CHECK(mode_remark(group) ==
        "Its mode is NonStrict: when one member fails, waiting members keep their nodes. Its match "
        "policy is only-waiting: running members do not count toward its quorum.");
}

TEST_CASE("a remark names each part below its quorum, while the group does not fit") {
  auto group = of(Dialect::Kai);
  group.sub_groups = {{"a", "", 1, std::nullopt, 1, 0, 1}, {"b", "", 3, std::nullopt, 2, 0, 1}};
  CHECK(sub_group_remarks(group) ==
        std::vector<std::string>{"Its part b needs 3 members: 2 exist, and 1 can be placed."});
  group.verdict = model::GroupVerdict::Fits;
  CHECK(sub_group_remarks(group).empty());
}

TEST_CASE("too few members of a part: the text names the part, and its need") {
  auto group = of(Dialect::Volcano);
  group.code = model::Code::NotEnoughMembers;
  group.min_member = 4;
  group.evidence.needed = 3;
  group.evidence.have = 1;
  group.evidence.sub_group = "worker";
  CHECK(brief(group) == "1 of the 3 members that its part worker needs exists (minMember 4)");
  REQUIRE(needed_first(group).size() == 1);
  CHECK(needed_first(group)[0].text == "2 more members of worker");
}

TEST_CASE("a remark quotes the scheduler's condition, and says if it is stale") {
  auto group = of(Dialect::Volcano);
  CHECK(condition_remark(group).empty());
  group.stored = {"Inqueue", "NotEnoughResources", "2/2 tasks in gang unschedulable", false};
  CHECK(condition_remark(group) == "Its status says NotEnoughResources: 2/2 tasks in gang unschedulable.");
  group.stored->stale = true;
  CHECK(condition_remark(group) ==
        "Its status says NotEnoughResources: 2/2 tasks in gang unschedulable. This no longer applies.");
}

TEST_CASE("a group that is not decided shows its scheduler's last message about its pods") {
  auto group = of(Dialect::Volcano);
  group.stored = {"Inqueue", "", "queue test is overused", false};
  group.verdict = model::GroupVerdict::DoesNotFit;
  CHECK(condition_remark(group).empty());
  group.verdict = model::GroupVerdict::Unknown;
  CHECK(condition_remark(group) == "Its scheduler's last message: queue test is overused.");
  group.stored->stale = true;
  CHECK(condition_remark(group).empty());
}

TEST_CASE("the words of the roles are the schema's") {
  CHECK(model::word(LayerRole::Gate) == "gate");
  CHECK(model::word(LayerRole::Parent) == "parent");
  CHECK(model::word(LayerRole::Origin) == "origin");
  CHECK(model::word(LayerRole::Ignored) == "ignored");
}
