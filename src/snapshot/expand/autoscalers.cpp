// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/autoscalers.hpp"

#include "snapshot/collected/lasting.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "util/concat.hpp"

#include <string>

namespace snapshot {

namespace {

// The mode of the policy for a container, or for all containers. (vpa-utils GetContainerResourcePolicy)
std::string_view mode_for(document::Value policies, std::string_view container) {
  std::string_view mode;
  for (const document::Value policy : policies.elements()) {
    const std::string_view name = policy["containerName"].text();
    if (name == container) { return policy["mode"].text(); }
    if (name == "*") { mode = policy["mode"].text(); }
  }
  return mode;
}

// "cpu 9 and memory 1Gi for main"; empty if the admission controller changes nothing: every mode but Off changes new
// pods, as soon as there is a recommendation. (vertical-pod-autoscaler,
// pkg/admission-controller/resource/vpa/matcher.go GetMatchingVPA, and resource/pod/recommendation)
std::string recommendation_of(document::Value vpa) {
  const document::Value spec = vpa["spec"];
  std::string out;
  if (spec["updatePolicy"]["updateMode"].text() == "Off") { return out; }
  for (const document::Value each : vpa["status"]["recommendation"]["containerRecommendations"].elements()) {
    const std::string_view container = each["containerName"].text();
    if (mode_for(spec["resourcePolicy"]["containerPolicies"], container) == "Off") { continue; }
    std::string amounts;
    for (const auto [resource, amount] : each["target"].members()) {
      amounts += util::concat(amounts.empty() ? "" : " and ", resource, ' ', amount.text());
    }
    if (!amounts.empty()) { out += util::concat(out.empty() ? "" : ", ", amounts, " for ", container); }
  }
  return out;
}

void add_vertical_autoscaler(Collected& collected, document::Value object, std::string_view default_namespace) {
  const std::string recommendation = recommendation_of(object);
  if (recommendation.empty()) { return; }
  const document::Value target = object["spec"]["targetRef"];
  const std::string_view space = collected.lasting(namespace_of(object, default_namespace));
  const std::string_view name = object["metadata"]["name"].text();
  collected.vertical_autoscalers.push_back({collected.lasting(util::concat("VerticalPodAutoscaler ", space, '/', name)),
                                            space, collected.lasting(target["kind"].text()),
                                            collected.lasting(target["name"].text()),
                                            collected.lasting(recommendation)});
}

template <typename Scaler>
bool is_target(const Scaler& autoscaler, const KeptObject& object, const Source& top) {
  return autoscaler.namespace_name == top.namespace_name && autoscaler.target_kind == object.kind &&
         autoscaler.target_name == top.name;
}

// The training operator makes an autoscaler for an elastic PyTorchJob with metrics, whose target are its workers.
// (training-operator pkg/controller.v1/pytorch/hpa.go)
void note_elastic_workers(const KeptObject& object, Expander& expander) {
  const document::Value spec = object.value()["spec"], policy = spec["elasticPolicy"];
  if (object.kind != "PyTorchJob" || policy["metrics"].size() == 0) { return; }
  const std::int64_t workers = count_of(spec["pytorchReplicaSpecs"]["Worker"]["replicas"].text()).value_or(1);
  const std::int64_t least = count_of(policy["minReplicas"].text()).value_or(1);
  if (workers == 0 || workers >= least) { return; }
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat("the autoscaler of ", text_of(expander.top()), " raises its workers from ", workers,
                             " to at least ", least, ", and only the replicas of the file are counted"),
                text_of(expander.top()));
}

// False if KEDA leaves the target alone now. (keda, scale_scaledobjects.go: RequestScale, scaleToZeroOrIdle: without
// lastActiveTime it does not wait for the cooldown; its annotations of a pause)
bool set_bounds_of_keda(document::Value object, Autoscaler& out) {
  const document::Value spec = object["spec"], annotations = object["metadata"]["annotations"];
  if (const auto fixed = count_of(annotations["autoscaling.keda.sh/paused-replicas"].text())) {
    out.replicas = *fixed;
    out.most = fixed;
    return true;
  }
  if (annotations["autoscaling.keda.sh/paused"].text() == "true") { return false; }
  out.idles = count_of(spec["minReplicaCount"].text()).value_or(0) == 0 || spec["idleReplicaCount"].exists();
  constexpr std::int64_t k_default_most = 100;
  if (!out.most) { out.most = k_default_most; }
  return true;
}

} // namespace

void add_autoscaler(Collected& collected, std::string_view kind, document::Value object,
                    std::string_view default_namespace) {
  if (kind == "VerticalPodAutoscaler") { return add_vertical_autoscaler(collected, object, default_namespace); }
  const bool of_keda = kind == "ScaledObject";
  if (!of_keda && kind != "HorizontalPodAutoscaler") { return; }
  const document::Value spec = object["spec"], target = spec["scaleTargetRef"];
  const std::string_view space = collected.lasting(namespace_of(object, default_namespace));
  const std::string_view name = object["metadata"]["name"].text(), target_kind = target["kind"].text();
  Autoscaler autoscaler = {collected.lasting(util::concat(kind, ' ', space, '/', name)), space,
                           collected.lasting(target_kind.empty() ? "Deployment" : target_kind),
                           collected.lasting(target["name"].text())};
  autoscaler.replicas = count_of(spec[of_keda ? "minReplicaCount" : "minReplicas"].text()).value_or(1);
  autoscaler.most = count_of(spec[of_keda ? "maxReplicaCount" : "maxReplicas"].text());
  if (of_keda && !set_bounds_of_keda(object, autoscaler)) { return; }
  collected.autoscalers.push_back(autoscaler);
}

void note_autoscalers(const KeptObject& object, Expander& expander) {
  const Source& top = expander.top();
  for (const VerticalAutoscaler& autoscaler : expander.collected().vertical_autoscalers) {
    if (!is_target(autoscaler, object, top)) { continue; }
    expander.note(model::Authority::Operator, model::Reply::NotAsked,
                  util::concat(autoscaler.name, " replaces the requests of new pods by its recommendation (",
                               autoscaler.recommendation, "), and only the requests of the file are counted"),
                  std::string(autoscaler.name));
  }
  note_elastic_workers(object, expander);
  const std::int64_t replicas = count_of(object.value()["spec"]["replicas"].text()).value_or(1);
  if (replicas == 0) { return; } // this switches an autoscaler off
  for (const Autoscaler& autoscaler : expander.collected().autoscalers) {
    if (!is_target(autoscaler, object, top)) { continue; }
    const auto note = [&](const std::string& does) {
      expander.note(model::Authority::Operator, model::Reply::NotAsked, util::concat(autoscaler.name, ' ', does),
                    std::string(autoscaler.name));
    };
    if (replicas < autoscaler.replicas) {
      note(util::concat("raises the replicas from ", replicas, " to at least ", autoscaler.replicas,
                        ", and only the replicas of the file are counted"));
    } else if (autoscaler.most && replicas > *autoscaler.most) { // (horizontal controller, reconcileAutoscaler)
      note(util::concat("lowers the replicas from ", replicas, " to at most ", *autoscaler.most,
                        ": the other pods of the file are deleted"));
    } else if (autoscaler.idles) {
      note("takes the pods away while none of its triggers is active, which the input does not show");
    }
  }
}

} // namespace snapshot
