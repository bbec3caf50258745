// SPDX-License-Identifier: Apache-2.0
// How the API server completes or rejects a new pod.
#include "snapshot/admission/admission.hpp"

#include "model/cluster/unset_priority.hpp"
#include "snapshot/admission/pod_amounts.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

// The priority classes of every cluster. (scheduling.SystemPriorityClasses)
constexpr std::array<model::PriorityClass, 2> k_system_classes = {{
    {"system-cluster-critical", 2'000'000'000, false, false},
    {"system-node-critical", 2'000'001'000, false, false},
}};

const model::PriorityClass* find_class(const Collected& collected, std::string_view name) {
  const auto& classes = collected.cluster.priority_classes;
  if (const auto found = std::ranges::find(classes, name, &model::PriorityClass::name); found != classes.end()) {
    return &*found;
  }
  const auto system = std::ranges::find(k_system_classes, name, &model::PriorityClass::name);
  return system == k_system_classes.end() ? nullptr : &*system;
}

// The global default. If there are several (a race when two are created), the lowest value wins. (plugin Priority)
const model::PriorityClass* default_class(const Collected& collected) {
  const model::PriorityClass* found = nullptr;
  for (const model::PriorityClass& candidate : collected.cluster.priority_classes) {
    if (candidate.global_default && (found == nullptr || candidate.value < found->value)) { found = &candidate; }
  }
  return found;
}

std::string no_such_class(const Collected& collected, std::string_view name) {
  std::vector<std::string_view> names;
  std::ranges::transform(collected.cluster.priority_classes, std::back_inserter(names), &model::PriorityClass::name);
  std::ranges::transform(k_system_classes, std::back_inserter(names), &model::PriorityClass::name);
  return util::concat("no PriorityClass with name ", name, " was found", util::did_you_mean(name, names));
}

// Plugin Priority.
std::optional<std::string> set_priority(const Collected& collected, DeclaredSpec& declared) {
  const model::PriorityClass* const priority_class =
      declared.priority_class.empty() ? default_class(collected) : find_class(collected, declared.priority_class);
  if (priority_class == nullptr && !declared.priority_class.empty()) {
    const bool any = !collected.cluster.priority_classes.empty();
    if (collected.omissions.is_given("priorityclasses.scheduling.k8s.io", any)) {
      return no_such_class(collected, declared.priority_class);
    }
    const std::string object = util::concat("PriorityClass ", declared.priority_class);
    declared.not_in_input.push_back({object, object});
    declared.spec.priority = declared.priority.value_or(0);
    declared.admitted_class = declared.priority_class;
    return std::nullopt;
  }
  const std::int32_t priority = priority_class == nullptr ? 0 : priority_class->value;
  if (declared.priority && *declared.priority != priority) {
    return util::concat("the integer value of priority (", *declared.priority,
                        ") must not be provided in pod spec; priority admission controller computed ", priority,
                        " from the given PriorityClass name");
  }
  declared.spec.priority = priority;
  const bool class_never_preempts = priority_class != nullptr && priority_class->never_preempts;
  if (declared.gives_preemption_policy && declared.spec.never_preempts != class_never_preempts) {
    const auto policy = [](bool never) { return never ? "Never" : "PreemptLowerPriority"; };
    return util::concat("the string value of PreemptionPolicy (", policy(declared.spec.never_preempts),
                        ") must not be provided in pod spec; priority admission controller computed ",
                        policy(class_never_preempts), " from the given PriorityClass name");
  }
  declared.spec.never_preempts = class_never_preempts;
  if (priority_class != nullptr) { declared.admitted_class = priority_class->name; }
  return std::nullopt;
}

bool same_overhead(const model::ResourceQuantities& a, const model::ResourceQuantities& b) {
  return std::ranges::equal(a, b);
}

// Plugin RuntimeClass.
std::optional<std::string> apply_runtime_class(const Collected& collected, DeclaredSpec& declared) {
  model::ResourceQuantities& overhead = declared.containers.resources.overhead;
  if (declared.runtime_class.empty()) {
    if (overhead.empty()) { return std::nullopt; }
    return "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";
  }
  const auto found = std::ranges::find(collected.runtime_classes, declared.runtime_class, &RuntimeClass::name);
  if (found == collected.runtime_classes.end()) {
    if (!collected.omissions.is_given(k_runtime_classes, !collected.runtime_classes.empty())) {
      const std::string object = util::concat("RuntimeClass ", declared.runtime_class);
      declared.not_in_input.push_back({object, object});
      return std::nullopt;
    }
    std::vector<std::string_view> names;
    std::ranges::transform(collected.runtime_classes, std::back_inserter(names), &RuntimeClass::name);
    return util::concat("pod rejected: RuntimeClass \"", declared.runtime_class, "\" not found",
                        util::did_you_mean(declared.runtime_class, names));
  }
  if (!overhead.empty() && !same_overhead(overhead, found->overhead)) {
    return "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
  }
  overhead = found->overhead;
  model::PodSpec& spec = declared.spec;
  for (const model::Label& label : found->node_selector) {
    const auto own = model::find_label(spec.node_selector, label.key);
    if (own && *own != label.value) {
      return util::concat("pod rejected: conflict: runtimeClass.scheduling.nodeSelector[", label.key,
                          "] = ", label.value, "; pod.spec.nodeSelector[", label.key, "] = ", *own);
    }
    if (!own) { spec.node_selector.push_back(label); }
    std::ranges::sort(spec.node_selector);
  }
  for (const model::Toleration& toleration : found->tolerations) {
    if (std::ranges::find(spec.tolerations, toleration) == spec.tolerations.end()) {
      spec.tolerations.push_back(toleration);
    }
  }
  return std::nullopt;
}

// Plugin DefaultTolerationSeconds: 300 s on nodes that are not ready or unreachable, unless the pod has its own
// toleration.
void add_default_tolerations(model::PodSpec& spec) {
  for (const std::string_view key : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
    const bool spoken_of = std::ranges::any_of(spec.tolerations, [&](const model::Toleration& toleration) {
      return (toleration.key == key || toleration.key.empty()) &&
             toleration.effect.value_or(model::TaintEffect::NoExecute) == model::TaintEffect::NoExecute;
    });
    if (!spoken_of) { spec.tolerations.push_back({key, {}, true, model::TaintEffect::NoExecute}); }
  }
}

// Plugin ExtendedResourceToleration: nodes may have taints with the name of a resource that they offer. It is off by
// default, and GKE enables it.
void add_resource_tolerations(const Collected& collected, DeclaredSpec& declared) {
  const model::PodResources& resources = declared.containers.resources;
  std::set<std::string_view> names;
  for (const std::vector<model::ContainerResources>* const list : {&resources.init_containers, &resources.containers}) {
    for (const model::ContainerResources& container : *list) {
      for (const auto& [name, amount] : container.requests) {
        if (model::is_extended_resource_name(name)) { names.insert(name); }
      }
    }
  }
  const auto is_of_gke = [](const model::Node& node) {
    return model::find_label(*node.labels, "cloud.google.com/gke-nodepool").has_value();
  };
  if (names.empty() || std::ranges::none_of(collected.cluster.nodes, is_of_gke)) { return; }
  std::vector<model::Toleration>& tolerations = declared.spec.tolerations;
  for (const std::string_view name : names) {
    const model::Toleration added{name, {}, true, model::TaintEffect::NoSchedule};
    if (std::ranges::find(tolerations, added) == tolerations.end()) { tolerations.push_back(added); }
  }
}

// ", by the defaults of LimitRange ml/limits": the user wrote no such limit. Empty if no LimitRange is there.
std::string origin_of_defaults(const Collected& collected, std::string_view namespace_name) {
  for (const LimitRange& range : collected.limit_ranges) {
    const bool is_of_containers = std::ranges::any_of(
        range.items, [](const LimitRangeItem& item) { return item.of == LimitRangeItem::Of::Container; });
    if (range.namespace_name != namespace_name || !is_of_containers) { continue; }
    return util::concat(", by the defaults of LimitRange ", namespace_name, '/', range.name);
  }
  return {};
}

// The spec with the priority and the preemption policy of the class.
const model::PodSpec* with_class(Collected& collected, const model::PodSpec& spec, const model::PriorityClass& wanted) {
  model::PodSpec admitted = spec;
  admitted.priority = wanted.value;
  admitted.never_preempts = admitted.never_preempts || wanted.never_preempts;
  return collected.sharing.pod_spec(admitted);
}

} // namespace

void set_priorities_of_pods(Collected& collected) {
  using Content = std::pair<const model::Labels*, const model::PodSpec*>;
  std::map<Content, Content> admitted; // pods are often equal
  for (auto& pod : collected.cluster.pods) {
    const std::optional<std::string_view> name = model::find_label(*pod.marks, model::k_unset_priority);
    if (!name) { continue; }
    const auto [known, is_new] = admitted.try_emplace({pod.marks, pod.spec}, pod.marks, pod.spec);
    if (is_new) {
      const model::PriorityClass* const found = name->empty() ? default_class(collected) : find_class(collected, *name);
      if (found != nullptr || name->empty()) {
        model::Labels marks = *pod.marks;
        std::erase_if(marks, [](const model::Label& mark) { return mark.key == model::k_unset_priority; });
        known->second.first = collected.sharing.labels(marks);
      }
      if (found != nullptr) { known->second.second = with_class(collected, *pod.spec, *found); }
    }
    pod.marks = known->second.first;
    pod.spec = known->second.second;
  }
}

std::optional<std::string> admit(const Collected& collected, std::string_view namespace_name, DeclaredSpec& declared) {
  const model::PodResources as_written = declared.containers.resources;
  set_pod_defaults(declared.containers.resources);
  apply_limit_defaults(collected, namespace_name, declared);
  if (auto refusal = apply_namespace_selectors(collected, namespace_name, declared)) { return refusal; }
  if (auto refusal = set_priority(collected, declared)) { return refusal; }
  if (auto refusal = apply_runtime_class(collected, declared)) { return refusal; }
  add_default_tolerations(declared.spec);
  add_resource_tolerations(collected, declared);
  if (auto refusal = invalid_amounts(as_written, declared.containers.resources)) {
    return *refusal + origin_of_defaults(collected, namespace_name);
  }
  return violated_limits(collected, namespace_name, declared);
}

} // namespace snapshot
