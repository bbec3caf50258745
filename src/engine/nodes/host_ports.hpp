// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/cluster/pod.hpp"

#include <algorithm>
#include <vector>

namespace engine {

// True if two pods of one node cannot both have these ports: same protocol and port, and equal addresses or one of them
// 0.0.0.0. (kube-scheduler framework, HostPortInfo.CheckConflict)
inline bool conflict(const model::HostPort& a, const model::HostPort& b) {
  if (a.port != b.port || a.protocol != b.protocol) { return false; }
  return a.ip == b.ip || a.ip == "0.0.0.0" || b.ip == "0.0.0.0";
}

inline bool conflict(const std::vector<model::HostPort>& some, const std::vector<model::HostPort>& others) {
  return std::ranges::any_of(some, [&](const model::HostPort& a) {
    return std::ranges::any_of(others, [&](const model::HostPort& b) { return conflict(a, b); });
  });
}

} // namespace engine
