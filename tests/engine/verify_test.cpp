// SPDX-License-Identifier: Apache-2.0
// Certificates worked out by hand, each for a small cluster, and claims in them that verify refutes.
// tests/commands/verify_test.cpp changes every other number and name, over whole reports.
#include "engine/ask.hpp"
#include "engine/verify/verify.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

using namespace engine;
using model::FeasibilityAnswer;
using model::FeasibilityMethod;
using model::FeasibilityReport;
using tests::ClusterBuilder;
using tests::term;
using tests::operator""_group;

namespace {

constexpr const char* k_holds = "holds";

// Judgement of the first group: "holds", "FIELD says X, but Y", or "unknown: Y".
std::string judged(const model::ClusterSnapshot& cluster, const FeasibilityReport& claimed,
                   const Options& options = tests::options()) {
  const Rules rules(cluster, options);
  const model::Verification result = verify(rules, 0_group, claimed);
  switch (result.judgement) {
  case model::Judgement::Holds:
    return k_holds;
  case model::Judgement::Refuted:
    return result.field + " says " + result.says + ", but " + result.truth;
  case model::Judgement::NotChecked:
    return "unknown: " + result.truth;
  }
  return {};
}

// Three workers of 4 GPUs. 6 are free on gpu-a, 2 on each other node: in sum enough for 3, in fact for 1.
ClusterBuilder fragmented() {
  ClusterBuilder c;
  c.node("gpu-a").has("gpu", 6);
  for (const char* const name : {"gpu-b", "gpu-c", "gpu-d"}) { c.node(name).has("gpu", 2); }
  c.group("train").min_member(3);
  for (const char* const name : {"w-0", "w-1", "w-2"}) { c.pod(name).in("train").asks("gpu", 4); }
  return c;
}

FeasibilityReport one_of_three() {
  const model::CountingBound bound = {1, {{{"w-0", "w-1", "w-2"}, "", {{1, 1, false, "gpu-a"}}, 1}}};
  return {FeasibilityAnswer::Infeasible, 1, FeasibilityMethod::Counting, {{{"w-0", "gpu-a"}}, bound}};
}

model::TopologySpreadConstraint over_zones(std::string_view app) {
  model::TopologySpreadConstraint out;
  out.selector = model::Selector{{"app", model::SelectorOperator::In, {app}}};
  out.topology_key = "zone";
  return out;
}

// Four members of "web" with one GPU each, spread over zones. One such pod already runs in the north.
ClusterBuilder spread() {
  ClusterBuilder c;
  c.node("n1").label("zone", "north").has("gpu", 9);
  c.node("s1").label("zone", "south").has("gpu", 1);
  c.node("unzoned").has("gpu", 9);
  c.group("web").min_member(4);
  c.pod("old").on("n1").label("app", "web");
  for (const char* const name : {"w-0", "w-1", "w-2", "w-3"}) {
    c.pod(name).in("web").asks("gpu", 1).label("app", "web").spec.spread = {over_zones("web")};
  }
  return c;
}

// The south fits one, so the lowest count rises to 1 and the north may have 2: one more there.
FeasibilityReport two_of_four() {
  const model::SpreadBound bound = {2, "zone", 1, 1, {"w-0", "w-1", "w-2", "w-3"}, {{"north", 1, 4}, {"south", 0, 1}}};
  return {FeasibilityAnswer::Infeasible, 2, FeasibilityMethod::Spread, {{{"w-0", "s1"}, {"w-1", "n1"}}, bound}};
}

// Two members of 4 GPUs and three of 2, on two nodes with 6 and one with 1.
ClusterBuilder two_classes() {
  ClusterBuilder c;
  c.node("x").has("gpu", 6);
  c.node("y").has("gpu", 6);
  c.node("z").has("gpu", 1);
  c.group("mixed").min_member(5);
  for (const char* const name : {"a-0", "a-1"}) { c.pod(name).in("mixed").asks("gpu", 4); }
  for (const char* const name : {"b-0", "b-1", "b-2"}) { c.pod(name).in("mixed").asks("gpu", 2); }
  return c;
}

// A node of 6 fits one of each, or three of 2. Two such nodes: two of each, or one and three.
FeasibilityReport four_of_five() {
  const model::TableBound bound = {
      4, {{"a-0", "a-1"}, {"b-0", "b-1", "b-2"}}, {{2, "x", {{1, 1}, {0, 3}}}}, {{2, 2}, {1, 3}}, ""};
  return {FeasibilityAnswer::Infeasible,
          4,
          FeasibilityMethod::Table,
          {{{"a-0", "x"}, {"b-0", "x"}, {"a-1", "y"}, {"b-1", "y"}}, bound}};
}

template <typename Bound>
Bound& bound_of(FeasibilityReport& report) {
  return std::get<Bound>(*report.certificate.bound);
}

} // namespace

TEST_CASE("verify checks a counting bound of one class") {
  const auto cluster = fragmented().build();
  CHECK(judged(cluster, one_of_three()) == k_holds);
  FeasibilityReport claim = one_of_three();
  bound_of<model::CountingBound>(claim).sets[0].places[0].count = 2;
  CHECK(judged(cluster, claim) ==
        "feasibility.certificate.bound.sets[0].places[0] says 1 each on 2 nodes like gpu-a, but "
        "it is 1 each on 1 node like gpu-a");
  claim = one_of_three();
  bound_of<model::CountingBound>(claim).sets[0].members = {"w-0", "w-2"};
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.sets says 2 members, but w-1 is left out");
  bound_of<model::CountingBound>(claim).sets[0].members = {"w-0", "w-1", "w-0"};
  CHECK(judged(cluster, claim) ==
        "feasibility.certificate.bound.sets[0].members[2] says w-0, but this pod is named before");
}

TEST_CASE("verify checks a counting bound of separate sets, and counts bound members") {
  ClusterBuilder c;
  c.node("big").has("gpu", 8).has("cpu", 4000);
  c.node("cpu-1").has("cpu", 4000);
  c.node("cpu-2").has("cpu", 4000).cordoned();
  c.group("sim").min_member(4);
  c.pod("there").in("sim").on("big").asks("gpu", 2).asks("cpu", 1000); // leaves 6 GPUs and 3 cores
  for (const char* const name : {"g-0", "g-1"}) { c.pod(name).in("sim").asks("gpu", 4).asks("cpu", 1000); }
  for (const char* const name : {"l-0", "l-1", "l-2"}) { c.pod(name).in("sim").asks("cpu", 2000); }
  const auto cluster = c.build();
  const model::CountingBound bound = {5,
                                      {{{"g-0", "g-1"}, "", {{1, 1, false, "big"}}, 1},
                                       {{"l-0", "l-1", "l-2"}, "", {{2, 1, false, "cpu-1"}, {1, 1, false, "big"}}, 3}}};
  // One of each class on big: 1000 and 2000 of 3000.
  const FeasibilityReport claim = {FeasibilityAnswer::Feasible,
                                   5,
                                   FeasibilityMethod::Counting,
                                   {{{"g-0", "big"}, {"l-0", "cpu-1"}, {"l-1", "cpu-1"}, {"l-2", "big"}}, bound}};
  CHECK(judged(cluster, claim) == k_holds);
  FeasibilityReport other = claim;
  other.certificate.placement[3].node = "cpu-2";
  CHECK(judged(cluster, other) == "feasibility.certificate.placement[3] says l-2 on cpu-2, but cpu-2 refuses it: "
                                  "node(s) were unschedulable");
  other.certificate.placement[3].node = "cpu-1";
  CHECK(judged(cluster, other) ==
        "feasibility.certificate.placement[3] says l-2 on cpu-1, but cpu-1 refuses it: has 0m of 2000m cpu left");
}

// The smallest request counts, and one member per node where any two share a port.
TEST_CASE("verify checks a counting bound of a mixed set") {
  ClusterBuilder c;
  c.node("n1").has("gpu", 5);
  c.node("n2").has("gpu", 5);
  c.group("g").min_member(3);
  c.pod("a").in("g").asks("gpu", 4);
  c.pod("b").in("g").asks("gpu", 2);
  c.pod("c").in("g").asks("gpu", 5);
  model::CountingBound bound = {3, {{{"a", "b", "c"}, "", {{2, 2, false, "n1"}}, 3}}};
  // c takes a whole node, and a and b do not fit on the other together. The bound cannot show that, and does not claim
  // it.
  FeasibilityReport claim = {
      FeasibilityAnswer::Unknown, {}, FeasibilityMethod::Counting, {{{"c", "n1"}, {"a", "n2"}}, bound}};
  CHECK(judged(c.build(), claim) ==
        "unknown: the search for a placement was given up: 2 of 3 members are placed, and nothing shows "
        "that no more can be");
  ClusterBuilder d;
  d.node("n1").has("gpu", 5);
  d.node("n2").has("gpu", 5);
  d.group("g").min_member(3);
  d.pod("a").in("g").asks("gpu", 1).port(80);
  d.pod("b").in("g").asks("gpu", 2).port(80);
  d.pod("c").in("g").asks("gpu", 1).port(80);
  bound = {2, {{{"a", "b", "c"}, "", {{1, 2, false, "n1"}}, 2}}};
  claim = {FeasibilityAnswer::Infeasible, 2, FeasibilityMethod::Counting, {{{"a", "n1"}, {"b", "n2"}}, bound}};
  CHECK(judged(d.build(), claim) == k_holds);
}

TEST_CASE("verify checks a counting bound of domains that members keep each other out of") {
  ClusterBuilder c;
  c.node("a1").label("zone", "a");
  c.node("a2").label("zone", "a");
  c.node("b1").label("zone", "b");
  c.node("c1").label("zone", "c").taint("closed");
  c.node("x").has("gpu", 2);
  c.group("g").min_member(5);
  for (const char* const name : {"p-0", "p-1", "p-2", "p-3", "p-4"}) {
    c.pod(name).in("g").label("app", "g").spec.required_anti_affinity = {term("g", "zone")};
  }
  const auto cluster = c.build();
  // One in each open zone. x is in no zone, so nothing limits it.
  model::CountingBound bound = {
      5, {{{"p-0", "p-1", "p-2", "p-3", "p-4"}, "zone", {{5, 1, false, "x"}, {1, 2, true, "a"}}, 5}}};
  FeasibilityReport claim = {FeasibilityAnswer::Feasible,
                             5,
                             FeasibilityMethod::Counting,
                             {{{"p-0", "a2"}, {"p-1", "b1"}, {"p-2", "x"}, {"p-3", "x"}, {"p-4", "x"}}, bound}};
  CHECK(judged(cluster, claim) == k_holds);
  claim.certificate.placement[1].node = "a1";
  CHECK(judged(cluster, claim) ==
        "feasibility.certificate.placement[1] says p-1 on a1, but a1 refuses it: node(s) didn't "
        "match pod anti-affinity rules");
  claim.certificate.placement[1].node = "b1";
  bound.sets[0].topology_key = "rack";
  claim.certificate.bound = bound;
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.sets[0].domain says rack, but not all members of the "
                                  "set keep each other out of it");
}

TEST_CASE("a member that no profile serves fits nowhere") {
  ClusterBuilder c;
  c.node("n");
  c.group("g").min_member(2);
  c.pod("a").in("g");
  c.pod("b").in("g").scheduler("nobody");
  const auto cluster = c.build();
  Options options = tests::options();
  options.configuration.assumed = false;
  options.configuration.profiles.front().scheduler_name = "default-scheduler";
  const model::CountingBound bound = {1, {{{"a"}, "", {{1, 1, false, "n"}}, 1}, {{"b"}, "", {}, 0}}};
  FeasibilityReport claim = {FeasibilityAnswer::Infeasible, 1, FeasibilityMethod::Counting, {{{"a", "n"}}, bound}};
  CHECK(judged(cluster, claim, options) == k_holds);
  claim.certificate.placement = {{"b", "n"}};
  CHECK(judged(cluster, claim, options) ==
        "feasibility.certificate.placement[0].pod says b, but no profile serves its schedulerName nobody");
}

TEST_CASE("verify checks a table bound of two classes") {
  const auto cluster = two_classes().build();
  CHECK(judged(cluster, four_of_five()) == k_holds);
  FeasibilityReport claim = four_of_five();
  bound_of<model::TableBound>(claim).nodes[0].frontier[1] = {0, 2};
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.nodes[0].frontier[1] says [0,2], but it is [0,3]");
  claim = four_of_five();
  bound_of<model::TableBound>(claim).frontier = {{2, 2}};
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.frontier[1] says nothing, but it is [1,3]");
  claim = four_of_five();
  bound_of<model::TableBound>(claim).classes = {{"a-0", "b-0"}, {"a-1", "b-1", "b-2"}};
  CHECK(judged(cluster, claim) ==
        "feasibility.certificate.bound.classes[0].members says they are equal, but b-0 and a-0 "
        "differ in what nodes hold of them");
}

TEST_CASE("verify checks a table bound of one class and of three") {
  const auto cluster = fragmented().build();
  FeasibilityReport claim = one_of_three();
  claim.method = FeasibilityMethod::Table;
  claim.certificate.bound = model::TableBound{1, {{"w-0", "w-1", "w-2"}}, {{1, "gpu-a", {{1}}}}, {{1}}, ""};
  CHECK(judged(cluster, claim) == k_holds);

  ClusterBuilder c;
  c.node("n").has("gpu", 4).has("cpu", 3000);
  c.group("g").min_member(4);
  c.pod("a").in("g").asks("gpu", 3);
  c.pod("b").in("g").asks("gpu", 2).asks("cpu", 1000).port(80);
  for (const char* const name : {"c-0", "c-1"}) { c.pod(name).in("g").asks("cpu", 1000).port(80); }
  // a leaves 1 GPU, so b does not fit next to it. b and any c share a port, and so do the two c.
  const model::TableBound bound = {
      2, {{"a"}, {"b"}, {"c-0", "c-1"}}, {{1, "n", {{1, 0, 1}, {0, 1, 0}}}}, {{1, 0, 1}, {0, 1, 0}}, ""};
  claim = {FeasibilityAnswer::Infeasible, 2, FeasibilityMethod::Table, {{{"a", "n"}, {"c-1", "n"}}, bound}};
  CHECK(judged(c.build(), claim) == k_holds);
}

// 299 of a, 298 of a and one of b, …: too many to list in full. Another program computed the digest.
TEST_CASE("verify checks a table bound by its digest") {
  ClusterBuilder c;
  c.node("n").has("pods", 299).has("cpu", 64'000'000);
  c.group("g").min_member(600);
  FeasibilityReport claim = {FeasibilityAnswer::Infeasible, 299, FeasibilityMethod::Table, {}};
  model::TableBound bound = {299, {{}, {}}, {{1, "n", {}}}, {}, "36d207ddf128601f"};
  for (int i = 0; i < 300; ++i) {
    const std::string a = "a-" + std::to_string(i), b = "b-" + std::to_string(i);
    c.pod(a).in("g").asks("cpu", 1);
    c.pod(b).in("g").asks("cpu", 2);
    bound.classes[0].push_back(a);
    bound.classes[1].push_back(b);
    bound.nodes[0].frontier.push_back({299 - i, i});
    if (i < 299) { claim.certificate.placement.push_back({a, "n"}); }
  }
  const auto cluster = c.build();
  claim.certificate.bound = bound;
  CHECK(judged(cluster, claim) == k_holds);
  bound_of<model::TableBound>(claim).digest = "36d207ddf128601e";
  CHECK(judged(cluster, claim) ==
        "feasibility.certificate.bound.digest says 36d207ddf128601e, but it is 36d207ddf128601f");
  bound_of<model::TableBound>(claim) = bound;
  bound_of<model::TableBound>(claim).frontier = bound.nodes[0].frontier;
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.frontier[0] says [299,0], but there is none");
}

TEST_CASE("verify checks a spread bound over zones") {
  const auto cluster = spread().build();
  CHECK(judged(cluster, two_of_four()) == k_holds);
  FeasibilityReport claim = two_of_four();
  std::swap(claim.certificate.placement[0], claim.certificate.placement[1]); // the north first: 2 there, 0 in the south
  CHECK(judged(cluster, claim) ==
        "feasibility.certificate.placement[0] says w-1 on n1, but n1 refuses it: node(s) didn't "
        "match pod topology spread constraints");
  claim = two_of_four();
  bound_of<model::SpreadBound>(claim).level = 2;
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.level says 2, but it is 1");
  bound_of<model::SpreadBound>(claim).level = 1;
  bound_of<model::SpreadBound>(claim).topology_key = "rack";
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.topologyKey says rack, but the members share no "
                                  "DoNotSchedule constraint over it that counts them all");
}

TEST_CASE("with fewer zones than minDomains a spread bound has the level 0") {
  const auto build = [](std::int32_t min_domains) {
    ClusterBuilder made;
    made.node("n1").label("zone", "north");
    made.node("s1").label("zone", "south");
    made.group("web").min_member(3);
    for (const char* const name : {"w-0", "w-1", "w-2"}) {
      auto& pod = made.pod(name).in("web").label("app", "web");
      pod.spec.spread = {over_zones("web")};
      pod.spec.spread[0].min_domains = min_domains;
    }
    return made.build();
  };
  const model::SpreadBound bound = {2, "zone", 1, 0, {"w-0", "w-1", "w-2"}, {{"north", 0, 3}, {"south", 0, 3}}};
  const FeasibilityReport claim = {
      FeasibilityAnswer::Infeasible, 2, FeasibilityMethod::Spread, {{{"w-0", "s1"}, {"w-1", "n1"}}, bound}};
  CHECK(judged(build(3), claim) == k_holds);
  CHECK(judged(build(2), claim) == "feasibility.certificate.bound.level says 0, but it is 2");
}

// A node that takes members, but that the constraint does not count, would make the bound wrong.
TEST_CASE("a spread bound fails if members fit on nodes that the constraint does not count") {
  const auto cluster = [] {
    ClusterBuilder made;
    made.node("n1").label("zone", "north").taint("t");
    made.node("s1").label("zone", "south");
    made.group("web").min_member(2);
    for (const char* const name : {"w-0", "w-1"}) {
      auto& pod = made.pod(name).in("web").label("app", "web");
      pod.spec.spread = {over_zones("web")};
      pod.spec.spread[0].honor_taints = true;
    }
    return made.build();
  }();
  Options options = tests::options();
  auto& plugins = options.configuration.profiles.front().plugins[model::ExtensionPoint::Filter];
  std::erase_if(plugins, [](const auto& plugin) { return plugin.name == "TaintToleration"; });
  const model::SpreadBound bound = {1, "zone", 1, 0, {"w-0", "w-1"}, {{"south", 0, 2}}};
  const FeasibilityReport claim = {
      FeasibilityAnswer::Infeasible, 1, FeasibilityMethod::Spread, {{{"w-0", "s1"}}, bound}};
  CHECK(judged(cluster, claim, options) ==
        "feasibility.certificate.bound.kind says Spread, but the constraint does not "
        "count n1, which is open to members");
}

TEST_CASE("verify checks a search bound") {
  const auto cluster = fragmented().build();
  FeasibilityReport claim = one_of_three();
  claim.method = FeasibilityMethod::Search;
  claim.certificate.bound = model::SearchBound{1, 4};
  CHECK(judged(cluster, claim) == k_holds);
  claim.certificate.bound = model::SearchBound{2, 4};
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.atMost says 2, but it is 1");
  claim.certificate.bound = model::SearchBound{1, 0};
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.states says 0, but one at least is tried");
}

TEST_CASE("verify gives up a search that takes too much memory") {
  constexpr int k_members = 3000;
  ClusterBuilder c;
  c.node("n").has("gpu", k_members).has("pods", k_members);
  c.group("train").min_member(k_members);
  for (int i = 0; i < k_members; ++i) { c.pod("w-" + std::to_string(i)).in("train").asks("gpu", 1); }
  const FeasibilityReport claim = {
      FeasibilityAnswer::Infeasible, 0, FeasibilityMethod::Search, {{}, model::SearchBound{0, 1}}};
  CHECK(judged(c.build(), claim) == "unknown: there are too many placements to try each of them again");
}

// f fits only where l is, m only where f is not.
TEST_CASE("verify places members in the order of the placement and checks affinity") {
  ClusterBuilder c;
  c.node("n1").has("gpu", 2);
  c.node("n2").has("gpu", 1);
  c.group("g").min_member(3);
  c.pod("f").in("g").asks("gpu", 1).label("app", "f").spec.required_affinity = {term("l", "kubernetes.io/hostname")};
  c.pod("l").in("g").asks("gpu", 1).label("app", "l");
  c.pod("m").in("g").asks("gpu", 1).label("app", "m").spec.required_anti_affinity = {
      term("f", "kubernetes.io/hostname")};
  const auto cluster = c.build();
  FeasibilityReport claim = {
      FeasibilityAnswer::Feasible, 3, FeasibilityMethod::Search, {{{"l", "n1"}, {"f", "n1"}, {"m", "n2"}}, {}}};
  CHECK(judged(cluster, claim) == k_holds);
  std::swap(claim.certificate.placement[0], claim.certificate.placement[1]);
  CHECK(judged(cluster, claim) ==
        "feasibility.certificate.placement[0] says f on n1, but n1 refuses it: node(s) didn't "
        "match pod affinity rules");
  claim = {FeasibilityAnswer::Infeasible,
           2,
           FeasibilityMethod::Search,
           {{{"l", "n1"}, {"m", "n2"}}, model::SearchBound{2, 9}}};
  CHECK(judged(cluster, claim) == "feasibility.certificate.bound.atMost says 2, but it is 3");
}

TEST_CASE("a placement contains only pending members of the group") {
  ClusterBuilder c = fragmented();
  c.pod("bound").in("train").on("gpu-b").asks("gpu", 2);
  c.pod("done").in("train").phase(model::PodPhase::Succeeded);
  c.pod("leaving").in("train").terminating();
  c.pod("stranger");
  const auto cluster = c.build();
  const auto with = [&](const char* pod, const char* node) {
    FeasibilityReport claim = one_of_three();
    claim.certificate.placement = {{pod, node}};
    return judged(cluster, claim);
  };
  const std::string pod = "feasibility.certificate.placement[0].pod says ";
  CHECK(with("w-7", "gpu-a") == pod + "w-7, but no pod of this name is in namespace default");
  CHECK(with("stranger", "gpu-a") == pod + "stranger, but this pod is not a member of train");
  CHECK(with("bound", "gpu-a") == pod + "bound, but this pod is bound to gpu-b");
  CHECK(with("done", "gpu-a") == pod + "done, but this pod has finished");
  CHECK(with("leaving", "gpu-a") == pod + "leaving, but this pod is terminating");
  CHECK(with("w-0", "gpu-z") ==
        "feasibility.certificate.placement[0].node says gpu-z, but there is no node of this name");
  FeasibilityReport twice = one_of_three();
  twice.certificate.placement.push_back({"w-0", "gpu-a"});
  CHECK(judged(cluster, twice) == "feasibility.certificate.placement[1].pod says w-0, but this pod is named before");
}

TEST_CASE("the answer must follow from the certificate") {
  const auto cluster = fragmented().build();
  FeasibilityReport claim = one_of_three();
  claim.answer = FeasibilityAnswer::Feasible;
  CHECK(judged(cluster, claim) == "feasibility.answer says Feasible, but it is Infeasible: 1 of 3 members are placed");
  claim = one_of_three();
  claim.method = FeasibilityMethod::Search;
  CHECK(judged(cluster, claim) == "feasibility.method says search, but it is counting");
  claim = one_of_three();
  claim.largest_placeable.reset();
  CHECK(judged(cluster, claim) == "feasibility.largestPlaceable says nothing, but it is 1");
  claim = one_of_three();
  claim.certificate.bound.reset();
  CHECK(judged(cluster, claim) ==
        "feasibility.largestPlaceable says 1, but the certificate shows 1, and that there are "
        "no more than 3");
  claim = one_of_three();
  claim.certificate.placement.clear();
  CHECK(judged(cluster, claim) ==
        "feasibility.largestPlaceable says 1, but the certificate shows 0, and that there are "
        "no more than 1");
  // A bound below minMember is proof enough, even if the placement has fewer pods.
  claim.largest_placeable.reset();
  CHECK(judged(cluster, claim) == k_holds);
  claim.answer = FeasibilityAnswer::Unknown;
  CHECK(judged(cluster, claim) == "feasibility.answer says Unknown, but it is Infeasible: 0 of 3 members are placed");
}

// If the placement has fewer pods than a bound allows, only counting shows if the bound is right.
TEST_CASE("verify also checks a bound that the placement does not reach") {
  const auto with_bound_of = [](FeasibilityReport claim, std::int64_t at_most) {
    claim.largest_placeable.reset();
    claim.certificate.placement.clear();
    std::visit([&](auto& bound) { bound.at_most = at_most; }, *claim.certificate.bound);
    return claim;
  };
  const std::string at_most = "feasibility.certificate.bound.atMost says ";
  const auto counted = fragmented().build(), tabled = two_classes().build(), spread_out = spread().build();
  CHECK(judged(counted, with_bound_of(one_of_three(), 1)) == k_holds);
  CHECK(judged(counted, with_bound_of(one_of_three(), 2)) == at_most + "2, but it is 1");
  CHECK(judged(tabled, with_bound_of(four_of_five(), 4)) == k_holds);
  CHECK(judged(tabled, with_bound_of(four_of_five(), 3)) == at_most + "3, but it is 4");
  CHECK(judged(spread_out, with_bound_of(two_of_four(), 2)) == k_holds);
  CHECK(judged(spread_out, with_bound_of(two_of_four(), 3)) == at_most + "3, but it is 2");
}

TEST_CASE("a resource that the profile does not filter by limits nothing") {
  const auto cluster = fragmented().build();
  Options options = tests::options();
  options.configuration.profiles.front().fit.ignored_resources = {"gpu"};
  const model::CountingBound bound = {3, {{{"w-0", "w-1", "w-2"}, "", {{3, 4, false, "gpu-a"}}, 3}}};
  const FeasibilityReport claim = {FeasibilityAnswer::Feasible,
                                   3,
                                   FeasibilityMethod::Counting,
                                   {{{"w-0", "gpu-b"}, {"w-1", "gpu-b"}, {"w-2", "gpu-b"}}, bound}};
  CHECK(judged(cluster, claim, options) == k_holds);
}

TEST_CASE("a report without a certificate proves nothing") {
  const auto cluster = fragmented().build();
  model::Report claimed;
  CHECK(verify(cluster, tests::options(), claimed).verdict == model::Verdict::Unknown);
  model::GroupReport& group = claimed.groups.emplace_back();
  group.namespace_name = "default";
  group.name = "train";
  group.min_member = 3;
  group.verdict = model::GroupVerdict::DoesNotFit;
  model::Report found = verify(cluster, tests::options(), claimed);
  CHECK(found.verdict == model::Verdict::Unknown);
  CHECK(found.verifications[0].truth == "the report holds no certificate of it");
  for (const auto verdict : {model::GroupVerdict::Satisfied, model::GroupVerdict::Idle}) { // needs none, but members
    group.verdict = verdict;
    found = verify(cluster, tests::options(), claimed);
    CHECK(found.verdict == model::Verdict::No);
    CHECK(found.verifications.at(0).field == "verdict");
  }
  tests::ClusterBuilder running = fragmented();
  for (const char* const name : {"worker-3", "worker-4", "worker-5"}) { running.pod(name).in("train").on("gpu-a"); }
  group.verdict = model::GroupVerdict::Satisfied;
  CHECK(verify(running.build(), tests::options(), claimed).verifications.empty());
  group.feasibility = one_of_three();
  CHECK(verify(cluster, tests::options(), claimed).verdict == model::Verdict::Yes);
  group.min_member = 4;
  found = verify(cluster, tests::options(), claimed);
  CHECK(found.verdict == model::Verdict::No);
  CHECK(found.verifications[0].field == "minMember");
  group.name = "other";
  found = verify(cluster, tests::options(), claimed);
  CHECK(found.verdict == model::Verdict::Unknown);
  CHECK(found.verifications[0].truth == "the cluster holds no coscheduling group of this name");
}
