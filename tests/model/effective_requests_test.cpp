// SPDX-License-Identifier: Apache-2.0
// Effective requests of a pod: one case per sentence of the rule.
#include "model/cluster/effective_requests.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <string>

using model::ContainerResources;
using model::EffectiveRequests;
using model::PodResources;
using model::Quantity;
using model::ResourceQuantities;

namespace {

constexpr std::int64_t k_mi = 1024 * 1024;

using Pairs = std::initializer_list<std::pair<std::string_view, std::string_view>>;

ResourceQuantities list(Pairs pairs) {
  ResourceQuantities quantities;
  for (const auto& [name, text] : pairs) {
    INFO(text);
    const auto quantity = Quantity::parse(text);
    REQUIRE(quantity);
    quantities.emplace_back(name, *quantity);
  }
  std::ranges::sort(quantities, {}, &ResourceQuantities::value_type::first);
  return quantities;
}

ContainerResources container(Pairs requests, Pairs limits = {}) {
  ContainerResources made;
  made.requests = list(requests);
  made.limits = list(limits);
  return made;
}

ContainerResources sidecar(Pairs requests) {
  ContainerResources made = container(requests);
  made.restart_always = true;
  return made;
}

ContainerResources granted(ContainerResources made, Pairs requests, Pairs allocated = {}) {
  made.granted = model::GrantedResources{list(requests), list(allocated)};
  return made;
}

// "cpu=1 memory=2Gi", in the order of names.
std::string asks(const PodResources& pod) {
  std::string text;
  for (const auto& [name, quantity] : model::effective_requests(pod).requests) {
    text += (text.empty() ? "" : " ") + std::string(name) + "=" + quantity.text();
  }
  return text;
}

} // namespace

TEST_CASE("containers run together: their requests add up exactly") {
  PodResources pod;
  pod.containers = {container({{"cpu", "100m"}, {"memory", "1Gi"}}),
                    container({{"cpu", "0.5"}, {"nvidia.com/gpu", "2"}})};
  CHECK(asks(pod) == "cpu=600m memory=1Gi nvidia.com/gpu=2");
}

TEST_CASE("a sum rounds up once per pod, not per container") {
  PodResources pod;
  pod.containers = {container({{"cpu", "0.3m"}, {"memory", "0.4"}}), container({{"cpu", "0.3m"}, {"memory", "0.4"}})};
  model::ResourceNames names;
  CHECK(model::to_amounts(model::effective_requests(pod).requests, names) ==
        model::ResourceAmounts{{model::k_cpu, 1}, {model::k_memory, 1}});
}

TEST_CASE("init containers run one after another: the largest counts, if it exceeds the sum") {
  PodResources pod;
  pod.containers = {container({{"cpu", "1"}, {"memory", "1Gi"}}), container({{"cpu", "1"}})};
  pod.init_containers = {container({{"cpu", "3"}}), container({{"cpu", "500m"}, {"memory", "512Mi"}})};
  CHECK(asks(pod) == "cpu=3 memory=1Gi");
}

TEST_CASE("a sidecar runs next to the containers") {
  PodResources pod;
  pod.containers = {container({{"cpu", "1"}})};
  pod.init_containers = {sidecar({{"cpu", "200m"}, {"memory", "64Mi"}})};
  CHECK(asks(pod) == "cpu=1200m memory=64Mi");
}

TEST_CASE("an init container runs next to the sidecars started before it, not those after") {
  PodResources pod;
  pod.containers = {container({{"cpu", "1"}})};
  pod.init_containers = {container({{"cpu", "3"}}), sidecar({{"cpu", "500m"}}), container({{"cpu", "2800m"}}),
                         sidecar({{"cpu", "500m"}})};
  CHECK(asks(pod) == "cpu=3300m"); // 500m + 2800m; the containers and both sidecars would be 2
}

TEST_CASE("a missing request equals the limit, as the API server would write it") {
  PodResources pod;
  pod.containers = {container({{"cpu", "0"}}, {{"cpu", "2"}, {"memory", "1Gi"}})};
  CHECK(asks(pod) == "cpu=0 memory=1Gi");
}

TEST_CASE("overhead always counts, also on top of pod-level requests") {
  PodResources pod;
  pod.containers = {container({{"cpu", "1"}})};
  pod.init_containers = {container({{"cpu", "2"}})};
  pod.overhead = list({{"cpu", "250m"}, {"memory", "120Mi"}});
  CHECK(asks(pod) == "cpu=2250m memory=120Mi");
  pod.pod_requests = list({{"cpu", "4"}});
  CHECK(asks(pod) == "cpu=4250m memory=120Mi");
}

TEST_CASE("pod-level requests replace the containers' sum, even if they are smaller") {
  PodResources pod;
  pod.containers = {container({{"cpu", "3"}, {"memory", "1Gi"}, {"hugepages-2Mi", "4Mi"}})};
  pod.pod_requests = list({{"cpu", "2"}, {"hugepages-2Mi", "8Mi"}});
  CHECK(asks(pod) == "cpu=2 hugepages-2Mi=8Mi memory=1Gi");
}

TEST_CASE("pod-level requests exist only for cpu, memory and hugepages") {
  PodResources pod;
  pod.containers = {container({{"nvidia.com/gpu", "1"}, {"ephemeral-storage", "1Gi"}})};
  pod.pod_requests = list({{"nvidia.com/gpu", "8"}, {"ephemeral-storage", "9Gi"}});
  CHECK(asks(pod) == "ephemeral-storage=1Gi nvidia.com/gpu=1");
}

TEST_CASE("pod-level limits become requests if neither the pod nor a container has any") {
  PodResources pod;
  pod.containers = {container({{"cpu", "1"}}), container({})};
  pod.pod_limits = list({{"cpu", "4"}, {"memory", "2Gi"}});
  CHECK(asks(pod) == "cpu=1 memory=2Gi");
}

TEST_CASE("during a resize the largest of spec, actual and allocated counts") {
  PodResources pod;
  pod.containers = {granted(container({{"cpu", "1"}, {"memory", "3Gi"}}), {{"cpu", "2"}, {"memory", "1Gi"}},
                            {{"cpu", "1500m"}, {"memory", "2Gi"}})};
  CHECK(asks(pod) == "cpu=2 memory=3Gi");
  pod.containers = {granted(container({{"cpu", "1"}}), {{"cpu", "2"}}, {{"cpu", "3"}})};
  CHECK(asks(pod) == "cpu=3");
}

TEST_CASE("an infeasible resize leaves out the requests of the spec") {
  PodResources pod;
  pod.resize_infeasible = true;
  pod.containers = {granted(container({{"cpu", "64"}}), {{"cpu", "2"}}, {{"cpu", "1"}})};
  CHECK(asks(pod) == "cpu=2");
}

TEST_CASE("without resources in its status a container counts by its spec, even if the resize is infeasible") {
  PodResources pod;
  pod.resize_infeasible = true;
  pod.containers = {container({{"cpu", "64"}})};
  CHECK(asks(pod) == "cpu=64");
}

TEST_CASE("sidecars resize too, and init containers that end do not") {
  PodResources pod;
  pod.init_containers = {granted(sidecar({{"cpu", "1"}}), {{"cpu", "2"}})};
  CHECK(asks(pod) == "cpu=2");
  pod.init_containers = {granted(container({{"cpu", "1"}}), {{"cpu", "2"}})};
  CHECK(asks(pod) == "cpu=1");
}

TEST_CASE("pod-level requests resize by the same rule") {
  PodResources pod;
  pod.containers = {container({{"cpu", "1"}})};
  pod.pod_requests = list({{"cpu", "2"}});
  pod.pod_granted = model::GrantedResources{list({{"cpu", "3"}}), list({{"cpu", "2500m"}})};
  CHECK(asks(pod) == "cpu=3");
  pod.pod_requests = list({{"cpu", "8"}});
  CHECK(asks(pod) == "cpu=8");
  pod.resize_infeasible = true;
  CHECK(asks(pod) == "cpu=3");
}

TEST_CASE("for scores every container without requests counts 100m and 200Mi, init containers too") {
  PodResources pod;
  pod.containers = {container({}), container({{"cpu", "1"}})};
  EffectiveRequests effective = model::effective_requests(pod);
  CHECK(effective.scoring_cpu_milli == 1100);
  CHECK(effective.scoring_memory == 400 * k_mi);
  CHECK(asks(pod) == "cpu=1"); // the filter does not use the minimum

  pod.init_containers = {container({{"memory", "1Gi"}}), sidecar({})};
  effective = model::effective_requests(pod);
  CHECK(effective.scoring_cpu_milli == 1200);
  CHECK(effective.scoring_memory == 1024 * k_mi);
}

TEST_CASE("the minimum is per container: requests of other containers do not replace it") {
  PodResources pod;
  pod.containers = {container({{"cpu", "2"}, {"memory", "1Gi"}}), container({})};
  const EffectiveRequests effective = model::effective_requests(pod);
  CHECK(effective.scoring_cpu_milli == 2100);
  CHECK(effective.scoring_memory == 1224 * k_mi);
}

TEST_CASE("a request of zero is a request: it has no minimum") {
  PodResources pod;
  pod.containers = {container({{"cpu", "0"}})};
  const EffectiveRequests effective = model::effective_requests(pod);
  CHECK(effective.scoring_cpu_milli == 0);
  CHECK(effective.scoring_memory == 200 * k_mi);
  CHECK(effective.best_effort);
}

TEST_CASE("with pod-level requests the minimum covers only what is missing at both levels") {
  PodResources pod;
  pod.containers = {container({}), container({})};
  pod.pod_requests = list({{"cpu", "2"}});
  EffectiveRequests effective = model::effective_requests(pod);
  CHECK(effective.scoring_cpu_milli == 2000);
  CHECK(effective.scoring_memory == 400 * k_mi);
  // NodeResourcesFit's score of the pod itself ignores pod-level requests.
  CHECK(effective.own_scoring_cpu_milli == 200);
  CHECK(effective.own_scoring_memory == 400 * k_mi);

  pod.containers = {container({{"memory", "1Gi"}}), container({})};
  effective = model::effective_requests(pod);
  CHECK(effective.scoring_memory == 1024 * k_mi);
}

TEST_CASE("overhead is part of the scoring figures") {
  PodResources pod;
  pod.containers = {container({})};
  pod.overhead = list({{"cpu", "50m"}});
  CHECK(model::effective_requests(pod).scoring_cpu_milli == 150);
}

TEST_CASE("best effort means no request and no limit at all") {
  PodResources pod;
  pod.containers = {container({})};
  pod.overhead = list({{"cpu", "50m"}});
  CHECK(model::effective_requests(pod).best_effort);
  pod.containers = {container({{"cpu", "0"}}, {{"cpu", "1"}})};
  CHECK(!model::effective_requests(pod).best_effort);
  pod.containers = {container({{"nvidia.com/gpu", "1"}})};
  CHECK(!model::effective_requests(pod).best_effort);
}

TEST_CASE("a request named pods does not count against a node's pod capacity") {
  PodResources pod;
  pod.containers = {container({{"cpu", "1"}, {"pods", "7"}})};
  CHECK(asks(pod) == "cpu=1");
}

TEST_CASE("a pod without containers requests nothing") {
  const EffectiveRequests effective = model::effective_requests({});
  CHECK(effective.requests.empty());
  CHECK(effective.scoring_cpu_milli == 0);
  CHECK(effective.best_effort);
}
