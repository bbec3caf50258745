// SPDX-License-Identifier: Apache-2.0
// Whom a change costs their start: what one run brings up, or leaves running, and another one does not.
#pragma once

#include "engine/explain/diagnose.hpp"

#include <set>
#include <string>
#include <vector>

namespace engine {

// Groups and pods ("ns/name", ascending) that start, or go on running, in `before` and not in `after`; both number the
// pods and groups of one picture. The groups `besides` are left out: they are what was changed. Of the other groups
// those that have their quorum in one run and not in the other.
std::vector<std::string> losers(const Run& before, const Run& after, const std::set<model::GroupIndex>& besides);

// dry-run: who starts, or goes on running, without the pods that the manifest makes, and not with them. `run` is the
// run with them; simulates the one without, where they take any room and somebody could lose by it.
std::vector<std::string> losers_to_manifest(const Run& run, const std::vector<model::Expansion>& expansions);

// Whom preemption evicts in the run.
std::set<model::PodIndex> victims_of(const Timeline& timeline);

} // namespace engine
