// SPDX-License-Identifier: Apache-2.0
// spec.affinity and spec.topologySpreadConstraints.
#include "snapshot/pods/decode_affinity.hpp"

#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

constexpr std::string_view k_required = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view k_preferred = "preferredDuringSchedulingIgnoredDuringExecution";

// Turns the pod's own values of the labels `keys` into requirements; skips keys that the pod lacks. (pod strategy,
// applyMatchLabelKeysAndMismatchLabelKeys)
void merge_label_keys(const std::vector<std::string_view>& keys, model::SelectorOperator op,
                      const model::Labels& labels, std::optional<model::Selector>& selector) {
  if (!selector) { return; }
  for (const std::string_view key : keys) {
    if (const auto value = model::find_label(labels, key)) { selector->push_back({key, op, {*value}}); }
  }
  std::ranges::sort(*selector);
}

model::PodAffinityTerm pod_affinity_term_of(document::Value value, const Path& path, const AffinityContext& context) {
  model::PodAffinityTerm term;
  std::vector<std::string_view> match, mismatch;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "labelSelector") {
      term.selector = label_selector_of(member, at);
    } else if (key == "namespaces") {
      term.namespaces = texts_of(member, at);
    } else if (key == "namespaceSelector") {
      term.namespace_selector = label_selector_of(member, at);
    } else if (key == "topologyKey") {
      term.topology_key = text_of(member, at);
    } else if (key == "matchLabelKeys") {
      match = texts_of(member, at);
    } else if (key == "mismatchLabelKeys") {
      mismatch = texts_of(member, at);
    }
  });
  if (context.merge_labels != nullptr) {
    merge_label_keys(match, model::SelectorOperator::In, *context.merge_labels, term.selector);
    merge_label_keys(mismatch, model::SelectorOperator::NotIn, *context.merge_labels, term.selector);
  }
  if (term.namespaces.empty() && !term.namespace_selector) { term.namespaces.push_back(context.namespace_name); }
  std::ranges::sort(term.namespaces);
  return term;
}

// podAffinity or podAntiAffinity.
void read_pod_affinity(document::Value value, const Path& path, const AffinityContext& context,
                       std::vector<model::PodAffinityTerm>& required, std::vector<model::PodAffinityTerm>& preferred) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == k_required) {
      each_element(member, at, [&](document::Value element, const Path& below) {
        required.push_back(pod_affinity_term_of(element, below, context));
      });
    } else if (key == k_preferred) {
      each_element(member, at, [&](document::Value element, const Path& below) {
        model::PodAffinityTerm term =
            pod_affinity_term_of(object_of(element, below)["podAffinityTerm"], below["podAffinityTerm"], context);
        term.weight = int32_of(element["weight"], below["weight"]);
        preferred.push_back(std::move(term));
      });
    }
  });
}

void read_required_node_terms(document::Value value, const Path& path, model::PodSpec& spec) {
  if (value.absent()) { return; }
  auto& terms = spec.required_node_terms.emplace();
  const document::Value list = object_of(value, path)["nodeSelectorTerms"];
  each_element(list, path["nodeSelectorTerms"],
               [&](document::Value element, const Path& at) { terms.push_back(node_selector_term_of(element, at)); });
}

// True for Honor, false for Ignore; `otherwise` if absent.
bool honors(document::Value value, const Path& path, bool otherwise) {
  const std::string_view text = text_of(value, path);
  if (text.empty()) { return otherwise; }
  if (text != "Honor" && text != "Ignore") { throw DecodeError(path, util::concat('"', text, "\" is not a policy")); }
  return text == "Honor";
}

model::TopologySpreadConstraint spread_constraint_of(document::Value value, const Path& path) {
  model::TopologySpreadConstraint spread;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "maxSkew") {
      spread.max_skew = int32_of(member, at);
    } else if (key == "topologyKey") {
      spread.topology_key = text_of(member, at);
    } else if (key == "whenUnsatisfiable") {
      spread.do_not_schedule = text_of(member, at) != "ScheduleAnyway";
    } else if (key == "labelSelector") {
      spread.selector = label_selector_of(member, at);
    } else if (key == "minDomains") {
      spread.min_domains = member.absent() ? 1 : int32_of(member, at);
    } else if (key == "nodeAffinityPolicy") {
      spread.honor_affinity = honors(member, at, true);
    } else if (key == "nodeTaintsPolicy") {
      spread.honor_taints = honors(member, at, false);
    } else if (key == "matchLabelKeys") {
      spread.match_label_keys = texts_of(member, at);
    }
  });
  return spread;
}

} // namespace

void read_node_affinity(document::Value value, const Path& path, model::PodSpec& spec) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == k_required) {
      read_required_node_terms(member, at, spec);
    } else if (key == k_preferred) {
      each_element(member, at, [&](document::Value element, const Path& below) {
        spec.preferred_node_terms.push_back({int32_of(object_of(element, below)["weight"], below["weight"]),
                                             node_selector_term_of(element["preference"], below["preference"])});
      });
    }
  });
}

void read_affinity(document::Value value, const Path& path, const AffinityContext& context, model::PodSpec& spec) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "nodeAffinity") {
      read_node_affinity(member, at, spec);
    } else if (key == "podAffinity") {
      read_pod_affinity(member, at, context, spec.required_affinity, spec.preferred_affinity);
    } else if (key == "podAntiAffinity") {
      read_pod_affinity(member, at, context, spec.required_anti_affinity, spec.preferred_anti_affinity);
    }
  });
}

std::vector<model::TopologySpreadConstraint> topology_spread_of(document::Value value, const Path& path) {
  std::vector<model::TopologySpreadConstraint> constraints;
  each_element(value, path, [&](document::Value element, const Path& at) {
    constraints.push_back(spread_constraint_of(element, at));
  });
  return constraints;
}

} // namespace snapshot
