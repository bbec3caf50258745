// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/kept_objects.hpp"

#include "snapshot/admission/object_update.hpp"
#include "snapshot/changes/queue_objects.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/expand/manifest_groups.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/validation/validate.hpp"
#include "util/concat.hpp"

#include <utility>

namespace snapshot {

namespace {

void note_update(const KeptObject& earlier, const KeptObject& later, std::string_view default_namespace,
                 Collected& collected) {
  if (earlier.is_refused || later.is_refused) { return; } // the first is not created, or the second one not applied
  const std::string_view name = later.value()["metadata"]["name"].text();
  const std::string object =
      is_cluster_scoped_kind(later.api_version, later.kind)
          ? util::concat(later.kind, ' ', name)
          : util::concat(later.kind, ' ', namespace_of(later.value(), default_namespace), '/', name);
  const auto [update, path] =
      update_between(api_group_of(later.api_version), later.kind, earlier.value(), later.value());
  const std::string changes = util::concat(object, " is in the manifest twice, and the second one changes ", path);
  switch (update) {
  case Update::None:
    break;
  case Update::Allowed:
    collected.cluster.problems.push_back({collected.place_text(later.origin), object,
                                          "is in the manifest twice; kubectl apply creates it and then updates it, so "
                                          "the last one counts"});
    break;
  case Update::Open:
    collected.cluster.asked.push_back({model::Authority::Operator, model::Reply::NotAsked,
                                       util::concat(changes, ": what its controller does then is not simulated"),
                                       object, object});
    break;
  case Update::Refused:
    collected.cluster.asked.push_back({model::Authority::Admission, model::Reply::Refuses,
                                       util::concat(changes, ": field is immutable"), object, object});
    break;
  }
}

} // namespace

KeptObject& keep(Manifest& manifest, Collected& collected, KeptObject object) {
  if (object.value()["metadata"]["name"].text().empty()) { // generateName: another one each time
    return manifest.objects.emplace_back(std::move(object));
  }
  const std::string_view default_namespace = manifest.options.default_namespace;
  std::string key = key_of(object, default_namespace);
  const auto [place, is_new] = manifest.places.try_emplace(std::move(key), manifest.objects.size());
  if (is_new) { return manifest.objects.emplace_back(std::move(object)); }
  KeptObject& earlier = manifest.objects[place->second];
  note_update(earlier, object, default_namespace, collected);
  return earlier = std::move(object);
}

bool is_updated_kind(std::string_view api_version, std::string_view kind) {
  const std::string_view api_group = api_group_of(api_version);
  if (api_group == "kueue.x-k8s.io" && kind == "Workload") { return false; } // Kueue's own, and large
  return (kind != "Pod" && find_workload_kind(api_version, kind) != nullptr) || is_group_object(api_group, kind) ||
         is_queue_object(api_group, kind) || (api_group.empty() && kind == "ResourceQuota");
}

} // namespace snapshot
