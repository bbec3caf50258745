// SPDX-License-Identifier: Apache-2.0
// ResourceQuotas: the API server refuses a pod that would exceed one. It charged existing pods when it created them. A
// quota thus holds back only new pods: those of a dry-run, and those that a controller still has to create.
#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"
#include "engine/rules/gates/quota_ledger.hpp"
#include "util/concat.hpp"
#include "util/string_pool.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace engine {

namespace {

// Charge of a pod with this spec, as far as the snapshot shows it.
model::QuotaCharge charge_of(const model::ClusterSnapshot& cluster, const model::PodSpec& spec,
                             util::StringPool& strings) {
  const model::Quantity one = model::Quantity::from_units(1);
  model::QuotaCharge charge;
  charge.best_effort = spec.best_effort;
  charge.amounts = {{"count/pods", one}, {"pods", one}};
  for (const model::ResourceAmount& request : spec.requests) {
    const std::string_view resource = cluster.resources.name(request.resource);
    const model::Quantity asked = request.resource == model::k_cpu ? model::Quantity::from_milli(request.amount)
                                                                   : model::Quantity::from_units(request.amount);
    if (resource.find('/') == std::string_view::npos) { charge.amounts.emplace_back(resource, asked); }
    charge.amounts.emplace_back(strings.intern(util::concat("requests.", resource)), asked);
  }
  std::ranges::sort(charge.amounts, {}, &model::ResourceQuantities::value_type::first);
  return charge;
}

// Members that a controller wants and has not created, limited to k_most_wanted.
constexpr std::int32_t k_most_wanted = 100'000;
struct Wanted {
  const model::Pod* like = nullptr;
  std::int32_t pods = 0;
};

using OwnerKey = std::tuple<std::string_view, std::string_view, std::string_view>; // kind, namespace, name
using PodsByOwner = std::map<OwnerKey, std::int32_t>;

PodsByOwner pods_wanted(const model::ClusterSnapshot& cluster) {
  PodsByOwner pods;
  for (const model::WorkloadObject& object : cluster.workloads) {
    if (object.wants > 0) { pods[{object.kind, object.namespace_name, object.name}] = object.wants; }
  }
  return pods;
}

std::vector<Wanted> wanted_members(const model::ClusterSnapshot& cluster, const PodsByOwner& declared,
                                   const model::PodGroup& group) {
  std::map<const model::Owner*, Wanted> by_owner; // equal owners are one object
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (pod.owner == nullptr || pod.finished() || pod.terminating) { continue; }
    Wanted& wanted = by_owner[pod.owner];
    if (wanted.like == nullptr) { wanted.like = &pod; }
    --wanted.pods;
  }
  std::vector<Wanted> all;
  for (auto& [owner, wanted] : by_owner) {
    const auto pods = declared.find({owner->kind, group.namespace_name, owner->name});
    if (pods != declared.end()) { wanted.pods += pods->second; }
    wanted.pods = std::min(wanted.pods, k_most_wanted);
    if (wanted.pods > 0) { all.push_back(wanted); }
  }
  std::ranges::sort(all, {}, [](const Wanted& wanted) { return wanted.like; });
  return all;
}

// True if objects of the kind declare how many pods they want now. (WorkloadObject::wants)
bool declares_number(const model::Owner& owner) {
  constexpr std::array<std::string_view, 5> k_kinds = {"Deployment", "Job", "ReplicaSet", "ReplicationController",
                                                       "StatefulSet"};
  return std::ranges::find(k_kinds, owner.kind) != k_kinds.end();
}

// Members that the quorum lacks and whose controller does not declare its number of pods: jobs of operators. Its other
// members may request something else, so only their number is known.
std::optional<Wanted> members_short(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  if (!group.min_member || missing_members(group) != MissingMembers::BlockAll) { return std::nullopt; }
  Wanted wanted{nullptr, *group.min_member};
  bool has_pending = false; // else nothing waits for the others
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = cluster.pods[at(index)];
    --wanted.pods; // finished ones too: their controller may not replace them
    if (pod.owner == nullptr || pod.finished() || pod.terminating) { continue; }
    if (declares_number(*pod.owner)) { return std::nullopt; }
    if (wanted.like == nullptr) { wanted.like = &pod; }
    has_pending = has_pending || !pod.bound();
  }
  wanted.pods = std::min(wanted.pods, k_most_wanted);
  return has_pending && wanted.pods > 0 ? std::optional(wanted) : std::nullopt;
}

// Each controller by itself, because the order in which they ask is not known.
void judge_missing_pods(const model::ClusterSnapshot& cluster, const PodsByOwner& declared, const QuotaLedger& ledger,
                        util::StringPool& strings, Gates& gates) {
  std::map<OwnerKey, std::pair<model::PodIndex, std::int32_t>> live; // the first pod, and their number
  for (std::size_t index = 0; index < cluster.pods.size(); ++index) {
    const model::Pod& pod = cluster.pods[index];
    if (pod.owner == nullptr || pod.group != model::k_none || pod.finished() || pod.terminating) { continue; }
    auto& [first, pods] = live[{pod.owner->kind, pod.namespace_name, pod.owner->name}];
    if (pods++ == 0) { first = static_cast<model::PodIndex>(index); }
  }
  for (const auto& [owner, own] : live) {
    const auto wanted = declared.find(owner);
    if (wanted == declared.end()) { continue; }
    const model::Pod& like = cluster.pods[at(own.first)];
    const model::QuotaCharge charge = charge_of(cluster, *like.spec, strings);
    QuotaLedger alone = ledger;
    const std::int32_t missing = std::min(wanted->second - own.second, k_most_wanted);
    for (std::int32_t count = 0; count < missing; ++count) {
      std::string reason = alone.charge(like.namespace_name, model::k_none, {charge, false});
      if (reason.empty()) { continue; }
      gates.missing.push_back({own.first, wanted->second, missing - count, std::move(reason)});
      break; // the others are equal
    }
  }
}

} // namespace

void judge_resource_quota(const model::ClusterSnapshot& cluster, model::Time, Gates& gates) {
  if (cluster.resource_quotas.empty()) { return; }
  QuotaLedger ledger(cluster);
  util::StringPool strings;
  if (ledger.lacks_usage()) {
    for (const model::Pod& pod : cluster.pods) {
      if (pod.from_manifest) { continue; }
      model::QuotaCharge charge = charge_of(cluster, *pod.spec, strings);
      // count/pods counts what is stored, the other names what has not ended. (PodUsageFunc)
      if (pod.finished()) {
        std::erase_if(charge.amounts, [](const auto& each) { return each.first != "count/pods"; });
      }
      ledger.count(pod.namespace_name, {std::move(charge), false});
    }
  }
  for (const model::NewPod& made : cluster.new_pods) {
    const model::Pod& pod = cluster.pods[at(made.pod)];
    std::string refusal =
        ledger.charge(pod.namespace_name, pod.group, {cluster.quota_charges[at(made.charge)], true, pod.name});
    if (!refusal.empty()) { gates.refuse(made.pod, {model::GateKind::ResourceQuota, std::move(refusal)}); }
  }
  const PodsByOwner declared = pods_wanted(cluster);
  if (cluster.new_pods.empty()) { judge_missing_pods(cluster, declared, ledger, strings, gates); }
  for (std::size_t index = 0; index < cluster.groups.size(); ++index) {
    const model::PodGroup& group = cluster.groups[index];
    if (group.from_manifest) { continue; } // dry-run has already created its pods
    for (const Wanted& wanted : wanted_members(cluster, declared, group)) {
      const model::QuotaCharge charge = charge_of(cluster, *wanted.like->spec, strings);
      for (std::int32_t count = 0; count < wanted.pods; ++count) {
        ledger.charge(group.namespace_name, static_cast<model::GroupIndex>(index), {charge, false});
      }
    }
    if (const std::optional<Wanted> wanted = members_short(cluster, group)) {
      model::QuotaCharge charge = charge_of(cluster, *wanted->like->spec, strings);
      std::erase_if(charge.amounts,
                    [](const auto& amount) { return amount.first != "pods" && amount.first != "count/pods"; });
      for (std::int32_t count = 0; count < wanted->pods; ++count) {
        ledger.charge(group.namespace_name, static_cast<model::GroupIndex>(index), {charge, false});
      }
    }
  }
  ledger.report(gates);
}

} // namespace engine
