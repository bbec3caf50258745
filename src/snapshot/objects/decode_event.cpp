// SPDX-License-Identifier: Apache-2.0
// Events of the scheduler for pods that it failed to schedule, of kubelets that failed to start pods, and of
// controllers that failed to create pods.
#include "snapshot/objects/decode_event.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

// Does not include the refusal for a missing PodGroup: without the object, nothing remembers the failure.
constexpr std::array<std::string_view, 8> k_markers = {
    "cannot find enough sibling pods, current pods number:",
    "cannot proceed due to gated pods in the same PodGroup",
    " failed recently",
    "resource gap: map[",
    "is unschedulable even after PostFilter",
    "optimistic rejection in PostFilter",
    "rejection in Unreserve",
    " at plugin Coscheduling",
};

// They repeat until the pod starts. The first one is of the attach-detach controller. (kubelet, events/event.go)
constexpr std::array<std::string_view, 4> k_start_failures = {"FailedAttachVolume", "FailedCreatePodSandBox",
                                                              "FailedMapVolume", "FailedMount"};

struct Event {
  document::Value object; // the pod
  std::string_view reason, message, reporter;
  document::Value series, last, moment; // in order of preference
};

// Names of the same fields in the two API versions.
struct EventFields {
  std::string_view object, message, last, reporter, source;
};

constexpr EventFields k_core = {"involvedObject", "message", "lastTimestamp", "reportingComponent", "source"};
constexpr EventFields k_events = {"regarding", "note", "deprecatedLastTimestamp", "reportingController",
                                  "deprecatedSource"};

Event event_of(document::Value value, const Path& root, NewestTime& newest) {
  Event event;
  std::string_view source; // reporter of events in the old format
  each_member(value, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "reason") {
      event.reason = text_of(member, at);
    } else if (key == k_core.object || key == k_events.object) {
      event.object = object_of(member, at);
    } else if (key == k_core.message || key == k_events.message) {
      event.message = text_of(member, at);
    } else if (key == k_core.reporter || key == k_events.reporter) {
      event.reporter = text_of(member, at);
    } else if (key == k_core.source || key == k_events.source) {
      source = text_of(object_of(member, at)["component"], at["component"]);
    } else if (key == "series") {
      event.series = object_of(member, at)["lastObservedTime"];
      newest.see(event.series);
    } else if (key == k_core.last || key == k_events.last) {
      event.last = member;
      newest.see(member);
    } else if (key == "eventTime") {
      event.moment = member;
      newest.see(member);
    }
  });
  if (event.reporter.empty()) { event.reporter = source; }
  return event;
}

std::optional<model::Time> when(const Event& event, const Path& root) {
  if (const auto time = time_of(event.series, root["series"])) { return time; }
  if (const auto time = time_of(event.last, root["lastTimestamp"])) { return time; }
  return time_of(event.moment, root["eventTime"]);
}

void note_reporter(Collected& collected, std::string_view name, std::optional<model::Time> when) {
  if (name.empty()) { return; }
  std::vector<model::EventReporter>& reporters = collected.cluster.event_reporters;
  auto place = std::ranges::lower_bound(reporters, name, {}, &model::EventReporter::name);
  if (place == reporters.end() || place->name != name) {
    place = reporters.insert(place, {collected.lasting(name), std::nullopt});
  }
  place->last = std::max(place->last, when);
}

} // namespace

bool tells_of_group_failure(std::string_view message) {
  return std::ranges::any_of(k_markers, [&](std::string_view marker) { return message.find(marker) != message.npos; });
}

bool tells_of_start_failure(std::string_view reason) {
  return std::ranges::find(k_start_failures, reason) != k_start_failures.end();
}

bool is_wanted_event(std::string_view reason, std::string_view kind) {
  if (kind != "Pod") { return reason == "FailedCreate"; }
  return reason == "FailedScheduling" || tells_of_start_failure(reason);
}

bool is_wanted_event(document::Value event) {
  const document::Value about = event["regarding"].exists() ? event["regarding"] : event["involvedObject"];
  return is_wanted_event(event["reason"].text(), about["kind"].text());
}

void add_event(Collected& collected, document::Value object, const Origin&) {
  const Path root;
  const Event event = event_of(object, root, collected.newest);
  const std::string_view kind = text_of(event.object["kind"], root["involvedObject"]);
  if (!is_wanted_event(event.reason, kind)) { return; }
  if (kind != "Pod") {
    collected.creation_failures.push_back(
        {collected.lasting(kind), collected.lasting(text_of(event.object["namespace"], root["involvedObject"])),
         collected.lasting(text_of(event.object["name"], root["involvedObject"])), collected.lasting(event.message),
         when(event, root)});
    return;
  }
  const std::string_view space = text_of(event.object["namespace"], root["involvedObject"]);
  const std::string_view pod = text_of(event.object["name"], root["involvedObject"]);
  if (tells_of_start_failure(event.reason)) {
    collected.start_failures.push_back(
        {collected.lasting(space), collected.lasting(pod), when(event, root), model::start_failure_of(event.reason)});
    return;
  }
  collected.cluster.has_scheduling_events = true;
  SchedulingFailure failure;
  failure.namespace_name = collected.lasting(space);
  failure.pod = collected.lasting(pod);
  failure.when = when(event, root);
  failure.of_group = tells_of_group_failure(event.message);
  collected.failures.push_back(failure);
  note_reporter(collected, event.reporter, failure.when);
}

} // namespace snapshot
