// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/platform_needs.hpp"

#include "snapshot/admission/pod_security.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

namespace {

using document::Value;
using model::Authority;
using model::Reply;

template <typename Visit>
void each_container_in(Value pod_spec, Visit visit) {
  for (const char* const list : {"initContainers", "containers"}) {
    for (const Value container : pod_spec[list].elements()) { visit(container); }
  }
}

// Since 1.30 the API server copies the annotations of containers without a profile into their fields. (pod/strategy.go,
// applyAppArmorVersionSkew; kubelet_checks.hpp asks about the fields) A node without AppArmor takes no pod with a
// profile. (security/apparmor/validate.go: ValidateHost)
void note_app_armor(Value pod_template, const std::string& object, std::vector<PlatformNeed>& needs) {
  constexpr std::string_view k_annotation = "container.apparmor.security.beta.kubernetes.io/", k_local = "localhost/";
  const Value spec = pod_template["spec"], annotations = pod_template["metadata"]["annotations"];
  if (spec["os"]["name"].text() == "windows") { return; }
  const auto is_default = [](Value context) { return context["appArmorProfile"]["type"].text() == "RuntimeDefault"; };
  bool has_default = is_default(spec["securityContext"]);
  each_container_in(spec, [&](Value container) {
    const std::string_view name = container["name"].text();
    has_default = has_default || is_default(container["securityContext"]);
    if (container["securityContext"]["appArmorProfile"].exists()) { return; }
    const std::string_view profile = annotations[util::concat(k_annotation, name)].text();
    has_default = has_default || profile == "runtime/default";
    if (!profile.starts_with(k_local)) { return; }
    needs.push_back({Authority::Inputs, Reply::NotAsked,
                     util::concat("AppArmor profile ", profile.substr(k_local.size()), " of container ", name, " of ",
                                  object, " has to be on its node: else kubelets do not start it")});
  });
  if (!has_default) { return; }
  needs.push_back({Authority::Inputs, Reply::Assumed,
                   util::concat("the nodes have AppArmor, as the profile of ", object, " needs")});
}

// (multus-cni, k8sclient: "cannot find a network-attachment-definition") The input does not hold these objects.
void note_networks(Value pod_template, const std::string& object, std::vector<PlatformNeed>& needs) {
  constexpr std::string_view k_networks = "k8s.v1.cni.cncf.io/networks";
  if (pod_template["metadata"]["annotations"][k_networks].text().empty()) { return; }
  needs.push_back({Authority::Inputs, Reply::Assumed,
                   util::concat("the networks that the annotation ", k_networks, " of ", object, " names exist")});
}

// Kubelets of earlier releases have no plugin for images, and the pod waits for its volume. (cmd/kubelet, plugins.go;
// kube_features.go, ImageVolume: off by default before 1.35)
void note_image_volumes(const Collected& collected, Value pod_spec, const std::string& object,
                        std::vector<PlatformNeed>& needs) {
  constexpr std::int16_t k_with_images = 35;
  const auto is_image = [](Value volume) { return volume["image"].exists(); };
  const auto is_old = [](const model::Node& node) {
    return !node.unschedulable && node.kubelet_release > 0 && node.kubelet_release < k_with_images;
  };
  const model::NodeList& nodes = collected.cluster.nodes;
  const auto old = std::ranges::find_if(nodes, is_old);
  if (old == nodes.end()) { return; }
  for (const Value volume : pod_spec["volumes"].elements()) {
    if (!is_image(volume)) { continue; }
    needs.push_back({Authority::Inputs, Reply::NotAsked,
                     util::concat("volume ", volume["name"].text(), " of ", object, " is an image, and node ",
                                  old->name, " has a kubelet of 1.", old->kubelet_release,
                                  ", which mounts none by default before 1.", k_with_images)});
    return;
  }
}

// A field that SecurityContextConstraints restricted-v2 forbid, beyond Pod Security's level baseline; empty: nothing.
std::string violation_of_restricted_v2(Value pod_spec) {
  constexpr std::array<std::string_view, 9> k_volumes = {"configMap", "csi",   "downwardAPI",           "emptyDir",
                                                         "ephemeral", "image", "persistentVolumeClaim", "projected",
                                                         "secret"};
  for (const Value volume : pod_spec["volumes"].elements()) {
    const auto has = [&](std::string_view source) { return volume[source].exists(); };
    if (volume.size() > 1 && std::ranges::none_of(k_volumes, has)) {
      return util::concat("volume ", volume["name"].text(), " must not be of its type");
    }
  }
  const Value of_pod = pod_spec["securityContext"];
  for (const std::string_view field : {"runAsUser", "fsGroup"}) {
    if (of_pod[field].exists()) { return util::concat("the pod must not set ", field, " outside of its range"); }
  }
  std::string violation;
  each_container_in(pod_spec, [&](Value container) {
    const Value own = container["securityContext"];
    const auto forbid = [&](bool is_set, std::string_view what) {
      if (!is_set || !violation.empty()) { return; }
      violation = util::concat("container ", container["name"].text(), " must not set ", what);
    };
    forbid(own["runAsUser"].exists(), "runAsUser outside of its range");
    forbid(own["allowPrivilegeEscalation"].boolean(), "allowPrivilegeEscalation: true");
    for (const Value added : own["capabilities"]["add"].elements()) {
      forbid(added.text() != "NET_BIND_SERVICE", "another capability than NET_BIND_SERVICE");
    }
  });
  return violation;
}

// OpenShift's own projects, to which its admission does not apply. (its documentation, "highly privileged" projects)
bool is_privileged_project(const Collected& collected, std::string_view name) {
  constexpr std::array<std::string_view, 6> k_projects = {"default",   "kube-public",     "kube-system",
                                                          "openshift", "openshift-infra", "openshift-node"};
  if (std::ranges::find(k_projects, name) != k_projects.end()) { return true; }
  const auto& namespaces = collected.cluster.namespaces;
  const auto found = std::ranges::find(namespaces, name, &model::Namespace::name);
  const auto level =
      found == namespaces.end() ? std::nullopt : model::find_label(*found->labels, "openshift.io/run-level");
  return level == "0" || level == "1";
}

bool is_openshift(const Collected& collected) {
  return std::ranges::any_of(collected.cluster.nodes, [](const model::Node& node) {
    return model::find_label(*node.labels, "node.openshift.io/os_id").has_value();
  });
}

// No live cluster is asked for OpenShift's Scheduler. (namespace_selectors.cpp)
void note_default_selector(const Collected& collected, std::string_view namespace_name,
                           std::vector<PlatformNeed>& needs) {
  const DefaultNodeSelector& selector = collected.default_node_selector;
  const std::vector<std::string_view>& without = selector.without_namespaces;
  if (selector.text || !is_openshift(collected) || std::ranges::find(without, namespace_name) != without.end()) {
    return;
  }
  needs.push_back({Authority::Inputs, Reply::Assumed, "no default node selector of OpenShift's Scheduler"});
}

// Each service account may use restricted-v2; which others it may use is not read. (apiserver-library-go,
// sccadmission: "unable to validate against any security context constraint")
void note_security_constraints(const Collected& collected, std::string_view namespace_name, Value pod_template,
                               const std::string& object, std::vector<PlatformNeed>& needs) {
  constexpr int k_without_hosts_of_probes = 33; // checks of Pod Security that SecurityContextConstraints have, too
  if (!is_openshift(collected) || is_privileged_project(collected, namespace_name)) { return; }
  const std::vector<std::string> beyond =
      pod_security_violations({"baseline", k_without_hosts_of_probes}, pod_template);
  const std::string why = beyond.empty() ? violation_of_restricted_v2(pod_template["spec"]) : beyond.front();
  if (why.empty()) { return; }
  needs.push_back({Authority::Admission, Reply::NotAsked,
                   util::concat("OpenShift refuses the pods of ", object,
                                " unless a SecurityContextConstraints of their service account allows more than "
                                "restricted-v2, which is not read: ",
                                why)});
}

} // namespace

std::vector<PlatformNeed> platform_needs(const Collected& collected, std::string_view namespace_name,
                                         Value pod_template, const std::string& object, bool is_new) {
  std::vector<PlatformNeed> needs;
  note_app_armor(pod_template, object, needs);
  note_networks(pod_template, object, needs);
  note_image_volumes(collected, pod_template["spec"], object, needs);
  if (!is_new) { return needs; }
  note_security_constraints(collected, namespace_name, pod_template, object, needs);
  note_default_selector(collected, namespace_name, needs);
  return needs;
}

} // namespace snapshot
