// SPDX-License-Identifier: Apache-2.0
// A gang: pods that start together or not at all, however its dialect declares it.
#pragma once

#include "model/pod.hpp"
#include "model/resources.hpp"
#include "model/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace model {

// How pods and objects say "we are a gang" (reference: scheduler-plugins, kep/2 and kep/42).
enum class Dialect : std::uint8_t {
  Lightweight,      // label only: pod-group.scheduling.sigs.k8s.io/name and /min-available
  CoschedulingSigs, // PodGroup scheduling.sigs.k8s.io/v1alpha1
  Coscheduling,     // PodGroup scheduling.x-k8s.io/v1alpha1
  // Made by operators for other schedulers, and simulated by the nearest rules, those of Coscheduling.
  KubeBatch, // PodGroup scheduling.incubator.k8s.io/v1alpha1
  Volcano,   // PodGroup scheduling.volcano.sh/v1beta1
  Grove,     // PodGang scheduler.grove.io/v1alpha1
};

// The word for it in reports: lightweight, coscheduling-sigs, coscheduling, kube-batch, volcano, grove.
std::string_view dialect_name(Dialect dialect);

// Whether the rules that are simulated are merely the nearest to the dialect's own.
bool is_approximated(Dialect dialect);

struct PodGroupStatus {
  std::string_view phase, occupied_by;
  std::int32_t running = 0, succeeded = 0, failed = 0, scheduled = 0;
  std::optional<Time> schedule_start;
};

struct PodGroup {
  Dialect dialect = Dialect::Coscheduling;
  std::string_view namespace_name, name, uid;
  bool declared = false;      // the PodGroup object is there; label-only groups need none and say true
  bool from_manifest = false; // made or touched by the manifest of dry-run
  std::optional<std::int32_t> min_member;
  std::optional<ResourceQuantities> min_resources;
  std::optional<std::int32_t> schedule_timeout_seconds;
  std::optional<Time> created;
  PodGroupStatus status;
  std::vector<PodIndex> members; // every pod with the label, finished ones included, by key
  // The same name declared elsewhere, for the message of GroupNotFound: "namespace ml", "scheduling.sigs.k8s.io".
  std::vector<std::string_view> near_misses;
};

} // namespace model
