// SPDX-License-Identifier: Apache-2.0
// Deployment, ReplicaSet and ReplicationController: `replicas` equal pods, all at once. We do not simulate how a
// Deployment rolls out a changed template: existing pods stay.
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/decode_workload.hpp"

#include <algorithm>
#include <utility>

namespace snapshot {

namespace {

// A Deployment's ReplicaSet selects its hash too, so it finds no pods of others.
void adopt_orphans(const KeptObject& object, const Source& source, const Expander& expander, RolePlan& role) {
  if (source.kind == "Deployment") { return; }
  const std::optional<model::Selector> selector = pod_selector_of(object.value(), source.kind);
  if (!selector || selector->empty()) { return; }
  for (const model::PodIndex orphan : expander.orphans_of(source, *selector)) {
    if (std::ranges::find(role.existing, orphan) != role.existing.end()) { continue; }
    role.existing.push_back(orphan);
    if (!role.missing.empty()) { role.missing.pop_back(); }
  }
}

} // namespace

void expand_replicas(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const document::Value spec = object_of(object.value()["spec"], path);
  // Volcano does not look at a ReplicationController.
  if (source.kind != "ReplicationController") {
    expander.take_volcano_quorum(source, object.value()["metadata"]["annotations"]);
  }
  const std::int32_t declared = pod_count(spec["replicas"], path["replicas"], 1);
  PodTemplate pod_template(spec["template"], path["template"]);
  // The controller adds a hash of the template. The value does not matter, but the existence of the label may.
  if (source.kind == "Deployment") { pod_template.set_label("pod-template-hash", "new"); }
  const Prepared prepared = expander.prepare(source, std::move(pod_template), path["template"]);
  const std::int32_t count = expander.replicas(source.name, declared);
  RolePlan role = expander.counted_role(source, source.name, std::string(source.name), count);
  adopt_orphans(object, source, expander, role);
  expander.add_role(source, prepared, role);
}

} // namespace snapshot
