// SPDX-License-Identifier: Apache-2.0
// Which kind of object is read by what, and how a live cluster is asked for it.
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/collected.hpp"

#include <span>
#include <string_view>

namespace snapshot {

struct Kind {
  std::string_view api_group, kind; // "" is the core group
  std::string_view noun;            // for "the pod is left out"
  void (*add)(Collected& collected, const document::Item& item, const Origin& origin);
  // Its list in a live cluster; empty: it is not asked for.
  std::string_view resource = {}; // "pods"
  // Any of these is read; the one that the server prefers is asked for.
  std::span<const std::string_view> versions = {};
  std::string_view hides = {};          // what cannot be told without it, as it follows "without it, "
  std::string_view field_selector = {}; // of all objects, those that are read; empty: all
  std::string_view else_in = {};        // the namespace that is asked for where all are denied; empty: none
};

// The row that reads objects of this kind; null where none does.
const Kind* find_kind(std::string_view api_group, std::string_view kind);

// All of them.
std::span<const Kind> kinds();

// Those that a live cluster is asked for, in the order of the answers' need for them.
std::span<const Kind> listed_kinds();

} // namespace snapshot
