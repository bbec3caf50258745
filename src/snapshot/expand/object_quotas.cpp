// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/object_quotas.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/expand/workloads.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

// True if the snapshot contains the object, so that the manifest updates it.
bool is_there(const Collected& collected, const KeptObject& object, std::string_view space, std::string_view name) {
  const model::ClusterSnapshot& cluster = collected.cluster;
  const auto is_named = [&](const auto& other) { return other.namespace_name == space && other.name == name; };
  if (object.kind == "PersistentVolumeClaim") {
    return std::ranges::any_of(cluster.persistent_volume_claims, is_named);
  }
  if (object.kind == "Service") { return std::ranges::any_of(cluster.services, is_named); }
  if (object.kind == "ServiceAccount") { return std::ranges::any_of(collected.service_accounts, is_named); }
  if (object.kind == "Pod") { return cluster.find_pod(space, name) != model::k_none; }
  const bool is_group = std::ranges::any_of(cluster.groups, [&](const model::PodGroup& group) {
    return is_named(group) && api_group_of(group.api_version) == api_group_of(object.api_version);
  });
  return is_group || std::ranges::any_of(collected.workloads, [&](const Workload& workload) {
           return workload.object.kind == object.kind && is_named(workload.object);
         });
}

namespace {

using model::Authority;
using model::Quantity;
using model::Reply;

constexpr std::string_view k_claims = "persistentvolumeclaims", k_storage_requests = "requests.storage";

// Kinds below which this file counts every object.
constexpr std::array<std::string_view, 9> k_counted = {
    "CronJob", "DaemonSet", "Deployment", "Job", "JobSet", "Pod", "ReplicaSet", "ReplicationController", "StatefulSet"};

// Beside pods, the training operator makes Services and PodGroups. (kubeflow/training-operator pkg/controller.v1)
constexpr std::array<std::string_view, 6> k_training_kinds = {"JAXJob",     "MXJob", "PaddleJob",
                                                              "PyTorchJob", "TFJob", "XGBoostJob"};

std::string plural_of(std::string_view kind) {
  const std::string lower = util::lowercase(kind);
  return util::concat(lower, lower.ends_with('s') ? "es" : "s");
}

std::string count_name(std::string_view kind, std::string_view api_group) {
  return util::concat("count/", plural_of(kind), api_group.empty() ? "" : ".", api_group);
}

constexpr std::int32_t k_most = 100'000; // more of them exceed any quota

std::int32_t number_or_one(document::Value value) { return std::clamp(count_of(value.text()).value_or(1), 0, k_most); }

// Adds up the charges in one namespace.
class Charger {
 public:
  Charger(ObjectCharges& charges, std::string_view space) : m_charges(charges), m_space(space) {}

  void add_objects(std::string_view kind, std::string_view api_group, std::int32_t count) {
    add(count_name(kind, api_group), Quantity::from_units(count));
    if (api_group.empty()) { add(plural_of(kind), Quantity::from_units(count)); }
  }

  // Claims of one spec.
  void add_claims(document::Value claim_spec, std::int32_t count) {
    add_objects("PersistentVolumeClaim", "", count);
    Quantity storage = Quantity::parse(claim_spec["resources"]["requests"]["storage"].text()).value_or(Quantity());
    storage *= count;
    const std::string_view storage_class = claim_spec["storageClassName"].text();
    add(std::string(k_storage_requests), storage);
    if (storage_class.empty()) { return; }
    const std::string prefix = util::concat(storage_class, ".storageclass.storage.k8s.io/");
    add(prefix + std::string(k_claims), Quantity::from_units(count));
    add(prefix + std::string(k_storage_requests), storage);
  }

  // Claims of generic ephemeral volumes of `pods` pods with this spec.
  void add_ephemeral(document::Value pod_spec, std::int32_t pods) {
    for (const document::Value volume : pod_spec["volumes"].elements()) {
      const document::Value claim = volume["ephemeral"]["volumeClaimTemplate"];
      if (!claim.absent()) { add_claims(claim["spec"], pods); }
    }
  }

 private:
  void add(std::string resource, const Quantity& amount) {
    m_charges.amounts[{m_space, std::move(resource)}] += amount;
  }

  ObjectCharges& m_charges;
  std::string_view m_space;
};

// Objects that the controller of `object` creates.
void add_made_below(const KeptObject& object, Charger& charger) {
  const document::Value spec = object.value()["spec"];
  const std::int32_t replicas = number_or_one(spec["replicas"]);
  if (object.kind == "Deployment") { charger.add_objects("ReplicaSet", "apps", 1); }
  if (object.kind == "CronJob") { charger.add_objects("Job", "batch", 1); }
  if (object.kind == "JobSet") {
    std::int32_t jobs = 0;
    for (const document::Value replicated : spec["replicatedJobs"].elements()) {
      jobs += number_or_one(replicated["replicas"]);
    }
    charger.add_objects("Job", "batch", jobs);
    charger.add_objects("Service", "", 1);
  }
  if (object.kind == "StatefulSet") {
    for (const document::Value claim : spec["volumeClaimTemplates"].elements()) {
      charger.add_claims(claim["spec"], replicas);
    }
  }
  if (object.kind == "PersistentVolumeClaim") { charger.add_claims(spec, 1); }
  if (object.kind == "Pod") { charger.add_ephemeral(spec, 1); }
  const std::int32_t pods = object.kind == "Job" ? number_or_one(spec["parallelism"]) : replicas;
  charger.add_ephemeral(spec["template"]["spec"], pods);
}

// True if controllers may create what the quota limits.
bool may_be_made(std::string_view resource) {
  return resource == k_claims || resource == k_storage_requests ||
         resource.find(".storageclass.storage.k8s.io/") != resource.npos || resource.starts_with("count/") ||
         resource == "services" || resource == "configmaps" || resource == "secrets";
}

void note(Collected& collected, const model::ResourceQuota& quota, Reply reply, std::string because) {
  const std::string object = util::concat("ResourceQuota ", quota.namespace_name, '/', quota.name);
  collected.cluster.asked.push_back({Authority::Quota, reply, util::concat(object, ' ', because), object, {}});
}

} // namespace

ObjectCharges object_charges(Collected& collected, const Manifest& manifest) {
  ObjectCharges charges;
  const bool has_quota =
      !collected.cluster.resource_quotas.empty() ||
      std::ranges::any_of(manifest.objects, [](const KeptObject& object) { return object.kind == "ResourceQuota"; });
  if (!has_quota) { return charges; }
  for (const KeptObject& object : manifest.objects) {
    const document::Value metadata = object.value()["metadata"];
    const std::string_view space = collected.lasting(namespace_of(object.value(), manifest.options.default_namespace));
    const std::string_view api_group = api_group_of(object.api_version);
    if (is_there(collected, object, space, metadata["name"].text())) { continue; }
    Charger charger(charges, space);
    if (object.kind != "PersistentVolumeClaim") { charger.add_objects(object.kind, api_group, 1); }
    add_made_below(object, charger);
    const bool is_whole = std::ranges::find(k_counted, object.kind) != k_counted.end();
    if (!is_whole && find_workload_kind(object.api_version, object.kind) != nullptr) {
      const bool of_training = std::ranges::find(k_training_kinds, object.kind) != k_training_kinds.end();
      charges.open.push_back({space, util::concat(object.kind, ' ', space, '/', metadata["name"].text()),
                              count_name(object.kind, api_group), of_training});
    }
  }
  return charges;
}

void note_object_quotas(const ObjectCharges& charges, Collected& collected) {
  const auto amount = [](const model::ResourceQuantities& list, std::string_view resource) {
    const auto found = std::ranges::find(list, resource, &model::ResourceQuantities::value_type::first);
    return found == list.end() ? Quantity() : found->second;
  };
  for (const model::ResourceQuota& quota : collected.cluster.resource_quotas) {
    for (const auto& [resource, limit] : quota.enforced_hard.empty() ? quota.hard : quota.enforced_hard) {
      if (resource == "pods" || resource == "count/pods") { continue; } // the engine compares those
      const auto asked = charges.amounts.find({quota.namespace_name, std::string(resource)});
      const Quantity used = amount(quota.used, resource);
      Quantity wanted = used;
      if (asked != charges.amounts.end()) { wanted += asked->second; }
      if (asked != charges.amounts.end() && !asked->second.is_zero() && wanted > limit) {
        note(collected, quota, Reply::Refuses,
             util::concat("has no quota left for ", asked->second.text(), " of ", resource, " (", limit.text(),
                          ", used ", used.text(), ')'));
        continue;
      }
      if (!may_be_made(resource)) { continue; }
      for (const ObjectCharges::Maker& maker : charges.open) {
        const bool may_make = !maker.only_services_and_groups || resource == "services" ||
                              resource == "count/services" || resource.starts_with("count/podgroups.");
        if (maker.namespace_name != quota.namespace_name || maker.own == resource || !may_make) { continue; }
        note(collected, quota, Reply::NotAsked,
             util::concat("limits ", resource, ", and what ", maker.object, " makes of it is not counted"));
        break;
      }
    }
  }
}

} // namespace snapshot
