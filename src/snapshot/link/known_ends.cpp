// SPDX-License-Identifier: Apache-2.0
#include "snapshot/link/known_ends.hpp"

#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

using model::KnownEnd;

[[noreturn]] void refuse(const std::string& argument, std::string_view why) {
  throw util::Error(util::concat("--finish ", argument, ": ", why));
}

KnownEnd end_at(const std::string& argument, std::string_view time) {
  KnownEnd end;
  end.why = KnownEnd::Why::Told;
  if (const auto at = model::parse_time(time)) {
    end.at = *at;
    return end;
  }
  constexpr std::int64_t k_nanos_per_micro = 1'000;
  const auto nanos = model::parse_go_duration(time);
  if (!nanos || *nanos < 0) {
    refuse(argument, "give [NAMESPACE/]POD=TIME, with a time such as 2026-03-02T09:30:00Z or a duration such as 45m");
  }
  end.at = {*nanos / k_nanos_per_micro};
  end.from_now = true;
  return end;
}

std::string nearest(const Collected& collected, std::string_view namespace_name, std::string_view name) {
  std::vector<std::string_view> names;
  for (const model::Pod& pod : collected.cluster.pods) {
    if (pod.namespace_name == namespace_name && pod.bound()) { names.push_back(pod.name); }
  }
  return util::did_you_mean(name, names);
}

} // namespace

void finish(Collected& collected, const std::string& argument, const std::string& default_namespace) {
  const std::size_t equals = argument.find('=');
  const std::string_view whole = argument;
  const std::string_view typed = whole.substr(0, equals);
  const KnownEnd end = end_at(argument, equals == std::string::npos ? std::string_view() : whole.substr(equals + 1));
  const std::size_t slash = typed.find('/');
  const std::string_view namespace_name = slash == std::string_view::npos ? default_namespace : typed.substr(0, slash);
  const std::string_view name = slash == std::string_view::npos ? typed : typed.substr(slash + 1);
  const model::PodIndex index = collected.cluster.find_pod(namespace_name, name);
  if (index == model::k_none) {
    refuse(argument, util::concat("there is no pod ", name, " in namespace ", namespace_name,
                                  nearest(collected, namespace_name, name)));
  }
  model::Pod& pod = collected.cluster.pods[static_cast<std::size_t>(index)];
  if (!pod.bound()) { refuse(argument, util::concat("pod ", name, " does not run")); }
  pod.ends = end;
}

void link_ends(Collected& collected) {
  std::map<std::pair<std::string_view, std::string_view>, model::Time> deadlines;
  for (const Workload& workload : collected.workloads) {
    const model::WorkloadObject& object = workload.object;
    if (!object.deadline || object.kind != "Job") { continue; }
    deadlines.emplace(std::pair(object.namespace_name, object.name), *object.deadline);
  }
  if (deadlines.empty()) { return; }
  for (model::Pod& pod : collected.cluster.pods) {
    if (!pod.bound() || pod.owner == nullptr || pod.owner->kind != "Job") { continue; }
    const auto deadline = deadlines.find({pod.namespace_name, pod.owner->name});
    if (deadline == deadlines.end()) { continue; }
    const bool is_sooner = !pod.ends || (pod.ends->why == KnownEnd::Why::Deadline && deadline->second < pod.ends->at);
    if (is_sooner) { pod.ends = KnownEnd{deadline->second, KnownEnd::Why::Deadline}; }
  }
}

} // namespace snapshot
