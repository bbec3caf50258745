// SPDX-License-Identifier: Apache-2.0
// Which kind of object is read by what.
#pragma once

#include "document/item.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/collected.hpp"

#include <span>
#include <string_view>

namespace snapshot {

struct Kind {
  std::string_view api_group, kind;
  std::string_view noun; // for "the pod is left out"
  void (*add)(Collected& collected, const document::Item& item, const Origin& origin);
};

// The row that reads objects of this kind; null where none does.
const Kind* find_kind(std::string_view api_group, std::string_view kind);

// All of them.
std::span<const Kind> kinds();

} // namespace snapshot
