// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace document {

// kind and apiVersion of an object.
struct TypeMeta {
  std::string_view kind, api_version;
  friend bool operator==(const TypeMeta&, const TypeMeta&) = default;
};

// Type of an object in a list: its own, or if it has none the type that the list gives its items.
inline TypeMeta own_or_inherited(TypeMeta own, TypeMeta inherited) {
  return own.kind.empty() && own.api_version.empty() ? inherited : own;
}

} // namespace document
