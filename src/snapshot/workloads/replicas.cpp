// SPDX-License-Identifier: Apache-2.0
// Deployment, ReplicaSet and ReplicationController: `replicas` equal pods, all at once. A Deployment's roll-out to a
// changed template is not played: pods that are there stay.
#include "snapshot/workloads.hpp"

#include <algorithm>

namespace snapshot {

void expand_replicas(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const document::Value spec = object_of(object.value()["spec"], path);
  const std::int32_t declared = spec["replicas"].absent() ? 1 : int32_of(spec["replicas"], path["replicas"]);
  std::vector<std::pair<std::string, std::string>> labels;
  // The controller's hash of the template; its value is of no account, that it is there may be.
  if (source.kind == "Deployment") { labels.emplace_back("pod-template-hash", "new"); }
  const Prepared prepared = expander.prepare(source, spec["template"], path["template"], labels);
  RolePlan role;
  role.name = source.name;
  role.count = expander.replicas(source.name, declared);
  role.now = role.count;
  role.existing = expander.live_pods_of(source);
  const auto missing = std::max(role.count - static_cast<std::int32_t>(role.existing.size()), 0);
  for (std::string& name : expander.new_names(source, missing)) { role.missing.push_back({.name = std::move(name)}); }
  expander.add_role(source, prepared, role);
}

} // namespace snapshot
