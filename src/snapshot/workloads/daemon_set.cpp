// SPDX-License-Identifier: Apache-2.0
// DaemonSet: one pod per eligible node, pinned to that node by affinity.
#include "snapshot/expand/workloads.hpp"
#include "snapshot/pods/daemon_pods.hpp"

#include <algorithm>
#include <set>

namespace snapshot {

namespace {

using model::TaintEffect;

// util.AddOrUpdateDaemonPodTolerations
void add_controller_tolerations(model::PodSpec& spec) {
  const auto add = [&](std::string_view key, TaintEffect effect) {
    const model::Toleration toleration{key, {}, true, effect};
    if (std::ranges::find(spec.tolerations, toleration) == spec.tolerations.end()) {
      spec.tolerations.push_back(toleration);
    }
  };
  add("node.kubernetes.io/not-ready", TaintEffect::NoExecute);
  add("node.kubernetes.io/unreachable", TaintEffect::NoExecute);
  add("node.kubernetes.io/disk-pressure", TaintEffect::NoSchedule);
  add("node.kubernetes.io/memory-pressure", TaintEffect::NoSchedule);
  add("node.kubernetes.io/pid-pressure", TaintEffect::NoSchedule);
  add("node.kubernetes.io/unschedulable", TaintEffect::NoSchedule);
  if (spec.host_network) { add("node.kubernetes.io/network-unavailable", TaintEffect::NoSchedule); }
}

} // namespace

void expand_daemon_set(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const document::Value spec = object_of(object.value()["spec"], path);
  expander.take_volcano_quorum(source, object.value()["metadata"]["annotations"]);
  PodTemplate pod_template(spec["template"], path["template"]);
  pod_template.set_label("controller-revision-hash", "new");
  Prepared prepared = expander.prepare(source, std::move(pod_template), path["template"]);
  add_controller_tolerations(prepared.declared.spec);
  RolePlan role;
  role.name = source.name;
  role.existing = expander.live_pods_of(source);
  std::set<std::string_view> served;
  for (const model::PodIndex index : role.existing) {
    const model::Pod& pod = expander.collected().cluster.pods[static_cast<std::size_t>(index)];
    served.insert(node_of_daemon(pod));
  }
  std::vector<std::string> nodes;
  for (const model::Node& node : expander.collected().cluster.nodes) {
    if (!runs_daemon(prepared.declared.spec, node)) { continue; }
    ++role.count;
    if (!served.contains(node.name)) { nodes.emplace_back(node.name); }
  }
  role.now = role.count;
  std::vector<std::string> names =
      expander.new_names(source.namespace_name, std::string(source.name), static_cast<std::int32_t>(nodes.size()));
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    role.missing.push_back({.name = std::move(names[at]), .pinned_to = std::move(nodes[at])});
  }
  expander.add_role(source, prepared, role);
}

} // namespace snapshot
