// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/expand_manifest.hpp"

#include "document/bytes/items.hpp"
#include "document/reading/editing.hpp"
#include "document/reading/json_line.hpp"
#include "snapshot/admission/admission.hpp"
#include "snapshot/admission/config_objects.hpp"
#include "snapshot/changes/apply_order.hpp"
#include "snapshot/changes/custom_kinds.hpp"
#include "snapshot/changes/device_objects.hpp"
#include "snapshot/changes/kai_groups.hpp"
#include "snapshot/changes/kept_objects.hpp"
#include "snapshot/changes/manifest_requests.hpp"
#include "snapshot/changes/namespace_objects.hpp"
#include "snapshot/changes/native_groups.hpp"
#include "snapshot/changes/queue_objects.hpp"
#include "snapshot/changes/storage_objects.hpp"
#include "snapshot/changes/updates.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/expand/autoscalers.hpp"
#include "snapshot/expand/existing_objects.hpp"
#include "snapshot/expand/kueue_admission.hpp"
#include "snapshot/expand/manifest_groups.hpp"
#include "snapshot/expand/manifest_ledger.hpp"
#include "snapshot/expand/new_claims.hpp"
#include "snapshot/expand/object_quotas.hpp"
#include "snapshot/expand/template_ledger.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/link/settle.hpp"
#include "snapshot/objects/decode_context.hpp"
#include "snapshot/objects/decode_service.hpp"
#include "snapshot/objects/decode_workload.hpp"
#include "snapshot/queues/decode_resource_quota.hpp"
#include "snapshot/validation/validate.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

namespace snapshot {

namespace {

bool is_context(std::string_view api_group, std::string_view kind) {
  return (api_group == "scheduling.k8s.io" && kind == "PriorityClass") ||
         (api_group == "node.k8s.io" && kind == "RuntimeClass") ||
         (api_group == "resource.k8s.io" && (kind == "DeviceClass" || kind == "ResourceClaim")) ||
         (api_group == "storage.k8s.io" && kind == "StorageClass") ||
         (api_group.empty() && (kind == "LimitRange" || kind == "Namespace" || kind == "PersistentVolume" ||
                                kind == "PersistentVolumeClaim" || kind == "ResourceQuota" || kind == "Service" ||
                                kind == "ServiceAccount")) ||
         is_queue_object(api_group, kind);
}

std::string object_text(const document::Item& item) {
  return util::concat(item.place.text(), ": ", item.kind, ' ', item.value["metadata"]["name"].text());
}

// True for objects that others refer to and that create no pods by themselves.
bool holds_templates_only(std::string_view kind) { return kind == "PodTemplate" || is_template_object(kind); }

void refuse_snapshot(const document::Item& item) {
  if (item.kind != document::k_snapshot_kind) { return; }
  throw util::Error(
      util::concat(item.place.text(), ": this is a snapshot of a cluster, not a manifest; give it to --from"));
}

// No API server has the kind: kubectl apply -f fails, in a folder after the other files.
void refuse_kustomization(const document::Item& item) {
  if (item.kind != "Kustomization" || api_group_of(item.api_version) != "kustomize.config.k8s.io") { return; }
  throw util::Error(util::concat(item.place.text(), ": this is a kustomization; give its folder to -k"));
}

// A kind that is close to a known one may be a slip: then the long list of kinds is left out.
[[noreturn]] void refuse_kind(const document::Item& item) {
  const std::string object = util::concat(object_text(item), " (", item.api_version, ") is of an unknown kind");
  std::string paths;
  for (const std::string& path : pod_template_paths(item.value)) {
    paths += util::concat(paths.empty() ? "" : " ", "--template-path ", path);
  }
  if (const std::string meant = meant_kind(item.api_version, item.kind); !meant.empty()) {
    throw util::Error(util::concat(object, meant, " If not, name its pod templates with ", paths));
  }
  throw util::Error(
      util::concat(object, "; name its pod templates with ", paths, ". Known kinds are ", known_workload_kinds()));
}

// Only one class may be the default. (admission plugin Priority, validatePriorityClass)
void note_second_default(Collected& collected, const KeptObject& object, std::string_view name) {
  if (!object.value()["globalDefault"].boolean()) { return; }
  const std::vector<model::PriorityClass>& classes = collected.cluster.priority_classes;
  const auto other = std::ranges::find_if(
      classes, [&](const model::PriorityClass& old) { return old.global_default && old.name != name; });
  if (other == classes.end()) { return; }
  const std::string text = util::concat("PriorityClass ", name);
  collected.cluster.asked.push_back(
      {model::Authority::Admission, model::Reply::Refuses,
       util::concat(text, " cannot be the default: PriorityClass ", other->name, " is already, and only one can be"),
       text, text});
}

// The value and the preemption policy of a class that exists stay. (ValidatePriorityClassUpdate)
void keep_fixed_fields(Collected& collected, document::Value object, const model::PriorityClass& old,
                       model::PriorityClass& made) {
  const std::string text = util::concat("PriorityClass ", old.name);
  if (!object["value"].absent() && made.value != old.value) { refuse_change(collected, text, "value"); }
  if (!object["preemptionPolicy"].absent() && made.never_preempts != old.never_preempts) {
    refuse_change(collected, text, "preemptionPolicy");
  }
  made.value = old.value;
  made.never_preempts = old.never_preempts;
}

void take_priority_class(Collected& collected, const KeptObject& object, std::string_view name) {
  std::vector<model::PriorityClass>& classes = collected.cluster.priority_classes;
  note_second_default(collected, object, name);
  const auto found = std::ranges::find(classes, name, &model::PriorityClass::name);
  std::optional<model::PriorityClass> old;
  if (found != classes.end()) {
    old = *found;
    collected.priority_class_origins.erase(collected.priority_class_origins.begin() + (found - classes.begin()));
    classes.erase(found);
  }
  add_priority_class(collected, object.value(), object.origin);
  if (old) { keep_fixed_fields(collected, object.value(), *old, classes.back()); }
}

// A class that exists keeps its handler. (ValidateRuntimeClassUpdate)
void take_runtime_class(Collected& collected, const KeptObject& object, std::string_view name) {
  const auto old = std::ranges::find(collected.runtime_classes, name, &RuntimeClass::name);
  if (old != collected.runtime_classes.end() && object.value()["handler"].text() != old->handler) {
    refuse_change(collected, util::concat("RuntimeClass ", name), "handler");
    return;
  }
  std::erase_if(collected.runtime_classes, [&](const RuntimeClass& other) { return other.name == name; });
  add_runtime_class(collected, object.value(), object.origin);
}

// True if the manifest moves a LocalQueue that exists to another ClusterQueue. (kueue, LocalQueueSpec.clusterQueue)
bool moves_local_queue(Collected& collected, const KeptObject& object, std::string_view default_namespace,
                       std::string_view name) {
  if (object.kind != "LocalQueue") { return false; }
  const std::string_view space = namespace_of(object.value(), default_namespace);
  const std::string_view wanted = object.value()["spec"]["clusterQueue"].text();
  const bool is_other = std::ranges::any_of(collected.cluster.local_queues, [&](const model::LocalQueue& old) {
    return old.namespace_name == space && old.name == name && old.cluster_queue != wanted;
  });
  if (is_other) { refuse_change(collected, util::concat("LocalQueue ", space, '/', name), "clusterQueue"); }
  return is_other;
}

// Adds an object that influences the manifest's own pods. A claim does not replace an existing one. All these objects
// come before pods, wherever they are in the manifest.
void take_context(Manifest& manifest, Collected& collected, const KeptObject& object) {
  const std::string_view default_namespace = manifest.options.default_namespace;
  const std::string_view name = object.value()["metadata"]["name"].text();
  if (object.kind == "PriorityClass") {
    take_priority_class(collected, object, name);
  } else if (object.kind == "RuntimeClass") {
    take_runtime_class(collected, object, name);
  } else if (object.kind == "ServiceAccount") {
    add_service_account(collected, object.value(), object.origin);
    collected.service_accounts.back().from_manifest = true;
    if (object.value()["metadata"]["namespace"].absent()) {
      collected.service_accounts.back().namespace_name = collected.lasting(default_namespace);
    }
  } else if (object.kind == "PersistentVolumeClaim") {
    take_claim(collected, object, default_namespace);
  } else if (object.kind == "PersistentVolume") {
    take_volume(collected, object, name);
  } else if (object.kind == "StorageClass") {
    take_storage_class(collected, object, name);
  } else if (object.kind == "ResourceClaim") {
    take_resource_claim(collected, object, default_namespace);
  } else if (object.kind == "DeviceClass") {
    take_device_class(collected, object);
  } else if (object.kind == "Namespace") {
    take_namespace(manifest, collected, object);
  } else if (is_queue_object(api_group_of(object.api_version), object.kind)) {
    if (moves_local_queue(collected, object, default_namespace, name)) { return; }
    take_queue_object(collected, object, default_namespace);
  }
}

void take_limit_range(Collected& collected, std::vector<LimitRange>& ranges, const KeptObject& object,
                      std::string_view default_namespace) {
  LimitRange range = limit_range_of(collected, object.value(), default_namespace);
  std::erase_if(ranges, [&](const LimitRange& old) {
    return old.namespace_name == range.namespace_name && old.name == range.name;
  });
  ranges.push_back(std::move(range));
}

// The new Pods of the manifest that come before the object, in its namespace. Pods of controllers come after all
// objects.
std::vector<std::string_view> earlier_pods(Collected& collected, const Manifest& manifest, const KeptObject& object,
                                           std::string_view default_namespace) {
  std::vector<std::string_view> names;
  const std::string_view space = namespace_of(object.value(), default_namespace);
  for (const KeptObject& other : manifest.objects) {
    if (&other == &object) { break; }
    if (other.kind != "Pod" || namespace_of(other.value(), default_namespace) != space) { continue; }
    const std::string_view name = other.value()["metadata"]["name"].text();
    if (!name.empty() && collected.cluster.find_pod(space, name) == model::k_none) {
      names.push_back(collected.lasting(name));
    }
  }
  return names;
}

// A quota counts at once: its controller writes its status before most pods are created. An existing one keeps its
// usage.
void take_quota(Collected& collected, const Manifest& manifest, const KeptObject& object,
                std::string_view default_namespace) {
  std::vector<model::ResourceQuota>& quotas = collected.cluster.resource_quotas;
  add_resource_quota(collected, object.value(), object.origin);
  model::ResourceQuota made = quotas.back();
  quotas.pop_back();
  if (object.value()["metadata"]["namespace"].absent()) { made.namespace_name = collected.lasting(default_namespace); }
  const auto old = std::ranges::find_if(quotas, [&](const model::ResourceQuota& other) {
    return other.namespace_name == made.namespace_name && other.name == made.name;
  });
  const std::vector<std::string_view> earlier = earlier_pods(collected, manifest, object, default_namespace);
  if (old == quotas.end()) {
    made.earlier_pods = earlier;
    quotas.push_back(std::move(made));
    return;
  }
  const std::string text = util::concat("ResourceQuota ", made.namespace_name, '/', made.name);
  if (made.scopes != old->scopes) { // (ValidateResourceQuotaUpdate)
    collected.resource_quota_origins.pop_back();
    return refuse_change(collected, text, "scopes");
  }
  if (!earlier.empty() && made.hard != old->hard) {
    collected.cluster.asked.push_back(
        {model::Authority::Quota, model::Reply::NotAsked,
         util::concat("Pod ", made.namespace_name, '/', earlier.front(), " comes before ", text,
                      ", which the manifest changes: the limits before the change are not compared"),
         text, text});
  }
  collected.resource_quota_origins.pop_back();
  made.used = old->used;
  *old = std::move(made);
}

// Exchanges two lists as long as it lives.
template <typename Object>
class SwappedLists {
 public:
  SwappedLists(std::vector<Object>& a, std::vector<Object>& b) : m_a(a), m_b(b) { std::swap(m_a, m_b); }
  SwappedLists(const SwappedLists&) = delete;
  SwappedLists& operator=(const SwappedLists&) = delete;
  ~SwappedLists() { std::swap(m_a, m_b); }

 private:
  std::vector<Object>&m_a, &m_b;
};

// Records which pods a workload object counts as its own. A Deployment represents the ReplicaSet that it would create,
// so its pods are its own here.
void take_selector(Collected& collected, const KeptObject& object, const Source& source) {
  if (source.kind != "Deployment" && source.kind != "ReplicaSet" && source.kind != "StatefulSet" &&
      source.kind != "ReplicationController") {
    return;
  }
  std::optional<model::Selector> selector = pod_selector_of(object.value(), source.kind);
  if (!selector) { return; }
  Workload made;
  made.object.kind = source.kind;
  made.object.namespace_name = source.namespace_name;
  made.object.name = collected.lasting(source.name);
  made.api_version = source.api_version;
  made.origin = object.origin;
  const auto known = std::ranges::find_if(collected.workloads, [&](const Workload& other) {
    return other.object.kind == source.kind && other.object.namespace_name == source.namespace_name &&
           other.object.name == source.name && other.api_version == source.api_version;
  });
  Workload& workload = known == collected.workloads.end() ? collected.workloads.emplace_back(made) : *known;
  workload.object.selector = lasting(collected, std::move(*selector));
}

// An object that the manifest itself declares, as the API server would store it.
document::Output declared_object(const KeptObject& object, std::string_view default_namespace) {
  document::Output declared = document::editable(object.value());
  const bool has_namespace = !object.value()["metadata"]["namespace"].absent();
  if (!has_namespace) { declared["metadata"]["namespace"] = default_namespace; }
  return declared;
}

template <typename Take>
void each_object(const Collected& collected, const std::deque<KeptObject>& objects, Take take) {
  for (const KeptObject& object : objects) {
    try {
      take(object);
    } catch (const DecodeError& error) {
      if (object.is_refused) { continue; }
      const std::string_view name = object.value()["metadata"]["name"].text();
      throw util::Error(
          util::concat(collected.place_text(object.origin), ": ", object.kind, ' ', name, ": ", error.what()));
    }
  }
}

// etcd stores 1.5 MiB by default (--max-request-bytes). kubectl apply without --server-side also keeps the whole object
// in an annotation, and all annotations have 256 KiB. (ValidateAnnotationsSize)
void note_size(Collected& collected, document::Value value, const std::string& object) {
  constexpr std::size_t k_most_stored = std::size_t{1536} * 1024, k_most_annotated = std::size_t{256} * 1024;
  if (document::json_line_bound(value) <= k_most_annotated) { return; }
  std::string json;
  document::append_json_line(json, value);
  const bool is_refused = json.size() > k_most_stored;
  const bool is_applied = !value["metadata"]["name"].text().empty(); // else created: generateName
  if (!is_refused && (!is_applied || json.size() <= k_most_annotated)) { return; }
  collected.cluster.asked.push_back(
      {model::Authority::Admission, is_refused ? model::Reply::Refuses : model::Reply::NotAsked,
       util::concat(object, " has ", json.size(), " bytes, and ",
                    is_refused ? "etcd stores at most 1.5 MiB" : "kubectl apply needs --server-side above 256 KiB"),
       object, object});
}

// Notes what the API server refuses in the object.
Validity note_validity(Collected& collected, const document::Item& item, std::string_view default_namespace,
                       std::optional<int> release) {
  Validity validity = validity_of(item.value, Path(), item.api_version, item.kind, release);
  const std::string_view name = item.value["metadata"]["name"].text();
  const std::string object = is_cluster_scoped_kind(item.api_version, item.kind)
                                 ? util::concat(item.kind, ' ', name)
                                 : util::concat(item.kind, ' ', namespace_of(item.value, default_namespace), '/', name);
  note_size(collected, item.value, object);
  for (const std::string& error : validity.errors) {
    collected.cluster.asked.push_back({model::Authority::Admission, model::Reply::Refuses,
                                       util::concat(object, " is invalid: ", error), object, object});
  }
  for (const Oddity& oddity : validity.oddities) {
    collected.cluster.problems.push_back({item.place.text(), object, warning_about(oddity)});
  }
  return validity;
}

// An AppWrapper creates its components together. Groups and context objects among them count like objects next to it.
void add_components(Manifest& manifest, Collected& collected, const KeptObject& wrapper) {
  const document::Value space = wrapper.value()["metadata"]["namespace"];
  for (const document::Value component : wrapper.value()["spec"]["components"].elements()) {
    const document::Value value = component["template"];
    const std::string_view api_group = api_group_of(value["apiVersion"].text());
    const std::string_view kind = value["kind"].text();
    note_config_object(collected, value["apiVersion"].text(), kind, value,
                       space.absent() ? manifest.options.default_namespace : space.text(),
                       ConfigObject::From::Manifest);
    if (!is_context(api_group, kind) && !is_group_object(api_group, kind)) { continue; }
    document::Output placed = document::editable(value);
    if (value["metadata"]["namespace"].absent() && !space.absent()) { placed["metadata"]["namespace"] = space.text(); }
    document::Tree tree;
    document::build(tree, placed);
    keep(manifest, collected, KeptObject(collected, tree.root(), wrapper.origin));
  }
}

} // namespace

void add_object(Manifest& manifest, Collected& collected, const document::Item& item, const ManifestOptions& options) {
  manifest.options = options;
  const std::string_view api_group = api_group_of(item.api_version);
  refuse_snapshot(item);
  refuse_kustomization(item);
  if (item.kind.empty()) { throw util::Error(util::concat(item.place.text(), ": the object has no kind")); }
  const bool matters = find_workload_kind(item.api_version, item.kind) != nullptr || is_context(api_group, item.kind) ||
                       is_group_object(api_group, item.kind);
  const bool makes_pods = !matters && !holds_templates_only(item.kind) && !pod_template_paths(item.value).empty();
  const std::optional<int> release = server_release_of(options, collected);
  const Validity validity = note_validity(collected, item, options.default_namespace, release);
  if (!validity.is_readable) { return; }
  if (is_kept_for_others(item)) {
    manifest.templates.emplace_front(collected, item);
    ++manifest.own_templates;
  }
  add_autoscaler(collected, item.kind, item.value, options.default_namespace);
  note_config_object(collected, item.api_version, item.kind, item.value, options.default_namespace,
                     ConfigObject::From::Manifest);
  note_custom_kind(collected, item.api_version, item.kind, item.value, true);
  if (makes_pods && options.template_paths.empty()) { refuse_kind(item); }
  if (!matters && !makes_pods) {
    const KeptObject other(collected, item);
    note_other_object(collected, other, release);
    const document::Value metadata = item.value["metadata"];
    manifest.others.insert_or_assign(key_of(other, options.default_namespace),
                                     OtherObject{std::string(item.kind), std::string(api_group),
                                                 std::string(namespace_of(item.value, options.default_namespace)),
                                                 std::string(metadata["name"].text()),
                                                 labels_of_object(collected, metadata)});
  }
  if (matters || makes_pods) {
    KeptObject object(collected, item);
    object.is_refused = !validity.errors.empty();
    if (is_context(api_group, item.kind)) { note_companion_version(collected, object, release); }
    const KeptObject& kept = keep(manifest, collected, std::move(object));
    if (item.kind == "AppWrapper") { add_components(manifest, collected, kept); }
    manifest.expanded = false;
  }
}

void expand(Manifest& manifest, Collected& collected) {
  const ManifestOptions& options = manifest.options;
  const ExistingObjects existing(manifest.existing);
  existing.fill_in(manifest, collected);
  keep_claim_templates(manifest, collected);
  const ObjectCharges charges = object_charges(collected, manifest);
  const std::vector<ManifestRequest> companions = requests_for_companions(collected, manifest);
  note_apply_order(manifest, collected);
  note_custom_kinds(manifest, collected);
  note_native_groups(manifest, collected);
  note_resource_versions(manifest, collected);
  note_owners_of_new_objects(manifest, collected);
  // A LimitRange or Namespace applies to Pods after it in the manifest, and to the pods of controllers, which come
  // after all objects.
  std::vector<LimitRange> ranges_so_far = collected.limit_ranges;
  each_object(collected, manifest.objects, [&](const KeptObject& object) {
    take_context(manifest, collected, object);
    if (object.kind == "LimitRange") {
      take_limit_range(collected, collected.limit_ranges, object, options.default_namespace);
    }
    if (object.kind == "ResourceQuota") { take_quota(collected, manifest, object, options.default_namespace); }
    if (object.kind == "Service") {
      replace_service(collected, object.value(), options.default_namespace, object.origin);
    }
  });
  each_object(collected, manifest.objects, [&](const KeptObject& object) {
    if (is_group_object(api_group_of(object.api_version), object.kind)) {
      take_group_object(collected, object, options);
      if (options.keep_objects) { manifest.objects_made.push_back(declared_object(object, options.default_namespace)); }
    }
  });
  settle(collected);
  std::vector<model::Namespace> namespaces_so_far = namespaces_before(manifest, collected);
  Expander expander(collected, manifest);
  each_object(collected, manifest.objects, [&](const KeptObject& object) {
    const WorkloadKind* const kind = find_workload_kind(object.api_version, object.kind);
    const std::string_view api_group = api_group_of(object.api_version);
    if (object.kind == "LimitRange") { take_limit_range(collected, ranges_so_far, object, options.default_namespace); }
    if (object.kind == "Namespace") { reach_namespace(collected, object, namespaces_so_far); }
    if (is_context(api_group, object.kind)) { return; }
    const bool is_pod = kind != nullptr && object.kind == "Pod";
    const SwappedLists ranges(collected.limit_ranges, is_pod ? ranges_so_far : collected.limit_ranges);
    std::vector<model::Namespace>& namespaces = collected.cluster.namespaces;
    const SwappedLists spaces(namespaces, is_pod ? namespaces_so_far : namespaces);
    expander.begin(object);
    const bool is_group = kind == nullptr && is_group_object(api_group, object.kind);
    if (!is_group) {
      (kind == nullptr ? expand_any_kind : kind->expand)(object, expander);
      make_kai_groups(object, expander);
      find_misplaced_marks(object, expander);
    }
    note_object(object, expander);
    if (is_group) { return existing.note_group(object, expander); }
    existing.note(object, expander);
    note_autoscalers(object, expander);
    queue_up(object, expander);
    take_selector(collected, object, expander.source_of(object));
  });
  expander.hand_over();
  note_object_quotas(charges, collected);
  collected.cluster.request_bounds = request_bounds_of(collected);
  settle(collected);
  bind_new_claims(collected);
  note_policies_of_requests(companions, manifest, collected);
  record_groups(collected, manifest.expansions);
  manifest.objects.clear();
  manifest.places.clear();
  manifest.others.clear();
  manifest.former_namespaces.clear();
  manifest.expanded = true;
}

} // namespace snapshot
