// SPDX-License-Identifier: Apache-2.0
// Decoding of ResourceQuotas and Leases.
#include "snapshot/admission/quota_names.hpp"
#include "snapshot/objects.hpp"

#include <array>

namespace {

constexpr const char* k_quota = R"(
apiVersion: v1
kind: ResourceQuota
metadata: {name: gpus, namespace: ml}
spec:
  hard: {requests.nvidia.com/gpu: "8", pods: 10}
  scopes: [NotTerminating, BestEffort]
  scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [low, high]}]}
status:
  hard: {requests.nvidia.com/gpu: "4"}
  used: {requests.nvidia.com/gpu: 3500m}
)";

std::string lease(std::string_view key, std::string_view spec) {
  return object("coordination.k8s.io/v1", "Lease", key, "spec: {" + std::string(spec) + "}");
}

} // namespace

TEST_CASE("a ResourceQuota decodes its limits, scopes and usage") {
  const auto cluster = tests::cluster(k_quota);
  REQUIRE(cluster.resource_quotas.size() == 1);
  const model::ResourceQuota& quota = cluster.resource_quotas[0];
  CHECK(quota.namespace_name == "ml");
  CHECK(quota.name == "gpus");
  REQUIRE(quota.hard.size() == 2);
  CHECK(quota.hard[0].first == "pods");
  CHECK(quota.hard[0].second.value() == 10);
  CHECK(quota.hard[1].first == "requests.nvidia.com/gpu");
  CHECK(quota.enforced_hard.at(0).second.value() == 4);
  CHECK(quota.used.at(0).second.milli_value() == 3500);
  CHECK(quota.scopes == std::vector<std::string_view>{"BestEffort", "NotTerminating"});
  REQUIRE(quota.scope_selector.size() == 1);
  CHECK(quota.scope_selector[0].key == "PriorityClass");
  CHECK(quota.scope_selector[0].op == model::SelectorOperator::In);
  CHECK(quota.scope_selector[0].values == std::vector<std::string_view>{"high", "low"});
}

TEST_CASE("an invalid ResourceQuota becomes a problem that names its field") {
  const auto cluster = tests::cluster(object("v1", "ResourceQuota", "ml/q", "spec: {hard: {pods: many}}"));
  CHECK(cluster.resource_quotas.empty());
  REQUIRE(cluster.problems.size() == 1);
  CHECK(cluster.problems[0].object == "ResourceQuota ml/q");
  CHECK(cluster.problems[0].message.find("spec.hard.pods") != std::string::npos);
}

TEST_CASE("quota_name_of finds the part of a quota's name that people choose") {
  struct Case {
    std::string_view resource, chosen;
    snapshot::Content content = snapshot::Content::Qualified;
  };
  constexpr std::array<Case, 10> cases = {{
      {"pods", ""},
      {"requests.cpu", ""},
      {"limits.memory", ""},
      {"requests.example.com/gpu", "example.com/gpu"},
      {"count/jobs.batch", ""},
      {"count/secrets", ""},
      {"count/trains.example.com", "trains.example.com"},
      {"fast.storageclass.storage.k8s.io/requests.storage", "fast", snapshot::Content::Name},
      {"big.example.com.deviceclass.resource.k8s.io/devices", "big.example.com"},
      {"example.com/gpu", "example.com/gpu"},
  }};
  for (const Case& each : cases) {
    INFO(each.resource);
    const snapshot::QuotaName name = snapshot::quota_name_of(each.resource);
    CHECK(name.chosen == each.chosen);
    CHECK(name.content == each.content);
    CHECK(std::string(name.before) + std::string(name.chosen) + std::string(name.after) == each.resource);
  }
}

TEST_CASE("a Lease decodes its holder, and since when") {
  const auto cluster =
      tests::cluster(lease("kube-system/kube-scheduler", R"(holderIdentity: host-a_5f0c, leaseDurationSeconds: 15,
  acquireTime: "2026-01-02T03:00:00.000000Z", renewTime: "2026-01-02T04:00:00.500000Z")") +
                     lease("kube-system/given-up", "holderIdentity: \"\", leaseDurationSeconds: 1"));
  REQUIRE(cluster.leases.size() == 2);
  const model::Lease& given_up = cluster.leases[0];
  CHECK(given_up.holder.empty());
  CHECK(given_up.renewed == std::nullopt);
  const model::Lease& held = cluster.leases[1];
  CHECK(held.namespace_name == "kube-system");
  CHECK(held.name == "kube-scheduler");
  CHECK(held.holder == "host-a_5f0c");
  CHECK(held.duration_seconds == 15);
  CHECK(held.acquired == model::parse_time("2026-01-02T03:00:00Z"));
  CHECK(held.renewed == model::parse_time("2026-01-02T04:00:00.500000Z"));
  CHECK(cluster.newest == held.renewed);
}

TEST_CASE("a snapshot drops the Leases of kubelets, but counts their times") {
  const auto cluster = tests::cluster(lease("kube-node-lease/n1", "renewTime: \"2026-01-02T04:00:00.000000Z\""));
  CHECK(cluster.leases.empty());
  CHECK(cluster.newest == model::parse_time("2026-01-02T04:00:00Z"));
}
