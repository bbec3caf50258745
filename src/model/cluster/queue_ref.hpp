// SPDX-License-Identifier: Apache-2.0
// An entry of the queue, by name: a group, or a pod of no group.
#pragma once

#include "model/cluster/dialect.hpp"

#include <cstdint>
#include <string>

namespace model {

enum class QueueKind : std::uint8_t { PodGroup, Pod };

struct QueueRef {
  QueueKind kind = QueueKind::PodGroup;
  std::string namespace_name, name;
  std::int32_t priority = 0;
  Dialect dialect = Dialect::Coscheduling; // of a group: names its API group in `-o name`
};

} // namespace model
