// SPDX-License-Identifier: Apache-2.0
// Requests that bind writes for a pod: the Binding, and the Event about it.
//
// A Binding cannot be undone. The API server checks neither capacity nor taints, nor that the node exists
// (registry/core/pod/storage, BindingREST.assignPod). It checks only the pod's uid and resourceVersion, and that the
// pod has no node yet.
#pragma once

#include "kube/http/request.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace kube {

enum class DryRun : std::uint8_t { No, Server };

struct Binding {
  std::string namespace_name, pod;
  std::string uid, resource_version; // preconditions: still the same pod, unchanged since it was read
  std::string node;
};

// Reports a lost answer in Outcome::lost. Its timeout is ten seconds, so it ends well before another binder may take
// over the Lease.
Request binding_request(const Binding& binding, DryRun dry_run);

// Reporter of the events. Not a schedulerName: bind detects a live scheduler by events under that name.
inline constexpr const char* k_reporting_controller = "kubectl-gang/bind";

// "Successfully assigned ml/train-0 to gpu-a", kube-scheduler's own text (schedule_one.go, bindingCycle). `instance`
// identifies this run; `serial` separates events of the same instant.
Request scheduled_event_request(const Binding& binding, const std::string& instance,
                                std::chrono::sys_time<std::chrono::microseconds> at, std::uint64_t serial);

} // namespace kube
