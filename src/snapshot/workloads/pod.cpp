// SPDX-License-Identifier: Apache-2.0
// A single Pod.
#include "snapshot/expand/workloads.hpp"

namespace snapshot {

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
    expander.update_pod(existing, prepared);
  }
  expander.add_role(source, prepared, role);
}

} // namespace snapshot
