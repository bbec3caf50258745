// SPDX-License-Identifier: Apache-2.0
// What bind writes for a pod: the Binding, and the Event that tells of it.
//
// A Binding cannot be undone, and the API server checks neither capacity nor taints, nor that the node is there
// (registry/core/pod/storage, BindingREST.assignPod): all it checks are uid and resourceVersion of the pod, and that it
// has no node yet.
#pragma once

#include "kube/http/request.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace kube {

enum class DryRun : std::uint8_t { No, Server };

struct Binding {
  std::string namespace_name, pod;
  std::string uid, resource_version; // preconditions: the pod is still this one, and as it was read
  std::string node;
};

// Tells its loss, and is given up after ten seconds: well before another binder may take over the Lease.
Request binding_request(const Binding& binding, DryRun dry_run);

// Who tells of bindings. Not a schedulerName: by events of that one a live scheduler is known.
inline constexpr const char* k_reporting_controller = "kubectl-gang/bind";

// "Successfully assigned ml/train-0 to gpu-a", as kube-scheduler tells it (schedule_one.go, bindingCycle). `instance`
// is this run among others; `serial` tells events of one instant apart.
Request scheduled_event_request(const Binding& binding, const std::string& instance,
                                std::chrono::sys_time<std::chrono::microseconds> at, std::uint64_t serial);

} // namespace kube
