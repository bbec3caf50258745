// SPDX-License-Identifier: Apache-2.0
// Robustness check: re-runs the simulation with other tie-breaks, with other nodes found, with another speed of the API
// server, and with one node removed.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "model/report/robustness.hpp"

namespace engine {

// For a group that fits or does not fit. Ties: where several nodes had the same score, tries the other choices; all
// that make a difference, or some if there are too many. Searches: if attempts
// score only some of the nodes that fit, starts each search at a random node. Speeds: if the run evicts pods, lets the
// API server answer faster or slower. Nodes: for a group that fits, removes each node that a member would use. The pods
// on that node end, and nothing recreates them.
model::Robustness robustness_of(const Run& run, model::GroupIndex group);

} // namespace engine
