// SPDX-License-Identifier: Apache-2.0
// dry-run --expand: pods as manifests.
#include "snapshot/expand/made_objects.hpp"

#include "document/reading/editing.hpp"

#include <utility>
#include <vector>

namespace snapshot {

namespace {

// util.ReplaceDaemonSetPodNodeNameNodeAffinity
void pin(document::Output& spec, const std::string& node) {
  document::Output field;
  field["key"] = "metadata.name";
  field["operator"] = "In";
  field["values"] = document::Output(document::Output::Array{node});
  const document::Output fields(document::Output::Array{field});
  document::Output& terms =
      spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"];
  auto* const list = std::get_if<document::Output::Array>(&terms.data());
  if (list == nullptr || list->empty()) { terms = document::Output(document::Output::Array{document::Output()}); }
  for (document::Output& term : std::get<document::Output::Array>(terms.data())) { term["matchFields"] = fields; }
}

} // namespace

void keep_pod_object(Manifest& manifest, const Source& source, const document::Output& pod_template,
                     const PodPlan& plan) {
  document::Output pod = pod_template;
  pod["apiVersion"] = "v1";
  pod["kind"] = "Pod";
  document::Output& metadata = pod["metadata"];
  metadata["name"] = plan.name;
  metadata["namespace"] = source.namespace_name;
  for (const auto& [key, value] : plan.labels) { metadata["labels"][key] = value; }
  if (!plan.pinned_to.empty()) { pin(pod["spec"], plan.pinned_to); }
  manifest.objects_made.push_back(std::move(pod));
}

} // namespace snapshot
