// SPDX-License-Identifier: Apache-2.0
// What would let a group start: the smallest change of each kind.
//
// A kind is a row: its name, what one changed thing of it weighs, and a function that looks for the smallest change of
// the kind. All that is returned has been simulated as a whole, with everybody in it, by the same rules: the group
// starts.
//
// To add a kind: one file in remedies/, one row in remedies.cpp, one sentence in report/words/fix_words.cpp.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"
#include "model/report/fix.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine {

struct BlockedGroup;

struct RemedyKind {
  model::FixKind kind;
  // What one changed thing weighs beside those of other kinds: how much it costs people. It only orders the list.
  std::int64_t weight;
  // The smallest change of this kind, simulated; nullopt where none was found. cost is filled by the caller.
  std::optional<model::Fix> (*propose)(BlockedGroup& group);
};

std::span<const RemedyKind> remedy_kinds();

// Whether the scheduler tries the members and finds too little room; otherwise room is not what they lack, and none of
// these changes helps.
bool lacks_room(const model::GroupReport& report);

// For a group that lacks room; cheapest first, but LowerMinMember last.
std::vector<model::Fix> find_fixes(BlockedGroup& group, const RemedyOptions& options);

// The rows, each in its file.
std::optional<model::Fix> change_order(BlockedGroup& group);
std::optional<model::Fix> wait_for(BlockedGroup& group);
std::optional<model::Fix> uncordon(BlockedGroup& group);
std::optional<model::Fix> remove_taint(BlockedGroup& group);
std::optional<model::Fix> relax_constraint(BlockedGroup& group);
std::optional<model::Fix> avoid_nodes(BlockedGroup& group);
std::optional<model::Fix> move_pods(BlockedGroup& group);
std::optional<model::Fix> evict_pods(BlockedGroup& group);
std::optional<model::Fix> add_nodes(BlockedGroup& group);
std::optional<model::Fix> lower_request(BlockedGroup& group);
std::optional<model::Fix> lower_min_member(BlockedGroup& group);

} // namespace engine
