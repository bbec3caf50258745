// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/namespace_objects.hpp"

#include "snapshot/changes/updates.hpp"
#include "snapshot/objects/decode_context.hpp"

#include <algorithm>
#include <string_view>

namespace snapshot {

namespace {

void replace_namespace(std::vector<model::Namespace>& namespaces, const model::Namespace& wanted) {
  std::ranges::replace_if(
      namespaces, [&](const model::Namespace& other) { return other.name == wanted.name; }, wanted);
}

} // namespace

model::Namespace updated_namespace(Collected& collected, const model::Namespace& old, const KeptObject& object) {
  const Path root;
  const Path head = root["metadata"];
  const document::Value metadata = object.value()["metadata"];
  model::Namespace made = old;
  made.labels = merged_labels(collected, *old.labels, metadata["labels"]);
  read_annotations_of_namespace(collected, metadata["annotations"], head["annotations"], made);
  return made;
}

void take_namespace(Manifest& manifest, Collected& collected, const KeptObject& object) {
  std::vector<model::Namespace>& namespaces = collected.cluster.namespaces;
  const std::string_view name = object.value()["metadata"]["name"].text();
  const auto old = std::ranges::find(namespaces, name, &model::Namespace::name);
  if (old == namespaces.end()) { return add_namespace(collected, object.value(), object.origin); }
  const model::Namespace made = updated_namespace(collected, *old, object);
  if (made == *old) { return; }
  manifest.former_namespaces.push_back(*old);
  *old = made;
}

std::vector<model::Namespace> namespaces_before(const Manifest& manifest, const Collected& collected) {
  std::vector<model::Namespace> namespaces = collected.cluster.namespaces;
  for (const model::Namespace& former : manifest.former_namespaces) { replace_namespace(namespaces, former); }
  return namespaces;
}

void reach_namespace(const Collected& collected, const KeptObject& object, std::vector<model::Namespace>& namespaces) {
  const std::string_view name = object.value()["metadata"]["name"].text();
  const auto now = std::ranges::find(collected.cluster.namespaces, name, &model::Namespace::name);
  if (now != collected.cluster.namespaces.end()) { replace_namespace(namespaces, *now); }
}

} // namespace snapshot
