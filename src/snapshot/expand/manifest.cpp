// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/manifest.hpp"

#include "snapshot/collected/api_group.hpp"
#include "util/concat.hpp"

namespace snapshot {

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
