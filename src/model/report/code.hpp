// SPDX-License-Identifier: Apache-2.0
// Why a group does not start.
#pragma once

#include <cstdint>

namespace model {

// The cause of a No. If several hold, the first in this order counts.
enum class Code : std::uint8_t {
  None,
  InputIncomplete,
  NotModelled,
  GroupNotFound,
  WrongScheduler,
  MembersDeleted,
  NotEnoughMembers,
  MembersGated,
  QueueGate,
  MembersDisagree,
  MinResourcesShort,
  GroupBackingOff,
  VolumeNotReady,
  NoNodes,
  WaitingForPreemption,
  NoFeasibleNode,
  TakenByOthersAhead,
  GreedyMiss,
  Fragmented,
  NotEnoughRoom,
};

} // namespace model
