// SPDX-License-Identifier: Apache-2.0
// The values that a YAML document names with &, for its aliases with *.
#pragma once

#include "document/bytes/value.hpp"

#include <yaml-cpp/anchor.h>

#include <cstddef>
#include <map>

namespace document {

// Copies a value as the next one of `to`, with its texts.
void copy_with_texts(Tree& to, Value value);

class YamlAnchors {
 public:
  struct Entry {
    Tree tree;      // its root is a copy of the value, texts included
    int height = 1; // levels of nesting, the value itself included
  };

  void clear();
  // Keeps a copy of `value`; false if this copies too much, see may_copy.
  bool set(YAML::anchor_t anchor, Value value, int height);
  // nullptr while the value is incomplete: an alias there would make it contain itself.
  const Entry* find(YAML::anchor_t anchor) const;

  // Adds the size of a copy of `value`; false if the copies of a document exceed every reasonable size ("billion
  // laughs").
  bool may_copy(Value value);

 private:
  std::map<YAML::anchor_t, Entry> m_entries;
  std::size_t m_copied_nodes = 0;
  std::size_t m_copied_bytes = 0;
};

} // namespace document
