// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace snapshot {

// Returns "apps" for "apps/v1", "" for "v1".
inline std::string_view api_group_of(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

} // namespace snapshot
