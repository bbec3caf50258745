// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/autoscalers.hpp"

#include "snapshot/collected/lasting.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "util/concat.hpp"

#include <string>

namespace snapshot {

void add_autoscaler(Collected& collected, std::string_view kind, document::Value object,
                    std::string_view default_namespace) {
  const bool of_keda = kind == "ScaledObject";
  if (!of_keda && kind != "HorizontalPodAutoscaler") { return; }
  const document::Value spec = object["spec"], target = spec["scaleTargetRef"];
  const std::string_view space = collected.lasting(namespace_of(object, default_namespace));
  const std::string_view name = object["metadata"]["name"].text(), target_kind = target["kind"].text();
  const std::string_view least = spec[of_keda ? "minReplicaCount" : "minReplicas"].text();
  collected.autoscalers.push_back({collected.lasting(util::concat(kind, ' ', space, '/', name)), space,
                                   collected.lasting(target_kind.empty() ? "Deployment" : target_kind),
                                   collected.lasting(target["name"].text()), count_of(least).value_or(1)});
}

void note_autoscalers(const KeptObject& object, Expander& expander) {
  const Source& top = expander.top();
  const std::int64_t replicas = count_of(object.value()["spec"]["replicas"].text()).value_or(1);
  if (replicas == 0) { return; } // this switches an autoscaler off
  for (const Autoscaler& autoscaler : expander.collected().autoscalers) {
    const bool is_its = autoscaler.namespace_name == top.namespace_name && autoscaler.target_kind == object.kind &&
                        autoscaler.target_name == top.name;
    if (!is_its || replicas >= autoscaler.replicas) { continue; }
    expander.note(model::Authority::Operator, model::Reply::NotAsked,
                  util::concat(autoscaler.name, " raises the replicas from ", replicas, " to at least ",
                               autoscaler.replicas, ", and only the replicas of the file are counted"),
                  std::string(autoscaler.name));
  }
}

} // namespace snapshot
