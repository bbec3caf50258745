// SPDX-License-Identifier: Apache-2.0
// Tolerations. (k8s.io/api core/v1, Toleration.ToleratesTaint)
#include "model/cluster/node.hpp"

#include "support/catch.hpp"

using model::Taint;
using model::tolerates;
using enum model::TaintEffect;

namespace {
const Taint k_gpu{"gpu", "yes", NoSchedule};
} // namespace

TEST_CASE("Equal needs key and value") {
  CHECK(tolerates({"gpu", "yes", false, NoSchedule}, k_gpu));
  CHECK(!tolerates({"gpu", "no", false, NoSchedule}, k_gpu));
  CHECK(!tolerates({"cpu", "yes", false, NoSchedule}, k_gpu));
  CHECK(!tolerates({"gpu", "", false, NoSchedule}, k_gpu));
}

TEST_CASE("Exists needs the key alone, whatever the value") {
  CHECK(tolerates({"gpu", "", true, NoSchedule}, k_gpu));
  CHECK(!tolerates({"cpu", "", true, NoSchedule}, k_gpu));
}

TEST_CASE("an empty key with Exists covers every taint") { CHECK(tolerates({"", "", true, {}}, k_gpu)); }

TEST_CASE("an absent effect covers every effect, a given one only itself") {
  CHECK(tolerates({"gpu", "yes", false, {}}, k_gpu));
  CHECK(tolerates({"gpu", "yes", false, {}}, Taint{"gpu", "yes", NoExecute}));
  CHECK(!tolerates({"gpu", "yes", false, NoExecute}, k_gpu));
  CHECK(!tolerates({"", "", true, PreferNoSchedule}, k_gpu));
}

TEST_CASE("one of several tolerations is enough, none covers nothing") {
  CHECK(model::tolerated({{"cpu", "", true, {}}, {"gpu", "", true, {}}}, k_gpu));
  CHECK(!model::tolerated({{"cpu", "", true, {}}}, k_gpu));
  CHECK(!model::tolerated({}, k_gpu));
}
