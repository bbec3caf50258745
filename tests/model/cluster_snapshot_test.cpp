// SPDX-License-Identifier: Apache-2.0
// Lookup of nodes and pods in the sorted lists.
#include "model/cluster/cluster_snapshot.hpp"

#include "support/catch.hpp"

#include <algorithm>

namespace {

model::ClusterSnapshot cluster() {
  model::ClusterSnapshot snapshot;
  for (const std::string_view name : {"gpu-a", "gpu-b", "gpu-c"}) { snapshot.nodes.emplace_back().name = name; }
  for (const auto& [space, name] : {std::pair{"ml-b", "x"}, std::pair{"ml", "w-0"}, std::pair{"ml", "w-1"}}) {
    model::Pod& pod = snapshot.pods.emplace_back();
    pod.namespace_name = space;
    pod.name = name;
  }
  REQUIRE(std::ranges::is_sorted(snapshot.pods, model::key_less));
  return snapshot;
}

} // namespace

TEST_CASE("find_node and find_pod find objects by name") {
  const model::ClusterSnapshot snapshot = cluster();
  CHECK(snapshot.find_node("gpu-a") == 0);
  CHECK(snapshot.find_node("gpu-c") == 2);
  CHECK(snapshot.find_pod("ml-b", "x") == 0);
  CHECK(snapshot.find_pod("ml", "w-1") == 2);
}

TEST_CASE("the index of an absent object is k_none") {
  const model::ClusterSnapshot snapshot = cluster();
  CHECK(snapshot.find_node("gpu") == model::k_none);
  CHECK(snapshot.find_node("gpu-d") == model::k_none);
  CHECK(snapshot.find_pod("ml", "x") == model::k_none);
  CHECK(snapshot.find_pod("", "") == model::k_none);
  CHECK(model::ClusterSnapshot().find_node("gpu-a") == model::k_none);
  CHECK(model::ClusterSnapshot().find_pod("ml", "x") == model::k_none);
}
