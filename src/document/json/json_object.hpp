// SPDX-License-Identifier: Apache-2.0
// Parses the bytes of one JSON object into a Tree.
#pragma once

#include "document/bytes/type_meta.hpp"
#include "document/bytes/value.hpp"
#include "document/bytes/wanted.hpp"
#include "document/json/json_index.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace document {

enum class JsonResult { Ok, Syntax, TooDeep };

// Nesting limit for objects and lists within one object. Kubernetes' own types stay below 30; schemas nest deepest.
inline constexpr int k_max_depth = 1000;

class JsonParser {
 public:
  static constexpr std::size_t k_padding = JsonIndex::k_padding;

  JsonParser();
  ~JsonParser();
  JsonParser(const JsonParser&) = delete;
  JsonParser& operator=(const JsonParser&) = delete;

  // Clears `tree` and parses the object `text` into it; k_padding bytes after `text` must be readable. Texts without
  // escapes point into `text`. Bytes that are not UTF-8 become U+FFFD (see repaired()).
  JsonResult parse(std::string_view text, Tree& tree);

  // The same, but appends to the tree. Reads only the wanted members if the object's type comes first, or comes from
  // its list (`inherited`). A failure leaves the tree unchanged.
  JsonResult append(std::string_view text, const WantedOf& wanted_of, TypeMeta inherited, Tree& tree);

  bool repaired() const { return m_was_repaired; }
  // The reason for the user: "a comma or } is missing".
  const std::string& failure() const { return m_failure; }

 private:
  // Kind of the last object and its wanted members: thousands of objects of one kind follow each other.
  struct LastKind {
    std::string api_version, kind;
    const Wanted* wanted = nullptr;
  };
  JsonIndex m_index;
  LastKind m_last_kind;
  std::string m_failure;
  bool m_was_repaired = false;
};

} // namespace document
