// SPDX-License-Identifier: Apache-2.0
// What a picture of a live cluster is made of: the lists that are asked for, and what an answer lacks without each.
#pragma once

#include <span>
#include <string_view>

namespace snapshot {

struct List {
  std::string_view api_group; // "" is the core group
  std::string_view resource;  // "pods"
  std::string_view kind;      // of its items
  // Any of these is read; the one that the server prefers is asked for.
  std::span<const std::string_view> versions;
  std::string_view field_selector; // of all objects, those that are read; empty: all
  std::string_view hides;          // what cannot be told without it, as it follows "without it, "
  std::string_view else_in = {};   // the namespace that is asked for where all are denied; empty: none
};

// In the order of the answers' need for them: pods last, so that what they point to is not older than they are.
std::span<const List> lists();

} // namespace snapshot
