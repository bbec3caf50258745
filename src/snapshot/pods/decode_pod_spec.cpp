// SPDX-License-Identifier: Apache-2.0
// The spec of a pod or of a pod template.
#include "snapshot/pods/decode_pod_spec.hpp"

#include "snapshot/pods/decode_selectors.hpp"
#include "snapshot/pods/decode_volumes.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <utility>

namespace snapshot {

namespace {

constexpr std::string_view k_default_scheduler = "default-scheduler";

std::vector<std::string_view> gate_names_of(document::Value value, const Path& path) {
  std::vector<std::string_view> names;
  each_element(value, path, [&](document::Value element, const Path& at) {
    names.push_back(text_of(object_of(element, at)["name"], at["name"]));
  });
  return names;
}

// (quota/v1/evaluator/core, usesCrossNamespacePodAffinity)
bool names_namespaces(document::Value affinity) {
  for (const char* kind : {"podAffinity", "podAntiAffinity"}) {
    for (const document::Value term : affinity[kind]["requiredDuringSchedulingIgnoredDuringExecution"].elements()) {
      if (term["namespaces"].size() > 0 || !term["namespaceSelector"].absent()) { return true; }
    }
    for (const document::Value weighted :
         affinity[kind]["preferredDuringSchedulingIgnoredDuringExecution"].elements()) {
      const document::Value term = weighted["podAffinityTerm"];
      if (term["namespaces"].size() > 0 || !term["namespaceSelector"].absent()) { return true; }
    }
  }
  return false;
}

void read_member(std::string_view key, document::Value value, const Path& at, const AffinityContext& context,
                 Sharing& sharing, DeclaredSpec& out) {
  model::PodSpec& spec = out.spec;
  if (key == "containers") {
    read_containers(value, at, out.containers, spec);
  } else if (key == "initContainers") {
    read_init_containers(value, at, out.containers, spec);
  } else if (key == "nodeName") {
    out.node_name = text_of(value, at);
  } else if (key == "schedulerName") {
    if (const std::string_view name = text_of(value, at); !name.empty()) { spec.scheduler_name = name; }
  } else if (key == "priority") {
    if (!value.absent()) { spec.priority = out.priority.emplace(int32_of(value, at)); }
  } else if (key == "activeDeadlineSeconds") {
    if (!value.absent()) { out.deadline_seconds = int64_of(value, at); }
  } else if (key == "priorityClassName") {
    out.priority_class = text_of(value, at);
  } else if (key == "preemptionPolicy") {
    out.gives_preemption_policy = !value.absent();
    spec.never_preempts = text_of(value, at) == "Never";
  } else if (key == "nodeSelector") {
    spec.node_selector = labels_of(value, at);
  } else if (key == "affinity") {
    read_affinity(value, at, context, spec);
    out.crosses_namespaces = names_namespaces(value);
  } else if (key == "tolerations") {
    spec.tolerations = tolerations_of(value, at);
  } else if (key == "topologySpreadConstraints") {
    spec.spread = topology_spread_of(value, at);
  } else if (key == "volumes") {
    spec.volumes = volumes_of(value, at, sharing);
  } else if (key == "resourceClaims") {
    spec.resource_claims = resource_claims_of(value, at, sharing);
  } else if (key == "schedulingGates") {
    spec.scheduling_gates = gate_names_of(value, at);
  } else if (key == "os") {
    spec.os = text_of(object_of(value, at)["name"], at["name"]);
  } else if (key == "overhead") {
    out.containers.resources.overhead = quantities_of(value, at);
  } else if (key == "resources") {
    model::PodResources& resources = out.containers.resources;
    read_pod_level_resources(value, at, resources);
    spec.has_pod_resources = !resources.pod_requests.empty() || !resources.pod_limits.empty();
  } else if (key == "runtimeClassName") {
    out.runtime_class = spec.runtime_class = text_of(value, at);
  } else if (key == "hostUsers") {
    spec.user_namespace = !value.absent() && !boolean_of(value, at);
  } else if (key == "securityContext") {
    const std::string_view policy =
        text_of(object_of(value, at)["supplementalGroupsPolicy"], at["supplementalGroupsPolicy"]);
    spec.has_strict_groups = policy == "Strict";
  } else if (key == "serviceAccountName" || (key == "serviceAccount" && out.service_account.empty())) {
    out.service_account = text_of(value, at);
  }
}

} // namespace

DeclaredSpec declared_spec_of(document::Value value, const Path& path, const AffinityContext& context,
                              Sharing& sharing) {
  DeclaredSpec out;
  out.spec.scheduler_name = k_default_scheduler;
  out.spec.host_network = boolean_of(object_of(value, path)["hostNetwork"], path["hostNetwork"]);
  for (const auto [key, member] : value.members()) { read_member(key, member, path[key], context, sharing, out); }
  if (out.spec.host_network && out.spec.user_namespace) {
    out.spec.required_features.push_back("UserNamespacesHostNetworkSupport");
  }
  std::ranges::sort(out.spec.images);
  std::ranges::sort(out.spec.host_ports);
  return out;
}

model::PodSpec finished_spec_of(document::Value value, const Path& path) {
  model::PodSpec spec;
  spec.scheduler_name = k_default_scheduler;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "schedulerName") {
      if (const std::string_view name = text_of(member, at); !name.empty()) { spec.scheduler_name = name; }
    } else if (key == "priority") {
      spec.priority = int32_of(member, at);
    }
  });
  return spec;
}

model::PodSpec completed(DeclaredSpec&& declared, Sharing& sharing) {
  model::EffectiveRequests effective = model::effective_requests(declared.containers.resources);
  for (auto& [name, quantity] : effective.requests) { name = sharing.text(name); }
  model::PodSpec spec = std::move(declared.spec);
  spec.requests = model::to_amounts(effective.requests, sharing.resource_names());
  spec.scoring_cpu_milli = effective.scoring_cpu_milli;
  spec.own_scoring_cpu_milli = effective.own_scoring_cpu_milli;
  spec.own_scoring_memory = effective.own_scoring_memory;
  spec.scoring_memory = effective.scoring_memory;
  spec.best_effort = effective.best_effort;
  return spec;
}

std::optional<model::TaintEffect> taint_effect_of(document::Value value, const Path& path) {
  const std::string_view text = text_of(value, path);
  if (text.empty()) { return std::nullopt; }
  if (text == "NoSchedule") { return model::TaintEffect::NoSchedule; }
  if (text == "PreferNoSchedule") { return model::TaintEffect::PreferNoSchedule; }
  if (text == "NoExecute") { return model::TaintEffect::NoExecute; }
  throw DecodeError(path, util::concat('"', text, "\" is not an effect of taints"));
}

std::vector<model::Toleration> tolerations_of(document::Value value, const Path& path) {
  std::vector<model::Toleration> tolerations;
  tolerations.reserve(value.size());
  each_element(value, path, [&](document::Value element, const Path& at) {
    model::Toleration toleration;
    bool compares_numbers = false;
    each_member(element, at, [&](std::string_view key, document::Value member, const Path& below) {
      if (key == "key") {
        toleration.key = text_of(member, below);
      } else if (key == "value") {
        toleration.value = text_of(member, below);
      } else if (key == "effect") {
        toleration.effect = taint_effect_of(member, below);
      } else if (key == "tolerationSeconds") {
        toleration.is_for_no_time = !member.absent() && int64_of(member, below) <= 0;
      } else if (key == "operator") {
        const std::string_view op = text_of(member, below);
        toleration.exists = op == "Exists";
        compares_numbers = op == "Lt" || op == "Gt";
        if (!op.empty() && op != "Equal" && op != "Exists" && !compares_numbers) {
          throw DecodeError(below, util::concat('"', op, "\" is not an operator of tolerations"));
        }
      }
    });
    // Lt and Gt (KEP-5471, off by default) tolerate nothing while their feature gate is off.
    if (!compares_numbers) { tolerations.push_back(toleration); }
  });
  return tolerations;
}

} // namespace snapshot
