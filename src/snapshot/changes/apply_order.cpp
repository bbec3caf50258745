// SPDX-License-Identifier: Apache-2.0
// Objects that come too late in a manifest. A controller creates its pods after all objects are applied, so only the
// objects of the manifest itself count: all of them need their namespace (plugin NamespaceLifecycle), and a Pod needs
// its PriorityClass, RuntimeClass and ServiceAccount (plugins Priority, RuntimeClass, ServiceAccount). A webhook needs
// the runtime of a TrainJob.
//
// Pods of the cluster are sorted by then (settle()).
#include "snapshot/changes/apply_order.hpp"

#include "snapshot/expand/object_quotas.hpp"
#include "snapshot/validation/validate.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <tuple>
#include <utility>

namespace snapshot {

namespace {

class ApplyOrder {
 public:
  ApplyOrder(const Manifest& manifest, Collected& collected) : m_manifest(manifest), m_collected(collected) {
    for (std::size_t i = 0; i < manifest.objects.size(); ++i) {
      const KeptObject& object = manifest.objects[i];
      const bool is_namespaced = object.kind == "ServiceAccount";
      const bool counts = is_namespaced || object.kind == "Namespace" || object.kind == "PriorityClass" ||
                          object.kind == "RuntimeClass";
      if (!counts) { continue; }
      const std::string_view space = is_namespaced ? space_of(object) : std::string_view();
      m_declared[{object.kind, space, object.value()["metadata"]["name"].text()}] = i;
    }
  }

  void note() {
    if (m_declared.empty()) { return; }
    for (m_at = 0; m_at < m_manifest.objects.size(); ++m_at) {
      const KeptObject& object = m_manifest.objects[m_at];
      if (is_cluster_scoped_kind(object.api_version, object.kind)) { continue; }
      note_late(object, {"Namespace", {}, space_of(object)}, "is in");
      if (object.kind != "Pod" || object.api_version != "v1" || is_update(object)) { continue; }
      const document::Value spec = object.value()["spec"];
      note_late(object, {"PriorityClass", {}, spec["priorityClassName"].text()}, "names");
      note_late(object, {"RuntimeClass", {}, spec["runtimeClassName"].text()}, "names");
      if (const std::string_view account = spec["serviceAccountName"].text(); account != "default") {
        note_late(object, {"ServiceAccount", space_of(object), account}, "names");
      }
    }
  }

 private:
  struct Named {
    std::string_view kind, namespace_name, name;
    friend auto operator<=>(const Named&, const Named&) = default;
  };

  std::string_view space_of(const KeptObject& object) const {
    return namespace_of(object.value(), m_manifest.options.default_namespace);
  }

  bool is_update(const KeptObject& object) const {
    return m_collected.cluster.find_pod(space_of(object), object.value()["metadata"]["name"].text()) != model::k_none;
  }

  bool is_later(const Named& named) const {
    const auto found = m_declared.find(named);
    return found != m_declared.end() && found->second > m_at;
  }

  bool exists(const Named& named) const {
    const model::ClusterSnapshot& cluster = m_collected.cluster;
    const auto has = [&](const auto& list, auto name) {
      return std::ranges::find(list, named.name, name) != list.end();
    };
    if (named.kind == "PriorityClass") { return has(cluster.priority_classes, &model::PriorityClass::name); }
    if (named.kind == "RuntimeClass") { return has(m_collected.runtime_classes, &RuntimeClass::name); }
    if (named.kind == "ServiceAccount") {
      return std::ranges::any_of(m_collected.service_accounts, [&](const ServiceAccount& account) {
        return account.name == named.name && account.namespace_name == named.namespace_name;
      });
    }
    return named.name == k_default_namespace || has(cluster.namespaces, &model::Namespace::name) ||
           has(cluster.pods, &model::Pod::namespace_name);
  }

  void note_late(const KeptObject& object, const Named& named, std::string_view verb) {
    if (named.name.empty() || !is_later(named) || exists(named)) { return; }
    const std::string text =
        util::concat(object.kind, ' ', space_of(object), '/', object.value()["metadata"]["name"].text());
    const std::string late =
        util::concat(named.kind, ' ', named.namespace_name, named.namespace_name.empty() ? "" : "/", named.name);
    m_collected.cluster.asked.push_back(
        {model::Authority::Admission, model::Reply::Refuses,
         util::concat(text, ' ', verb, ' ', late, ", which comes later in the manifest; kubectl applies in order"),
         late, text});
  }

  const Manifest& m_manifest;
  Collected& m_collected;
  std::map<Named, std::size_t> m_declared; // objects that others name, by their place
  std::size_t m_at = 0;                    // of the current object
};

// Within one file. A runtime in a file of its own may stand for the one of the cluster.
bool comes_after(const Origin& late, const Origin& early) {
  const auto place = [](const Origin& origin) { return std::tuple(origin.document, origin.item, origin.line); };
  return late.file == early.file && place(early) < place(late);
}

// The webhook of TrainJob reads its runtime. (trainer, pkg/runtime/core, ValidateObjects: "must be created before the
// TrainJob")
void note_late_runtimes(const Manifest& manifest, Collected& collected) {
  for (const KeptObject& object : manifest.objects) {
    if (object.kind != "TrainJob") { continue; }
    const document::Value ref = object.value()["spec"]["runtimeRef"];
    const std::string_view kind = ref["kind"].absent() ? "ClusterTrainingRuntime" : ref["kind"].text();
    const std::string_view space = namespace_of(object.value(), manifest.options.default_namespace);
    bool is_late = false, is_there = false;
    for (const KeptObject& runtime : manifest.templates) {
      const bool is_here = kind == "ClusterTrainingRuntime" ||
                           namespace_of(runtime.value(), manifest.options.default_namespace) == space;
      if (runtime.kind != kind || !is_here || runtime.value()["metadata"]["name"].text() != ref["name"].text()) {
        continue;
      }
      const bool is_after = comes_after(runtime.origin, object.origin);
      is_late = is_late || is_after;
      is_there = is_there || !is_after;
    }
    if (!is_late || is_there) { continue; }
    const std::string text = util::concat("TrainJob ", space, '/', object.value()["metadata"]["name"].text());
    const std::string late = util::concat(kind, ' ', ref["name"].text());
    collected.cluster.asked.push_back(
        {model::Authority::Admission, model::Reply::Refuses,
         util::concat(text, " names ", late, ", which comes later in the manifest; kubectl applies in order"), late,
         text});
  }
}

// True if the input holds the object with this uid, or a pod that it owns.
bool is_known_uid(const Manifest& manifest, const model::ClusterSnapshot& cluster, std::string_view uid) {
  const auto has_uid = [&](const auto& object) { return object.uid == uid; };
  const auto is_owned = [&](const model::Pod& pod) {
    return pod.owner != nullptr && pod.owner->uid == uid && !pod.terminating;
  };
  return std::ranges::any_of(cluster.nodes, has_uid) || std::ranges::any_of(cluster.pods, has_uid) ||
         std::ranges::any_of(cluster.pods, is_owned) ||
         std::ranges::any_of(manifest.existing,
                             [&](const KeptObject& object) { return object.value()["metadata"]["uid"].text() == uid; });
}

// Returns what the owners of a new object may do to it; empty: nothing. One owner that exists is enough to keep it.
std::string doubt_about_owners(const Manifest& manifest, const model::ClusterSnapshot& cluster, const std::string& text,
                               document::Value owners) {
  std::string controller, first;
  bool is_any_known = false;
  for (const document::Value owner : owners.elements()) {
    const std::string name = util::concat(owner["kind"].text(), ' ', owner["name"].text());
    if (first.empty()) { first = name; }
    if (owner["controller"].boolean()) { controller = name; }
    is_any_known = is_any_known || is_known_uid(manifest, cluster, owner["uid"].text());
  }
  if (first.empty()) { return {}; }
  if (!is_any_known) {
    return util::concat(text, " has the owner ", first, ", which the input does not show: if it is gone, the garbage ",
                        "collector deletes ", text);
  }
  return controller.empty() ? std::string()
                            : util::concat(text, " has the controller ", controller, ", which may delete it");
}

} // namespace

void note_apply_order(const Manifest& manifest, Collected& collected) {
  ApplyOrder(manifest, collected).note();
  note_late_runtimes(manifest, collected);
}

// (etcd3/store.go, Create: ErrResourceVersionSetOnCreate; cli-runtime pkg/resource, Helper.Create)
void note_resource_versions(const Manifest& manifest, Collected& collected) {
  for (const KeptObject& object : manifest.objects) {
    const document::Value metadata = object.value()["metadata"];
    const std::string_view version = metadata["resourceVersion"].text(), name = metadata["name"].text();
    const std::string_view space = namespace_of(object.value(), manifest.options.default_namespace);
    if (version.empty() || version == "0" || is_there(collected, object, space, name)) { continue; }
    const std::string text = util::concat(object.kind, ' ', space, '/', name);
    collected.cluster.asked.push_back({model::Authority::Admission, model::Reply::Assumed,
                                       util::concat("kubectl applies ", text, ", and removes its resourceVersion ",
                                                    version, ", which a new object must not have"),
                                       text, text});
  }
}

// (garbage collector, attemptToDeleteItem: an object whose owners are all absent)
void note_owners_of_new_objects(const Manifest& manifest, Collected& collected) {
  for (const KeptObject& object : manifest.objects) {
    const document::Value metadata = object.value()["metadata"];
    const document::Value owners = metadata["ownerReferences"];
    if (owners.size() == 0 || is_cluster_scoped_kind(object.api_version, object.kind)) { continue; }
    const std::string_view space = namespace_of(object.value(), manifest.options.default_namespace);
    const std::string_view name = metadata["name"].text();
    if (is_there(collected, object, space, name)) { continue; }
    const std::string text = util::concat(object.kind, ' ', space, '/', name);
    std::string doubt = doubt_about_owners(manifest, collected.cluster, text, owners);
    if (doubt.empty()) { continue; }
    collected.cluster.asked.push_back(
        {model::Authority::Operator, model::Reply::NotAsked, std::move(doubt), text, text});
  }
}

} // namespace snapshot
