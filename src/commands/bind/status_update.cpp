// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/status_update.hpp"

#include "kube/api/pod_group_status.hpp"
#include "util/concat.hpp"

#include <string>
#include <utility>

namespace commands {

namespace {

kube::PodGroupStatus status_of(const model::GroupReport& group) {
  const bool is_old = group.dialect == model::Dialect::CoschedulingSigs;
  return {is_old ? "scheduling.sigs.k8s.io" : "scheduling.x-k8s.io",
          group.namespace_name,
          group.name,
          group.phase->phase,
          group.phase->occupied_by,
          group.phase->running,
          group.phase->succeeded,
          group.phase->failed};
}

} // namespace

void update_status(kube::Client& client, const kube::Term& term, const model::Report& report, const Messages& messages,
                   Session& session) {
  for (const model::GroupReport& group : report.groups) {
    if (!group.phase) { continue; } // no object
    kube::Request request = kube::pod_group_status_request(status_of(group));
    request.term = term;
    client.start(std::move(request), [&](const kube::Outcome& outcome) {
      if (outcome.is_answer()) { return; }
      print_warning(util::concat("the status of PodGroup ", group.namespace_name, '/', group.name,
                                 " was not written: ", outcome.trouble()),
                    messages, session);
    });
  }
  client.run();
}

} // namespace commands
