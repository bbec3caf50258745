// SPDX-License-Identifier: Apache-2.0
// Leases: which program holds a role, such as the active one of several schedulers (coordination.k8s.io/v1).
#pragma once

#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace model {

struct Lease {
  std::string_view namespace_name, name;
  std::string_view holder;           // holderIdentity; empty: released
  std::int32_t duration_seconds = 0; // leaseDurationSeconds, from the last renewal
  std::optional<Time> acquired;      // acquireTime
  std::optional<Time> renewed;       // renewTime, by the holder's clock
  friend auto operator<=>(const Lease&, const Lease&) = default;
};

} // namespace model
