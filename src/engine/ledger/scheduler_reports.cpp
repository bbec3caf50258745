// SPDX-License-Identifier: Apache-2.0
// Checks what the scheduler wrote about pods that wait: errors of its last attempt, and plugins that nothing else
// shows.
#include "engine/ledger/entries.hpp"
#include "model/cluster/scheduler_message.hpp"
#include "util/concat.hpp"

namespace engine {

namespace {

using model::Authority;
using model::Reply;

// An attempt that ended with an error, after which the scheduler tries again within seconds: while the condition stays,
// each attempt ends like that. (schedule_one.go, handleSchedulingFailure and handleBindingCycleError)
void ask_last_attempt(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const auto has_failed = [&](model::PodIndex index) {
    const model::Pod& pod = input.pod(index);
    return is_placed_by_run(input, index) && pod.pending != nullptr && !pod.from_manifest &&
           pod.pending->condition_reason == "SchedulerError";
  };
  const std::vector<model::PodIndex>& pods = pods_of(input, subject);
  const auto failed = std::ranges::find_if(pods, has_failed);
  if (failed == pods.end()) { return; }
  const model::Pod& pod = input.pod(*failed);
  const std::string object = util::concat("Pod ", model::pod_key(pod));
  out.add(Authority::Scheduler, Reply::NotAsked,
          util::concat("the last attempt of ", pod.spec->scheduler_name, " to start pod ", model::pod_key(pod),
                       " ended with an error: ", pod.pending->condition_message),
          object);
}

// Without a configuration, the run has the default plugins. Words of another one show that it is enabled.
void ask_other_plugins(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  if (!input.run.rules.options.configuration.assumed || subject.pods.empty()) { return; }
  const std::string_view scheduler = input.pod(subject.pods.front()).spec->scheduler_name;
  const auto shown = input.shows_other_plugin.find(scheduler);
  if (shown == input.shows_other_plugin.end()) { return; }
  const model::Pod& pod = input.pod(shown->second);
  const std::string_view plugin = model::other_plugin_in(pod.pending->condition_message);
  out.add(Authority::Scheduler, Reply::NotAsked,
          util::concat("the plugin ", plugin, " of ", scheduler, " decides too, as its words about pod ",
                       model::pod_key(pod), " show, and this program does not simulate it"),
          util::concat("plugin ", plugin));
}

} // namespace

std::map<std::string_view, model::PodIndex> pods_that_show_other_plugins(const model::ClusterSnapshot& cluster) {
  std::map<std::string_view, model::PodIndex> pods;
  for (std::size_t index = 0; index < cluster.pods.size(); ++index) {
    const model::Pod& pod = cluster.pods[index];
    if (pod.pending == nullptr || pod.from_manifest || model::other_plugin_in(pod.pending->condition_message).empty()) {
      continue;
    }
    pods.try_emplace(pod.spec->scheduler_name, static_cast<model::PodIndex>(index));
  }
  return pods;
}

void scheduler_report_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  ask_last_attempt(input, subject, out);
  ask_other_plugins(input, subject, out);
}

} // namespace engine
