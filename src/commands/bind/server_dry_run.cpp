// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/server_dry_run.hpp"

#include <map>
#include <string>
#include <utility>

namespace commands {

void ask_server(kube::Client& client, BindPlan& plan) {
  std::map<std::pair<std::string, std::string>, std::string> refusals; // by namespace and pod
  for (const Batch& batch : plan.batches) {
    for (const kube::Binding& binding : batch.bindings) {
      client.start(kube::binding_request(binding, kube::DryRun::Server), [&](const kube::Outcome& outcome) {
        if (outcome.lost) { throw kube::ConnectionError(*outcome.lost); }
        if (outcome.error) { refusals.emplace(std::pair(binding.namespace_name, binding.pod), outcome.error->what()); }
      });
    }
  }
  client.run();
  for (model::BindingReport& binding : plan.report.bindings) {
    const auto refusal = refusals.find({binding.namespace_name, binding.pod});
    if (refusal == refusals.end()) { continue; }
    binding.result = model::BindingResult::Failed;
    binding.message = refusal->second;
    plan.report.verdict = model::Verdict::No;
  }
}

} // namespace commands
