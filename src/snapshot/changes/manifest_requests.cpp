// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/manifest_requests.hpp"

#include "snapshot/admission/claim_requests.hpp"
#include "snapshot/admission/companion_kinds.hpp"
#include "snapshot/admission/object_update.hpp"
#include "snapshot/changes/namespace_objects.hpp"
#include "snapshot/changes/storage_objects.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/expand/object_quotas.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/kind_names.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace snapshot {

namespace {

// How the cluster has an object of the manifest. An update that changes nothing for pods may be refused: they start by
// the stored object all the same.
enum class Stored : std::uint8_t { No, Same, Other, NotKnown };

bool has_same_fields(document::Value wanted, document::Value stored) {
  for (const auto [key, value] : wanted.members()) {
    if (key == "apiVersion" || key == "kind" || key == "metadata" || key == "status") { continue; }
    if (first_difference(value, stored[key], std::string(key))) { return false; }
  }
  return true;
}

// `update` returns the object after kubectl apply.
template <typename Object, typename Update>
Stored stored_if_updated(Collected& collected, const std::vector<Object>& objects, std::string_view name,
                         const KeptObject& object, Update update) {
  const auto found = std::ranges::find(objects, name, &Object::name);
  if (found == objects.end()) { return Stored::No; }
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): decoding the update may move the list
  const Object stored = *found;
  try {
    return update(collected, stored, object) == stored ? Stored::Same : Stored::Other;
  } catch (const DecodeError&) { return Stored::Other; }
}

template <typename Object>
const Object* find_named(const std::vector<Object>& objects, std::string_view name) {
  const auto found = std::ranges::find(objects, name, &Object::name);
  return found == objects.end() ? nullptr : &*found;
}

Stored stored_of_cluster_kind(Collected& collected, const KeptObject& object, std::string_view name) {
  const model::ClusterSnapshot& cluster = collected.cluster;
  const auto as_other = [](const void* found) { return found == nullptr ? Stored::No : Stored::Other; };
  if (object.kind == "Namespace") {
    return stored_if_updated(collected, cluster.namespaces, name, object, updated_namespace);
  }
  if (object.kind == "PriorityClass") {
    const model::PriorityClass* const found = find_named(cluster.priority_classes, name);
    if (found == nullptr) { return Stored::No; }
    return object.value()["globalDefault"].boolean() == found->global_default ? Stored::Same : Stored::Other;
  }
  if (object.kind == "StorageClass") {
    return stored_if_updated(collected, cluster.storage_classes, name, object, updated_storage_class);
  }
  if (object.kind == "PersistentVolume") {
    return stored_if_updated(collected, cluster.persistent_volumes, name, object, updated_volume);
  }
  if (object.kind == "RuntimeClass") { return as_other(find_named(collected.runtime_classes, name)); }
  if (object.kind == "DeviceClass") { return as_other(find_named(cluster.device_classes, name)); }
  return Stored::No;
}

Stored stored_of(Collected& collected, const Manifest& manifest, const KeptObject& object) {
  const std::string_view default_namespace = manifest.options.default_namespace;
  const std::string_view space = namespace_of(object.value(), default_namespace);
  const std::string_view name = object.value()["metadata"]["name"].text();
  if (name.empty()) { return Stored::No; } // generateName
  for (const KeptObject& kept : manifest.existing) {
    if (kept.kind != object.kind || key_of(kept, default_namespace) != key_of(object, default_namespace)) { continue; }
    return has_same_fields(object.value(), kept.value()) ? Stored::Same : Stored::Other;
  }
  if (!is_there(collected, object, space, name)) { return stored_of_cluster_kind(collected, object, name); }
  // Their fields that count for pods do not change, or the answer says that they do. (take_claim, ServiceAccount)
  const bool is_fixed = object.kind == "PersistentVolumeClaim" || object.kind == "ResourceClaim" ||
                        object.kind == "Service" ||
                        (object.kind == "ServiceAccount" && object.value()["metadata"]["annotations"].size() == 0);
  return is_fixed ? Stored::Same : Stored::Other;
}

// No command reads these objects, so their absence from the input shows nothing.
Stored stored_of(const Collected& collected, const OtherObject& other) {
  const bool is_listed = std::ranges::any_of(collected.config_objects, [&](const ConfigObject& object) {
    return object.from == ConfigObject::From::Cluster && object.kind == other.kind && object.name == other.name &&
           object.namespace_name == other.namespace_name;
  });
  return is_listed && other.api_group.empty() ? Stored::Other : Stored::NotKnown;
}

void add_requests(ManifestRequest request, Stored stored, std::vector<ManifestRequest>& requests) {
  if (stored == Stored::No || stored == Stored::NotKnown) {
    request.operation = "CREATE";
    requests.push_back(request);
  }
  if (stored == Stored::Other || stored == Stored::NotKnown) {
    request.operation = "UPDATE";
    request.labels = nullptr; // a selector may also match the labels before the update
    requests.push_back(std::move(request));
  }
}

// Controllers give a new namespace its service account and the certificates of the API server, and no pod starts before
// that. (serviceaccounts_controller.go; rootcacertpublisher; kubelet, projected volumes)
void add_requests_in_new_namespace(std::string_view name, std::vector<ManifestRequest>& requests) {
  requests.push_back({util::concat("ServiceAccount ", name, "/default"), "CREATE", "serviceaccounts", "",
                      AdmissionScope::Namespaced, name});
  requests.push_back({util::concat("ConfigMap ", name, "/kube-root-ca.crt"), "CREATE", "configmaps", "",
                      AdmissionScope::Namespaced, name});
}

ManifestRequest request_of(std::string_view api_group, std::string_view kind, std::string_view space,
                           std::string_view name) {
  ManifestRequest request;
  request.scope = scope_of_kind(api_group, kind);
  const bool is_of_cluster = request.scope == AdmissionScope::Cluster;
  request.object = is_of_cluster ? util::concat(kind, ' ', name) : util::concat(kind, ' ', space, '/', name);
  request.resource = plural_of(kind);
  request.api_group = api_group;
  request.namespace_name = !is_of_cluster ? space : kind == "Namespace" ? name : std::string_view();
  return request;
}

// Objects about which a policy decides.
struct Decided {
  const AdmissionPolicy* policy;
  std::vector<std::string> objects;
};

void add_decided(const AdmissionPolicy& policy, const std::string& object, std::vector<Decided>& decided) {
  auto found = std::ranges::find(decided, &policy, &Decided::policy);
  if (found == decided.end()) { found = decided.insert(found, {&policy, {}}); }
  if (std::ranges::find(found->objects, object) == found->objects.end()) { found->objects.push_back(object); }
}

void note_claims_of_pods(const Manifest& manifest, const Collected& collected, std::vector<Decided>& decided) {
  ClaimPolicies policies(collected,
                         [&](std::string_view name) { return labels_of_namespace(name, collected, manifest); });
  for (const model::Pod& pod : collected.cluster.pods) {
    if (!pod.from_manifest || pod.finished() || (pod.bound() && !pod.uid.empty())) { continue; }
    for (const AdmissionPolicy* const policy : policies.of(pod)) {
      add_decided(*policy, util::concat("the claims of pod ", model::pod_key(pod)), decided);
    }
  }
}

} // namespace

const model::Labels* labels_of_object(Collected& collected, document::Value metadata) {
  try {
    return collected.sharing.labels(lasting(collected, labels_of(metadata["labels"], Path())));
  } catch (const DecodeError&) { return nullptr; }
}

std::vector<ManifestRequest> requests_for_companions(Collected& collected, const Manifest& manifest) {
  std::vector<ManifestRequest> requests;
  if (collected.admission_policies.empty()) { return requests; }
  for (const KeptObject& object : manifest.objects) {
    if (find_workload_kind(object.api_version, object.kind) != nullptr) { continue; }
    const document::Value metadata = object.value()["metadata"];
    const std::string_view name = metadata["name"].text();
    ManifestRequest request = request_of(api_group_of(object.api_version), object.kind,
                                         namespace_of(object.value(), manifest.options.default_namespace), name);
    request.labels = labels_of_object(collected, metadata);
    const Stored stored = stored_of(collected, manifest, object);
    add_requests(std::move(request), stored, requests);
    if (object.kind == "Namespace" && stored == Stored::No) { add_requests_in_new_namespace(name, requests); }
  }
  for (const auto& [key, other] : manifest.others) {
    ManifestRequest request = request_of(other.api_group, other.kind, other.namespace_name, other.name);
    request.labels = other.labels;
    add_requests(std::move(request), stored_of(collected, other), requests);
  }
  return requests;
}

void note_policies_of_requests(const std::vector<ManifestRequest>& requests, const Manifest& manifest,
                               Collected& collected) {
  if (collected.admission_policies.empty()) { return; }
  std::vector<Decided> decided;
  for (const ManifestRequest& request : requests) {
    // The API server compares a Namespace by its own labels.
    const bool is_namespace = request.scope == AdmissionScope::Cluster && !request.namespace_name.empty();
    const model::Labels* const space_labels =
        is_namespace ? request.labels : labels_of_namespace(request.namespace_name, collected, manifest);
    const ObjectRequest wanted{request.operation,      request.resource, request.api_group, request.scope,
                               request.namespace_name, request.labels,   space_labels};
    for (const AdmissionPolicy* const policy : policies_for(collected, wanted)) {
      add_decided(*policy, request.object, decided);
    }
  }
  note_claims_of_pods(manifest, collected, decided);
  for (const Decided& each : decided) {
    const std::string more = each.objects.size() == 1 ? "" : util::concat(" and ", each.objects.size() - 1, " more");
    collected.cluster.asked.push_back(
        {model::Authority::Admission,
         model::Reply::NotAsked,
         util::concat(each.policy->text, " decides about ", each.objects.front(), more, ", and it is not asked"),
         std::string(each.policy->text),
         {}});
  }
}

} // namespace snapshot
