// SPDX-License-Identifier: Apache-2.0
// Which answers hang by a thread: run again with ties broken otherwise, and with one node less.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "model/report/robustness.hpp"

namespace engine {

// Of a group that fits or does not. Ties: where a node was one of several with the same score, the other ways to choose
// among them: all that make a difference, or, where those are too many, some. Nodes: of a group that fits, each one
// that a member would go to is lost, with what runs there, and nothing makes that anew.
model::Robustness robustness_of(const Run& run, model::GroupIndex group);

} // namespace engine
