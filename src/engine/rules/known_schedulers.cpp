// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/known_schedulers.hpp"

#include <algorithm>
#include <array>

namespace engine {

namespace {

using enum model::Dialect;
using model::dialects;

constexpr model::Dialects k_of_any = dialects({Grove, JobSet, LeaderWorkerSet, Kueue}); // others place their pods

// clang-format off
constexpr std::array<KnownScheduler, 7> k_schedulers = {{
    {"volcano",         "Volcano",     dialects({Volcano}) | k_of_any, "scheduling.volcano.sh/queue-name"},
    {"kube-batch",      "kube-batch",  dialects({KubeBatch}) | k_of_any, ""},
    {"kai-scheduler",   "KAI",         dialects({Kai}) | k_of_any, "kai.scheduler/queue"},
    {"runai-scheduler", "KAI",         dialects({Kai}) | k_of_any, "runai/queue"},
    {"koord-scheduler", "Koordinator", dialects({Koordinator, CoschedulingSigs, Lightweight}) | k_of_any, "quota.scheduling.koordinator.sh/name"},
    {"yunikorn",        "YuniKorn",    dialects({YuniKorn}) | k_of_any, "queue"},
    {"godel-scheduler", "Goedel",       dialects({Godel}) | k_of_any, ""},
}};
// clang-format on

} // namespace

const KnownScheduler* find_scheduler(std::string_view name) {
  const auto found = std::ranges::find(k_schedulers, name, &KnownScheduler::name);
  return found == k_schedulers.end() ? nullptr : &*found;
}

std::span<const KnownScheduler> known_schedulers() { return k_schedulers; }

} // namespace engine
