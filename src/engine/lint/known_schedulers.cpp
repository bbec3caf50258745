// SPDX-License-Identifier: Apache-2.0
#include "engine/lint/known_schedulers.hpp"

#include <algorithm>
#include <array>

namespace engine::lint {

namespace {

using enum model::Dialect;

constexpr Dialects k_of_any = dialects({Grove, JobSet, LeaderWorkerSet, Kueue}); // others place their pods

constexpr std::array<KnownScheduler, 6> k_schedulers = {{
    {"volcano", dialects({Volcano}) | k_of_any},
    {"kube-batch", dialects({KubeBatch}) | k_of_any},
    {"kai-scheduler", dialects({Kai}) | k_of_any},
    {"koord-scheduler", dialects({Koordinator, CoschedulingSigs, Lightweight}) | k_of_any},
    {"yunikorn", dialects({YuniKorn}) | k_of_any},
    {"godel-scheduler", dialects({Godel}) | k_of_any},
}};

} // namespace

const KnownScheduler* find_scheduler(std::string_view name) {
  const auto found = std::ranges::find(k_schedulers, name, &KnownScheduler::name);
  return found == k_schedulers.end() ? nullptr : &*found;
}

} // namespace engine::lint
