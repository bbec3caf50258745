// SPDX-License-Identifier: Apache-2.0
// Node selectors that a namespace gives its pods: by OpenShift's admission plugin OriginPodNodeEnvironment, and by
// Kubernetes' PodNodeSelector (plugin/pkg/admission/podnodeselector, Admit). And its limit on their tolerations.
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

} // namespace

std::optional<std::string> apply_namespace_selectors(const Collected& collected, std::string_view namespace_name,
                                                     DeclaredSpec& declared) {
  const auto& namespaces = collected.cluster.namespaces;
  const auto space = std::ranges::find(namespaces, namespace_name, &model::Namespace::name);
  if (space == namespaces.end()) { return std::nullopt; }
  model::Labels& own = declared.spec.node_selector;
  const std::optional<model::Labels> added = pairs_in(space->openshift_selector);
  if (!added) {
    leave_open("openshift.io/node-selector", space->openshift_selector, namespace_name, declared);
  } else if (conflicts(own, *added)) {
    return "pod node label selector conflicts with its project node label selector";
  } else {
    std::ranges::copy(*added, std::back_inserter(own));
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
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
