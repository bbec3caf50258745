// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/injected_containers.hpp"

#include "util/concat.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace snapshot {

namespace {

// A label or annotation of pods. A key that ends with a hyphen is a prefix.
struct Mark {
  std::string_view injector, field, key;
};
constexpr std::array<Mark, 8> k_marks = {{{"Istio", "labels", "sidecar.istio.io/inject"},
                                          {"Linkerd", "annotations", "linkerd.io/inject"},
                                          {"Vault", "annotations", "vault.hashicorp.com/agent-inject"},
                                          {"Consul", "annotations", "consul.hashicorp.com/connect-inject"},
                                          {"Dapr", "annotations", "dapr.io/enabled"},
                                          {"OpenTelemetry", "annotations", "sidecar.opentelemetry.io/inject"},
                                          {"OpenTelemetry", "annotations", "instrumentation.opentelemetry.io/inject-"},
                                          {"Cloud Storage FUSE", "annotations", "gke-gcsfuse/volumes"}}};

bool is_on(std::string_view value) { return !value.empty() && value != "false" && value != "disabled"; }

// The webhook of Istio skips pods of the host's network. (istio, pkg/kube/inject: injectRequired)
std::string_view label_for_istio(document::Value pod_template, const model::Labels& labels) {
  const document::Value metadata = pod_template["metadata"];
  const auto refuses = [&](std::string_view field) {
    return metadata[field]["sidecar.istio.io/inject"].text() == "false";
  };
  if (refuses("labels") || refuses("annotations") || pod_template["spec"]["hostNetwork"].boolean()) { return {}; }
  if (model::find_label(labels, "istio-injection") == "enabled") { return "istio-injection"; }
  const bool is_ambient = model::find_label(labels, "istio.io/dataplane-mode") == "ambient";
  return model::find_label(labels, "istio.io/rev") && !is_ambient ? "istio.io/rev" : std::string_view();
}

} // namespace

std::string injector_of(document::Value pod_template, const model::Namespace* space) {
  for (const Mark& mark : k_marks) {
    for (const auto [key, value] : pod_template["metadata"][mark.field].members()) {
      const bool is_it = mark.key.ends_with('-') ? key.starts_with(mark.key) : key == mark.key;
      if (is_it && is_on(value.text())) { return util::concat(mark.injector, " (", key, " of its pods)"); }
    }
  }
  if (space == nullptr) { return {}; }
  if (const std::string_view label = label_for_istio(pod_template, *space->labels); !label.empty()) {
    return util::concat("Istio (label ", label, " of its namespace)");
  }
  const bool is_out = pod_template["metadata"]["annotations"]["linkerd.io/inject"].text() == "disabled";
  return space->injects_linkerd && !is_out ? "Linkerd (annotation linkerd.io/inject of its namespace)" : std::string();
}

} // namespace snapshot
