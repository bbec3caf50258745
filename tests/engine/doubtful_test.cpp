// SPDX-License-Identifier: Apache-2.0
// Pods that may get other nodes than the run gives them, and what they mean for pods that come later.
#include "engine/ask.hpp"
#include "support/catch.hpp"

using tests::ClusterBuilder;

namespace {

using Row = ClusterBuilder::PodSpecRow;

void prefer(Row& pod, std::string_view node) {
  pod.spec.preferred_node_terms.push_back({100, {{}, {{"metadata.name", model::SelectorOperator::In, {node}}}}});
}

void use_claim(Row& pod, std::string_view claim) {
  pod.spec.volumes.push_back({"persistentVolumeClaim", "data", claim});
}

// Why the answer about pod p is left open; empty: it gets its node.
std::string doubt_about_p(ClusterBuilder& builder) {
  const model::Report report = tests::explain(builder.build());
  const model::PodReport& pod = tests::pod(report, "p");
  REQUIRE(pod.outcome == model::Outcome::Bound);
  CHECK((!pod.taken_back || pod.taken_back == model::GroupVerdict::Unknown));
  return pod.because;
}

const std::string k_of_d = "has claims for volumes that the input does not hold (lost)";

// Pod d may go to n1 or n3, q to n1 or n2, and p to n2. The run gives d n3, and q n1.
struct ThreeNodes {
  ClusterBuilder builder;
  ClusterBuilder::NodeSpec& n2;
  Row& q;

  ThreeNodes() : n2(make_nodes()), q(make_pods()) {}

 private:
  ClusterBuilder::NodeSpec& make_nodes() {
    builder.node("n1").has("gpu", 4);
    builder.node("n3").has("gpu", 4);
    return builder.node("n2").has("gpu", 4);
  }
  Row& make_pods() {
    Row& d = builder.pod("d").asks("gpu", 3).priority(20).keeps_off("n2");
    prefer(d, "n3");
    use_claim(d, "lost");
    builder.pod("p").asks("gpu", 3).priority(5).keeps_off("n1").keeps_off("n3");
    Row& second = builder.pod("q").asks("gpu", 3).priority(10).keeps_off("n3");
    prefer(second, "n1");
    return second;
  }
};

} // namespace

TEST_CASE("a doubtful pod may push another one to the node of a third") {
  ThreeNodes c;
  CHECK(doubt_about_p(c.builder) ==
        "pod default/q may take the capacity of pod default/p first: it may get another node "
        "than it would without pod default/d, which " +
            k_of_d);
}

TEST_CASE("a pod pushed by a doubtful one harms none that its node holds too") {
  ThreeNodes c;
  c.n2.has("gpu", 6);
  CHECK(doubt_about_p(c.builder).empty());
}

TEST_CASE("a doubtful pod pushes none that comes before it") {
  ThreeNodes c;
  c.q.priority(30);
  CHECK(doubt_about_p(c.builder).empty());
}

TEST_CASE("a doubtful pod pushes none that only one node admits") {
  ThreeNodes c;
  c.q.keeps_off("n2");
  CHECK(doubt_about_p(c.builder).empty());
}

TEST_CASE("a doubtful pod changes the scores for a pod that would fit beside it") {
  ClusterBuilder builder;
  builder.node("n1").has("gpu", 4);
  builder.node("n2").has("gpu", 8);
  Row& d = builder.pod("d").asks("gpu", 1).priority(20);
  prefer(d, "n1");
  use_claim(d, "lost");
  Row& q = builder.pod("q").asks("gpu", 3).priority(10);
  prefer(q, "n2");
  builder.pod("p").asks("gpu", 3).keeps_off("n2");
  CHECK(doubt_about_p(builder).find("may take the capacity of pod default/p first") != std::string::npos);
}

TEST_CASE("members of different sizes may take each other's nodes after a doubtful pod") {
  ClusterBuilder builder;
  builder.node("n1").has("gpu", 4);
  builder.node("n2").has("gpu", 2);
  Row& d = builder.pod("d").priority(20);
  use_claim(d, "lost");
  builder.group("train").min_member(2);
  Row& small = builder.pod("small").in("train").asks("gpu", 2);
  Row& tall = builder.pod("tall").in("train").asks("gpu", 4);
  prefer(small, "n2");
  const auto verdict = [&] { return tests::group(tests::explain(builder.build()), "train").verdict; };
  SECTION("on the nodes of the members") { CHECK(verdict() == model::GroupVerdict::Unknown); }
  SECTION("beside capacity for all") {
    builder.node("n3").has("gpu", 4);
    CHECK(verdict() == model::GroupVerdict::Fits);
  }
  SECTION("on a node of its own") {
    builder.node("n4");
    for (Row* const member : {&small, &tall}) { member->keeps_off("n4"); }
    d.keeps_off("n1").keeps_off("n2");
    CHECK(verdict() == model::GroupVerdict::Fits);
  }
}

namespace {

// Pod d may go to n1 or n2, and p to n2. Both nodes hold both. The run gives d n1.
struct TwoNodes {
  ClusterBuilder builder;
  Row& d;
  Row& p;

  TwoNodes() : d((builder.node("n1"), builder.node("n2"), builder.pod("d"))), p(builder.pod("p")) {
    d.priority(20).label("app", "d");
    prefer(d, "n1");
    p.label("app", "p").keeps_off("n1");
  }
  std::string doubt() { return doubt_about_p(builder); }
};

std::string of_d(std::string_view what) {
  return "pod default/d " + std::string(what) + " pod default/p first: it " + k_of_d;
}

} // namespace

TEST_CASE("a doubtful pod may take a host port first") {
  TwoNodes c;
  use_claim(c.d, "lost");
  c.d.port(80);
  c.p.port(81);
  CHECK(c.doubt().empty());
  c.p.port(80);
  CHECK(c.doubt() == of_d("may take the host port of"));
  c.d.keeps_off("n2");
  CHECK(c.doubt().empty());
}

TEST_CASE("a doubtful pod may come where anti-affinity keeps it and the other pod apart") {
  TwoNodes c;
  use_claim(c.d, "lost");
  const std::string close = of_d("may take the topology domain (anti-affinity) of");
  SECTION("anti-affinity of the pod") {
    c.p.spec.required_anti_affinity = {tests::term("d", "kubernetes.io/hostname")};
    CHECK(c.doubt() == close);
  }
  SECTION("anti-affinity of the doubtful pod") {
    c.d.spec.required_anti_affinity = {tests::term("p", "kubernetes.io/hostname")};
    CHECK(c.doubt() == close);
  }
  SECTION("anti-affinity to others") {
    c.d.spec.required_anti_affinity = {tests::term("d", "kubernetes.io/hostname")};
    c.p.spec.required_anti_affinity = {tests::term("p", "kubernetes.io/hostname")};
    CHECK(c.doubt().empty());
  }
}

TEST_CASE("a doubtful pod may use a disk first that serves one node") {
  TwoNodes c;
  use_claim(c.d, "lost");
  const auto mount = [](Row& pod, bool read_only) {
    pod.spec.volumes.push_back({"gcePersistentDisk", "disk", "pd-1", read_only});
  };
  SECTION("both write to it") {
    mount(c.d, false);
    mount(c.p, false);
    CHECK(c.doubt() == of_d("may use a volume of"));
  }
  SECTION("both only read it") {
    mount(c.d, true);
    mount(c.p, true);
    CHECK(c.doubt().empty());
  }
}

TEST_CASE("a pod that needs another one beside it is open if that one may go elsewhere") {
  TwoNodes c;
  c.p.spec.node_selector.clear();
  c.p.spec.required_node_terms.reset();
  c.p.spec.required_affinity = {tests::term("d", "kubernetes.io/hostname")};
  SECTION("a certain pod") { CHECK(c.doubt().empty()); }
  SECTION("a doubtful pod") {
    use_claim(c.d, "lost");
    CHECK(c.doubt() == "pod default/p has pod affinity to pod default/d, which " + k_of_d);
  }
  SECTION("a pod after a doubtful one") {
    Row& first = c.builder.pod("first").priority(30);
    use_claim(first, "lost");
    CHECK(c.doubt() == "pod default/p has pod affinity to pod default/d, which may get another node than it would "
                       "without pod default/first, which " +
                           k_of_d);
  }
  SECTION("a pod before a doubtful one") {
    Row& later = c.builder.pod("later").priority(10);
    use_claim(later, "lost");
    CHECK(c.doubt().empty());
  }
}

TEST_CASE("a pod whose spread counts a pod that may go elsewhere is open") {
  TwoNodes c;
  model::TopologySpreadConstraint spread;
  spread.topology_key = "kubernetes.io/hostname";
  spread.selector = tests::term("d").selector;
  c.p.spec.spread = {spread};
  CHECK(c.doubt().empty());
  use_claim(c.d, "lost");
  CHECK(c.doubt() == "pod default/p has a topology spread that counts pod default/d, which " + k_of_d);
}
