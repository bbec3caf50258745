// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/object_quotas.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/expand/kueue_units.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/kind_names.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

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
  if (object.kind == "ResourceClaim") { return std::ranges::any_of(cluster.resource_claims, is_named); }
  if (object.kind == "ResourceQuota") { return std::ranges::any_of(cluster.resource_quotas, is_named); }
  if (object.kind == "LimitRange") { return std::ranges::any_of(collected.limit_ranges, is_named); }
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

constexpr std::string_view k_devices_of_class = ".deviceclass.resource.k8s.io/devices";
constexpr std::int32_t k_most_devices = 32; // AllocationResultsMaxSize: of a request for all devices
constexpr std::string_view k_workloads_of_kueue = "count/workloads.kueue.x-k8s.io";
constexpr std::string_view k_claims = "persistentvolumeclaims", k_storage_requests = "requests.storage";

// Kinds below which this file counts every object.
constexpr std::array<std::string_view, 9> k_counted = {
    "CronJob", "DaemonSet", "Deployment", "Job", "JobSet", "Pod", "ReplicaSet", "ReplicationController", "StatefulSet"};

// Beside pods, the training operator makes Services and PodGroups. (kubeflow/training-operator pkg/controller.v1)
constexpr std::array<std::string_view, 6> k_training_kinds = {"JAXJob",     "MXJob", "PaddleJob",
                                                              "PyTorchJob", "TFJob", "XGBoostJob"};

std::string count_name(std::string_view kind, std::string_view api_group) {
  return util::concat("count/", plural_of(kind), api_group.empty() ? "" : ".", api_group);
}

constexpr std::int32_t k_most = 100'000; // more of them exceed any quota

std::int32_t number_or_one(document::Value value) { return std::clamp(count_of(value.text()).value_or(1), 0, k_most); }

std::int32_t pods_of_job(document::Value spec) {
  const std::int32_t parallelism = number_or_one(spec["parallelism"]);
  return spec["completions"].absent() ? parallelism : std::min(parallelism, number_or_one(spec["completions"]));
}

// Adds up the charges in one namespace.
class Charger {
 public:
  Charger(ObjectCharges& charges, const Manifest& manifest, std::string_view space, std::string object)
      : m_charges(charges), m_manifest(manifest), m_space(space), m_object(std::move(object)) {}

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
    if (claim_spec["storageClassName"].absent() && count > 0) { // DefaultStorageClass chooses one
      m_charges.open.push_back({m_space, m_object, {}, ObjectCharges::Maker::Makes::ClassOfClaims});
    }
    if (storage_class.empty()) { return; }
    const std::string prefix = util::concat(storage_class, ".storageclass.storage.k8s.io/");
    add(prefix + std::string(k_claims), Quantity::from_units(count));
    add(prefix + std::string(k_storage_requests), storage);
  }

  // Claims to devices of one spec. (claimEvaluator.Usage)
  void add_device_claims(document::Value claim_spec, std::int32_t count) {
    add_objects("ResourceClaim", "resource.k8s.io", count);
    for (const document::Value request : claim_spec["devices"]["requests"].elements()) {
      std::map<std::string_view, std::int32_t> most; // by device class; of alternatives the largest counts
      const auto look_at = [&](document::Value wanted) {
        std::int32_t& devices = most[wanted["deviceClassName"].text()];
        devices = std::max(devices,
                           wanted["allocationMode"].text() == "All" ? k_most_devices : number_or_one(wanted["count"]));
      };
      for (const document::Value alternative : request["firstAvailable"].elements()) { look_at(alternative); }
      if (request["firstAvailable"].size() == 0) {
        look_at(request["exactly"].absent() ? request : request["exactly"]); // v1beta1 has no `exactly`
      }
      for (const auto& [device_class, devices] : most) {
        Quantity amount = Quantity::from_units(devices);
        amount *= count;
        add(util::concat(device_class, k_devices_of_class), amount);
      }
    }
  }

  // Claims that controllers make for `pods` pods with this spec: of generic ephemeral volumes, and to devices.
  void add_claims_of_pods(document::Value pod_spec, std::int32_t pods) {
    for (const document::Value volume : pod_spec["volumes"].elements()) {
      const document::Value claim = volume["ephemeral"]["volumeClaimTemplate"];
      if (!claim.absent()) { add_claims(claim["spec"], pods); }
    }
    for (const document::Value claim : pod_spec["resourceClaims"].elements()) {
      const std::string_view name = claim["resourceClaimTemplateName"].text();
      if (name.empty()) { continue; }
      const document::Value of_template = template_of_devices(name);
      add_device_claims(of_template, pods);
      if (of_template.absent()) {
        m_charges.open.push_back({m_space, m_object, {}, ObjectCharges::Maker::Makes::Claims});
      }
    }
  }

  void add_service(document::Value spec) {
    const std::string_view type = spec["type"].text();
    const document::Value allocates = spec["allocateLoadBalancerNodePorts"];
    const bool only_given = type == "LoadBalancer" && allocates.is_boolean() && !allocates.boolean();
    if (type != "NodePort" && type != "LoadBalancer") { return; }
    std::int32_t ports = 0;
    for (const document::Value port : spec["ports"].elements()) {
      if (!only_given || !port["nodePort"].absent()) { ++ports; }
    }
    add("services.nodeports", Quantity::from_units(ports));
    if (type == "LoadBalancer") { add("services.loadbalancers", Quantity::from_units(1)); }
  }

 private:
  // The spec of the claims; nothing if the template is not in the input.
  document::Value template_of_devices(std::string_view name) const {
    for (const KeptObject& object : m_manifest.templates) {
      const document::Value value = object.value();
      if (object.kind == "ResourceClaimTemplate" && value["metadata"]["name"].text() == name &&
          namespace_of(value, m_manifest.options.default_namespace) == m_space) {
        return value["spec"]["spec"];
      }
    }
    return {};
  }

  void add(std::string resource, const Quantity& amount) {
    m_charges.amounts[{m_space, std::move(resource)}] += amount;
  }

  ObjectCharges& m_charges;
  const Manifest& m_manifest;
  std::string_view m_space;
  std::string m_object;
};

// Claims of a StatefulSet that do not exist yet, also where a larger number of replicas needs more of them.
void add_claims_of_set(const Collected& collected, const KeptObject& object, std::string_view space, Charger& charger) {
  for (const document::Value claim : object.value()["spec"]["volumeClaimTemplates"].elements()) {
    const auto missing = missing_claims(collected, object, space, claim["metadata"]["name"].text());
    charger.add_claims(claim["spec"], static_cast<std::int32_t>(missing.size()));
  }
}

// Objects that the controller of `object` creates.
void add_made_below(const Collected& collected, const KeptObject& object, std::string_view space, Charger& charger) {
  const document::Value spec = object.value()["spec"];
  const std::int32_t replicas = number_or_one(spec["replicas"]);
  if (object.kind == "Deployment") { charger.add_objects("ReplicaSet", "apps", 1); }
  if (object.kind == "StatefulSet" || object.kind == "DaemonSet") {
    charger.add_objects("ControllerRevision", "apps", 1);
  }
  if (object.kind == "CronJob") {
    const document::Value job = spec["jobTemplate"]["spec"];
    charger.add_objects("Job", "batch", 1);
    charger.add_claims_of_pods(job["template"]["spec"], pods_of_job(job));
  }
  if (object.kind == "JobSet") {
    std::int32_t jobs = 0;
    for (const document::Value replicated : spec["replicatedJobs"].elements()) {
      const document::Value job = replicated["template"]["spec"];
      const std::int32_t copies = number_or_one(replicated["replicas"]);
      jobs += copies;
      for (std::int32_t copy = 0; copy < copies; ++copy) {
        charger.add_claims_of_pods(job["template"]["spec"], pods_of_job(job));
      }
    }
    charger.add_objects("Job", "batch", jobs);
    charger.add_objects("Service", "", 1);
  }
  if (object.kind == "StatefulSet") { add_claims_of_set(collected, object, space, charger); }
  if (object.kind == "Workflow" && api_group_of(object.api_version) == "argoproj.io") { // operator.go, createPVCs
    for (const document::Value claim : spec["volumeClaimTemplates"].elements()) {
      charger.add_claims(claim["spec"], 1);
    }
  }
  if (object.kind == "PersistentVolumeClaim") { charger.add_claims(spec, 1); }
  if (object.kind == "ResourceClaim") { charger.add_device_claims(spec, 1); }
  if (object.kind == "Service") { charger.add_service(spec); }
  if (object.kind == "Pod") { charger.add_claims_of_pods(spec, 1); }
  const std::int32_t pods = object.kind == "Job" ? pods_of_job(spec) : replicas;
  charger.add_claims_of_pods(spec["template"]["spec"], pods);
}

// Kueue makes one Workload for a job. Of pods, it makes one for each or for each group, if its configuration enables
// them.
enum class WorkloadsOfKueue : std::uint8_t { None, One, Open };
WorkloadsOfKueue workloads_of_kueue(const Collected& collected, const KeptObject& object, std::string_view space) {
  constexpr std::array<std::string_view, 6> k_of_pods = {
      "DaemonSet", "Deployment", "Pod", "ReplicaSet", "ReplicationController", "StatefulSet"};
  if (local_queue_of(collected, object, space).empty()) { return WorkloadsOfKueue::None; }
  const bool of_pods = std::ranges::find(k_of_pods, object.kind) != k_of_pods.end();
  return of_pods ? WorkloadsOfKueue::Open : WorkloadsOfKueue::One;
}

// True if controllers may create what the quota limits.
bool may_be_made(std::string_view resource) {
  return resource == k_claims || resource == k_storage_requests ||
         resource.find(".storageclass.storage.k8s.io/") != resource.npos || resource.starts_with("count/") ||
         resource.ends_with(k_devices_of_class) || resource == "services" || resource == "configmaps" ||
         resource == "secrets";
}

bool may_make(const ObjectCharges::Maker& maker, std::string_view resource) {
  using Makes = ObjectCharges::Maker::Makes;
  switch (maker.makes) {
  case Makes::Anything:
    return true;
  case Makes::ServicesAndGroups:
    return resource == "services" || resource == "count/services" || resource.starts_with("count/podgroups.");
  case Makes::Claims:
    return resource.find(k_claims) != resource.npos || resource.find(k_storage_requests) != resource.npos ||
           resource.ends_with(k_devices_of_class) || resource == "count/resourceclaims.resource.k8s.io";
  case Makes::Workloads:
    return resource == k_workloads_of_kueue;
  case Makes::ClassOfClaims:
    return resource.find(".storageclass.storage.k8s.io/") != resource.npos;
  }
  return true;
}

// The claims of a DaemonSet's pods are as many as the nodes that it chooses.
bool makes_claims_on_nodes(const KeptObject& object) {
  const document::Value spec = object.value()["spec"]["template"]["spec"];
  if (object.kind != "DaemonSet") { return false; }
  for (const document::Value volume : spec["volumes"].elements()) {
    if (!volume["ephemeral"].absent()) { return true; }
  }
  return spec["resourceClaims"].size() > 0;
}

void note(Collected& collected, const model::ResourceQuota& quota, Reply reply, std::string_view because) {
  const std::string object = util::concat("ResourceQuota ", quota.namespace_name, '/', quota.name);
  collected.cluster.asked.push_back({Authority::Quota, reply, util::concat(object, ' ', because), object, {}});
}

} // namespace

std::vector<std::string> missing_claims(const Collected& collected, const KeptObject& stateful_set,
                                        std::string_view space, std::string_view template_name) {
  const document::Value value = stateful_set.value(), spec = value["spec"];
  const std::int32_t start = count_of(spec["ordinals"]["start"].text()).value_or(0);
  std::set<std::string_view> existing;
  for (const model::PersistentVolumeClaim& claim : collected.cluster.persistent_volume_claims) {
    if (claim.namespace_name == space && !claim.from_manifest) { existing.insert(claim.name); }
  }
  std::vector<std::string> missing;
  for (std::int32_t number = 0; number < number_or_one(spec["replicas"]); ++number) {
    std::string name =
        util::concat(template_name, '-', value["metadata"]["name"].text(), '-', std::int64_t{start} + number);
    if (!existing.contains(name)) { missing.push_back(std::move(name)); }
  }
  return missing;
}

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
    const std::string text = util::concat(object.kind, ' ', space, '/', metadata["name"].text());
    Charger charger(charges, manifest, space, text);
    using Makes = ObjectCharges::Maker::Makes;
    const bool is_claim = object.kind == "PersistentVolumeClaim" || object.kind == "ResourceClaim";
    const WorkloadsOfKueue workloads = workloads_of_kueue(collected, object, space);
    if (is_there(collected, object, space, metadata["name"].text())) {
      ObjectCharges existing;
      Charger again(existing, manifest, space, text);
      if (!is_claim) { again.add_objects(object.kind, api_group, 1); }
      add_made_below(collected, object, space, again);
      if (workloads == WorkloadsOfKueue::One) { again.add_objects("Workload", "kueue.x-k8s.io", 1); }
      for (const auto& [key, amount] : existing.amounts) { charges.of_existing[key] += amount; }
      if (object.kind != "StatefulSet" || object.value()["spec"]["volumeClaimTemplates"].size() == 0) { continue; }
      if (collected.omissions.is_given(k_claims, !collected.cluster.persistent_volume_claims.empty())) {
        add_claims_of_set(collected, object, space, charger);
      } else {
        charges.open.push_back({space, text, {}, Makes::Claims});
      }
      continue;
    }
    if (!is_claim) { charger.add_objects(object.kind, api_group, 1); }
    add_made_below(collected, object, space, charger);
    if (workloads == WorkloadsOfKueue::One) { charger.add_objects("Workload", "kueue.x-k8s.io", 1); }
    if (workloads == WorkloadsOfKueue::Open) { charges.open.push_back({space, text, {}, Makes::Workloads}); }
    if (makes_claims_on_nodes(object)) { charges.open.push_back({space, text, {}, Makes::Claims}); }
    const bool is_whole = std::ranges::find(k_counted, object.kind) != k_counted.end();
    if (!is_whole && find_workload_kind(object.api_version, object.kind) != nullptr) {
      const bool of_training = std::ranges::find(k_training_kinds, object.kind) != k_training_kinds.end();
      charges.open.push_back(
          {space, text, count_name(object.kind, api_group), of_training ? Makes::ServicesAndGroups : Makes::Anything});
    }
  }
  for (const auto& [key, other] : manifest.others) {
    const std::string_view space = collected.lasting(other.namespace_name);
    const Quantity one = Quantity::from_units(1);
    charges.perhaps[{space, count_name(other.kind, other.api_group)}] += one;
    if (other.api_group.empty()) { charges.perhaps[{space, plural_of(other.kind)}] += one; }
  }
  return charges;
}

void note_object_quotas(const ObjectCharges& charges, Collected& collected) {
  const auto charged = [](const ObjectCharges::Amounts& amounts, const model::ResourceQuota& quota,
                          std::string_view resource) {
    const auto found = amounts.find({quota.namespace_name, std::string(resource)});
    return found == amounts.end() ? Quantity() : found->second;
  };
  for (const model::ResourceQuota& quota : collected.cluster.resource_quotas) {
    for (const auto& [resource, limit] : quota.enforced_hard.empty() ? quota.hard : quota.enforced_hard) {
      if (resource == "pods" || resource == "count/pods") { continue; } // the engine compares those
      const auto of_status = std::ranges::find(quota.used, resource, &model::ResourceQuantities::value_type::first);
      const bool is_counted = of_status != quota.used.end();
      const Quantity used = is_counted ? of_status->second : Quantity();
      Quantity asked = charged(charges.amounts, quota, resource), wanted = used;
      const Quantity perhaps = charged(charges.perhaps, quota, resource);
      wanted += asked;
      // Of other objects than pods, only claims have a scope: their VolumeAttributesClass. (pvcEvaluator, Matches)
      const bool is_scoped = !quota.scopes.empty() || !quota.scope_selector.empty();
      const bool are_new = perhaps.is_zero() || (is_counted && used.is_zero()) || wanted > limit;
      asked += perhaps;
      wanted += perhaps;
      if (!asked.is_zero() && wanted > limit) {
        const std::string_view doubt = is_scoped  ? ", and whether its scopes match them is not checked"
                                       : !are_new ? ", and which of them exist is not known"
                                                  : std::string_view();
        note(collected, quota, doubt.empty() ? Reply::Refuses : Reply::NotAsked,
             util::concat("has no quota left for ", asked.text(), " of ", resource, " (", limit.text(), ", used ",
                          used.text(), ')', doubt));
        continue;
      }
      Quantity of_another = asked, left = limit;
      of_another += charged(charges.of_existing, quota, resource);
      left -= wanted;
      if (!of_another.is_zero()) {
        collected.cluster.object_charges.push_back({quota.namespace_name, quota.name, resource, of_another, left});
      }
      if (!may_be_made(resource)) { continue; }
      for (const ObjectCharges::Maker& maker : charges.open) {
        if (maker.namespace_name != quota.namespace_name || maker.own == resource || !may_make(maker, resource)) {
          continue;
        }
        note(collected, quota, Reply::NotAsked,
             util::concat("limits ", resource, ", and what ", maker.object, " makes of it is not counted"));
        break;
      }
    }
  }
}

} // namespace snapshot
