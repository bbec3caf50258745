// SPDX-License-Identifier: Apache-2.0
// Keys of pods and their order.
#include "model/cluster/pod.hpp"

#include "model/cluster/pod_group.hpp"
#include "support/catch.hpp"

#include <vector>

namespace {

model::Pod pod(std::string_view namespace_name, std::string_view name) {
  model::Pod made;
  made.namespace_name = namespace_name;
  made.name = name;
  return made;
}

} // namespace

TEST_CASE("a pod's key is namespace/name") { CHECK(model::pod_key(pod("ml", "train-0")) == "ml/train-0"); }

TEST_CASE("keys compare as one string, byte by byte") {
  const std::vector<model::Pod> pods = {pod("a", "x"),  pod("a", "y"),   pod("a-b", "a"), pod("a0", "a"),
                                        pod("ab", "a"), pod("a.b", "z"), pod("", "a"),    pod("a/", "x"),
                                        pod("a", "/x"), pod("a/a", "x")};
  for (const model::Pod& a : pods) {
    for (const model::Pod& b : pods) {
      INFO(model::pod_key(a) << " and " << model::pod_key(b));
      CHECK(model::key_less(a, b) == (model::pod_key(a) < model::pod_key(b)));
    }
  }
  CHECK(model::key_less(pod("a-b", "x"), pod("a", "x"))); // '-' comes before '/'
}

TEST_CASE("each dialect has one word") {
  CHECK(model::dialect_name(model::Dialect::Lightweight) == "lightweight");
  CHECK(model::dialect_name(model::Dialect::CoschedulingSigs) == "coscheduling-sigs");
  CHECK(model::dialect_name(model::Dialect::Coscheduling) == "coscheduling");
}
