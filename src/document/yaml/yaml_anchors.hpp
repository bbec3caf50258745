// SPDX-License-Identifier: Apache-2.0
// The values that a YAML document has named with &, kept for its *.
#pragma once

#include "document/bytes/value.hpp"

#include <yaml-cpp/anchor.h>

#include <cstddef>
#include <map>

namespace document {

// Copies a value as the next one of `to`, and its texts with it.
void copy_with_texts(Tree& to, Value value);

class YamlAnchors {
 public:
  struct Entry {
    Tree tree;      // its root is a copy of the value, texts included
    int height = 1; // levels of nesting, the value itself included
  };

  void clear();
  // Keeps a copy of `value`; false where that copies too much, see may_copy.
  bool set(YAML::anchor_t anchor, Value value, int height);
  // nullptr while the value is not complete: an alias there would make it contain itself.
  const Entry* find(YAML::anchor_t anchor) const;

  // Adds what copying `value` costs; false once a document has grown by copies beyond all measure ("billion laughs").
  bool may_copy(Value value);

 private:
  std::map<YAML::anchor_t, Entry> m_entries;
  std::size_t m_copied_nodes = 0;
  std::size_t m_copied_bytes = 0;
};

} // namespace document
