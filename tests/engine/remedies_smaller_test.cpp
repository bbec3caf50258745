// SPDX-License-Identifier: Apache-2.0
// Remedies that need less: LowerMinMember and LowerRequest.
#include "engine/remedy.hpp"
#include "support/catch.hpp"

using namespace tests;
using model::FixKind;

TEST_CASE("LowerMinMember reports the largest quorum that starts") {
  const auto lower = fix(fragmented(), FixKind::LowerMinMember);
  REQUIRE(lower);
  CHECK(lower->changes.front().from == "3");
  CHECK(lower->changes.front().to == "1");
  CHECK(lower->things == 2);
}

TEST_CASE("LowerRequest reports the largest request that starts") {
  const auto lower = fix(fragmented(), FixKind::LowerRequest);
  REQUIRE(lower);
  CHECK(lower->from == 4);
  CHECK(lower->to == 2); // with 3, two members fit, both on gpu-a
}

TEST_CASE("a job that needs all its pods ends as a whole, and its quorum is not lowered") {
  ClusterBuilder c;
  for (const std::string name : {"a", "b"}) { c.node(name).has("gpu", 4); }
  c.pod("run-0").on("a").asks("gpu", 4).owned_by("MPIJob", "run");
  c.pod("run-1").on("b").asks("gpu", 4).owned_by("MPIJob", "run");
  workers(c, 1, 4);
  for (const FixKind kind : {FixKind::WaitFor, FixKind::Evict}) {
    const auto ended = fix(c, kind);
    REQUIRE(ended);
    CHECK(names(*ended) == Names{"run-0", "run-1"});
  }
  SECTION("nobody waits for pods that wait for the rest of their job") {
    c.pod("run-2").asks("gpu", 4).owned_by("MPIJob", "run");
    CHECK(!fix(c, FixKind::WaitFor));
  }
  SECTION("a smaller quorum is of no use") {
    ClusterBuilder d;
    d.node("a").has("gpu", 4);
    d.group("train").min_member(2);
    for (const char* const name : {"w-0", "w-1"}) {
      d.pod(name).in("train").asks("gpu", 4).owned_by("PyTorchJob", "train");
    }
    CHECK(!fix(d, FixKind::LowerMinMember));
  }
}

TEST_CASE("LowerMinMember counts the capacity that preemption frees") {
  ClusterBuilder c; // 100 members, and preemption frees capacity for 40
  c.node("a").has("gpu", 40).has("pods", 200);
  for (int i = 0; i < 40; ++i) { c.pod("low-" + std::to_string(i)).on("a").asks("gpu", 1); }
  workers(c, 100, 1, 10);
  const auto fewer = fix(c, FixKind::LowerMinMember);
  REQUIRE(fewer);
  CHECK(fewer->minimal);
  CHECK(fewer->changes.front().to == "40");
}
