// SPDX-License-Identifier: Apache-2.0
// StatefulSet: pods NAME-<ordinal>. With the default policy OrderedReady, the controller creates each pod once the
// previous one is ready. So a gang that waits for all its members never starts.
#include "snapshot/expand/new_claims.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/decode_workload.hpp"
#include "snapshot/workloads/made_names.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <optional>

namespace snapshot {

namespace {

bool is_bound(const model::Pod* pod) { return pod != nullptr && pod->bound(); }

// A pod that has the name of one of its pods, and that is not its own: the controller adopts it, or cannot create its
// own.
void take_foreign_pod(const KeptObject& object, const Source& source, model::PodIndex index, Expander& expander,
                      RolePlan& role) {
  const model::Pod& pod = expander.collected().cluster.pods[static_cast<std::size_t>(index)];
  if (pod.terminating || pod.finished()) { return; } // it goes, or may go
  const std::optional<model::Selector> selector = pod_selector_of(object.value(), source.kind);
  if (selector && !selector->empty() && Expander::is_orphan_for(pod, *selector)) {
    role.existing.push_back(index);
    return;
  }
  const std::string name = util::concat("Pod ", model::pod_key(pod));
  expander.note(model::Authority::Operator, model::Reply::Refuses,
                util::concat(name, " exists and is not of ", text_of(source), ", which cannot create its own"), name);
}

} // namespace

void expand_stateful_set(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const document::Value spec = object_of(object.value()["spec"], path);
  expander.take_volcano_quorum(source, object.value()["metadata"]["annotations"]);
  const std::int32_t declared = pod_count(spec["replicas"], path["replicas"], 1);
  const Path ordinals = path["ordinals"];
  const std::int32_t start = int32_of(object_of(spec["ordinals"], ordinals)["start"], ordinals["start"]);
  const bool parallel = text_of(spec["podManagementPolicy"], path["podManagementPolicy"]) == "Parallel";
  PodTemplate pod_template(spec["template"], path["template"]);
  pod_template.set_label("controller-revision-hash", util::concat(source.name, "-new"));
  const Prepared prepared = expander.prepare(source, std::move(pod_template), path["template"]);
  RolePlan role;
  role.name = source.name;
  role.count = expander.replicas(source.name, declared);
  role.existing = expander.live_pods_of(source);
  const std::vector<model::PodIndex> own = expander.pods_of(source); // with finished and terminating ones
  TemplateClaims claims(expander.collected());
  std::int32_t waiting = 0;
  std::string before; // the previous pod, if it still has to be bound
  for (std::int32_t number = 0; number < role.count; ++number) {
    const std::string ordinal = std::to_string(start + number);
    const std::string name = util::concat(source.name, '-', ordinal);
    const model::Pod* const there = expander.find_pod(source.namespace_name, name);
    const model::PodIndex index = expander.collected().cluster.find_pod(source.namespace_name, name);
    if (index != model::k_none && std::ranges::find(own, index) == own.end()) {
      take_foreign_pod(object, source, index, expander, role);
    }
    const bool must_wait = !parallel && !before.empty();
    if (!must_wait || there != nullptr) { ++role.now; }
    if (there == nullptr) {
      role.missing.push_back(
          {.name = name,
           .labels = {{"statefulset.kubernetes.io/pod-name", name}, {"apps.kubernetes.io/pod-index", ordinal}},
           .waits_for = must_wait ? before : std::string(),
           .claims = claims.of(spec["volumeClaimTemplates"], source, name)});
    }
    if (there != nullptr && (there->terminating || there->finished())) { note_successor(*there, expander); }
    if (there != nullptr && !there->bound()) { ++waiting; }
    before = is_bound(there) ? std::string() : name;
  }
  // Pods that wait for a node are not Ready either, and the run waits for them.
  const Workload* const stored = expander.existing(source);
  if (!parallel && !role.missing.empty() && stored != nullptr && stored->unready > waiting) {
    expander.note(
        model::Authority::Operator, model::Reply::NotAsked,
        util::concat(text_of(source), " has pods that are not Ready, and makes the next one only when they are"),
        text_of(source));
  }
  note_volume_modes_of_templates(spec["volumeClaimTemplates"], prepared.spec, expander);
  note_names_of_stateful_set(source, role.missing.empty() ? -1 : start + role.count - 1, !role.existing.empty(),
                             expander);
  if (role.now < role.count) { role.waits_for = "the pod before it to be ready"; }
  expander.add_role(source, prepared, role);
}

} // namespace snapshot
