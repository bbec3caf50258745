// SPDX-License-Identifier: Apache-2.0
// A single Pod.
#include "snapshot/expand/fixed_fields.hpp"
#include "snapshot/expand/workloads.hpp"
#include "util/concat.hpp"

namespace snapshot {

namespace {

constexpr const char* k_fixed =
    "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
    "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing "
    "tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

} // namespace

void expand_pod(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Prepared prepared = expander.prepare(source, PodTemplate(object.value(), root), root);
  RolePlan role;
  role.name = source.name;
  role.count = 1;
  role.now = 1;
  const model::PodIndex existing = expander.collected().cluster.find_pod(source.namespace_name, source.name);
  if (existing == model::k_none) {
    role.missing.push_back({.name = std::string(source.name)});
  } else {
    role.existing.push_back(existing);
    const model::Pod& there = expander.collected().cluster.pods[static_cast<std::size_t>(existing)];
    const std::string name = text_of(source);
    if (there.terminating) {
      expander.note(model::Authority::Operator, model::Reply::Refuses,
                    util::concat(name, " is being deleted, so nothing starts"), name);
    } else if (there.finished()) {
      expander.note(model::Authority::Operator, model::Reply::Refuses,
                    util::concat(name, " exists and has ended, so nothing starts"), name);
    }
    note_fixed_fields(existing, prepared, k_fixed, expander);
    if (there.live() && !there.from_manifest) {
      note_fixed_fields_of_pod(there, object.value()["spec"], k_fixed, expander);
    }
    expander.update_pod(existing, prepared);
  }
  expander.add_role(source, prepared, role);
}

} // namespace snapshot
