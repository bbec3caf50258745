// SPDX-License-Identifier: Apache-2.0
// Quota that the pods of a manifest use.
#include "snapshot/dry_run.hpp"

#include <algorithm>

namespace {

const model::QuotaCharge& charge_of(const DryRun& run, std::string_view key) {
  for (const model::NewPod& made : run.cluster.new_pods) {
    if (model::pod_key(run.cluster.pods[static_cast<std::size_t>(made.pod)]) == key) {
      return run.cluster.quota_charges[static_cast<std::size_t>(made.charge)];
    }
  }
  throw std::runtime_error("no such new pod");
}

// "cpu=1 limits.cpu=2 …"
std::string text(const model::QuotaCharge& charge) {
  std::string out;
  for (const auto& [resource, amount] : charge.amounts) {
    out += (out.empty() ? "" : " ") + std::string(resource) + "=" + amount.text();
  }
  return out;
}

std::string a_pod(std::string_view name, std::string_view spec) {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + std::string(name) + ", namespace: ml}\nspec: {" +
         std::string(spec) + "}\n---\n";
}

} // namespace

TEST_CASE("a charge covers requests and limits, by the names that quotas use") {
  const DryRun run = dry_run("", a_pod("p", R"(containers: [
    {name: a, resources: {requests: {cpu: 1, ephemeral-storage: 1Gi}, limits: {cpu: 2, nvidia.com/gpu: 3, hugepages-2Mi: 4Mi}}},
    {name: b, resources: {requests: {cpu: 500m}, limits: {memory: 1Gi}}}])"));
  CHECK(
      text(charge_of(run, "ml/p")) ==
      "count/pods=1 cpu=1500m ephemeral-storage=1Gi hugepages-2Mi=4Mi limits.cpu=2 limits.memory=1Gi memory=1Gi pods=1 "
      "requests.cpu=1500m requests.ephemeral-storage=1Gi requests.hugepages-2Mi=4Mi requests.memory=1Gi "
      "requests.nvidia.com/gpu=3");
}

TEST_CASE("a charge also holds the properties that scopes select by") {
  const std::string high =
      "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 9\n---\n";
  const DryRun run = dry_run(high, a_pod("plain", "containers: [{name: a}]") +
                                       a_pod("all", R"(activeDeadlineSeconds: 60, priorityClassName: high,
    affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
      {topologyKey: zone, namespaces: [ml], labelSelector: {}}]}},
    containers: [{name: a, resources: {requests: {cpu: 1}}}])"));
  const model::QuotaCharge& plain = charge_of(run, "ml/plain");
  CHECK(plain.best_effort);
  CHECK_FALSE(plain.terminating);
  CHECK_FALSE(plain.crosses_namespaces);
  CHECK(plain.priority_class.empty());
  const model::QuotaCharge& all = charge_of(run, "ml/all");
  CHECK_FALSE(all.best_effort);
  CHECK(all.terminating);
  CHECK(all.crosses_namespaces);
  CHECK(all.priority_class == "high");
}

TEST_CASE("unsaid lists what containers do not specify, unless the pod as a whole does") {
  const DryRun run = dry_run("", a_pod("p", R"(containers: [
    {name: b, resources: {limits: {cpu: 1}}}, {name: a, resources: {requests: {cpu: 1, memory: 1}}}])") +
                                     a_pod("whole", "resources: {requests: {cpu: 1}}, containers: [{name: a}]"));
  using Unsaid = std::vector<std::pair<std::string_view, std::string_view>>;
  CHECK(charge_of(run, "ml/p").unsaid ==
        Unsaid{{"limits.cpu", "a"}, {"limits.memory", "a,b"}, {"memory", "b"}, {"requests.memory", "b"}});
  CHECK(charge_of(run, "ml/whole").unsaid.empty());
}

TEST_CASE("a charge includes the values that a LimitRange adds") {
  const std::string range = "apiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: ml}\n"
                            "spec: {limits: [{type: Container, default: {cpu: 2}, defaultRequest: {cpu: 1}}]}\n---\n";
  const DryRun run = dry_run(range, a_pod("p", "containers: [{name: a}]"));
  CHECK(text(charge_of(run, "ml/p")) == "count/pods=1 cpu=1 limits.cpu=2 pods=1 requests.cpu=1");
}

TEST_CASE("new_pods come in the order of their creation, without pods that exist already") {
  const DryRun run =
      dry_run(pod("ml/old"), a_pod("z", "containers: [{name: a}]") + a_pod("b", "containers: [{name: a}]") +
                                 a_pod("old", "containers: [{name: a}]"));
  std::vector<std::string> keys;
  for (const model::NewPod& made : run.cluster.new_pods) {
    keys.push_back(model::pod_key(run.cluster.pods[static_cast<std::size_t>(made.pod)]));
  }
  CHECK(keys == std::vector<std::string>{"ml/z", "ml/b"});
}
