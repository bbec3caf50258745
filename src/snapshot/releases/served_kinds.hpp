// SPDX-License-Identifier: Apache-2.0
// The versions of Kubernetes' own kinds, by the releases whose API servers serve them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace snapshot {

enum class Served : std::uint8_t {
  Yes,
  IfEnabled, // off by default: --runtime-config
  No,
  NotKnown, // an operator's kind, or one whose versions another table has
};

// Whether an API server of Kubernetes 1.`release` serves the kind in this version; no release: the newest one.
Served served(std::string_view api_version, std::string_view kind, std::optional<int> release);

// True if `word` is one of `words`, which blanks separate.
bool is_word_of(std::string_view words, std::string_view word);

} // namespace snapshot
