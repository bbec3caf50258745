// SPDX-License-Identifier: Apache-2.0
// Node selectors that a namespace gives its pods: by OpenShift's admission plugin OriginPodNodeEnvironment, which has a
// default for namespaces without one, and by Kubernetes' PodNodeSelector (plugin/pkg/admission/podnodeselector, Admit).
// And its limit on their tolerations.
#include "snapshot/admission/admission.hpp"
#include "snapshot/collected/pair_list.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>

namespace snapshot {

namespace {

bool conflicts(const model::Labels& own, const model::Labels& added) {
  return std::ranges::any_of(added, [&](const model::Label& pair) {
    const auto value = model::find_label(own, pair.key);
    return value && *value != pair.value;
  });
}

bool changes_nothing(const model::Labels& own, const model::Labels& added) {
  return std::ranges::all_of(added,
                             [&](const model::Label& pair) { return model::find_label(own, pair.key) == pair.value; });
}

void leave_open(std::string_view annotation, std::string_view text, std::string_view namespace_name,
                DeclaredSpec& declared) {
  const std::string object = util::concat("Namespace ", namespace_name);
  declared.not_in_input.push_back({util::concat("whether new pods get the node selector \"", text, "\" of ", object,
                                                " (annotation ", annotation, ')'),
                                   object});
}

// Adds the pairs. Returns false if the pod has another value for one of them.
bool add_pairs(const model::Labels& added, model::Labels& own) {
  if (conflicts(own, added)) { return false; }
  std::ranges::copy(added, std::back_inserter(own));
  std::ranges::sort(own);
  own.erase(std::unique(own.begin(), own.end()), own.end());
  return true;
}

// OpenShift's default, unless the namespace has an annotation of its own. (openshift/kubernetes,
// nodeenv/admission.go: getNodeSelectorMap; the annotation of PodNodeSelector turns the plugin off)
bool apply_default_selector(const Collected& collected, std::string_view namespace_name, const model::Namespace* space,
                            DeclaredSpec& declared) {
  const DefaultNodeSelector& selector = collected.default_node_selector;
  const bool has_own =
      std::ranges::find(selector.without_namespaces, namespace_name) != selector.without_namespaces.end();
  if (!selector.text || selector.text->empty() || has_own || (space != nullptr && !space->pod_node_selector.empty())) {
    return true;
  }
  const std::optional<model::Labels> added = pairs_in(*selector.text);
  if (added && space != nullptr) { return add_pairs(*added, declared.spec.node_selector); }
  if (added && changes_nothing(declared.spec.node_selector, *added)) { return true; }
  declared.not_in_input.push_back(
      {util::concat("whether new pods of Namespace ", namespace_name, " get the default node selector \"",
                    *selector.text, "\" of OpenShift's Scheduler"),
       "Scheduler cluster"});
  return true;
}

constexpr std::string_view k_conflict = "pod node label selector conflicts with its project node label selector";

} // namespace

std::optional<std::string> apply_namespace_selectors(const Collected& collected, std::string_view namespace_name,
                                                     DeclaredSpec& declared) {
  const auto& namespaces = collected.cluster.namespaces;
  const auto space = std::ranges::find(namespaces, namespace_name, &model::Namespace::name);
  const model::Namespace* const known = space == namespaces.end() ? nullptr : &*space;
  if (!apply_default_selector(collected, namespace_name, known, declared)) { return std::string(k_conflict); }
  if (known == nullptr) { return std::nullopt; }
  model::Labels& own = declared.spec.node_selector;
  const std::optional<model::Labels> added = pairs_in(space->openshift_selector);
  if (!added) {
    leave_open("openshift.io/node-selector", space->openshift_selector, namespace_name, declared);
  } else if (!add_pairs(*added, own)) {
    return std::string(k_conflict);
  }
  const std::optional<model::Labels> possible = pairs_in(space->pod_node_selector);
  if (!possible || !changes_nothing(own, *possible)) {
    leave_open("scheduler.alpha.kubernetes.io/node-selector", space->pod_node_selector, namespace_name, declared);
  }
  // Every new pod has tolerations, those of DefaultTolerationSeconds. (plugin PodTolerationRestriction, Validate)
  if (space->limits_tolerations) {
    const std::string object = util::concat("Namespace ", namespace_name);
    declared.not_in_input.push_back(
        {util::concat("whether the API server enforces the whitelist of tolerations of ", object,
                      " (annotation scheduler.alpha.kubernetes.io/tolerationsWhitelist)"),
         object});
  }
  return std::nullopt;
}

} // namespace snapshot
