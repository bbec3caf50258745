// SPDX-License-Identifier: Apache-2.0
// Remedies: for each kind, the smallest change that would let a group start.
//
// A kind is a row: its name, the weight of one changed object, and a function that finds the smallest change of the
// kind. Each returned change has passed a simulation of the whole cluster by the same rules: the group starts.
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
  // Cost of one changed object to people, relative to other kinds. It only orders the list.
  std::int64_t weight;
  // Returns the smallest change of this kind, simulated; nullopt if it finds none. The caller fills cost.
  std::optional<model::Fix> (*propose)(BlockedGroup& group);
};

std::span<const RemedyKind> remedy_kinds();

// True if the scheduler tries the members and finds too little capacity. Otherwise capacity is not the problem, and
// none of these changes helps.
bool lacks_room(const model::GroupReport& report);

// For a group that lacks capacity; cheapest first, but LowerMinMember last. If simulations of the cluster are slow,
// several threads search, one kind each. Their number changes nothing in the result.
std::vector<model::Fix> find_fixes(BlockedGroup& group, const RemedyOptions& options);

// One function for each kind, each in its own file.
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
