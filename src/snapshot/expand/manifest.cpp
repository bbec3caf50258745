// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/manifest.hpp"

#include "document/reading/editing.hpp"
#include "document/reading/reader.hpp"
#include "snapshot/admission/admission_policies.hpp"
#include "snapshot/collected/api_group.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>

namespace snapshot {

const model::Labels* labels_of_namespace(std::string_view name, const Collected& collected, const Manifest& manifest) {
  const model::Labels* const labels = labels_of_namespace(collected, name);
  const auto former = std::ranges::find(manifest.former_namespaces, name, &model::Namespace::name);
  return former == manifest.former_namespaces.end() || former->labels == labels ? labels : nullptr;
}

std::string_view namespace_of(document::Value object, std::string_view default_namespace) {
  const std::string_view written = object["metadata"]["namespace"].text();
  return written.empty() ? default_namespace : written;
}

std::string key_of(const KeptObject& object, std::string_view default_namespace) {
  return util::concat(api_group_of(object.api_version), '/', object.kind, '/',
                      namespace_of(object.value(), default_namespace), '/', object.value()["metadata"]["name"].text());
}

bool is_template_object(std::string_view kind) {
  return kind == "ClusterTrainingRuntime" || kind == "TrainingRuntime" || kind == "JobTemplate" ||
         kind == "LLMInferenceServiceConfig" || kind == "ResourceClaimTemplate" || kind == "ServingRuntime" ||
         kind == "ClusterServingRuntime";
}

bool is_kept_for_others(const document::Item& item) {
  if (is_template_object(item.kind)) { return true; }
  const std::string_view name = item.value["metadata"]["name"].text();
  return item.kind == "ConfigMap" && (name == "inferenceservice-config" ||      // KServe
                                      name == "workflow-controller-configmap"); // Argo
}

std::optional<document::Output> configuration_of(const Manifest& manifest, std::string_view config_map,
                                                 std::string_view key) {
  for (const KeptObject& object : manifest.templates) {
    const document::Value value = object.value();
    if (object.kind != "ConfigMap" || value["metadata"]["name"].text() != config_map) { continue; }
    document::Output section;
    const auto take = [&](const document::Item& part) { section = document::editable(part.value); };
    try {
      document::read_text(value["data"][key].text(), key, {}, take, [](const util::Problem&) {});
    } catch (const util::Error&) {} // absent, or the operator cannot read it either
    return section;
  }
  return std::nullopt;
}

KeptObject::KeptObject(Collected& collected, const document::Item& item)
    : KeptObject(collected, item.value, collected.origin_of(item.place)) {
  kind = collected.lasting(item.kind);
  api_version = collected.lasting(item.api_version);
}

KeptObject::KeptObject(Collected& collected, document::Value value, const Origin& outer)
    : kind(collected.lasting(value["kind"].text())), api_version(collected.lasting(value["apiVersion"].text())),
      origin(outer) {
  const document::Node* const first = value.node();
  m_nodes.assign(first, first + first->span);
  for (document::Node& node : m_nodes) {
    if (node.key != nullptr) { node.key = collected.lasting({node.key, node.key_size}).data(); }
    const bool has_text = node.type == document::Type::String || node.type == document::Type::Number;
    if (has_text && node.text != nullptr) { node.text = collected.lasting({node.text, node.size}).data(); }
  }
}

} // namespace snapshot
