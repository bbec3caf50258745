// SPDX-License-Identifier: Apache-2.0
// The bytes of one JSON object to a Tree.
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

// Levels of objects and lists within one object. Kubernetes' own types stay below 30; schemas nest deepest.
inline constexpr int k_max_depth = 1000;

class JsonParser {
 public:
  static constexpr std::size_t k_padding = JsonIndex::k_padding;

  JsonParser();
  ~JsonParser();
  JsonParser(const JsonParser&) = delete;
  JsonParser& operator=(const JsonParser&) = delete;

  // Reads the object `text`, behind which k_padding bytes must be readable, into `tree`, which is cleared first. Texts
  // without escapes point into `text`. Bytes that are not UTF-8 become U+FFFD (repaired() says so).
  JsonResult parse(std::string_view text, Tree& tree);

  // The same behind what is in the tree already, and of objects that say what they are before anything else, or leave
  // it to their list (`inherited`), only what is wanted. On failure the tree is as it was.
  JsonResult append(std::string_view text, const WantedOf& wanted_of, TypeMeta inherited, Tree& tree);

  bool repaired() const { return m_was_repaired; }
  // Why it failed, for a person: "a comma or } is missing".
  const std::string& failure() const { return m_failure; }

 private:
  // The kind of the last object and what is wanted of it: thousands of one kind follow each other.
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
