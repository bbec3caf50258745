// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/clearance.hpp"

#include "kube/api/access_review.hpp"
#include "util/concat.hpp"

#include <set>

namespace commands {

namespace {

std::vector<kube::Permission> needed(const BindInput& input, const std::set<std::string>& namespaces) {
  const kube::LeaseAddress lease = lease_of(input);
  std::vector<kube::Permission> all = {
      {"get", "coordination.k8s.io", "leases", "", lease.namespace_name, lease.name},
      {"create", "coordination.k8s.io", "leases", "", lease.namespace_name, ""},
      {"update", "coordination.k8s.io", "leases", "", lease.namespace_name, lease.name}};
  for (const std::string& name : namespaces) {
    all.push_back({"create", "", "pods", "binding", name, ""});
    if (input.update_status) { all.push_back({"patch", "scheduling.x-k8s.io", "podgroups", "status", name, ""}); }
  }
  return all;
}

} // namespace

kube::LeaseAddress lease_of(const BindInput& input) { return {input.lease_namespace, "kubectl-gang-bind"}; }

Clearance clear(kube::Client& client, const BindInput& input, const BindTargets& targets) {
  std::set<std::string> namespaces;
  for (const auto* const names : {&targets.groups, &targets.pods}) {
    for (const BindTargets::Name& name : *names) { namespaces.insert(name.first); }
  }
  if (const auto denied = kube::denied_of(client, needed(input, namespaces)); !denied.empty()) {
    std::vector<std::string> texts;
    for (const kube::Permission& permission : denied) {
      texts.push_back(util::concat(kube::permission_text(permission), " in namespace ", permission.namespace_name));
    }
    throw util::Error(util::concat("you may not do what bind has to: ", util::joined(texts, ", "),
                                   "; nothing has been bound. `kubectl auth can-i ",
                                   kube::permission_text(denied.front()), " -n ", denied.front().namespace_name,
                                   "` asks the same"));
  }
  Clearance clearance;
  std::vector<kube::Permission> events;
  for (const std::string& name : namespaces) { events.push_back({"create", "events.k8s.io", "events", "", name, ""}); }
  clearance.events = kube::denied_of(client, events).empty();
  return clearance;
}

} // namespace commands
