// SPDX-License-Identifier: Apache-2.0
// WaitFor: the fewest running pods that have to end and that end by themselves. Tries terminating pods first, then
// pods of finite work.
#include "engine/remedies/leavers.hpp"
#include "engine/remedies/remedies.hpp"
#include "engine/rules/whole_workloads.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace engine {

namespace {

// Kinds that own pods directly and whose pods run until their work is done.
constexpr std::array<std::string_view, 12> k_finite = {
    "Job",       "Workflow", "PyTorchJob", "TFJob",    "MPIJob",           "XGBoostJob",
    "PaddleJob", "JAXJob",   "MXJob",      "TrainJob", "SparkApplication", "PipelineRun",
};

} // namespace

std::optional<model::Fix> wait_for(BlockedGroup& group) {
  const WholeWorkloads workloads(group.cluster());
  Leaving leaving{model::FixKind::WaitFor, {}, Quorums::Ignored, false};
  leaving.rank = [&](const model::Pod& pod) -> std::optional<std::int32_t> {
    if (pod.terminating) { return 0; }
    if (workloads.is_incomplete(pod)) { return std::nullopt; }
    const bool is_finite = pod.owner != nullptr && std::ranges::find(k_finite, pod.owner->kind) != k_finite.end();
    return is_finite ? std::optional(1) : std::nullopt;
  };
  return fewest_leavers(group, leaving);
}

} // namespace engine
