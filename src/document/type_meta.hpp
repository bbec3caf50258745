// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace document {

// kind and apiVersion of an object.
struct TypeMeta {
  std::string_view kind, api_version;
  friend bool operator==(const TypeMeta&, const TypeMeta&) = default;
};

} // namespace document
