// SPDX-License-Identifier: Apache-2.0
// Queues of KAI (scheduling.run.ai/v2). They form a tree; PodGroups belong to its leaves.
#pragma once

#include "model/values/resources.hpp"

#include <string_view>

namespace model {

// The name under which a limit of a KAI queue counts the GPUs of any vendor.
inline constexpr std::string_view k_kai_gpu = "gpu";

struct KaiQueue {
  std::string_view name, parent; // parent empty: it has none
  // What the pods of this queue and of those below it may have together: gpu, cpu, memory; absent: no limit. KAI writes
  // cpu in thousandths and memory in megabytes.
  ResourceQuantities limits;
  friend auto operator<=>(const KaiQueue&, const KaiQueue&) = default;
};

} // namespace model
