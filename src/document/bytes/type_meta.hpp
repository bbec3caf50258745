// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace document {

// kind and apiVersion of an object.
struct TypeMeta {
  std::string_view kind, api_version;
  friend bool operator==(const TypeMeta&, const TypeMeta&) = default;
};

// What an object of a list is: what it says of itself, or where it says nothing what its list makes of its items.
inline TypeMeta own_or_inherited(TypeMeta own, TypeMeta inherited) {
  return own.kind.empty() && own.api_version.empty() ? inherited : own;
}

} // namespace document
