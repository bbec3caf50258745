// SPDX-License-Identifier: Apache-2.0
// The table of kinds: the function that reads each kind, and how to list it from a live cluster.
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/collected.hpp"

#include <span>
#include <string_view>

namespace snapshot {

struct Kind {
  std::string_view api_group, kind; // "" is the core group
  std::string_view noun;            // for "the pod is left out"; empty without a decoder
  // The decoder. Null: only few clusters have the kind. One that does not serve it lacks no list.
  void (*add)(Collected& collected, const document::Item& item, const Origin& origin);
  // Its list in a live cluster; empty: we never request it.
  std::string_view resource = {}; // "pods"
  // Versions that we can read. From a live cluster we request the one that the server prefers.
  std::span<const std::string_view> versions = {};
  std::string_view hides = {};          // consequence of a missing list; follows "without it, "
  std::string_view field_selector = {}; // selects the objects that we read; empty: all
  std::string_view else_in = {};        // fallback namespace if the server denies all namespaces; empty: none
};

// The row that decodes objects of this kind; null if there is none.
const Kind* find_kind(std::string_view api_group, std::string_view kind);

// All rows.
std::span<const Kind> kinds();

// The kinds to list from a live cluster, in the order in which answers depend on them.
std::span<const Kind> listed_kinds();

// One of these; null if there is none.
const Kind* find_listed_kind(std::string_view api_group, std::string_view kind);

} // namespace snapshot
