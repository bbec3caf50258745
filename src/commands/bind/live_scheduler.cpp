// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/live_scheduler.hpp"

#include "engine/run/simulation.hpp"
#include "kube/api/lister.hpp"
#include "kube/values/timestamp.hpp"
#include "model/values/time.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace commands {

namespace {

using std::chrono::sys_seconds;

constexpr std::chrono::hours k_recent{1};

// An Event's newest time: a series goes on after its first.
std::optional<sys_seconds> newest_of(document::Value event) {
  std::optional<sys_seconds> newest;
  for (const document::Value value :
       {event["series"]["lastObservedTime"], event["lastTimestamp"], event["eventTime"]}) {
    newest = std::max(newest, kube::parse_timestamp(value.text()));
  }
  return newest;
}

void look_at_pods(const std::string& scheduler_name, const model::ClusterSnapshot& cluster, SchedulerSigns& found) {
  std::int64_t judged = 0;
  const model::Pod* example = nullptr;
  for (const model::PodIndex index : engine::pending_pods(cluster)) {
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
    if (pod.spec->scheduler_name != scheduler_name) { continue; }
    // The API server writes SchedulingGated.
    const std::string_view reason = pod.pending->condition_reason;
    const bool is_judged = reason == "Unschedulable" || reason == "SchedulerError" ||
                           model::last_written(*pod.pending, "kube-scheduler") ||
                           model::last_written(*pod.pending, scheduler_name);
    if (!is_judged) { continue; }
    ++judged;
    if (example == nullptr) { example = &pod; }
  }
  if (judged == 0) { return; }
  found.signs.push_back(util::concat("it has judged ", judged,
                                     judged == 1 ? " pending pod (" : " pending pods (such as ",
                                     model::pod_key(*example), ')'));
}

std::string ago_text(std::int64_t seconds) {
  return util::concat(model::age_text(static_cast<double>(std::max<std::int64_t>(seconds, 0))), " ago");
}

void look_at_reporters(const std::string& scheduler_name, const model::ClusterSnapshot& cluster, model::Time now,
                       SchedulerSigns& found) {
  for (const model::EventReporter& reporter : cluster.event_reporters) {
    if (reporter.name != scheduler_name || !reporter.last) { continue; }
    const std::int64_t seconds = now.seconds() - reporter.last->seconds();
    if (seconds > std::chrono::seconds(k_recent).count()) { continue; }
    found.signs.push_back(util::concat("it reported a failure ", ago_text(seconds)));
  }
}

void look_at_leases(const std::string& scheduler_name, const model::ClusterSnapshot& cluster, model::Time now,
                    SchedulerSigns& found) {
  // kube-scheduler's own Lease has its program's name, whatever its profiles are called.
  std::string_view name = scheduler_name;
  if (name == "default-scheduler") { name = "kube-scheduler"; }
  for (const model::Lease& lease : cluster.leases) {
    const bool is_held =
        !lease.holder.empty() && lease.renewed && lease.renewed->seconds() + lease.duration_seconds >= now.seconds();
    if (lease.name != name || !is_held) { continue; }
    found.signs.push_back(
        util::concat("the Lease ", lease.namespace_name, '/', lease.name, " is held by ", lease.holder));
  }
}

} // namespace

SchedulerSigns signs_of_scheduler(const std::string& scheduler_name, const model::ClusterSnapshot& cluster,
                                  model::Time now) {
  SchedulerSigns found;
  look_at_pods(scheduler_name, cluster, found);
  look_at_reporters(scheduler_name, cluster, now, found);
  look_at_leases(scheduler_name, cluster, now, found);
  return found;
}

void look_for_events(const std::string& scheduler_name, kube::Client& client, SchedulerSigns& found) {
  struct Sighting {
    sys_seconds when;
    std::string pod;
  };
  std::optional<Sighting> last;
  kube::Lister lister(client);
  kube::ListRequest request;
  request.version = "v1";
  request.resource = "events";
  request.kind = "Event";
  request.query.emplace_back("fieldSelector", util::concat("reportingComponent=", scheduler_name));
  kube::ListSink sink;
  sink.item = [&](const document::Item& item) {
    const auto when = newest_of(item.value);
    if (!when || (last && *when <= last->when)) { return; }
    const document::Value about = item.value["involvedObject"];
    last = Sighting{*when, util::concat(about["namespace"].text(), '/', about["name"].text())};
  };
  sink.restart = [&] { last.reset(); };
  lister.add(std::move(request), std::move(sink));
  const kube::ListOutcome outcome = lister.run().front();
  if (outcome.error) { found.untold.emplace_back(outcome.error->what()); }
  if (outcome.error || !last || outcome.taken_at - last->when > k_recent) { return; }
  const auto ago = std::chrono::floor<std::chrono::seconds>(outcome.taken_at - last->when).count();
  found.signs.push_back(util::concat("it wrote an event about pod ", last->pod, ' ', ago_text(ago)));
}

} // namespace commands
